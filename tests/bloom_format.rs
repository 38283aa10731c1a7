//! The stored bytes of `bloom`: golden files pin them. Bytes with a changed bit or length are refused, or
//! are those of another filter.

#![allow(clippy::unwrap_used)]

mod common;
#[path = "common/damage.rs"]
mod damage;
#[path = "common/golden.rs"]
mod golden;
#[path = "common/input.rs"]
mod input;
#[path = "common/survival.rs"]
mod survival;

use common::hash_of;
use golden::Golden;
use pg_sketch::bloom::layer::RECORD_LEN;
use pg_sketch::bloom::{Bloom, list_limit};
use pg_sketch::domain::Domain;
use pg_sketch::hash::SketchHash;
use pg_sketch::sketch::{Merge, Sketch};
use survival::{FIXED_LEN, accepted_as_canonical, bigints, build};

fn union(parts: impl IntoIterator<Item = Bloom>) -> Bloom {
    let merge = |mut union: Bloom, part| {
        union.merge(&part).unwrap();
        union
    };
    parts.into_iter().reduce(merge).unwrap()
}

fn the_example() -> Bloom {
    bigints(1_000, 0.01, 1..=2)
}

fn goldens() -> Vec<Golden<Bloom>> {
    let golden = |name, what, sketch| Golden { name, what, sketch };
    let words = ["", "a", "zwölf", "a somewhat longer text, which is hashed in another way"];
    let texts = build(100, 0.001, words.map(|word| SketchHash::text(word.as_bytes())));
    let addresses = [&[127, 0, 0, 1][..], &[10, 0, 0, 7], &[0; 16]];
    let addresses = build(2, 0.1, addresses.map(|address| SketchHash::inet(8, address)));
    let extremes = build(5, 1e-8, [0, u64::MAX, 1 << 8, 1 << 60].map(hash_of));
    let mut classed = Bloom::unsized_with(0.01);
    (1..=70).for_each(|value| classed.add(SketchHash::integer(value)).unwrap());
    let classed = Bloom::read(&classed.encode()).unwrap();
    let mut undecided = Bloom::unsized_with(0.01);
    (1..=30).for_each(|value| undecided.add(SketchHash::integer(value)).unwrap());
    let compatible = [1..=90, 91..=180].map(|values| bigints(100, 0.01, values));
    let different =
        [(30, 1..=20), (50, 11..=50)].map(|(capacity, values)| bigints(capacity, 0.01, values));
    vec![
        golden(
            "empty-c1000",
            "an empty filter for 1000 keys at the rate 0.01",
            build(1_000, 0.01, []),
        ),
        golden("bigints-2-c1000", "the bigints 1 and 2 at capacity 1000, rate 0.01", the_example()),
        golden("texts-4-c100", "four texts at capacity 100, rate 0.001, one of them empty", texts),
        golden(
            "bigints-18-c100",
            "1 to 18 at capacity 100, rate 0.01, the longest list",
            bigints(100, 0.01, 1..=18),
        ),
        golden(
            "bigints-19-c100",
            "1 to 19 at capacity 100, rate 0.01: a filter of one block",
            bigints(100, 0.01, 1..=19),
        ),
        golden(
            "bigints-100-c100",
            "1 to 100 at capacity 100, rate 0.01: it is full",
            bigints(100, 0.01, 1..=100),
        ),
        golden(
            "bigints-700-c1000",
            "1 to 700 at capacity 1000, rate 0.1: three blocks",
            bigints(1_000, 0.1, 1..=700),
        ),
        golden(
            "bigints-2-c1",
            "1 and 2 at capacity 1, rate 0.5: the shortest block",
            bigints(1, 0.5, 1..=2),
        ),
        golden("bigints-70", "1 to 70 at the rate 0.01 where no capacity was given", classed),
        golden(
            "bigints-30-undecided",
            "1 to 30 at the rate 0.01, as an aggregate without a capacity sends them",
            undecided,
        ),
        golden("inets-3-c2", "127.0.0.1/8, 10.0.0.7/8 and ::/8 at capacity 2, rate 0.1", addresses),
        golden("extremes-c5", "lowest and highest hashes at capacity 5, rate 0.00000001", extremes),
        golden(
            "bigints-80-c30",
            "1 to 80 at capacity 30, rate 0.01: grown to two layers",
            bigints(30, 0.01, 1..=80),
        ),
        golden(
            "bigints-200-c30",
            "1 to 200 at capacity 30, rate 0.01: grown to three layers",
            bigints(30, 0.01, 1..=200),
        ),
        golden(
            "compatible-c100",
            "1 to 90 and 91 to 180, each at capacity 100, rate 0.01, merged",
            union(compatible),
        ),
        golden(
            "different-c30-c50",
            "1 to 20 at capacity 30 and 11 to 50 at 50, rate 0.01, merged",
            union(different),
        ),
    ]
}

#[test]
fn golden_files_are_what_is_written_and_what_is_read() {
    let info = |filter: &Bloom| filter.view().unwrap().info();
    golden::assert_files(&goldens(), |left, right| info(left) == info(right));
    let layers: Vec<usize> = goldens().iter().map(|golden| info(&golden.sketch).layers).collect();
    assert_eq!(layers, [0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 1, 1, 2, 3, 2, 2]);
}

#[test]
fn the_example_in_the_source_is_the_golden_file() {
    golden::assert_example(include_str!("../src/bloom/stored.rs"), &the_example());
}

#[test]
fn a_part_or_an_extension_of_a_filter_is_no_filter() {
    // The first hashes of a list are a list themselves.
    damage::assert_whole(&goldens(), accepted_as_canonical, |filter, part| {
        !filter.is_filter() && part.len() > 20 && (part.len() - 20).is_multiple_of(7)
    });
}

#[test]
fn a_flipped_bit_is_refused_or_makes_another_filter() {
    // A flipped bit of a filter does not match the number of ones.
    let (lists, filters) =
        goldens().into_iter().partition::<Vec<_>, _>(|golden| !golden.sketch.is_filter());
    damage::flip_each_bit(&lists, accepted_as_canonical);
    damage::flip_each_bit(&filters, accepted_as_canonical);
}

#[test]
fn two_flipped_bits_are_refused_or_make_another_filter() {
    let mut goldens = goldens();
    goldens.retain(|golden| ["bigints-2-c1000", "bigints-2-c1"].contains(&golden.name));
    assert_eq!(goldens.len(), 2);
    damage::flip_two_bits(&goldens, 56, accepted_as_canonical);
}

#[test]
fn small_filters_are_small() {
    for domain in Domain::ALL {
        let keys = [1, 2, 3]
            .map(|bits| SketchHash::from_bits(bits << 8 | u64::from(domain.byte())).unwrap());
        let stored = build(1_000, 0.01, keys).encode();
        assert_eq!((stored.len(), stored[3]), (20 + 3 * 7, domain.byte()));
    }
    for capacity in [1, 64, 1_000, 100_000_000] {
        assert_eq!(build(capacity, 0.01, []).encode().len(), 20);
        assert_eq!(bigints(capacity, 0.01, 1..=1).encode().len(), 27);
    }
    assert_eq!(bigints(1, 0.5, 1..=2).encode().len(), FIXED_LEN + RECORD_LEN + 8);
}

#[test]
fn a_list_at_its_limit_is_about_as_long_as_the_filter_after_it() {
    for capacity in [300, 1_000, 3_000] {
        for rate in [0.5, 0.25, 0.1, 0.01, 0.001] {
            let limit = list_limit(capacity, rate) as i64;
            let list = bigints(capacity, rate, 1..=limit).encode().len() as f64;
            let filter = bigints(capacity, rate, 1..=limit + 1).encode().len() as f64;
            println!("{capacity:>6} keys at {rate:<6}: {list:>5} bytes, then {filter:>5}");
            // The bits of a key are rounded up to whole ones, and no list has more than 1,024 keys.
            assert!(list <= 1.21 * filter, "{list} and {filter} at {capacity}, {rate}");
        }
    }
}
