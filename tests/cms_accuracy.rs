//! What a `cms` says of a count: never too low, and seldom much too high.

#![allow(clippy::unwrap_used)]

#[path = "common/cms.rs"]
mod cms;
mod common;

use cms::{Item, build, shape};
use common::{Random, hash_of};
use pg_sketch::cms::Shape;
use pg_sketch::cms::probe::counter;
use pg_sketch::cms::stored::Front;
use pg_sketch::cms::view::View;
use std::collections::BTreeMap;

/// Values with the frequencies of Zipf's law, of that exponent.
fn zipf(rows: usize, values: u64, exponent: f64, random: &mut Random) -> Vec<Item> {
    let mut sums = Vec::new();
    let mut sum = 0.0;
    for rank in 1..=values {
        sum += libm::pow(rank as f64, -exponent);
        sums.push(sum);
    }
    let mut item = || {
        let at = random.bits() as f64 / u64::MAX as f64 * sum;
        let rank = sums.partition_point(|sum| *sum < at) as u64;
        (hash_of(Random(rank).bits()), 1)
    };
    (0..rows).map(|_| item()).collect()
}

/// Of all values, that share is counted too high by more than epsilon * total, and no value too low.
#[test]
fn counts_are_never_too_low_and_seldom_too_high() {
    let mut random = Random(3);
    for (epsilon, delta) in [(0.01, 0.1), (0.003, 0.02), (0.001, 0.01), (0.05, 0.5)] {
        let shape = Shape::new(epsilon, delta).unwrap();
        for exponent in [0.0, 0.8, 1.2] {
            let items = zipf(100_000, 20_000, exponent, &mut random);
            let mut counts = BTreeMap::new();
            items.iter().for_each(|(hash, weight)| *counts.entry(*hash).or_insert(0) += weight);
            let stored = build(shape, &items).encode();
            let view = View::read(&stored).unwrap();
            let mut too_high = 0;
            for (hash, count) in &counts {
                let bounds = view.count_bounds(*hash).unwrap();
                assert!(bounds.upper >= *count);
                too_high += u32::from(bounds.lower > *count);
                let error = bounds.upper - count;
                assert!(bounds.lower <= *count || error as f64 > epsilon * 100_000.0);
            }
            let share = f64::from(too_high) / counts.len() as f64;
            assert!(share <= delta, "{epsilon} {delta} {exponent}: {share}");
        }
    }
}

#[test]
fn the_counts_of_few_values_are_exact() {
    let mut random = Random(5);
    for _ in 0..100 {
        let items: Vec<Item> = (0..100).map(|_| (random.hash(), random.bits() % 1_000)).collect();
        let stored = build(Shape::default(), &items).encode();
        let view = View::read(&stored).unwrap();
        for (hash, count) in items {
            assert_eq!(view.count(hash), Ok(count));
        }
    }
}

/// A sketch that is probed where it is stored says the same.
#[test]
fn slices_tell_what_the_whole_does() {
    let mut random = Random(7);
    for (shape, rows, weight) in [
        (shape(60, 3), 1_000, 1),
        (Shape::default(), 40_000, 1),
        (Shape::default(), 10_000, 100),
        (Shape::default(), 10_000, 1 << 30),
    ] {
        let mut items = zipf(rows, 5_000, 0.5, &mut random);
        items.iter_mut().for_each(|item| item.1 *= weight);
        let stored = build(shape, &items).encode();
        let (front, _) = Front::read(&stored[..Front::LEN]).unwrap();
        assert!(front.is_divisible(stored.len()) && !front.is_divisible(stored.len() - 1));
        let view = View::read(&stored).unwrap();
        for (hash, _) in items.iter().take(1_000) {
            let counters = front.counters(*hash);
            let lowest = counters.map(|(at, len)| counter(&stored[at..at + len])).min().unwrap();
            assert_eq!(view.count_bounds(*hash), Ok(front.bounds(lowest)));
            front.check_domain(*hash).unwrap();
        }
    }
    let (front, _) =
        Front::read(&cms::bigints(Shape::default(), 9).encode()).map(|it| (it.0, ())).unwrap();
    assert!(!front.is_divisible(10_000));
}

/// Groups of few values stay small while they are built.
#[test]
fn a_state_of_few_values_takes_little_memory() {
    let mut random = Random(11);
    for (values, most) in [(0, 64), (1, 64), (10, 256), (31, 1_024), (46, 1_024), (1_000, 32_768)] {
        let items: Vec<Item> = (0..values).map(|_| (random.hash(), 1)).collect();
        // The length word of Postgres is part of the size.
        let len = build(Shape::default(), &items).into_buffer().len() + 4;
        assert!(len <= most, "{values} values take {len} bytes");
    }
    let items: Vec<Item> = (0..100_000).map(|_| (random.hash(), 1)).collect();
    let len = build(Shape::default(), &items).into_buffer().len();
    assert!(len < 55_000, "{len}");
}
