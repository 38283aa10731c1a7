//! Rows that leave a window frame: what was added is taken away again.

#![allow(clippy::unwrap_used)]

mod common;
#[path = "common/topk.rs"]
mod topk;

use common::Random;
use pg_sketch::sketch::Sketch;
use pg_sketch::topk::state::State;
use pg_sketch::topk::view::View;
use pg_sketch::topk::{Topk, value_limit};
use std::collections::VecDeque;
use topk::{Key, assert_sound, build, counts, skewed, value};

fn key(number: u64) -> Key {
    number.to_le_bytes()
}

#[test]
fn removing_what_was_added_gives_the_same_bytes() {
    let mut random = Random(1);
    for (rows, keys) in [(0, 1), (1, 1), (30, 4), (2_000, 100), (5_000, 50_000)] {
        let before = skewed(rows, keys, &mut random);
        let mut more = skewed(rows, keys, &mut random);
        more.iter_mut().for_each(|(_, weight)| *weight = random.bits() % 4);
        let expected = build(50, &before).encode();
        let mut sketch = build(50, &[before.as_slice(), &more].concat());
        for (key, weight) in more.iter().rev() {
            assert!(sketch.remove((value(key), *weight)).unwrap());
        }
        assert_eq!(sketch.encode(), expected);
        for (key, weight) in &before {
            assert!(sketch.remove((value(key), *weight)).unwrap());
        }
        assert_eq!(sketch.encode(), Topk::new(50).unwrap().encode());
        assert!(sketch.is_empty() && sketch.total() == 0);
    }
}

#[test]
fn a_frame_over_values_is_built_of_its_rows() {
    let mut random = Random(2);
    let rows = skewed(20_000, 3_000, &mut random);
    let mut frame: State<Vec<u8>> = State::new(20).unwrap().into_frame();
    let mut inside = VecDeque::new();
    let mut longest = 0;
    for (number, row) in rows.into_iter().enumerate() {
        frame.add((value(&row.0), row.1)).unwrap();
        inside.push_back(row);
        if inside.len() > 700 {
            let (key, weight) = inside.pop_front().unwrap();
            assert!(frame.remove((value(&key), weight)).unwrap());
        }
        longest = longest.max(frame.as_bytes().len());
        if number % 500 == 0 {
            let rows: Vec<_> = inside.iter().copied().collect();
            assert_eq!(frame.encode(), build(20, &rows).encode());
        }
    }
    // What was removed does not stay in memory.
    assert!(longest < 700 * 100, "{longest}");
}

#[test]
fn a_frame_over_sketches_is_merged_of_its_rows() {
    let mut random = Random(3);
    let days: Vec<_> = (0..60).map(|_| skewed(3_000, 2_000, &mut random)).collect();
    let stored: Vec<Vec<u8>> = days.iter().map(|day| build(100, day).encode()).collect();
    let mut frame: State<Vec<u8>> = State::new(100).unwrap().into_frame();
    for day in 0..days.len() {
        frame.merge_view(&View::read(&stored[day]).unwrap()).unwrap();
        if day >= 7 {
            assert!(frame.unmerge(&View::read(&stored[day - 7]).unwrap()).unwrap());
        }
        let first = day.saturating_sub(6);
        let mut merged = Topk::new(100).unwrap();
        for other in &stored[first..=day] {
            merged.merge(&Topk::decode(other).unwrap()).unwrap();
        }
        assert_eq!(frame.encode(), merged.encode());
        assert_sound(&frame, &counts(&days[first..=day].concat()));
    }
}

/// A year of days of a thousand values each may be more than other states hold.
#[test]
fn a_frame_of_a_year_is_not_cut() {
    let day = |day: u64| {
        let items: Vec<_> = (0..1_000).map(|value| (key(day * 1_000 + value), 1)).collect();
        build(1_000, &items)
    };
    let mut frame: State<Vec<u8>> = State::new(1_000).unwrap().into_frame();
    for number in 0..365 {
        frame.merge(&day(number)).unwrap();
    }
    assert!(!frame.was_cut() && frame.entry_count() == 365_000);
    for number in 0..365 {
        assert!(frame.unmerge(&day(number).view()).unwrap());
    }
    assert!(frame.is_empty());
}

#[test]
fn nothing_is_taken_from_a_table_that_was_cut() {
    let limit = value_limit(10, false) as u64;
    let items: Vec<_> = (0..=limit).map(|number| (key(number), 1)).collect();
    let part = build(10, &items[..5]);
    let mut sketch = build(10, &items[..items.len() - 1]);
    assert!(!sketch.was_cut());
    sketch.merge(&part).unwrap();
    assert!(sketch.unmerge(&part.view()).unwrap());
    sketch.add((value(&key(limit)), 1)).unwrap();
    assert!(sketch.was_cut());
    assert!(!sketch.remove((value(&key(limit)), 1)).unwrap());
    assert!(!sketch.unmerge(&part.view()).unwrap());
    // Neither from one that it was merged into.
    let mut merged = part.clone();
    merged.merge(&sketch).unwrap();
    assert!(!merged.unmerge(&part.view()).unwrap());
}

#[test]
fn what_was_not_added_is_not_taken_away() {
    let sketch = build(10, &[(key(1), 3), (key(2), 1)]);
    for (number, weight) in [(1, 4), (3, 1), (2, 2), (1, u64::MAX)] {
        assert!(!sketch.clone().remove((value(&key(number)), weight)).unwrap());
    }
    for items in [[(key(1), 4), (key(2), 1)], [(key(1), 2), (key(3), 2)]] {
        assert!(!sketch.clone().unmerge(&build(10, &items).view()).unwrap());
    }
    assert!(!sketch.clone().unmerge(&build(9, &[(key(1), 1)]).view()).unwrap());
    let mut same = sketch.clone();
    assert!(same.remove((value(&key(1)), 0)).unwrap());
    assert!(same.unmerge(&Topk::new(9).unwrap().view()).unwrap());
    assert_eq!(same.encode(), sketch.encode());
}
