//! Shared by the tests of `topk`: what a sketch says, compared with exact counts.

#![allow(dead_code)] // Each test uses a part of it.

use crate::common::Random;
use pg_sketch::domain::Domain;
use pg_sketch::sketch::Sketch;
use pg_sketch::topk::Topk;
use pg_sketch::topk::list;
use pg_sketch::topk::view::View;
use pg_sketch::value::Value;
use std::collections::HashMap;

/// An integer, in canonical bytes.
pub type Key = [u8; 8];

/// The exact count of each value.
pub type Counts = HashMap<Key, u64>;

/// The value of a key.
pub fn value(key: &Key) -> Value<'_> {
    Value::new(Domain::Integer, key)
}

/// A sketch of these keys, each with a weight.
pub fn build(capacity: u32, items: &[(Key, u64)]) -> Topk {
    let mut sketch = Topk::new(capacity).unwrap();
    items.iter().for_each(|(key, weight)| sketch.add((value(key), *weight)).unwrap());
    sketch
}

/// The counts of these keys.
pub fn counts(items: &[(Key, u64)]) -> Counts {
    let mut counts = Counts::new();
    items.iter().for_each(|(key, weight)| *counts.entry(*key).or_default() += weight);
    counts
}

/// Keys of which few are frequent: the n-th comes about as often as 1 / n.
pub fn skewed(rows: usize, keys: u64, random: &mut Random) -> Vec<(Key, u64)> {
    let key = |random: &mut Random| {
        let uniform = (random.bits() >> 11) as f64 / (1u64 << 53) as f64;
        ((keys as f64).powf(uniform) as u64).to_le_bytes()
    };
    (0..rows).map(|_| (key(random), 1)).collect()
}

/// Every promise that a sketch makes holds, stored and in memory.
pub fn assert_sound(sketch: &Topk, truth: &Counts) {
    let stored = sketch.encode();
    let decoded = Topk::decode(&stored).unwrap();
    assert_eq!(decoded.encode(), stored);
    for view in [sketch.view(), decoded.view(), View::read(&stored).unwrap()] {
        assert_true(&view, truth);
    }
    let in_memory = Topk::read(&sketch.clone().into_buffer()).unwrap();
    assert_eq!(in_memory.encode(), stored);
    assert_listed(&stored, truth);
}

fn assert_true(view: &View, truth: &Counts) {
    let total: u64 = truth.values().sum();
    assert_eq!(view.total(), total);
    assert!(view.bound() <= total / (u64::from(view.capacity()) + 1));
    let mut others = truth.clone();
    view.visit(|entry| {
        let key = Key::try_from(entry.value).unwrap();
        let truth = others.remove(&key).unwrap_or_default();
        let upper = entry.above + view.bound();
        assert!(entry.lower <= truth && truth <= upper, "{entry:?}: {truth}");
        Ok(())
    })
    .unwrap();
    let unlisted = others.values().copied().max().unwrap_or_default();
    assert!(unlisted <= view.bound(), "{unlisted} more often than {}", view.bound());
}

/// The list of stored bytes is in order, and says of each value what is true.
pub fn assert_listed(stored: &[u8], truth: &Counts) {
    let view = View::read(stored).unwrap();
    let all = list::first(stored, true, usize::MAX).unwrap().unwrap();
    assert_eq!(all.rows.len(), view.entry_count());
    let counts = all.rows.iter().map(|row| row.count);
    assert!(counts.is_sorted_by(|one, next| one >= next));
    for row in all.rows.iter().take(200) {
        let bounds = view.bounds(Value::new(Domain::Integer, &row.value)).unwrap();
        assert_eq!(
            (bounds.lower, bounds.estimate, bounds.upper),
            (row.lower, row.count, row.upper)
        );
        assert_eq!(row.count, row.lower + (row.upper - row.lower) / 2);
        let truth = truth[&Key::try_from(&*row.value).unwrap()];
        assert!(row.lower <= truth && truth <= row.upper);
    }
    for most in [0, 1, 3, 10] {
        let list = list::first(stored, true, most).unwrap().unwrap();
        let listed = list.rows.iter().map(|row| (row.value, row.count, row.lower, row.upper));
        let expected = all.rows.iter().map(|row| (row.value, row.count, row.lower, row.upper));
        assert!(listed.eq(expected.take(most)));
        let others = all.rows.iter().skip(most).map(|row| row.upper);
        let highest_other = others.max().unwrap_or_default().max(view.bound());
        list.rows.iter().for_each(|row| assert_eq!(row.certain, row.lower >= highest_other));
    }
}
