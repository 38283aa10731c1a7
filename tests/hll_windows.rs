//! At every step, the bytes of a sliding window are those of a new union of its rows.

#![allow(clippy::unwrap_used)]

mod common;

use allocator_api2::alloc::Global;
use common::Random;
use pg_sketch::error::Result;
use pg_sketch::hash::SketchHash;
use pg_sketch::hll::window::Window;
use pg_sketch::hll::{DEFAULT_PRECISION, Hll, sparse_limit};
use pg_sketch::sketch::Sketch;
use std::collections::VecDeque;

fn below(random: &mut Random, bound: usize) -> usize {
    (random.bits() % bound as u64) as usize
}

/// The union of the rows in order, as an aggregate without a window makes it.
fn union<'a>(rows: impl IntoIterator<Item = &'a Vec<u8>>) -> Result<Hll> {
    let mut rows = rows.into_iter();
    let Some(first) = rows.next() else { return Hll::new(DEFAULT_PRECISION) };
    let mut union = Hll::read(first)?;
    rows.try_for_each(|row| union.merge(&Hll::read(row)?))?;
    Ok(union)
}

fn sketch_of(count: usize, precision: u8, random: &mut Random) -> Hll {
    let mut sketch = Hll::new(precision).unwrap();
    (0..count).for_each(|_| sketch.add(random.hash()).unwrap());
    sketch
}

/// A sketch of a random form, stored or in memory.
fn row(precision: u8, random: &mut Random) -> Vec<u8> {
    let limit = sparse_limit(precision);
    let count = match below(random, 8) {
        0 => 0,
        1 | 2 => 1 + below(random, 3),
        3 | 4 => 1 + below(random, limit),
        5 => limit + below(random, limit),
        _ => limit * (1 + below(random, 60)),
    };
    // An empty sketch merges with every precision.
    let precision = if count == 0 { 4 + below(random, 15) as u8 } else { precision };
    let sketch = sketch_of(count, precision, random);
    match below(random, 3) {
        0 => sketch.into_buffer(),
        _ => sketch.encode(),
    }
}

/// Rows join and leave at random, with phases that grow and phases that shrink the frame.
fn slide(steps: usize, random: &mut Random, mut step: impl FnMut(&mut Random, bool)) {
    let mut growing = true;
    for _ in 0..steps {
        if below(random, 20) == 0 {
            growing = !growing;
        }
        let joins = (below(random, 4) > 0) == growing;
        step(random, joins);
    }
}

#[test]
fn a_window_of_sketches_is_the_union_of_its_rows() {
    for (precision, steps) in [(4, 4000), (5, 2000), (10, 1000), (14, 400), (18, 40)] {
        let mut random = Random(precision.into());
        let mut window = Window::<Global>::new(DEFAULT_PRECISION).unwrap();
        let mut rows = VecDeque::new();
        let mut forms = [0; 2];
        slide(steps, &mut random, |random, joins| {
            if joins {
                let row = row(precision, random);
                window.add_sketch(&row).unwrap();
                rows.push_back(row);
            } else if rows.pop_front().is_some() {
                window.remove_oldest(|| ()).unwrap();
            }
            let found: Hll = window.union().unwrap();
            assert_eq!(found.encode(), union(&rows).unwrap().encode());
            forms[usize::from(found.registers().is_some())] += 1;
        });
        assert!(forms.iter().all(|count| *count > 0), "{forms:?} at {precision}");
    }
}

#[test]
fn a_window_of_values_is_the_sketch_of_its_values() {
    for (precision, steps) in [(4, 10_000), (9, 10_000), (14, 4000)] {
        let mut random = Random(precision.into());
        let mut window = Window::<Global>::new(precision).unwrap();
        let mut values = VecDeque::new();
        for width in [1, 7, 10 * sparse_limit(precision)] {
            for step in 0..steps {
                // So few different values that some repeat.
                let value = SketchHash::integer(below(&mut random, width) as i64);
                window.add_value(value).unwrap();
                values.push_back(value);
                while values.len() > width {
                    values.pop_front();
                    window.remove_oldest(|| ()).unwrap();
                }
                if step % 97 == 0 {
                    let mut fresh = Hll::new(precision).unwrap();
                    values.iter().for_each(|value| fresh.add(*value).unwrap());
                    assert_eq!(window.union::<Vec<u8>>().unwrap().encode(), fresh.encode());
                }
            }
        }
    }
}

#[test]
fn a_window_without_rows_is_empty_at_the_precision_it_was_made_with() {
    let mut window = Window::<Global>::new(11).unwrap();
    assert_eq!(window.union::<Vec<u8>>().unwrap().encode(), Hll::new(11).unwrap().encode());
    window.add_sketch(&Hll::new(18).unwrap().encode()).unwrap();
    assert_eq!(window.union::<Vec<u8>>().unwrap().precision(), 18);
    window.remove_oldest(|| ()).unwrap();
    assert_eq!(window.union::<Vec<u8>>().unwrap().encode(), Hll::new(11).unwrap().encode());
}

/// Only rows of one frame must merge. The error names those that do not, in their order.
#[test]
fn rows_that_do_not_fit_meet_in_a_frame_or_not_at_all() {
    let mut random = Random(5);
    let mut of_texts = Hll::new(10).unwrap();
    (0..3000).for_each(|n: i32| of_texts.add(SketchHash::text(&n.to_le_bytes())).unwrap());
    let rows = [
        sketch_of(3, 10, &mut random),
        sketch_of(3000, 10, &mut random),
        sketch_of(3, 11, &mut random),
        sketch_of(9000, 12, &mut random),
        of_texts,
        Hll::new(4).unwrap(),
    ];
    let rows: Vec<Vec<u8>> = rows.iter().map(Sketch::encode).collect();
    let mut misfits = 0;
    for _ in 0..20_000 {
        let mut window = Window::<Global>::new(DEFAULT_PRECISION).unwrap();
        let mut frame = VecDeque::new();
        for _ in 0..12 {
            if below(&mut random, 5) > 1 {
                let row = &rows[below(&mut random, rows.len())];
                frame.push_back(row.clone());
                if let Err(error) = window.add_sketch(row) {
                    assert_eq!(union(&frame).unwrap_err(), error);
                    misfits += 1;
                    break;
                }
            } else if frame.pop_front().is_some() {
                window.remove_oldest(|| ()).unwrap();
            }
            let found = window.union::<Vec<u8>>().map(|found| found.encode());
            assert_eq!(found, union(&frame).map(|union| union.encode()));
            if found.is_err() {
                misfits += 1;
                break;
            }
        }
    }
    assert!((2000..18_000).contains(&misfits), "{misfits}");
}
