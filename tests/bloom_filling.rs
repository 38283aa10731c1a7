//! A `bloom` that an aggregate fills: its last values wait in front of the filter before they are added. The
//! result is the same as if each value had been added at once.

#![allow(clippy::unwrap_used)]

#[path = "common/bloom.rs"]
mod bloom;
mod common;
#[path = "common/values.rs"]
mod values;

use bloom::{RATES, build, has_all, layers, union, union_of_stored};
use pg_sketch::bloom::codec::{self, decode};
use pg_sketch::bloom::filling::{
    Complete, FRONT_LEN, Filling, add_in_place, add_later, has_parameters, without_pending,
};
use pg_sketch::bloom::state::State;
use pg_sketch::bloom::view::{Body, View};
use pg_sketch::bloom::{Bloom, probe};
use pg_sketch::domain::{self, Domain};
use pg_sketch::hash::SketchHash;
use pg_sketch::sketch::Sketch;
use std::cell::{Cell, RefCell};
use values::random_values;

const FILLING: u8 = 0xe2;

fn empty(capacity: Option<u64>, rate: f64) -> State<Filling<Vec<u8>>> {
    match capacity {
        Some(capacity) => State::new(capacity, rate).unwrap(),
        None => State::unsized_with(rate),
    }
}

fn plain(capacity: Option<u64>, rate: f64) -> Bloom {
    match capacity {
        Some(capacity) => Bloom::new(capacity, rate).unwrap(),
        None => Bloom::unsized_with(rate),
    }
}

fn layers_of(filter: &Bloom) -> usize {
    if !filter.is_filter() {
        return 0;
    }
    match filter.view().unwrap().body {
        Body::Layers(layers) => layers.count(),
        Body::Hashes(_) => 0,
    }
}

/// A row of an aggregate.
fn add(memory: &mut Vec<u8>, value: SketchHash, fetch: impl Fn(&u8)) -> bool {
    let waits = add_later(memory, value, fetch);
    if !waits {
        let mut state = State::resume_filling(std::mem::take(memory)).unwrap();
        state.add(value).unwrap();
        *memory = state.leave();
    }
    waits && memory[0] == FILLING
}

/// The memory of an aggregate over the values.
fn fill(capacity: Option<u64>, rate: f64, values: &[SketchHash]) -> Vec<u8> {
    let mut memory = empty(capacity, rate).leave();
    values.iter().for_each(|value| _ = add(&mut memory, *value, |_| ()));
    memory
}

fn encoded(state: &State<Filling<Vec<u8>>>) -> Vec<u8> {
    codec::encode(&state.view().unwrap()).unwrap()
}

/// How many values wait in front.
fn waiting(memory: &[u8]) -> usize {
    let (places, _) = memory[4..FRONT_LEN].as_chunks::<8>();
    places.iter().filter(|place| **place != [0; 8]).count()
}

/// Every way to read the bytes gives the filter that holds all values.
fn assert_is(memory: &[u8], expected: &Bloom, last: SketchHash) {
    let stored = expected.encode();
    let read = without_pending::<Vec<u8>>(memory).unwrap();
    assert_eq!(matches!(read, Complete::Copied(_)), memory[0] == FILLING && waiting(memory) > 0);
    assert!(read.view().unwrap().contains(last).unwrap());
    assert!(read.into_state().unwrap().encode() == stored);
    assert!(Bloom::read(memory).unwrap().encode() == stored);
    assert!(encoded(&State::resume_filling(memory.to_vec()).unwrap()) == stored);
    assert!(Bloom::read(memory).unwrap().portable() == expected.portable());
    // One that was resumed and left has no pending value.
    let left = State::resume_filling(memory.to_vec()).unwrap().leave();
    assert!(left[0] != FILLING || waiting(&left) == 0);
    assert!(Bloom::read(&left).unwrap().encode() == stored);
}

/// Tables, one layer and several layers, with repeated values: the layers and the values in each are the
/// same as without waiting.
#[test]
fn a_filter_is_the_same_whether_values_wait_or_not() {
    let parameters = [
        (Some(1), 0.01, 3_000),
        (Some(1_000), 0.01, 90_000),
        (Some(20_000), 0.5, 250_000),
        (Some(30_000), 1e-4, 200_000),
        (Some(100_000), 0.01, 130_000),
        (Some(700_000), 0.1, 120_000),
        (None, 0.01, 60_000),
    ];
    for (capacity, rate, size) in parameters {
        let mut values = random_values(size, 83);
        // Some values repeat soon, some late.
        (7..size).step_by(5).for_each(|at| values[at] = values[at - 7]);
        (size / 2..size).step_by(3).for_each(|at| values[at] = values[at - size / 2]);
        let (mut expected, mut memory) = (plain(capacity, rate), empty(capacity, rate).leave());
        let (mut waited, mut looks, mut most_layers) = (0, 0, 0);
        for (count, value) in (1..).zip(&values) {
            let layers_before = layers_of(&expected);
            expected.add(*value).unwrap();
            waited += usize::from(add(&mut memory, *value, |_| ()));
            let layers_now = layers_of(&expected);
            most_layers = most_layers.max(layers_now);
            // At first, around every new layer, and now and then.
            if count < 40 || layers_now > layers_before || count % (size / 12) == 0 || count == size
            {
                assert_is(&memory, &expected, *value);
                looks += 1;
            }
        }
        println!("{capacity:?} at {rate}: {waited} of {size} waited, {most_layers} layers");
        assert!(waited > size / 4 || size < 10_000);
        assert!(looks > 40 && (most_layers > 1 || size < 200_000 && capacity != Some(1_000)));
    }
}

/// The bytes that are prefetched for a value are those that it changes later. No others are read.
#[test]
fn what_is_fetched_is_what_changes() {
    // In a table and in a filter, of short blocks and of long ones, and in each layer of one that has grown.
    let parameters = RATES.map(|rate| (Some(200_000), rate, 100_000));
    let others = [(None, 0.01, 30_000), (Some(5_000), 0.01, 80_000), (Some(700_000), 0.01, 9_000)];
    for (capacity, rate, size) in parameters.into_iter().chain(others) {
        let mut memory = fill(capacity, rate, &random_values(size, 89));
        let mut changes = 0;
        for value in random_values(300, 97) {
            memory = State::resume_filling(memory).unwrap().leave();
            let before = memory.clone();
            let fetched = RefCell::new(vec![]);
            let start = memory.as_ptr() as usize;
            let note =
                |byte: &u8| fetched.borrow_mut().push(std::ptr::from_ref(byte) as usize - start);
            assert!(add_later(&mut memory, value, note));
            assert!(memory[FRONT_LEN..] == before[FRONT_LEN..] && waiting(&memory) == 1);
            memory = State::resume_filling(memory).unwrap().leave();
            let fetched = fetched.into_inner();
            assert!(fetched.iter().all(|at| (FRONT_LEN..memory.len()).contains(at)));
            let head_len =
                FRONT_LEN + 12 + 32 * layers(&Bloom::read(&memory).unwrap().encode()).len();
            for at in
                (head_len.max(FRONT_LEN + 28)..memory.len()).filter(|at| memory[*at] != before[*at])
            {
                let near = fetched.iter().any(|fetched| at.abs_diff(*fetched) < 64);
                // If the slot in a table is taken, one of the next slots changes.
                assert!(near || memory[FRONT_LEN] == 0xc2, "byte {at} of {fetched:?}");
                changes += 1;
            }
        }
        assert!(changes > 100, "{changes}");
    }
}

#[test]
fn values_wait_in_turn_and_in_front_of_large_filters_alone() {
    let values = random_values(40_000, 101);
    let mut memory = fill(Some(100_000), 0.01, &values);
    memory = State::resume_filling(memory).unwrap().leave();
    assert_eq!((memory[0], waiting(&memory)), (FILLING, 0));
    let filter = memory[FRONT_LEN..].to_vec();
    for (count, value) in random_values(9, 103).into_iter().enumerate() {
        assert!(add_later(&mut memory, value, |_| ()));
        assert_eq!(waiting(&memory), (count + 1).min(4));
        assert_eq!(memory[FRONT_LEN..] == filter, count < 4);
    }
    // A value of another domain is an error of its row, and changes nothing.
    let (text, before) = (SketchHash::text(b"1"), memory.clone());
    assert!(!add_later(&mut memory, text, |_| ()) && !add_in_place(&mut memory, text));
    assert!(memory == before);
    let mismatch = domain::mismatch(Domain::Integer, Domain::Text);
    assert_eq!(State::resume_filling(memory).unwrap().add(text), Err(mismatch));

    let mut small = empty(Some(1_000), 0.01).leave();
    let fetched = Cell::new(0);
    for value in &values[..1_500] {
        assert!(!add(&mut small, *value, |_| fetched.set(fetched.get() + 1)));
        assert!(small[0] != FILLING);
    }
    assert_eq!(fetched.get(), 0);
}

/// In a window, Postgres may ask for the result after each row.
#[test]
fn a_value_that_does_not_wait_is_added_at_once() {
    let values = random_values(60_000, 107);
    let (mut expected, mut memory) =
        (Bloom::new(100_000, 0.01).unwrap(), empty(Some(100_000), 0.01).leave());
    for (count, value) in (0..).zip(&values) {
        expected.add(*value).unwrap();
        if !add_in_place(&mut memory, *value) {
            let mut state = State::resume_filling(memory).unwrap();
            state.add(*value).unwrap();
            memory = state.leave();
        }
        if count % 5_000 == 0 {
            assert_is(&memory, &expected, *value);
        }
    }
    assert!(memory[0] == FILLING && memory[FRONT_LEN..] == expected.encode());
}

#[test]
fn filters_that_are_filled_merge_like_any_other() {
    let values = random_values(150_000, 109);
    for (capacity, sizes) in
        [(Some(100_000), [20_000, 60_000, 70_000]), (None, [9_000, 30_000, 1_000])]
    {
        let parts: Vec<&[SketchHash]> = sizes
            .iter()
            .scan(0, |start, size| {
                *start += size;
                Some(&values[*start - size..*start])
            })
            .collect();
        let expected = |part: &[SketchHash]| match capacity {
            Some(capacity) => build(capacity, 0.01, part),
            None => {
                let mut filter = Bloom::unsized_with(0.01);
                part.iter().for_each(|value| filter.add(*value).unwrap());
                filter
            }
        };
        for left in &parts {
            for right in &parts {
                let memory = [left, right].map(|part| fill(capacity, 0.01, part));
                assert!(has_parameters(&memory[0], capacity.unwrap_or(0) as i64, 0.01));
                assert!(!has_parameters(&memory[0], 7, 0.01));
                let whole = union(&expected(left), &expected(right));
                let mut state = State::resume_filling(memory[0].clone()).unwrap();
                state
                    .merge_view(&without_pending::<Vec<u8>>(&memory[1]).unwrap().view().unwrap())
                    .unwrap();
                assert!(encoded(&state) == whole.encode());
                // Left and resumed, it goes on.
                let mut memory = state.leave();
                let mut whole = whole;
                for value in &values[..100] {
                    add(&mut memory, *value, |_| ());
                    whole.add(*value).unwrap();
                }
                assert_is(&memory, &whole, values[99]);
                assert!(
                    capacity.is_none()
                        || union_of_stored(
                            &whole.encode(),
                            &Bloom::read(&memory).unwrap().encode()
                        ) == whole.encode()
                );
            }
        }
    }
}

/// No input function accepts them, and no reader that does not know of the pending values reads what is behind them.
#[test]
fn who_does_not_take_them_up_refuses_them() {
    let values = random_values(40_000, 113);
    let memory = fill(Some(100_000), 0.01, &values);
    assert!(has_all(&Bloom::read(&memory).unwrap(), &values));
    assert_eq!(memory[0], FILLING);
    assert!(!Bloom::is_encoded(&memory));
    assert!(View::read(&memory).is_err() && decode(&memory).is_err());
    assert_eq!(probe::contains_in_place(&memory, values[0]), None);
    // A value in front has the domain of the others. No value has domain 0.
    for domain in [0, 2, 77] {
        let mut damaged = memory.clone();
        damaged[4] = domain;
        assert_eq!(
            without_pending::<Vec<u8>>(&damaged).is_err(),
            u64::from(domain) != 0 || waiting(&damaged) == 4
        );
    }
    for len in [0, 1, 3, FRONT_LEN - 1, FRONT_LEN, FRONT_LEN + 3, memory.len() - 1] {
        assert!(
            without_pending::<Vec<u8>>(&memory[..len])
                .and_then(|read| read.view().map(|_| ()))
                .is_err()
        );
    }
}
