//! Values become sketches, bytes, a union and an estimate: with every precision and domain, and with
//! sketches that do not merge.

#![no_main]

use allocator_api2::alloc::Global;
use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use pg_sketch::error::{Kind, Result};
use pg_sketch::hll::error::wrong_precision;
use pg_sketch::hll::joint::Joint;
use pg_sketch::hll::window::Window;
use pg_sketch::hll::{Hll, check_precision, parse_modifiers};
use pg_sketch::sketch::Sketch;
use pg_sketch_fuzz::assert_same;
use pg_sketch_fuzz::hll_set::Set;
use pg_sketch_fuzz::hll_survival::{assert_sane, assert_sane_pair};
use pg_sketch_fuzz::keys::{Keys, domain};
use pg_sketch_fuzz::plan::Few;
use pg_sketch_fuzz::types::{assert_idempotent, merged, merged_in_both_orders};

#[derive(Debug, Arbitrary)]
struct Made {
    precision: u8,
    domain: u8,
    keys: Few<Keys>,
}

#[derive(Debug, Arbitrary)]
struct Plan {
    sketches: [Made; 3],
    asked_precision: i32,
}

impl Made {
    fn build(&self) -> (Set, Vec<u8>) {
        let mut set = Set::new(4 + self.precision % 15);
        let mut sketch = Hll::new(set.precision).unwrap();
        self.keys.0.iter().for_each(|keys| set.add(&mut sketch, keys, domain(self.domain)));
        let stored = sketch.encode();
        assert_same(&stored, &set.bytes());
        (set, stored)
    }
}

fuzz_target!(|plan: Plan| {
    assert_precision(plan.asked_precision);
    let [a, b, c] = plan.sketches.each_ref().map(Made::build);
    let all = [&a, &b, &c];
    for (set, stored) in all {
        let sketch = Hll::decode(stored).unwrap();
        assert_sane(&sketch);
        if let Some(entries) = set.listed() {
            let entries = entries as f64;
            let same = entries * entries / 6.0 / (1u64 << 26) as f64;
            assert_eq!(sketch.cardinality(), (entries + same).round());
        }
        assert_idempotent::<Hll>(stored);
        assert_eq!(declared(stored, set.precision), Ok(stored.clone()));
        assert_declared(set, stored, 4 + plan.asked_precision.rem_euclid(15) as u8);
    }
    assert_unions([&a, &b]);
    assert_unions([&b, &c]);
    let [left_first, right_first] = merged_in_both_orders::<Hll>(all.map(|(_, stored)| &**stored));
    match left_first {
        Ok(bytes) => assert_eq!(right_first, Ok(bytes)),
        // The error depends on which two of the three are merged first.
        Err(_) => assert!(right_first.is_err()),
    }
    assert_window(all);
});

fn assert_unions([(left, left_bytes), (right, right_bytes)]: [&(Set, Vec<u8>); 2]) {
    let mut set = left.clone();
    let expected = set.union(right).map(|()| set.bytes());
    let found = merged::<Hll>(left_bytes, right_bytes);
    assert_eq!(found, expected);
    match (found, merged::<Hll>(right_bytes, left_bytes)) {
        (Ok(found), exchanged) => assert_eq!(exchanged, Ok(found)),
        (Err(error), exchanged) => {
            assert_eq!(error.kind(), Kind::Mismatch);
            assert!(exchanged.is_err());
        }
    }
    let [left, right] = [left_bytes, right_bytes].map(|bytes| Hll::decode(bytes).unwrap());
    match Joint::of(&left, &right) {
        // Bounds of two arrays of registers take long.
        Ok(_) if left.precision() <= 10 => assert_sane_pair(&left, &right),
        Ok(joint) => assert!((0.0..=1.0).contains(&joint.jaccard())),
        Err(error) => assert_eq!(Err(error), expected),
    }
}

fn declared(stored: &[u8], precision: u8) -> Result<Vec<u8>> {
    let sketch = Hll::decode(stored).unwrap();
    sketch.with_declared_precision(Some(precision)).map(|sketch| sketch.encode())
}

/// A column of that precision accepts the sketch, or a downsampled one, or neither.
fn assert_declared(set: &Set, stored: &[u8], precision: u8) {
    let mut coarse = set.clone();
    let expected = coarse.downsample(precision).map(|()| coarse.bytes());
    let found = Hll::decode(stored).unwrap().downsample(precision);
    assert_eq!(found.map(|coarse| coarse.encode()), expected);
    let wrong = wrong_precision(precision, set.precision);
    match declared(stored, precision) {
        Ok(found) => assert_eq!(Ok(found), expected),
        Err(error) => assert!(error == wrong && !set.is_empty() && set.precision != precision),
    }
}

fn assert_precision(precision: i32) {
    let expected = u8::try_from(precision).ok().filter(|precision| (4..=18).contains(precision));
    assert_eq!(check_precision(precision.into()).ok(), expected);
    assert_eq!(parse_modifiers(&[precision]).ok(), expected);
    assert_eq!(Hll::new(precision as u8).is_ok(), (4..=18).contains(&(precision as u8)));
}

/// The frames of two rows over three rows.
fn assert_window([a, b, c]: [&(Set, Vec<u8>); 3]) {
    let mut window = Window::<Global>::new(14).unwrap();
    let found = |window: &Window<Global>| window.union::<Vec<u8>>().map(|union| union.encode());
    window.add_sketch(&a.1).unwrap();
    if window.add_sketch(&b.1).is_err() {
        return assert!(merged::<Hll>(&a.1, &b.1).is_err());
    }
    assert_eq!(found(&window), merged::<Hll>(&a.1, &b.1));
    window.remove_oldest(|| ()).unwrap();
    assert_eq!(found(&window), Ok(b.1.clone()));
    let joined = window.add_sketch(&c.1);
    assert_eq!(joined.and_then(|()| found(&window)), merged::<Hll>(&b.1, &c.1));
}
