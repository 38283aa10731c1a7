//! Three sketches, made of adds alone, stored, and merged in both orders. What they say is true.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use pg_sketch::error::Kind;
use pg_sketch::sketch::Sketch;
use pg_sketch::topk::Topk;
use pg_sketch_fuzz::assert_same;
use pg_sketch_fuzz::keys::domain;
use pg_sketch_fuzz::plan::Few;
use pg_sketch_fuzz::topk_counts::{Counts, Keys};
use pg_sketch_fuzz::types::{merged, merged_in_both_orders};

#[derive(Debug, Arbitrary)]
struct Made {
    other_capacity: bool,
    domain: u8,
    keys: Few<Keys>,
}

struct Part {
    /// As they are when stored.
    counts: Counts,
    stored: Vec<u8>,
}

impl Made {
    fn build(&self, capacity: u32) -> Part {
        let capacity = capacity + u32::from(self.other_capacity);
        let domain = domain(self.domain);
        let mut counts = Counts::new(capacity);
        let mut sketch = Topk::new(capacity).unwrap();
        for (value, weight) in self.keys.0.iter().flat_map(|keys| keys.items(domain)) {
            let added = sketch.add((pg_sketch::value::Value::new(domain, &value), weight));
            assert_eq!(added, counts.add(domain, &value, weight));
        }
        counts.assert_sketch(&sketch);
        let stored = sketch.encode();
        counts.truncate(capacity);
        assert_same(&Topk::decode(&stored).unwrap().encode(), &stored);
        Part { counts, stored }
    }
}

fuzz_target!(|plan: (u8, [Made; 3])| {
    let (capacity, made) = plan;
    let [a, b, c] = made.map(|made| made.build(1 + u32::from(capacity % 20)));
    assert_merged(&a, &b);
    assert_merged(&b, &a);
    let orders = merged_in_both_orders::<Topk>([&a.stored, &b.stored, &c.stored]);
    let [left_first, right_first] = orders;
    let (Ok(left_first), Ok(right_first)) = (left_first, right_first) else { return };
    let mut all = a.counts.clone();
    all.merge(&b.counts).and_then(|()| all.merge(&c.counts)).unwrap();
    all.assert_true(&left_first);
    all.assert_true(&right_first);
});

/// One merge drops values only in the end, so it is the same in either order.
fn assert_merged(left: &Part, right: &Part) {
    let mut counts = left.counts.clone();
    let expected = counts.merge(&right.counts);
    match merged::<Topk>(&left.stored, &right.stored) {
        Ok(stored) => {
            assert_eq!(expected, Ok(()));
            assert_same(&stored, &counts.bytes());
            counts.assert_true(&stored);
        }
        Err(error) => {
            assert!(matches!(error.kind(), Kind::Mismatch | Kind::Overflow));
            assert_eq!(expected, Err(error));
        }
    }
}
