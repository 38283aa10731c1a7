//! Estimates of what two sets share, from any registers and lists: every estimate and bound is possible,
//! and both orders of the arguments give the same result to the last bit.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use pg_sketch::domain::Domain;
use pg_sketch::hll::Hll;
use pg_sketch::hll::entry::max_rank;
use pg_sketch::hll::joint::{Joint, intersection_bounds, jaccard_bounds};
use pg_sketch_fuzz::hll_survival::assert_sane_pair;
use pg_sketch_fuzz::keys::{Keys, hash};
use pg_sketch_fuzz::plan::Few;
use pg_sketch_fuzz::registers::with_registers;

/// Two sketches of some shared keys and some of their own.
#[derive(Debug, Arbitrary)]
struct Plan {
    precision: u8,
    shared: Few<Keys>,
    own: [Own; 2],
}

#[derive(Debug, Arbitrary)]
enum Own {
    Keys(Few<Keys>),
    /// Ranks, repeated from the start when they end.
    Registers(Vec<u8>),
}

fuzz_target!(|plan: Plan| {
    let precision = 4 + plan.precision % 9;
    let [left, right] = plan.own.each_ref().map(|own| build(precision, &plan.shared, own));
    assert_sane_pair(&left, &right);
    assert_sane_pair(&right, &left);
    let [found, exchanged] =
        [(&left, &right), (&right, &left)].map(|(one, other)| Joint::of(one, other).unwrap());
    assert_eq!(found.both, exchanged.both);
    assert_eq!(found.left_only, exchanged.right_only);
    assert_eq!(found.right_only, exchanged.left_only);
    for of in [intersection_bounds, jaccard_bounds] {
        assert_eq!(of(&left, &right, 0.95).unwrap(), of(&right, &left, 0.95).unwrap());
    }
    let same = Joint { left_only: 0.0, right_only: 0.0, both: left.estimate() };
    assert_eq!(Joint::of(&left, &left).unwrap(), same);
});

fn build(precision: u8, shared: &Few<Keys>, own: &Own) -> Hll {
    let mut sketch = match own {
        Own::Registers(ranks) if !ranks.is_empty() => {
            let ranks = ranks.iter().map(|rank| rank % (max_rank(precision) + 1)).cycle();
            with_registers(precision, &ranks.take(1 << precision).collect::<Vec<_>>())
        }
        _ => Hll::new(precision).unwrap(),
    };
    let own = match own {
        Own::Keys(keys) => keys.0.as_slice(),
        Own::Registers(_) => &[],
    };
    for bits in shared.0.iter().chain(own).flat_map(Keys::hash_bits) {
        sketch.add(hash(bits, Domain::Integer)).unwrap();
    }
    sketch
}
