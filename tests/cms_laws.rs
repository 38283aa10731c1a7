//! The laws of every sketch that merges (common/laws.rs), and those of `cms`: it is a sum, and what was
//! added can be subtracted again, byte for byte.

#![allow(clippy::unwrap_used)]

#[path = "common/cms.rs"]
mod cms;
mod common;
#[path = "common/laws.rs"]
mod laws;

use cms::{Item, build, shape};
use common::{Random, hash_of};
use pg_sketch::cms::error::{shape_mismatch, underflow};
use pg_sketch::cms::state::State;
use pg_sketch::cms::view::View;
use pg_sketch::cms::{Cms, MAX_TOTAL, Shape};
use pg_sketch::domain;
use pg_sketch::error::Kind;
use pg_sketch::hash::SketchHash;
use pg_sketch::sketch::Sketch;

/// Items of that many values, some of them far more frequent than others.
fn items(rows: usize, values: u64, weights: u64, random: &mut Random) -> Vec<Item> {
    let mut item = || {
        let rank = random.bits() % (1 + random.bits() % values);
        (hash_of(Random(rank).bits()), random.bits() % weights)
    };
    (0..rows).map(|_| item()).collect()
}

/// Sketches of all forms: hashes, cells, and counters of four and of eight bytes.
fn cases() -> Vec<(Shape, Vec<Item>)> {
    let mut random = Random(1);
    let mut cases = Vec::new();
    for (shape, rows, values, weights) in [
        (Shape::default(), 0, 1, 1),
        (Shape::default(), 1, 1, 5),
        (Shape::default(), 200, 150, 3),
        (Shape::default(), 5_000, 3_000, 2),
        (Shape::default(), 5_000, 3_000, 1 << 40),
        (shape(6, 1), 100, 10, 300),
        (shape(272, 3), 2_000, 500, 100_000),
        (shape(2_718_282, 21), 300, 200, 7),
    ] {
        cases.push((shape, items(rows, values, weights, &mut random)));
    }
    cases
}

#[test]
fn cms_keeps_the_laws() {
    for (shape, items) in cases() {
        let mut random = Random(items.len() as u64);
        let build = |items: &[Item]| build(shape, items);
        laws::is_canonical(&build, &items, &mut random);
        laws::merges(&build, &items, &mut random);
    }
}

/// The state of an aggregate, and what another process hands over: each has its own form, and all have the
/// same bytes.
#[test]
fn every_form_has_the_same_bytes() {
    for (shape, items) in cases() {
        let whole = build(shape, &items);
        let stored = whole.encode();
        let (first, rest) = items.split_at(items.len() / 3);
        for merge_states in [true, false] {
            let mut sum = build(shape, first);
            let other = build(shape, rest);
            let bytes = if merge_states { other.into_buffer() } else { other.encode() };
            sum.merge_view(&View::read(&bytes).unwrap()).unwrap();
            assert_eq!(sum.encode(), stored);
            let resumed = State::resume_unknown(sum.into_buffer()).unwrap();
            assert_eq!(resumed.encode(), stored);
        }
        let mut of_stored = Cms::read(&stored).unwrap();
        of_stored.add((hash_of(9), 3)).unwrap();
        let mut of_values = whole;
        of_values.add((hash_of(9), 3)).unwrap();
        assert_eq!(of_stored.encode(), of_values.encode());
    }
}

fn difference(left: &[u8], right: &[u8]) -> Vec<u8> {
    let mut left = Cms::read(left).unwrap();
    left.subtract_view(&View::read(right).unwrap()).unwrap();
    left.encode()
}

#[test]
fn what_was_added_can_be_subtracted_byte_for_byte() {
    for (shape, items) in cases() {
        for split in [0, 1, 10, items.len() / 2, items.len()] {
            let (first, rest) = items.split_at(split.min(items.len()));
            let [a, b, sum] = [first, rest, &items].map(|items| build(shape, items));
            let [stored_a, stored_b, stored_sum] = [&a, &b, &sum].map(Cms::encode);
            assert_eq!(difference(&stored_sum, &stored_b), stored_a);
            assert_eq!(difference(&stored_sum, &stored_a), stored_b);
            // In memory, as a frame that slides does it.
            assert_eq!(difference(&sum.clone().into_buffer(), &b.into_buffer()), stored_a);
            let mut frame = sum;
            rest.iter().for_each(|item| frame.remove(*item).unwrap());
            assert_eq!(frame.encode(), stored_a);
        }
    }
}

/// Rows enter and leave for long, and slots of what has left do not pile up.
#[test]
fn a_frame_stays_as_large_as_what_is_in_it() {
    for width in [10, 1_000] {
        let mut frame = Cms::default();
        for row in 0..20_000u64 {
            frame.add((hash_of(row * 256), 1)).unwrap();
            if row >= width {
                frame.remove((hash_of((row - width) * 256), 1)).unwrap();
            }
        }
        let expected: Vec<Item> =
            (20_000 - width..20_000).map(|row| (hash_of(row * 256), 1)).collect();
        let expected = build(Shape::default(), &expected);
        assert_eq!(frame.encode(), expected.encode());
        assert!(frame.into_buffer().len() <= 4 * expected.into_buffer().len());
    }
}

#[test]
fn a_total_that_is_too_high_changes_nothing() {
    let one = SketchHash::integer(1);
    for sketch in [build(shape(6, 1), &[(one, MAX_TOTAL)]), bigints_in_counters(MAX_TOTAL)] {
        let stored = sketch.encode();
        let mut sum = sketch;
        for weight in [1, MAX_TOTAL] {
            let error = sum.add((SketchHash::integer(2), weight)).unwrap_err();
            assert_eq!(error.kind(), Kind::Overflow);
            let other = build(sum.shape(), &[(one, weight)]);
            for bytes in [other.encode(), other.into_buffer()] {
                let error = sum.merge_view(&View::read(&bytes).unwrap()).unwrap_err();
                assert_eq!(error.kind(), Kind::Overflow);
            }
            assert_eq!(sum.encode(), stored);
        }
    }
}

/// Counters in memory that sum up to that total.
fn bigints_in_counters(total: u64) -> Cms {
    let mut sketch = Cms::default();
    (0..5_000).for_each(|number| sketch.add((SketchHash::integer(number), 1)).unwrap());
    sketch.add((SketchHash::integer(0), total - 5_000)).unwrap();
    sketch
}

#[test]
fn counters_do_not_overflow_at_32_bits() {
    let mut sketch = bigints_in_counters(u32::MAX.into());
    let before = sketch.encode();
    for weight in [1, u32::MAX.into(), 1 << 40] {
        sketch.add((SketchHash::integer(0), weight)).unwrap();
        let total = sketch.total();
        let count = View::read(&sketch.encode()).unwrap().count(SketchHash::integer(0)).unwrap();
        assert!((total - 5_000 + 1..=total).contains(&count));
        let mut less = sketch.clone();
        less.remove((SketchHash::integer(0), total - u64::from(u32::MAX))).unwrap();
        assert_eq!(less.encode(), before);
    }
}

#[test]
fn subtracting_more_than_there_is_changes_nothing() {
    for (shape, items) in cases().into_iter().filter(|(_, items)| !items.is_empty()) {
        let sketch = build(shape, &items);
        let (stored, total) = (sketch.encode(), sketch.total());
        let absent = hash_of(12_345 << 8);
        let others = [
            build(shape, &[(absent, total + 1)]),
            // Its counters hold less than that, though the total does not.
            build(shape, &[(absent, total)]),
        ];
        for other in others {
            if other.total() == 0 || other.encode() == stored {
                continue;
            }
            for bytes in [other.encode(), other.into_buffer()] {
                let mut left = sketch.clone();
                let error = left.subtract_view(&View::read(&bytes).unwrap()).unwrap_err();
                assert_eq!(error, underflow());
                assert_eq!(left.encode(), stored);
            }
        }
    }
    let mut empty = Cms::default();
    assert_eq!(empty.remove((SketchHash::integer(1), 1)), Err(underflow()));
    assert_eq!(empty.encode(), Cms::default().encode());
}

#[test]
fn a_weight_of_zero_adds_nothing() {
    let mut sketch = Cms::default();
    sketch.add((SketchHash::integer(1), 0)).unwrap();
    assert_eq!(sketch.encode(), Cms::default().encode());
    sketch.remove((SketchHash::integer(1), 0)).unwrap();
    sketch.add((SketchHash::text(b"a"), 2)).unwrap();
    // The domain is checked all the same.
    assert!(sketch.add((SketchHash::integer(1), 0)).is_err());
}

#[test]
fn an_empty_sketch_takes_the_shape_of_the_other() {
    let [small, large] = [shape(6, 1), shape(100, 2)];
    let filled = cms::bigints(small, 5);
    for bytes in [Cms::new(large).encode(), Cms::new(large).into_buffer()] {
        let mut left = filled.clone();
        left.merge_view(&View::read(&bytes).unwrap()).unwrap();
        assert_eq!(left.encode(), filled.encode());
        let mut right = Cms::read(&bytes).unwrap();
        right.merge_view(&View::read(&filled.encode()).unwrap()).unwrap();
        assert_eq!(right.encode(), filled.encode());
        for [one, other] in [[small, large], [large, small]] {
            let mut empty = Cms::new(one);
            empty.merge_view(&View::read(&Cms::new(other).encode()).unwrap()).unwrap();
            assert_eq!(empty.shape(), small);
        }
    }
}

#[test]
fn what_does_not_go_together_is_refused() {
    let [one, other] = [shape(6, 1), shape(100, 2)].map(|shape| cms::bigints(shape, 5));
    let mut sum = one.clone();
    let stored = other.encode();
    let view = View::read(&stored).unwrap();
    let expected = Err(shape_mismatch(one.shape(), other.shape()));
    assert_eq!(sum.merge_view(&view), expected);
    assert_eq!(sum.subtract_view(&view), expected);
    let texts = build(shape(6, 1), &[(SketchHash::text(b"a"), 1)]).encode();
    let texts = View::read(&texts).unwrap();
    let [integer, text] = [1, 2].map(|byte| domain::Domain::from_byte(byte).unwrap());
    let expected = Err(domain::mismatch(integer, text));
    assert_eq!(sum.merge_view(&texts), expected);
    assert_eq!(sum.subtract_view(&texts), expected);
    assert_eq!(sum.add((SketchHash::text(b"a"), 1)), expected);
    assert_eq!(sum.remove((SketchHash::text(b"a"), 1)), expected);
    assert!(texts.count(SketchHash::integer(1)).is_err());
    assert_eq!(sum.encode(), one.encode());
}
