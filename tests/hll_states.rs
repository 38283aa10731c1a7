//! The in-memory form of an `hll`: it can be written and read again unchanged, no pending value is lost, and
//! damaged bytes do no harm.

#![allow(clippy::unwrap_used)]

mod common;
#[path = "common/unusual.rs"]
mod unusual;
#[path = "common/values.rs"]
mod values;

use allocator_api2::alloc::Global;
use pg_sketch::hash::SketchHash;
use pg_sketch::hll::entry::register_and_rank;
use pg_sketch::hll::layout::{add_later, add_pending, without_pending};
use pg_sketch::hll::view::View;
use pg_sketch::hll::window::Window;
use pg_sketch::hll::{Hll, MAX_PRECISION, MIN_PRECISION, sparse_limit};
use pg_sketch::sketch::Sketch;
use proptest::prelude::*;
use unusual::unusual_hashes;
use values::random_values;

fn build(precision: u8, values: &[SketchHash]) -> Hll {
    let mut sketch = Hll::new(precision).unwrap();
    values.iter().for_each(|value| sketch.add(*value).unwrap());
    sketch
}

/// Numbers of values below and above the limit of a list.
fn sizes(precision: u8) -> [usize; 8] {
    let limit = sparse_limit(precision);
    [0, 1, 2, limit - 1, limit, limit + 1, 2 * limit, 24 * limit]
}

fn precisions() -> impl Iterator<Item = u8> {
    MIN_PRECISION..=MAX_PRECISION
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn hll_states_go_on_where_they_were(
        before in unusual_hashes(), after in unusual_hashes(), precision in 4..=10u8,
    ) {
        let memory = build(precision, &before).into_buffer();
        let mut resumed = Hll::resume_unknown(memory).unwrap();
        after.iter().for_each(|value| resumed.add(*value).unwrap());
        let all = [before, after].concat();
        prop_assert_eq!(resumed.encode(), build(precision, &all).encode());
    }

    #[test]
    fn hll_states_that_were_tampered_with_do_no_harm(
        values in unusual_hashes(), precision in 4..=8u8,
        at: prop::sample::Index, byte: u8, len: prop::sample::Index,
    ) {
        let memory = build(precision, &values).into_buffer();
        let mut changed = memory.clone();
        changed[at.index(memory.len())] = byte;
        survives(changed);
        survives(memory[..len.index(memory.len())].to_vec());
        survives([memory.as_slice(), &[byte; 9][..len.index(10)]].concat());
    }

    #[test]
    fn hll_states_of_any_bytes_do_no_harm(
        precision in 0..20u8, domain in 0..13u8, form in 0..3u8,
        rest in prop::collection::vec(prop_oneof![Just(0u8), any::<u8>()], 0..90),
    ) {
        survives([&[0xc8, precision, domain, form], rest.as_slice()].concat());
    }
}

/// Uses bytes in every way, if they are read as a state.
fn survives(mut memory: Vec<u8>) {
    if let Ok(view) = View::read(&memory) {
        assert!(view.cardinality().unwrap().is_finite());
    }
    random_values(3, 5).iter().for_each(|value| _ = add_later(&mut memory, *value, |_| ()));
    add_pending(&mut memory);
    let Ok(mut state) = Hll::resume_unknown(memory) else { return };
    assert!(state.estimate().is_finite());
    let stored = state.encode();
    if let Ok(sketch) = Hll::decode(&stored) {
        assert_eq!(sketch.encode(), stored);
    }
    state.downsample(MIN_PRECISION).unwrap().encode();
    for value in random_values(2_000, 7) {
        if state.add(value).is_err() {
            return;
        }
    }
    state.encode();
}

/// An aggregate adds a value to its state at each row. From time to time the state is read.
#[test]
fn a_value_that_is_pending_is_never_missing() {
    for precision in precisions() {
        let size = sizes(precision)[7].min(40_000);
        let values = random_values(size, 47);
        let (mut sketch, mut memory) = (build(precision, &values[..1]), vec![]);
        let (mut fetched, mut looks) = (0, 0);
        for (count, value) in (2..).zip(&values[1..]) {
            if memory.is_empty() || !add_later(&mut memory, *value, |_| fetched += 1) {
                let mut state = match memory.is_empty() {
                    true => sketch.clone(),
                    false => Hll::resume({
                        add_pending(&mut memory);
                        memory
                    })
                    .unwrap(),
                };
                state.add(*value).unwrap();
                memory = state.into_buffer();
            }
            sketch.add(*value).unwrap();
            if !(count < 200 || count % 977 == 0 || count == size) {
                continue;
            }
            looks += 1;
            let view = View::read(&memory).unwrap();
            assert_eq!(view.has_registers(), sketch.registers().is_some());
            assert_eq!(view.cardinality().unwrap(), sketch.cardinality(), "{precision}: {count}");
            let expected = sketch.encode();
            assert!(view.to_state::<Vec<u8>>().unwrap().encode() == expected);
            assert!(Hll::read(&memory).unwrap().encode() == expected);
            let mut union = Hll::new(precision).unwrap();
            union.merge_view(&view).unwrap();
            assert!(union.encode() == expected);
            let mut window = Window::<Global>::new(precision).unwrap();
            window.add_sketch(&memory).unwrap();
            assert!(window.union::<Vec<u8>>().unwrap().encode() == expected);
            // One without a pending value changes nothing.
            let mut copy = memory.clone();
            add_pending(&mut copy);
            assert!(Hll::resume(copy.clone()).unwrap().encode() == expected);
            assert!(without_pending(&memory) == copy && without_pending(&copy) == copy);
            if count % 2 == 0 {
                memory = copy;
            }
        }
        assert!(looks >= 40.min(size - 1) && sketch.registers().is_some());
        assert!(fetched > size / 8 && fetched < size);
    }
}

/// The next value raises the register of the pending one. Until then the bytes are refused as a sketch.
#[test]
fn a_value_is_pending_until_the_next_one_comes() {
    let [first, second] = [SketchHash::integer(1), SketchHash::integer(2)];
    let mut memory = build(4, &random_values(200, 53)).into_buffer();
    memory[12..].fill(0);
    let raised = |memory: &[u8]| memory[12..].iter().filter(|rank| **rank > 0).count();
    let mut place = 0;
    let start = memory.as_ptr() as usize;
    assert!(add_later(&mut memory, first, |register| {
        place = std::ptr::from_ref(register) as usize - start - 12;
    }));
    let (index, rank) = register_and_rank(first, 4);
    assert_eq!((place, raised(&memory)), (index, 0));
    assert!(Hll::resume(memory.clone()).is_err());
    assert!(Hll::resume_unknown(memory.clone()).is_err());
    assert!(add_later(&mut memory, second, |_| ()));
    assert_eq!((raised(&memory), memory[12 + index]), (1, rank));
    // A value of another domain changes nothing.
    let before = memory.clone();
    assert!(!add_later(&mut memory, SketchHash::text(b"1"), |_| ()));
    assert_eq!(memory, before);
    // A register or a rank that does not exist.
    for pending in [16 << 6 | 1, u32::MAX, 60] {
        let mut damaged = before.clone();
        damaged[8..12].copy_from_slice(&pending.to_le_bytes());
        assert!(View::read(&damaged).is_err());
        survives(damaged);
    }
}

#[test]
fn hll_states_are_resumed_as_they_were_left() {
    for precision in precisions() {
        for size in sizes(precision) {
            let sketch = build(precision, &random_values(size, 43));
            let stored = sketch.encode();
            let memory = sketch.into_buffer();
            assert!(!Hll::is_encoded(&memory));
            assert_eq!(Hll::read(&memory).unwrap().encode(), stored);
            let shorter = memory[..memory.len() - 1].to_vec();
            assert!(Hll::resume_unknown(shorter).is_err());
            assert!(Hll::resume_unknown([memory, vec![0]].concat()).is_err());
        }
    }
}
