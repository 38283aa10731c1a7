//! Runs every function that reads bytes of a `cms` on any bytes.

#![allow(dead_code)] // Each test uses a part of it.

use crate::input;
use pg_sketch::cms::info::Info;
use pg_sketch::cms::layout::{add_in_place, has_shape};
use pg_sketch::cms::probe::counter;
use pg_sketch::cms::state::State;
use pg_sketch::cms::stored::Front;
use pg_sketch::cms::view::View;
use pg_sketch::cms::{Cms, MAX_TOTAL, Shape};
use pg_sketch::domain::Domain;
use pg_sketch::hash::SketchHash;
use pg_sketch::sketch::{Aggregate, Sketch};

/// Whether counters of that shape take hundreds of megabytes.
fn is_huge(shape: Shape) -> bool {
    shape.counters() > 1 << 20
}

/// Does with bytes all that the database does with them, also with those that no input function accepts.
pub fn survives(bytes: &[u8]) {
    let domain = bytes.get(3).and_then(|byte| Domain::from_byte(*byte)).unwrap_or(Domain::Integer);
    let hash = |number: u64| SketchHash::from_bits(number << 8 | u64::from(domain.byte())).unwrap();
    has_shape(bytes, Shape::default());
    let mut added = bytes.to_vec();
    for number in 0..9 {
        add_in_place(&mut added, (hash(number), 1));
        add_in_place(&mut added, (hash(number), MAX_TOTAL));
    }
    for bytes in [bytes, &added] {
        if let Ok(mut state) = State::resume(bytes.to_vec())
            && !is_huge(state.shape())
        {
            changes(&mut state, hash);
        }
    }
    if let Ok((front, _)) = Front::read(bytes)
        && front.is_divisible(bytes.len())
    {
        for (offset, len) in front.counters(hash(7)) {
            counter(&bytes[offset..offset + len]);
        }
        let _ = front.check_domain(hash(7));
    }
    let _ = Info::of(bytes);
    let Ok(view) = View::read(bytes) else { return };
    if is_huge(view.shape()) {
        return;
    }
    if let Ok(bounds) = view.count_bounds(hash(7)) {
        assert!(bounds.lower <= bounds.upper);
    }
    if let Ok(mut state) = <Cms as Aggregate<Vec<u8>>>::copy(bytes) {
        let _ = state.subtract_view(&view);
        let _ = state.merge_view(&view);
        changes(&mut state, hash);
    }
}

/// What aggregates and windows do with a state.
fn changes(state: &mut Cms, hash: impl Fn(u64) -> SketchHash) {
    for number in 0..9 {
        let _ = state.add((hash(number), 2));
        let _ = state.remove((hash(number), 1));
    }
    let _ = Cms::decode(&state.encode());
}

/// Decodes bytes that may be damaged. Returns whether they were accepted. Then they say what may be true.
pub fn accepted_as_canonical(bytes: &[u8]) -> bool {
    survives(bytes);
    let Some(sketch) = input::decode::<Cms>(bytes) else { return false };
    let info = Info::of(bytes).unwrap();
    assert!(info.total <= MAX_TOTAL && (info.total == 0) == (info.form == "empty"));
    assert_eq!(info.total == 0, info.domain.is_none());
    assert_eq!(Cms::read(&sketch.into_buffer()).unwrap().encode(), bytes);
    true
}
