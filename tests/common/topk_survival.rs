//! Runs every function that reads bytes of a `topk` on any bytes.

#![allow(dead_code)] // Each test uses a part of it.

use crate::input;
use pg_sketch::domain::Domain;
use pg_sketch::sketch::{Aggregate, Sketch};
use pg_sketch::topk::info::Info;
use pg_sketch::topk::layout::{add_in_place, has_capacity};
use pg_sketch::topk::list::{self, List};
use pg_sketch::topk::state::State;
use pg_sketch::topk::stored::FIRST_SLICE;
use pg_sketch::topk::view::{View, stored_bytes};
use pg_sketch::topk::{MAX_TOTAL, Topk};
use pg_sketch::value::{self, Value};

/// Values of a domain, of a length that they may have.
fn values(domain: Domain) -> Vec<Vec<u8>> {
    let len = value::fixed_len(domain).unwrap_or(6);
    (0..9u8).map(|number| vec![if len == 1 { number % 2 } else { b'0' + number }; len]).collect()
}

/// Does with bytes all that the database does with them, also with those that no input function accepts.
pub fn survives(bytes: &[u8]) {
    let domain = bytes.get(3).and_then(|byte| Domain::from_byte(*byte)).unwrap_or(Domain::Integer);
    let values = values(domain);
    has_capacity(bytes, 1_000);
    let mut added = bytes.to_vec();
    for value in &values {
        add_in_place(&mut added, (Value::new(domain, value), 1));
        add_in_place(&mut added, (Value::new(domain, &value[..1]), MAX_TOTAL));
    }
    for bytes in [bytes, &added] {
        if let Ok(mut state) = State::resume(bytes.to_vec()) {
            changes(&mut state, domain, &values);
        }
    }
    let start = &bytes[..bytes.len().min(FIRST_SLICE)];
    let _ = Info::from_start(start, bytes.len());
    for most in [0, 3, usize::MAX] {
        for len in [bytes.len() / 2, bytes.len()] {
            let is_whole = len == bytes.len();
            if let Ok(found) = list::first(&bytes[..len], is_whole, most) {
                assert!(found.is_some() || !is_whole);
                found.iter().for_each(assert_sane);
            }
        }
    }
    let Ok(view) = View::read(bytes) else { return };
    for value in &values {
        let bounds = view.bounds(Value::new(domain, value));
        assert!(bounds.is_err() || bounds.is_ok_and(|it| it.lower <= it.upper));
    }
    if let Ok(stored) = stored_bytes(bytes)
        && let Ok(Some(found)) = list::first(&stored, true, usize::MAX)
    {
        assert_sane(&found);
    }
    if let Ok(mut state) = <Topk as Aggregate<Vec<u8>>>::copy(bytes) {
        let _ = state.merge_view(&view);
        let _ = state.unmerge(&view);
        changes(&mut state, domain, &values);
    }
}

/// What aggregates and windows do with a state.
fn changes(state: &mut Topk, domain: Domain, values: &[Vec<u8>]) {
    for value in values {
        let _ = state.add((Value::new(domain, value), 2));
        let _ = state.remove((Value::new(domain, value), 1));
    }
    let _ = state.truncate(1);
    let _ = Topk::decode(&state.encode());
}

fn assert_sane(list: &List<'_>) {
    for row in &list.rows {
        assert!(row.lower > 0 && row.lower <= row.count && row.count <= row.upper, "{row:?}");
        assert!(row.upper <= MAX_TOTAL);
        let _ = list.domain.map(|domain| row.text(domain).map(|text| text.len()));
    }
    assert!(list.rows.is_sorted_by(|one, next| one.count >= next.count));
}

/// Decodes bytes that may be damaged. Returns whether they were accepted.
pub fn accepted_as_canonical(bytes: &[u8]) -> bool {
    survives(bytes);
    let accepted = input::decode::<Topk>(bytes).is_some();
    if accepted {
        assert_possible(bytes);
    }
    accepted
}

/// Asserts that what canonical bytes say may be true.
pub fn assert_possible(bytes: &[u8]) {
    let view = View::read(bytes).unwrap();
    let (mut sum, mut lowest_sum) = (0u128, 0u128);
    view.visit(|entry| {
        sum += u128::from(entry.above);
        lowest_sum += u128::from(entry.lower);
        assert!(entry.above <= entry.lower);
        Ok(())
    })
    .unwrap();
    let dropped = (u128::from(view.capacity()) + 1) * u128::from(view.bound());
    let total = u128::from(view.total());
    assert!(sum + dropped <= total && lowest_sum <= total);
    assert!(view.entry_count() <= view.capacity() as usize);
    let list = list::first(bytes, true, usize::MAX).unwrap().unwrap();
    assert!(list.rows.iter().all(|row| row.text(list.domain.unwrap()).is_ok()));
    let in_memory = Topk::decode(bytes).unwrap().into_buffer();
    assert_eq!(Topk::read(&in_memory).unwrap().encode(), bytes);
}
