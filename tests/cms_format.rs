//! The stored form of `cms`: golden files, damage, and what is refused. The bytes of a version never change.

#![allow(clippy::unwrap_used)]

#[path = "common/cms.rs"]
mod cms;
mod common;
#[path = "common/damage.rs"]
mod damage;
#[path = "common/golden.rs"]
mod golden;
#[path = "common/input.rs"]
mod input;
#[path = "common/cms_survival.rs"]
mod survival;

use cms::{Item, bigints, build, shape};
use common::Random;
use golden::{Golden, assert_example, assert_files};
use pg_sketch::cms::{Cms, MAX_STORED_LEN, MAX_TOTAL, Shape};
use pg_sketch::error::Kind;
use pg_sketch::hash::{Key, SketchHash};
use pg_sketch::sketch::Sketch;
use proptest::prelude::*;
use survival::accepted_as_canonical;

fn texts(shape: Shape, texts: &[(&str, u64)]) -> Cms {
    let items: Vec<Item> =
        texts.iter().map(|(text, weight)| (SketchHash::text(text.as_bytes()), *weight)).collect();
    build(shape, &items)
}

fn goldens() -> Vec<Golden<Cms>> {
    let golden = |name, what, sketch| Golden { name, what, sketch };
    let key = Key::new(b"0123456789abcdef").unwrap();
    let keyed = |number: i64| {
        SketchHash::keyed(pg_sketch::domain::Domain::Integer, &number.to_le_bytes(), &key)
    };
    vec![
        golden("empty-2719x5", "nothing, at the default epsilon and delta", Cms::default()),
        golden("empty-2718282x21", "nothing, at the lowest ones", Cms::new(shape(2_718_282, 21))),
        golden(
            "texts-4-2719x5",
            "the empty text, a, zwölf three times, 日本語 1,000 times",
            texts(Shape::default(), &[("", 1), ("a", 1), ("zwölf", 3), ("日本語", 1_000)]),
        ),
        golden("bigints-3-6x1", "1, 2 and 3, each as often as it says", bigints(shape(6, 1), 3)),
        golden("bigints-20-8x3", "1 to 20, each as often as it says", bigints(shape(8, 3), 20)),
        golden(
            "bigints-400-28x3",
            "1 to 400, each as often as it says",
            bigints(shape(28, 3), 400),
        ),
        golden(
            "bigints-extremes-6x2",
            "the lowest and the highest one, with the highest total",
            build(
                shape(6, 2),
                &[
                    (SketchHash::integer(i64::MIN), 1 << 40),
                    (SketchHash::integer(i64::MAX), MAX_TOTAL - (1 << 40)),
                ],
            ),
        ),
        golden(
            "keyed-3-28x2",
            "1, 2 and 3 with the key 0123456789abcdef",
            build(shape(28, 2), &[(keyed(1), 1), (keyed(2), 1), (keyed(3), 1)]),
        ),
    ]
}

#[test]
fn golden_files_stay_as_they_are() {
    assert_files(&goldens(), |one, other| one.encode() == other.encode());
    assert_example(include_str!("../src/cms/stored.rs"), &bigints(shape(6, 1), 3));
}

#[test]
fn parts_of_sketches_and_sketches_with_more_are_refused() {
    // A sparse sketch whose last counters are cut off has rows that no longer sum up to the total.
    damage::assert_whole(&goldens(), accepted_as_canonical, |_, _| false);
}

#[test]
fn flipped_bits_are_refused_or_those_of_another_sketch() {
    damage::flip_each_bit(&goldens(), accepted_as_canonical);
    damage::flip_two_bits(&goldens(), 20, accepted_as_canonical);
}

#[test]
fn the_form_is_sparse_while_that_takes_less_than_a_byte_a_counter() {
    let mut random = Random(1);
    let mut items = Vec::new();
    let mut forms = [0; 2];
    for _ in 0..3_000 {
        items.push((random.hash(), 1));
        if items.len() % 100 == 1 {
            let stored = build(Shape::default(), &items).encode();
            forms[usize::from(stored[16] != 0)] += 1;
            assert!(stored.len() <= 17 + 2_719 * 5);
            assert_eq!(stored[16] == 0, stored.len() < 17 + 2_719 * 5);
        }
    }
    assert!(forms[0] > 5 && forms[1] > 5, "{forms:?}");
    let longest = MAX_STORED_LEN;
    assert!(longest < 1_000_000_000);
}

#[test]
fn counters_are_no_wider_than_they_must_be() {
    for (highest, width) in [(0xff, 1), (0x100, 2), (0xffff, 2), (0x1_0000, 4), (1 << 32, 8)] {
        let numbers = (0..50).map(|number| (SketchHash::integer(number), 1));
        let items: Vec<Item> = numbers.chain([(SketchHash::integer(0), highest)]).collect();
        let mut sketch = build(shape(6, 2), &items);
        let excess = sketch.total() - 51;
        let stored = sketch.encode();
        // The counter of 0 is higher than its count, but for those that share it.
        assert!(stored[16] >= width, "{highest}");
        sketch.remove((SketchHash::integer(0), excess.min(highest))).unwrap();
        assert_eq!(sketch.encode()[16], 1);
    }
}

/// One thing is wrong with each of them.
#[test]
fn what_encode_does_not_write_is_refused() {
    let sparse = bigints(Shape::default(), 3).encode();
    let dense = bigints(shape(6, 1), 50).encode();
    let put = |stored: &[u8], at: usize, bytes: &[u8]| {
        let mut stored = stored.to_vec();
        stored[at..at + bytes.len()].copy_from_slice(bytes);
        stored
    };
    let mut cases = vec![
        (put(&sparse, 0, b"H"), "The first byte is 0x48"),
        (put(&sparse, 1, &[0]), "format version 0"),
        (put(&sparse, 2, &[0]), "no 0 rows"),
        (put(&sparse, 2, &[22]), "no 22 rows"),
        (put(&sparse, 3, &[0]), "does not go with the domain"),
        (put(&sparse, 4, &[0; 4]), "rows of 0 counters"),
        (put(&sparse, 4, &[255; 4]), "rows of 4294967295 counters"),
        (put(&sparse, 8, &[7]), "do not sum up to the total"),
        (put(&sparse, 8, &[0; 8]), "does not go with the domain"),
        (put(&sparse, 15, &[0x80]), "does not go with the domain"),
        (put(&sparse, 16, &[3]), "no counters of 3 bytes"),
        (put(&sparse, 16, &[1]), "do not take the bytes"),
        (put(&dense, 16, &[1]), "do not take the bytes"),
        (put(&dense, 16, &[0]), "sparse counter"),
        (sparse[..16].to_vec(), "end before the counters"),
    ];
    // Counters that are wider than needed, and dense ones where sparse ones are shorter.
    let mut wide = dense[..17].to_vec();
    dense[17..].chunks(usize::from(dense[16])).for_each(|counter| {
        let mut counter = counter.to_vec();
        counter.resize(8, 0);
        wide.extend(counter);
    });
    wide[16] = 8;
    cases.push((wide, "not the canonical form"));
    let few = bigints(shape(6, 1), 1).encode();
    let mut unpacked = few[..17].to_vec();
    unpacked[16] = 1;
    unpacked.extend([0; 6]);
    let at = few[17];
    unpacked[17 + usize::from(at)] = 1;
    cases.push((unpacked, "not the canonical form"));
    for (bytes, expected) in cases {
        let error = Cms::decode(&bytes).unwrap_err();
        assert_eq!(error.kind(), Kind::BadBytes);
        assert!(error.detail().contains(expected), "{expected}: {}", error.detail());
        assert!(!accepted_as_canonical(&bytes));
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None, ..ProptestConfig::with_cases(2_000)
    })]

    #[test]
    fn any_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        accepted_as_canonical(&bytes);
    }

    #[test]
    fn any_bytes_behind_a_head_do_no_harm(
        kind in prop_oneof![Just(b'C'), Just(b'C' | 0x80)], second in 0..5u8, third in 0..5u8,
        domain in 0..14u8, width in 0..20u32, total in prop_oneof![0..300u64, any::<u64>()],
        body in prop::collection::vec(prop_oneof![Just(0u8), any::<u8>(), 0..4u8], 0..400),
    ) {
        let head = [&[kind, second, third, domain][..], &width.to_le_bytes(), &total.to_le_bytes()].concat();
        accepted_as_canonical(&[&head[..], &body].concat());
    }

    #[test]
    fn damaged_states_do_no_harm(
        values in 0..200i64, at in 0..2_000usize, byte: u8, width in 1..40u32,
    ) {
        let mut bytes = bigints(shape(width, 2), values).into_buffer();
        let at = at % bytes.len();
        bytes[at] = byte;
        accepted_as_canonical(&bytes);
    }
}
