//! A `bloom` without a capacity: how large it becomes, and how its parts become one.

#![allow(clippy::unwrap_used)]

#[path = "common/bloom.rs"]
mod bloom;
mod common;
#[path = "common/laws.rs"]
mod laws;
#[path = "common/values.rs"]
mod values;

use bloom::{RATES, build, has_all, union};
use common::Random;
use laws::merge_partition;
use pg_sketch::bloom::view::View;
use pg_sketch::bloom::{Bloom, UNSIZED_LIMIT, size_class};
use pg_sketch::hash::SketchHash;
use pg_sketch::sketch::Sketch;
use values::random_values;

fn build_unsized(rate: f64, values: &[SketchHash]) -> Bloom {
    let mut filter = Bloom::unsized_with(rate);
    values.iter().for_each(|value| filter.add(*value).unwrap());
    filter
}

#[test]
fn an_unsized_bloom_takes_the_class_of_what_it_holds() {
    let mut random = Random(3);
    for rate in RATES {
        for size in [0, 1, 2, 11, 12, 40, 64, 65, 100, 700, 1_024, 1_025, 1_500, 90_000] {
            let values = random_values(size, 5);
            let whole = build_unsized(rate, &values);
            let class = size_class(size);
            assert!(class >= size as u64 && (class == 64 || class < 2 * size as u64));
            let stored = whole.encode();
            assert_eq!(stored, build(class, rate, &values).encode(), "{size} at {rate}");
            let info = whole.view().unwrap().info();
            assert_eq!((info.capacity, info.cardinality), (class, Some(size as f64)));
            let build = |values: &[SketchHash]| build_unsized(rate, values);
            for depth in [1, 2, 5] {
                let merged = merge_partition(&build, &values, depth, &mut random);
                assert_eq!(merged.encode(), stored, "{size} at {rate}, {depth} deep");
            }
        }
    }
}

#[test]
fn an_unsized_bloom_becomes_a_filter_in_the_end() {
    let values = random_values(UNSIZED_LIMIT + 1_000, 7);
    let mut filter = build_unsized(0.01, &values[..UNSIZED_LIMIT]);
    assert_eq!(filter.view().unwrap().info().form, "list");
    assert!(!filter.is_filter());
    values[UNSIZED_LIMIT..].iter().for_each(|value| filter.add(*value).unwrap());
    let info = filter.view().unwrap().info();
    assert_eq!((info.form, info.capacity, info.layers), ("filter", 1 << 23, 1));
    assert!(has_all(&filter, &values));
    let stored = filter.encode();
    let (left, right) = values.split_at(values.len() / 3);
    let parts = union(&build_unsized(0.01, left), &build_unsized(0.01, right));
    assert!(parts.encode() == stored);
    let few = union(&filter, &build_unsized(0.01, &values[..1_000]));
    assert!(few.encode() == stored);
    let few = union(&build_unsized(0.01, &values[..1_000]), &filter);
    assert!(few.encode() == stored);
}

#[test]
fn an_unsized_bloom_yields_to_one_of_a_capacity() {
    for size in [5, 300, 3_000] {
        let values = random_values(size, 11);
        let (left, right) = values.split_at(size / 2);
        let expected = build(10_000, 0.01, &values).encode();
        let (free, bound) = (build_unsized(0.01, left), build(10_000, 0.01, right));
        assert_eq!(union(&free, &bound).encode(), expected);
        assert_eq!(union(&bound, &free).encode(), expected);
    }
}

/// The parts of an aggregate without a capacity become the filter that all their values in one place
/// would, whether they are combined in one process or come from another one.
#[test]
fn the_portable_form_of_an_unsized_bloom_is_its_hashes() {
    for size in [0, 1, 40, 64, 65, 1_024, 1_025, 5_000, 90_000] {
        let values = random_values(size, 79);
        let whole = build_unsized(0.01, &values);
        for parts in [1, 2, 3, 30] {
            let mut union = Bloom::unsized_with(0.01);
            for part in values.chunks(size.div_ceil(parts).max(1)) {
                let part = build_unsized(0.01, part);
                let portable = part.portable();
                assert!(!Bloom::is_encoded(&portable));
                assert_eq!(portable.len(), 20 + 7 * part.view().unwrap().info().lower as usize);
                let received = Bloom::decode(&portable).unwrap();
                assert!(received.portable() == portable && received.encode() == part.encode());
                assert!(View::read(&portable).unwrap().info() == part.view().unwrap().info());
                union.merge_view(&View::read(&portable).unwrap()).unwrap();
                // What comes back is passed on as it came.
                assert!(Bloom::read(&portable).unwrap().portable() == portable);
            }
            assert!(union.encode() == whole.encode(), "{size} in {parts} parts");
            assert!(Bloom::is_encoded(&union.encode()));
            assert!(union.portable() == whole.portable(), "{size} in {parts} parts");
        }
        let portable_of_whole = whole.portable();
        let view = View::read(&portable_of_whole).unwrap();
        assert!(values.iter().all(|value| view.contains(*value).unwrap()));
    }
    // One of a capacity, and one that was too large to stay a list, are portable as they are stored.
    for filter in
        [build(1_000, 0.01, &random_values(9, 83)), build(64, 0.1, &random_values(99, 89))]
    {
        assert_eq!(filter.portable(), filter.encode());
    }
}
