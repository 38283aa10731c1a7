//! What is said of bytes that no `bloom` has.

#![allow(clippy::unwrap_used)]

mod common;
#[path = "common/input.rs"]
mod input;
#[path = "common/survival.rs"]
mod survival;

use pg_sketch::bloom::head::Head;
use pg_sketch::bloom::layer::{Layer, RECORD_LEN};
use pg_sketch::bloom::shape::Shape;
use pg_sketch::bloom::view::View;
use pg_sketch::bloom::{Bloom, MAX_CAPACITY, MAX_LAYERS, UNSIZED_LIMIT, list_limit};
use pg_sketch::error::{Error, Kind};
use pg_sketch::sketch::Sketch;
use survival::{FIXED_LEN, accepted_as_canonical, bigints, filter_of, survives};

/// A sound filter, taken apart.
fn layer_and_bits(capacity: u64, rate: f64, keys: i64) -> (Layer, Vec<u8>) {
    let stored = bigints(capacity, rate, 1..=keys).encode();
    let (record, bits) = stored[FIXED_LEN..].split_first_chunk::<RECORD_LEN>().unwrap();
    (Layer::read(record), bits.to_vec())
}

fn refused(bytes: &[u8], words: &str) {
    survives(bytes);
    match Bloom::decode(bytes) {
        Err(error) if error.kind() == Kind::BadBytes => {
            assert!(error.detail().contains(words), "{} for {words}", error.detail());
        }
        other => panic!("{other:?} where {words} were expected"),
    }
}

#[test]
fn what_is_wrong_with_the_header_or_a_list_is_said() {
    refused(&[], "4 bytes, there are 0");
    refused(&[b'B', 1, 0], "4 bytes, there are 3");
    refused(&[b'H', 1, 14, 0], "0x48, not 0x42");
    refused(&[0xc8, 1, 14, 0], "0xc8, not 0x42");
    refused(&[0xc2, 0, 0, 0], "transition state");
    refused(&bigints(1_000, 0.01, 1..=2).into_buffer(), "transition state");
    refused(&[b'B', 0, 0, 0], "version 0");
    refused(&[b'B', 1, 0, 0], "The rate is cut off");
    refused(&[b'B', 1, 0, 0, 1, 2, 3, 4, 5, 6, 7], "The rate is cut off");

    let newer = Bloom::decode(&[b'B', 2, 0, 0]).unwrap_err();
    assert_eq!(newer, Error::newer_format("bloom", 2, 1));
    assert!(newer.hint().unwrap().contains("Upgrade"));

    let list = |domain: u8, rate: f64, capacity: u64, hashes: &[u64]| {
        let mut bytes = vec![b'B', 1, 0, domain];
        bytes.extend(rate.to_le_bytes());
        bytes.extend(capacity.to_le_bytes());
        hashes.iter().for_each(|hash| bytes.extend(&hash.to_le_bytes()[..7]));
        bytes
    };
    assert!(accepted_as_canonical(&list(1, 0.01, 1_000, &[5, 6])));
    assert!(accepted_as_canonical(&list(0, 0.01, 1_000, &[])));
    let nan = f64::NAN;
    for rate in [nan, -nan, f64::INFINITY, -f64::INFINITY, 0.0, -0.0, -0.01, 0.51, 1.0, 9.9e-9] {
        refused(&list(1, rate, 1_000, &[5]), "The rate is out of range");
        refused(&list(0, rate, 1_000, &[]), "The rate is out of range");
    }
    for capacity in [MAX_CAPACITY + 1, 1 << 63, u64::MAX] {
        refused(&list(1, 0.01, capacity, &[5]), "The capacity is out of range");
    }
    refused(&list(1, 0.01, 1_000, &[])[..19], "The capacity is cut off");
    refused(&list(1, 0.01, 1_000, &[5, 6])[..33], "does not take 13 bytes");
    refused(&list(0, 0.01, 1_000, &[5]), "keys without a domain");
    refused(&list(1, 0.01, 1_000, &[]), "a domain without keys");
    refused(&list(1, 0.01, 1_000, &[6, 5]), "not in order");
    refused(&list(1, 0.01, 1_000, &[5, 5]), "not in order");
    let many: Vec<u64> = (0..1_025).collect();
    assert_eq!(list_limit(1_000, 0.01), 180);
    assert!(accepted_as_canonical(&list(1, 0.01, 1_000, &many[..180])));
    refused(&list(1, 0.01, 1_000, &many[..181]), "more keys than a list may");
    refused(&list(1, 0.01, 1, &[5, 6]), "more keys than a list may");
    assert!(accepted_as_canonical(&list(1, 0.01, 1_000_000, &many[..1_024])));
    refused(&list(1, 0.01, 1_000_000, &many), "does not take 7175 bytes");
    // Without a capacity a list may be longer, and empty.
    assert!(accepted_as_canonical(&list(1, 0.01, 0, &many)));
    assert!(accepted_as_canonical(&list(0, 0.01, 0, &[])));
    refused(&list(1, 0.01, 0, &[6, 5]), "not in order");
    refused(&list(0, 0.01, 0, &[5]), "keys without a domain");
    let most: Vec<u64> = (0..=UNSIZED_LIMIT as u64).collect();
    assert!(Bloom::decode(&list(1, 0.01, 0, &most[1..])).is_ok());
    let error = Bloom::decode(&list(1, 0.01, 0, &most)).unwrap_err();
    assert!(error.detail().contains("does not take 29360135 bytes"), "{}", error.detail());
    refused(&list(1, 0.01, MAX_CAPACITY, &[5]), "would be too large");
    refused(&list(0, 0.01, 2_000_000_000, &[]), "would be too large");
}

#[test]
fn what_is_wrong_with_layers_is_said() {
    let rate = 0.01;
    let (layer, bits) = layer_and_bits(1_000, rate, 600);
    assert!(layer.shape.blocks > 2);
    assert!(accepted_as_canonical(&filter_of(rate, &[layer], &bits)));
    let one = |layer: Layer| filter_of(rate, &[layer], &bits);
    let shaped = |shape: Shape| one(Layer { shape, ..layer });
    let Shape { blocks, block_len, probes } = layer.shape;

    let sound = one(layer);
    for len in FIXED_LEN..FIXED_LEN + RECORD_LEN {
        refused(&sound[..len], "The records of the layers are cut off");
    }
    refused(&sound[..sound.len() - 1], "The layers take");
    refused(&[sound.as_slice(), &[0]].concat(), "The layers take");
    let mut without_domain = sound.clone();
    without_domain[3] = 0;
    refused(&without_domain, "keys without a domain");
    for wrong in [f64::NAN, 0.0, 0.6] {
        refused(&filter_of(wrong, &[layer], &bits), "The rate is out of range");
    }
    let too_many = filter_of(rate, &[layer; 65], &bits.repeat(65));
    refused(&too_many, "more layers than there may be");

    // No shape to work with.
    for shape in [
        Shape { blocks: 0, ..layer.shape },
        Shape { block_len: 0, ..layer.shape },
        Shape { block_len: 257, ..layer.shape },
        Shape { block_len: u16::MAX, ..layer.shape },
        Shape { probes: 0, ..layer.shape },
        Shape { probes: 81, ..layer.shape },
        Shape { probes: 255, ..layer.shape },
        Shape { blocks: u32::MAX, block_len: 256, probes },
    ] {
        refused(&shaped(shape), "one of no possible shape");
    }
    let ends = [0, MAX_CAPACITY, MAX_CAPACITY + 1, 1 << 63, u64::MAX];
    for wrong in ends.map(|capacity| Layer { capacity, ..layer }) {
        refused(&one(wrong), "one of no possible shape");
    }
    let bits_of_all = layer.shape.bits();
    for wrong in [
        Layer { level: 41, ..layer },
        Layer { level: 255, ..layer },
        Layer { ones: bits_of_all + 1, ..layer },
        Layer { ones: u64::MAX, ..layer },
        Layer { limit: bits_of_all + 1, ..layer },
        Layer { limit: u64::MAX, ones: u64::MAX - 3, ..layer },
    ] {
        refused(&one(wrong), "one of no possible shape");
    }

    // Not the bytes that there are.
    for blocks in [blocks - 1, blocks + 1, 3_000_000] {
        refused(&shaped(Shape { blocks, ..layer.shape }), "The layers take");
    }
    refused(&shaped(Shape { block_len: block_len - 1, ..layer.shape }), "The layers take");
    refused(&filter_of(rate, &[layer, layer], &bits), "The layers take");

    // Not the shape of that capacity and rate.
    let as_long = Shape { blocks: block_len.into(), block_len: blocks as u16, probes };
    for shape in [as_long, Shape { probes: probes + 1, ..layer.shape }] {
        refused(&shaped(shape), "the shape that its capacity and rate call for");
    }
    for wrong in [
        Layer { capacity: 999, ..layer },
        Layer { limit: layer.limit - 1, ..layer },
        Layer { limit: bits_of_all, ..layer },
    ] {
        refused(&one(wrong), "the shape that its capacity and rate call for");
    }
    refused(&filter_of(0.02, &[layer], &bits), "the shape that its capacity and rate call for");

    refused(&one(Layer { ones: 0, ..layer }), "one is empty");
    for ones in [1, layer.ones - 1, layer.ones + 1, bits_of_all] {
        refused(&one(Layer { ones, ..layer }), "as many bits set as it says");
    }

    for ones in [1, layer.limit, bits_of_all] {
        let many = [Layer { ones, ..layer }; MAX_LAYERS];
        refused(&filter_of(rate, &many, &bits.repeat(MAX_LAYERS)), "as many bits set as it says");
    }

    // Layers that are sound, but not together.
    let (smaller, smaller_bits) = layer_and_bits(500, rate, 300);
    let pair = |first: Layer, second: Layer, bits: [&[u8]; 2]| {
        filter_of(rate, &[first, second], &bits.concat())
    };
    assert!(accepted_as_canonical(&pair(smaller, layer, [&smaller_bits, &bits])));
    assert!(accepted_as_canonical(&pair(layer, layer, [&bits, &bits])));
    refused(&pair(layer, smaller, [&bits, &smaller_bits]), "The layers are out of order");
    let next = Layer::new(1_000, rate, 1).unwrap();
    let next_bits = [&[255], &vec![0; next.shape.len() - 1][..]].concat();
    let next = Layer { ones: 8, ..next };
    assert!(accepted_as_canonical(&pair(smaller, next, [&smaller_bits, &next_bits])));
    refused(&pair(next, layer, [&next_bits, &bits]), "The layers are out of order");
    refused(&filter_of(rate, &[next], &next_bits), "A layer before others is missing");
    let later = Layer { ones: 8, ..Layer::new(1_000, rate, 2).unwrap() };
    let later_bits = [&[255], &vec![0; later.shape.len() - 1][..]].concat();
    refused(&pair(smaller, later, [&smaller_bits, &later_bits]), "A layer before others");
}

#[test]
fn bytes_that_promise_much_are_refused_before_there_is_room_for_it() {
    let (layer, bits) = layer_and_bits(100, 0.01, 60);
    let huge = Shape { blocks: u32::MAX, block_len: 256, probes: 7 };
    let large = Shape { blocks: 3_900_000, block_len: 256, probes: 7 };
    for shape in [huge, large] {
        for count in [1, 2, 64] {
            let wrong = Layer { shape, capacity: 100_000_000, ..layer };
            let bytes = filter_of(0.01, &vec![wrong; count], &bits);
            assert!(View::read(&bytes).is_err());
            let head = &bytes[..FIXED_LEN + count * RECORD_LEN];
            assert!(Head::read(head, bytes.len()).is_err());
            assert!(Head::read(head, usize::MAX).is_err());
            assert!(!accepted_as_canonical(&bytes));
        }
    }
    // Nor does a small layer that says it is a large one make the next as large.
    let wrong = Layer { capacity: 1 << 30, ones: layer.limit, ..layer };
    assert!(View::read(&filter_of(0.01, &[wrong], &bits)).is_err());
}
