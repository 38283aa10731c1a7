//! The stored bytes of `hll`: pinned by golden files, refused wherever they are not canonical.

#![allow(clippy::unwrap_used)]

mod common;
#[path = "common/damage.rs"]
mod damage;
#[path = "common/golden.rs"]
mod golden;
#[path = "common/input.rs"]
mod input;

use common::{Random, hash_of};
use golden::Golden;
use pg_sketch::domain::Domain;
use pg_sketch::error::{Error, Kind};
use pg_sketch::hash::SketchHash;
use pg_sketch::hll::state::State;
use pg_sketch::hll::stored::Stored;
use pg_sketch::hll::{Hll, MAX_PRECISION, MIN_PRECISION, dense, sparse_limit};
use pg_sketch::sketch::Sketch;
use proptest::prelude::*;

fn build(precision: u8, values: impl IntoIterator<Item = SketchHash>) -> Hll {
    let mut sketch = Hll::new(precision).unwrap();
    values.into_iter().for_each(|value| sketch.add(value).unwrap());
    sketch
}

fn bigints(precision: u8, last: i64) -> Hll {
    build(precision, (1..=last).map(SketchHash::integer))
}

fn goldens() -> Vec<Golden<Hll>> {
    let golden = |name, what, sketch| Golden { name, what, sketch };
    let words = ["", "a", "zwölf", "a somewhat longer text, which is hashed in another way"];
    let texts = build(14, words.map(|word| SketchHash::text(word.as_bytes())));
    let addresses = [&[127, 0, 0, 1][..], &[10, 0, 0, 7], &[0; 16]];
    let addresses = build(4, addresses.map(|address| SketchHash::inet(8, address)));
    let extremes = build(4, [0, u64::MAX, 1 << 8, 1 << 60].map(hash_of));
    vec![
        golden("empty-p14", "an empty sketch at precision 14", bigints(14, 0)),
        golden("bigints-3-p14", "the bigints 1, 2 and 3 at precision 14", bigints(14, 3)),
        golden("texts-4-p14", "four texts at precision 14, one of them empty", texts),
        golden("inets-3-p4", "127.0.0.1/8, 10.0.0.7/8 and ::/8 at precision 4", addresses),
        golden("bigints-2-p4", "1 and 2 at precision 4, the longest list there", bigints(4, 2)),
        golden("bigints-3-p4", "1 to 3 at precision 4, the fewest registers say", bigints(4, 3)),
        golden("bigints-128-p10", "1 to 128 at precision 10, the longest list", bigints(10, 128)),
        golden("bigints-129-p10", "1 to 129 at precision 10: registers", bigints(10, 129)),
        golden("bigints-100-p4", "the bigints 1 to 100 at precision 4", bigints(4, 100)),
        golden("bigints-100000-p10", "the bigints 1 to 100000 at 10", bigints(10, 100_000)),
        golden("extreme-ranks-p4", "lowest and highest ranks at precision 4", extremes),
    ]
}

#[test]
fn golden_files_are_what_is_written_and_what_is_read() {
    golden::assert_files(&goldens(), |left, right| {
        left.precision() == right.precision()
            && left.domain() == right.domain()
            && left.registers() == right.registers()
            && left.sorted_entries() == right.sorted_entries()
    });
}

#[test]
fn the_example_in_the_source_is_the_golden_file() {
    golden::assert_example(include_str!("../src/hll/stored.rs"), &bigints(14, 3));
}

/// Decodes bytes that may be damaged; whether they were accepted.
fn accepted_as_canonical(bytes: &[u8]) -> bool {
    // Aggregates check stored bytes less, and must be as safe.
    if let Ok(stored) = Stored::read(bytes)
        && let Ok(mut state) = State::<Vec<u8>>::from_stored(&stored)
    {
        assert!(state.estimate().is_finite());
        state.merge_stored(&stored).unwrap();
        state.encode();
    }
    let sketch = input::decode::<Hll>(bytes);
    sketch.is_some_and(|sketch| {
        assert!(sketch.estimate().is_finite() && sketch.estimate() >= 0.0);
        true
    })
}

#[test]
fn a_part_or_an_extension_of_a_sketch_is_no_sketch() {
    // A dense sketch without its last exceptions is another valid sketch.
    damage::assert_whole(&goldens(), accepted_as_canonical, |sketch, part| {
        sketch.registers().is_some() && (sketch.encode().len() - part.len()).is_multiple_of(2)
    });
}

#[test]
fn a_flipped_bit_is_refused_or_makes_another_sketch() {
    damage::flip_each_bit(&goldens(), accepted_as_canonical);
}

#[test]
fn two_flipped_bits_are_refused_or_make_another_sketch() {
    damage::flip_two_bits(&goldens(), 40, accepted_as_canonical);
}

/// Bytes of all kinds, with runs of zeros and ones, which matter to the coded lists.
fn body() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![any::<u8>(), Just(0), Just(255), 0..4u8];
    prop_oneof![
        prop::collection::vec(byte, 0..100),
        prop::collection::vec(any::<u8>(), 0..800),
        (0..800usize).prop_map(|len| vec![255; len]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None, ..ProptestConfig::with_cases(3_000)
    })]

    #[test]
    fn any_bytes_behind_a_header_are_refused_or_canonical(
        version in 1..3u8, precision in 3..20u8, domain in 0..13u8, form in 0..4u8, body in body(),
    ) {
        accepted_as_canonical(&[&[b'H', version, precision, domain, form], &body[..]].concat());
    }

    #[test]
    fn any_list_is_refused_or_canonical(precision in 4..=18u8, count in 0..9u16, body in body()) {
        let header = [b'H', 1, precision, 1, 1];
        accepted_as_canonical(&[&header, &count.to_le_bytes()[..], &body].concat());
    }

    #[test]
    fn any_exceptions_are_refused_or_canonical(
        base in 0..9u8, codes: [u8; 6], below in 0..6u32, pairs: Vec<[u8; 2]>,
        small_pairs in prop::collection::vec([0..4u8, 0..54u8], 0..6),
    ) {
        let header = [b'H', 1, 4, 1, 2, base];
        for pairs in [pairs, small_pairs] {
            let bytes = [&header, &codes[..], &below.to_le_bytes(), pairs.as_flattened()];
            accepted_as_canonical(&bytes.concat());
        }
    }
}

#[test]
fn registers_are_refused_where_a_list_would_do() {
    let stored = |precision: u8, registers: &[u8]| {
        let mut bytes = vec![b'H', 1, precision, 1, 2];
        dense::write(registers, precision, &mut bytes);
        accepted_as_canonical(&bytes)
    };
    for precision in MIN_PRECISION..=MAX_PRECISION {
        let mut registers = vec![0; 1 << precision];
        assert!(!stored(precision, &registers));
        for register in registers.iter_mut().take(sparse_limit(precision) + 1) {
            *register = 1;
        }
        assert!(stored(precision, &registers));
    }
    // At precision 18, 31 x 128 entries could have left rank 1 in one register: too few.
    let mut registers = vec![0; 1 << 18];
    registers[7] = 1;
    assert!(!stored(18, &registers));
}

#[test]
fn what_is_wrong_is_said() {
    let refused = |bytes: &[u8], words: &str| match Hll::decode(bytes) {
        Err(error) if error.kind() == Kind::BadBytes => {
            assert!(error.detail().contains(words), "{}", error.detail());
        }
        other => panic!("{other:?} for {bytes:?}"),
    };
    refused(&[], "4 bytes, there are 0");
    refused(&[b'H', 1, 14], "4 bytes, there are 3");
    refused(&[b'B', 1, 14, 0], "0x42, not 0x48");
    refused(&[0xc8, 1, 14, 0], "0xc8, not 0x48");
    refused(&[b'H', 0, 14, 0], "version 0");
    refused(&[b'H', 1, 3, 0], "precision 3");
    refused(&[b'H', 1, 19, 0], "precision 19");
    refused(&[b'H', 1, 14, 1], "no values");
    refused(&[b'H', 1, 14, 0, 1], "without a domain");
    refused(&[b'H', 1, 14, 1, 0], "form 0");
    refused(&[b'H', 1, 14, 1, 3], "form 3");
    refused(&[b'H', 1, 14, 1, 1], "count");
    refused(&[b'H', 1, 14, 1, 1, 0, 0], "count");
    refused(&[b'H', 1, 4, 1, 1, 3, 0], "count");
    refused(&[b'H', 1, 14, 1, 2], "cut short");

    let newer = Hll::decode(&[b'H', 2, 14, 0]).unwrap_err();
    assert_eq!(newer, Error::newer_format("hll", 2, 1));
    assert!(newer.hint().unwrap().contains("Upgrade"));
}

#[test]
fn small_sketches_are_small() {
    let widest = [0, u64::MAX, 1 << 63, (1 << 63) - 1].map(hash_of);
    for precision in MIN_PRECISION..=MAX_PRECISION {
        assert!(Hll::new(precision).unwrap().encode().len() <= 16);
        for hash in widest.into_iter().chain((0..1_000).map(SketchHash::integer)) {
            assert!(build(precision, [hash]).encode().len() <= 20);
        }
    }
    for domain in Domain::ALL {
        let hash = SketchHash::from_bits(domain.byte().into()).unwrap();
        assert_eq!(build(14, [hash]).encode()[3], domain.byte());
    }
}

#[test]
fn large_sketches_meet_the_promised_size() {
    const SEEDS: u64 = 10;
    const MOST: usize = 7_300;
    let sizes: Vec<u64> = (0..=120).map(|step| (3e4 * 1.05f64.powi(step)) as u64).collect();
    let mut totals = vec![0; sizes.len()];
    for seed in 0..SEEDS {
        let mut random = Random(seed);
        let mut sketch = Hll::new(14).unwrap();
        let mut added = 0;
        for (total, size) in totals.iter_mut().zip(&sizes) {
            (added..*size).for_each(|_| sketch.add(random.hash()).unwrap());
            added = *size;
            *total += sketch.encode().len();
        }
    }
    for (total, size) in totals.iter().zip(&sizes) {
        let mean = total / SEEDS as usize;
        assert!(mean <= MOST, "{mean} bytes for {size} values");
    }
    let largest = totals.iter().max().unwrap() / SEEDS as usize;
    let mean = totals.iter().sum::<usize>() / totals.len() / SEEDS as usize;
    println!("dense sketches of precision 14 take {mean} bytes on average, {largest} at most");
}

#[test]
fn a_list_is_no_longer_than_the_registers_after_it() {
    for precision in MIN_PRECISION..=MAX_PRECISION {
        let mut random = Random(5);
        let mut sketch = build(precision, []);
        let mut list = 0;
        while sketch.registers().is_none() {
            list = sketch.encode().len();
            let step = if sketch.entry_count() + 99 < sparse_limit(precision) { 99 } else { 1 };
            (0..step).for_each(|_| sketch.add(random.hash()).unwrap());
        }
        let registers = sketch.encode().len();
        // At low precisions the length varies by a byte or two.
        assert!(list <= registers + 2, "{list} and {registers} bytes at precision {precision}");
    }
}
