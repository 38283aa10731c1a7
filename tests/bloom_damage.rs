//! Bytes that are no `bloom`, or one that was tampered with: they do no harm, and what is wrong with
//! them is said.

#![allow(clippy::unwrap_used)]

mod common;
#[path = "common/input.rs"]
mod input;
#[path = "common/survival.rs"]
mod survival;

use pg_sketch::bloom::filling::FRONT_LEN;
use pg_sketch::bloom::layer::Layer;
use pg_sketch::bloom::shape::Shape;
use pg_sketch::bloom::{Bloom, MAX_CAPACITY, list_limit};
use pg_sketch::hash::SketchHash;
use pg_sketch::sketch::Sketch;
use proptest::prelude::*;
use survival::{accepted_as_canonical, bigints, filter_of, survives};

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None, ..ProptestConfig::with_cases(2_000)
    })]

    #[test]
    fn any_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        accepted_as_canonical(&bytes);
    }

    #[test]
    fn any_bytes_behind_a_header_do_no_harm(
        version in 1..3u8, layers in 0..4u8, domain in 0..13u8,
        rate in prop_oneof![any::<f64>(), 0.0..1.0, Just(0.01)],
        body in prop::collection::vec(prop_oneof![Just(0u8), any::<u8>(), 0..4u8], 0..300),
    ) {
        let header = [b'B', version, layers, domain];
        accepted_as_canonical(&[&header, &rate.to_le_bytes()[..], &body].concat());
    }

    #[test]
    fn any_records_do_no_harm(
        layers in prop::collection::vec(any_layer(), 1..5), rate in rates(), bit: u8,
    ) {
        let len: usize = layers.iter().map(|layer| layer.shape.len()).sum();
        accepted_as_canonical(&filter_of(rate, &layers, &vec![bit; len.min(100_000)]));
    }

    #[test]
    fn any_list_is_refused_or_canonical(
        capacity in prop_oneof![0..100u64, Just(0), any::<u64>()], rate in rates(), domain in 0..13u8,
        mut hashes in prop::collection::vec(0..99_999u64, 0..40), sorted: bool,
    ) {
        if sorted {
            hashes.sort_unstable();
            hashes.dedup();
        }
        let list = hashes.iter().flat_map(|hash| hash.to_le_bytes().into_iter().take(7));
        let mut bytes = vec![b'B', 1, 0, domain];
        bytes.extend(rate.to_le_bytes());
        bytes.extend(capacity.to_le_bytes());
        bytes.extend(list);
        let strictly = hashes.windows(2).all(|pair| pair[0] < pair[1]);
        let accepted = accepted_as_canonical(&bytes);
        prop_assert!(!accepted || strictly);
        let fits = capacity == 0
            || capacity < 1_000_000 && hashes.len() <= list_limit(capacity, rate);
        let sound = strictly && (domain > 0) != hashes.is_empty() && fits;
        prop_assert!(accepted || !sound);
    }

    #[test]
    fn states_that_were_tampered_with_do_no_harm(
        capacity in prop_oneof![Just(None), (1..400u64).prop_map(Some)], rate in rates(),
        count in 0..60i64, at: prop::sample::Index, byte: u8, len: prop::sample::Index,
    ) {
        let mut state = match capacity {
            Some(capacity) => Bloom::new(capacity, rate).unwrap(),
            None => Bloom::unsized_with(rate),
        };
        (0..count).for_each(|value| state.add(SketchHash::integer(value)).unwrap());
        let memory = state.into_buffer();
        let mut changed = memory.clone();
        changed[at.index(memory.len())] = byte;
        survives(&changed);
        // Most of a table is its slots, most of what may go wrong is before them.
        changed = memory.clone();
        changed[at.index(memory.len().min(36))] = byte;
        survives(&changed);
        survives(&memory[..len.index(memory.len())]);
        survives(&[memory.as_slice(), &[byte; 9][..len.index(10)]].concat());
    }

    #[test]
    fn values_in_front_that_were_tampered_with_do_no_harm(
        front in prop::collection::vec(prop_oneof![Just(0u8), Just(1u8), any::<u8>()], FRONT_LEN - 1),
        keys in 0..900i64, at: prop::sample::Index, byte: u8, len: prop::sample::Index,
    ) {
        let filter = bigints(300, 0.01, 1..=keys).into_buffer();
        let bytes = [&[0xe2], front.as_slice(), filter.as_slice()].concat();
        prop_assert!(!accepted_as_canonical(&bytes));
        survives(&bytes[..len.index(bytes.len())]);
        let mut changed = bytes.clone();
        changed[at.index(bytes.len().min(FRONT_LEN + 60))] = byte;
        survives(&changed);
    }

    #[test]
    fn states_of_any_bytes_do_no_harm(
        domain in 0..13u8, rate in rates(), capacity in prop_oneof![0..300u64, any::<u64>()],
        count in 0..9u32, limit in prop_oneof![0..30u32, any::<u32>()], right_limit: bool,
        slots in prop::collection::vec(prop_oneof![Just(0), (1..99u64).prop_map(|hash| hash << 8 | 1),
            any::<u64>()], 0..20),
    ) {
        let expected = match capacity {
            0 => 1 << 22,
            _ => list_limit(capacity.min(MAX_CAPACITY), rate) as u32,
        };
        let limit = if right_limit { expected } else { limit };
        let mut bytes = vec![0xc2, 0, 0, domain];
        bytes.extend(rate.to_le_bytes());
        bytes.extend(capacity.to_le_bytes());
        let taken = slots.iter().filter(|slot| **slot != 0).count() as u32;
        for count in [count, taken] {
            let mut bytes = bytes.clone();
            bytes.extend(count.to_le_bytes());
            bytes.extend(limit.to_le_bytes());
            slots.iter().for_each(|slot| bytes.extend(slot.to_le_bytes()));
            survives(&bytes);
            prop_assert!(Bloom::decode(&bytes).is_err());
        }
    }
}

fn rates() -> impl Strategy<Value = f64> {
    prop_oneof![prop::sample::select(&[0.5, 0.1, 0.01, 1e-8]), 1e-8..0.5]
}

/// A record that may or may not be one.
fn any_layer() -> impl Strategy<Value = Layer> {
    let number = || prop_oneof![0..300u64, any::<u64>()];
    let shape = (
        prop_oneof![0..9u32, any::<u32>()],
        prop_oneof![0..=256u16, any::<u16>()],
        prop_oneof![0..9u8, any::<u8>()],
    );
    let shape = shape.prop_map(|(blocks, block_len, probes)| Shape { blocks, block_len, probes });
    (number(), number(), number(), shape, prop_oneof![0..3u8, any::<u8>()]).prop_map(
        |(capacity, ones, limit, shape, level)| Layer { capacity, ones, limit, shape, level },
    )
}
