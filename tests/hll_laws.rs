//! The laws of every sketch that merges (common/laws.rs), and those of `hll` alone.

#![allow(clippy::unwrap_used)]

mod common;
#[path = "common/laws.rs"]
mod laws;
#[path = "common/unusual.rs"]
mod unusual;
#[path = "common/values.rs"]
mod values;

use common::hash_of;
use laws::keeps_the_laws;
use pg_sketch::error::{Kind, Result};
use pg_sketch::hash::SketchHash;
use pg_sketch::hll::entry::{INDEX_BITS, max_rank, register_and_rank};
use pg_sketch::hll::error::{cannot_refine, precision_mismatch};
use pg_sketch::hll::state::State;
use pg_sketch::hll::stored::Stored;
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
    fn hll_keeps_the_laws_for_unusual_hashes(
        values in unusual_hashes(), precision in 4..=11u8, seed: u64,
    ) {
        keeps_the_laws(|values| build(precision, values), &values, seed);
    }

    #[test]
    fn hll_downsampled_is_built_there_for_unusual_hashes(
        values in unusual_hashes(), from in 4..=18u8, to in 4..=18u8,
    ) {
        let (from, to) = (from.max(to), from.min(to));
        let downsampled = build(from, &values).downsample(to).unwrap();
        prop_assert_eq!(downsampled.encode(), build(to, &values).encode());
    }

    #[test]
    fn hll_forms_agree_for_unusual_hashes(values in unusual_hashes(), precision in 4..=18u8) {
        assert_registers(&build(precision, &values), &values);
    }

    #[test]
    fn hll_contains_what_would_not_change_it_for_unusual_hashes(
        values in unusual_hashes(), others in unusual_hashes(), precision in 4..=11u8,
    ) {
        let sketch = build(precision, &values);
        for value in values.into_iter().chain(others) {
            assert_contains_foresees(&sketch, value);
        }
    }
}

/// In every form, the registers of a sketch are the highest ranks of its values.
fn assert_registers(sketch: &Hll, values: &[SketchHash]) {
    let precision = sketch.precision();
    let mut expected = vec![0; 1 << precision];
    let raise = |registers: &mut [u8], (index, rank): (usize, u8)| {
        registers[index] = rank.max(registers[index]);
    };
    for value in values {
        raise(&mut expected, register_and_rank(*value, precision));
    }
    let found = match sketch.registers() {
        Some(registers) => registers.to_vec(),
        None => {
            let mut registers = vec![0; 1 << precision];
            for entry in sketch.sorted_entries() {
                raise(&mut registers, entry.register_and_rank(precision));
            }
            registers
        }
    };
    assert!(found == expected, "registers differ for {} values at {precision}", values.len());
    assert!(found.iter().all(|rank| *rank <= max_rank(precision)));
}

#[test]
fn hll_keeps_the_laws_at_every_precision_and_size() {
    for precision in precisions() {
        for size in sizes(precision) {
            let values = random_values(size, u64::from(precision) << 32 | size as u64);
            keeps_the_laws(|values| build(precision, values), &values, size as u64);
        }
    }
}

#[test]
fn hll_is_a_list_up_to_the_limit_and_registers_beyond() {
    for precision in precisions() {
        let limit = sparse_limit(precision);
        // These have different indexes. Random ones may share an index.
        let index = |at: usize| (at as u64 * 40_503) << (u64::BITS - INDEX_BITS);
        let values: Vec<SketchHash> = (0..=limit).map(|at| hash_of(index(at))).collect();
        assert_eq!(build(precision, &values[..limit]).entry_count(), limit);
        assert!(build(precision, &values[..limit]).registers().is_none());
        assert!(build(precision, &values).registers().is_some());
        let stored = build(precision, &values).encode();
        assert!(Hll::decode(&stored).unwrap().registers().is_some());
        keeps_the_laws(|values| build(precision, values), &values[..limit], 11);
        keeps_the_laws(|values| build(precision, values), &values, 11);
    }
}

#[test]
fn hll_forms_agree_at_every_size() {
    for precision in precisions() {
        for size in sizes(precision) {
            let values = random_values(size, 13);
            let sketch = build(precision, &values);
            assert_registers(&sketch, &values);
            assert_registers(&Hll::decode(&sketch.encode()).unwrap(), &values);
        }
    }
}

#[test]
fn hll_downsampled_is_built_there() {
    for from in precisions() {
        for size in sizes(from) {
            let values = random_values(size, 17);
            let fine = build(from, &values);
            for to in MIN_PRECISION..=from {
                let coarse = fine.downsample(to).unwrap();
                assert_eq!(coarse.encode(), build(to, &values).encode(), "{from} to {to}");
                let again = coarse.downsample(MIN_PRECISION).unwrap();
                assert_eq!(again.encode(), fine.downsample(MIN_PRECISION).unwrap().encode());
            }
        }
    }
}

#[test]
fn hll_is_not_made_finer() {
    let error = build(10, &random_values(3, 19)).downsample(11).unwrap_err();
    assert_eq!(error, cannot_refine(10, 11));
    for precision in [0, 3, 19, 255] {
        let expected =
            |result: Result<Hll>| result.is_err_and(|error| error.kind() == Kind::OutOfRange);
        assert!(expected(Hll::new(precision)));
        assert!(expected(Hll::default().downsample(precision)));
    }
}

#[test]
fn hll_merges_stored_bytes_as_it_merges_states() {
    for precision in precisions() {
        for (left, right) in sizes(precision).into_iter().zip(sizes(precision).into_iter().rev()) {
            let values = random_values(left + right, 23);
            let stored = build(precision, &values[left..]).encode();
            let mut merged = build(precision, &values[..left]);
            merged.merge_stored(&Stored::read(&stored).unwrap()).unwrap();
            assert_eq!(merged.encode(), build(precision, &values).encode());
            let alone: Hll = State::from_stored(&Stored::read(&stored).unwrap()).unwrap();
            assert_eq!(alone.encode(), stored);
        }
    }
}

/// Merges `right` into `left` in both ways, and compares the results.
fn merged(left: &Hll, right: &Hll) -> Result<Vec<u8>> {
    let mut from_state = left.clone();
    let by_state = from_state.merge(right).map(|()| from_state.encode());
    let stored = right.encode();
    let mut from_stored = left.clone();
    let by_stored = from_stored.merge_stored(&Stored::read(&stored)?);
    assert_eq!(by_state, by_stored.map(|()| from_stored.encode()));
    by_state
}

#[test]
fn an_empty_hll_yields_to_any_precision() {
    for size in [1, sparse_limit(9), 1_000] {
        let full = build(9, &random_values(size, 29));
        for precision in precisions() {
            let empty = Hll::new(precision).unwrap();
            assert_eq!(merged(&full, &empty).unwrap(), full.encode());
            assert_eq!(merged(&empty, &full).unwrap(), full.encode());
        }
    }
    for left in precisions() {
        for right in precisions() {
            let lower = Hll::new(left.min(right)).unwrap().encode();
            let (left, right) = (Hll::new(left).unwrap(), Hll::new(right).unwrap());
            assert_eq!(merged(&left, &right).unwrap(), lower);
        }
    }
}

#[test]
fn hll_of_two_precisions_do_not_merge() {
    for size in [1, 5_000] {
        let values = random_values(size, 31);
        let error = merged(&build(10, &values), &build(12, &values)).unwrap_err();
        assert_eq!(error, precision_mismatch(10, 12));
        let hint = error.hint().unwrap();
        assert!(hint.contains("hll_downsample(sketch, 10)"), "{hint}");
    }
}

#[test]
fn domains_do_not_mix() {
    use pg_sketch::domain::{self, Domain};
    for size in [1, 5_000] {
        let mut integers = build(10, &random_values(size, 37));
        let before = integers.encode();
        let mut texts = Hll::new(10).unwrap();
        (0..size).for_each(|at| texts.add(SketchHash::text(&at.to_le_bytes())).unwrap());
        let expected = domain::mismatch(Domain::Integer, Domain::Text);
        assert_eq!(merged(&integers, &texts).unwrap_err(), expected);
        assert_eq!(integers.add(SketchHash::text(b"1")).unwrap_err(), expected);
        assert_eq!(integers.encode(), before);
        for named in ["integer", "text"] {
            assert!(expected.detail().contains(named));
        }
        assert!(expected.hint().unwrap().contains("bigint"));
    }
}

/// Adds a value to a copy of a sketch, where its stored bytes say whether they hold it.
fn assert_contains_foresees(sketch: &Hll, value: SketchHash) {
    let stored = sketch.encode();
    let contained = Stored::read(&stored).unwrap().contains(value).unwrap();
    let mut added = sketch.clone();
    added.add(value).unwrap();
    assert_eq!(contained, added.encode() == stored, "{value} at {}", sketch.precision());
}

#[test]
fn an_hll_contains_what_would_not_change_it() {
    for precision in precisions() {
        for size in sizes(precision).into_iter().filter(|size| *size < 10_000) {
            let values = random_values(size, 47);
            let sketch = build(precision, &values);
            let others = random_values(20, 53);
            for value in values.into_iter().take(20).chain(others) {
                assert_contains_foresees(&sketch, value);
            }
        }
    }
    // A few exceptions below and above the base.
    let sketch = build(10, &random_values(100_000, 59));
    for value in random_values(5_000, 61) {
        assert_contains_foresees(&sketch, value);
    }
}

#[test]
fn hll_estimates_grow_with_the_set() {
    for precision in precisions() {
        let mut sketch = Hll::new(precision).unwrap();
        let (mut last, mut last_form) = (0.0, false);
        let registers = f64::from(1u32 << precision);
        for (count, value) in (1..).zip(random_values(200_000, 41)) {
            sketch.add(value).unwrap();
            // The first counts one by one, later ones now and then.
            if count > 300 && count % 1_499 != 0 {
                continue;
            }
            let (estimate, form) = (sketch.estimate(), sketch.registers().is_some());
            assert!(estimate >= last || form != last_form, "{precision}: {last} then {estimate}");
            let sigmas = (estimate / f64::from(count) - 1.0).abs() * registers.sqrt() / 1.04;
            assert!(sigmas < 6.0 || precision < 7, "{precision}: {estimate} for {count}");
            (last, last_form) = (estimate, form);
        }
    }
}
