//! More values than a `topk` holds in memory, in orders that are bad for it: what is dropped on the way
//! never makes it say what is not true.

#![allow(clippy::unwrap_used)]

mod common;
#[path = "common/topk.rs"]
mod topk;

use common::Random;
use pg_sketch::domain::Domain;
use pg_sketch::sketch::Sketch;
use pg_sketch::topk::list;
use pg_sketch::topk::view::View;
use pg_sketch::topk::{Topk, value_limit};
use pg_sketch::value::{MAX_LEN, Value};
use topk::{Key, assert_sound, build, counts, skewed};

fn singles(range: std::ops::Range<u64>) -> Vec<(Key, u64)> {
    range.map(|number| (number.to_le_bytes(), 1)).collect()
}

/// The values that came most often, with their counts.
fn listed(sketch: &Topk, most: usize) -> Vec<(u64, u64, u64)> {
    let stored = sketch.encode();
    let list = list::first(&stored, true, most).unwrap().unwrap();
    let number = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().unwrap());
    list.rows.iter().map(|row| (number(&row.value), row.lower, row.upper)).collect()
}

#[test]
fn a_frequent_value_that_comes_early_stays() {
    for (weight, rows) in [(1, 100), (100, 1)] {
        let mut items: Vec<_> = vec![(7u64.to_le_bytes(), weight); rows];
        items.extend(singles(1_000..1_001_000));
        let sketch = build(100, &items);
        assert!(sketch.was_cut());
        assert_sound(&sketch, &counts(&items));
        // It was there all along, so the lower bound is exact.
        let [(value, lower, upper)] = listed(&sketch, 1)[..] else { panic!() };
        assert_eq!((value, lower), (7, 100));
        assert!(upper <= 100 + sketch.bound());
    }
}

#[test]
fn what_is_said_is_true_in_any_order() {
    let mut random = Random(11);
    let mut items = skewed(300_000, 500_000, &mut random);
    let truth = counts(&items);
    let mut orders = vec![items.clone()];
    items.sort_unstable();
    orders.push(items.clone());
    items.sort_unstable_by_key(|(key, _)| truth[key]);
    orders.push(items.clone());
    items.reverse();
    orders.push(items);
    for items in orders {
        let sketch = build(1_000, &items);
        assert!(sketch.was_cut());
        assert!(sketch.entry_count() <= value_limit(1_000, false));
        assert_sound(&sketch, &truth);
        let mut best: Vec<u64> = truth.values().copied().collect();
        best.sort_unstable_by_key(|count| std::cmp::Reverse(*count));
        for ((_, lower, upper), count) in listed(&sketch, 20).into_iter().zip(best) {
            let middle = lower.midpoint(upper);
            assert!(middle.abs_diff(count) * 20 <= count, "{middle} of {count}");
        }
    }
}

#[test]
fn weights_count_as_often_as_they_say() {
    let mut random = Random(13);
    let items: Vec<_> = skewed(200_000, 300_000, &mut random)
        .into_iter()
        .map(|(key, _)| (key, random.bits() % 2_000_000))
        .collect();
    assert_sound(&build(50, &items), &counts(&items));
}

#[test]
fn cut_states_merge_to_what_is_true() {
    let mut random = Random(17);
    let parts: Vec<_> = (0..4).map(|_| skewed(250_000, 900_000, &mut random)).collect();
    let truth = counts(&parts.concat());
    for stored in [false, true] {
        let mut merged = Topk::new(500).unwrap();
        for part in &parts {
            let mut other = build(500, part);
            assert!(other.was_cut());
            if stored {
                other = Topk::decode(&other.encode()).unwrap();
            }
            merged.merge(&other).unwrap();
        }
        assert_sound(&merged, &truth);
    }
}

#[test]
fn a_high_capacity_keeps_its_promise_with_long_values() {
    let capacity = 100_000;
    let mut sketch = Topk::new(capacity).unwrap();
    let text = |number: u64| format!("{number:0>255}");
    for number in 0..450_000u64 {
        let text = text(number % 420_000);
        sketch.add((Value::new(Domain::Text, text.as_bytes()), 1)).unwrap();
    }
    assert!(sketch.was_cut());
    assert!(sketch.as_bytes().len() < 2 * 400_000 * (MAX_LEN + 40));
    let stored = sketch.encode();
    let view = View::read(&stored).unwrap();
    assert_eq!((view.entry_count(), view.total()), (100_000, 450_000));
    assert!(view.bound() <= 450_000 / 100_001);
    assert_eq!(Topk::decode(&stored).unwrap().encode(), stored);
}
