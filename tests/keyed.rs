//! Keyed hashes: SipHash-2-4 as its authors published it, over the domain and the canonical bytes; and
//! domains that keep keys and types apart.

#![allow(clippy::unwrap_used)]

mod common;

use common::Random;
use pg_sketch::domain::{Domain, mismatch};
use pg_sketch::error::Kind;
use pg_sketch::hash::{Key, SketchHash};
use pg_sketch::hll::Hll;
use std::collections::BTreeSet;

/// SipHash-2-4, from the paper: Aumasson and Bernstein, SipHash: a fast short-input PRF (2012).
fn sip_hash(key: &[u8; 16], message: &[u8]) -> u64 {
    let word =
        |bytes: &[u8]| bytes.iter().rev().fold(0u64, |high, byte| high << 8 | u64::from(*byte));
    let (low, high) = (word(&key[..8]), word(&key[8..]));
    let mut v = [
        low ^ 0x736f6d6570736575,
        high ^ 0x646f72616e646f6d,
        low ^ 0x6c7967656e657261,
        high ^ 0x7465646279746573,
    ];
    let round = |v: &mut [u64; 4]| {
        let half = |v: &mut [u64; 4], [a, b]: [usize; 2], by: u32| {
            v[a] = v[a].wrapping_add(v[b]);
            v[b] = v[b].rotate_left(by) ^ v[a];
        };
        half(v, [0, 1], 13);
        half(v, [2, 3], 16);
        v[0] = v[0].rotate_left(32);
        half(v, [2, 1], 17);
        half(v, [0, 3], 21);
        v[2] = v[2].rotate_left(32);
    };
    let mut blocks: Vec<Vec<u8>> = message.chunks(8).map(<[u8]>::to_vec).collect();
    if message.len().is_multiple_of(8) {
        blocks.push(Vec::new());
    }
    let last = blocks.last_mut().unwrap();
    last.resize(7, 0);
    last.push(message.len() as u8);
    for block in &blocks {
        let block = word(block);
        v[3] ^= block;
        round(&mut v);
        round(&mut v);
        v[0] ^= block;
    }
    v[2] ^= 0xff;
    (0..4).for_each(|_| round(&mut v));
    v[0] ^ v[1] ^ v[2] ^ v[3]
}

fn counting_key() -> [u8; 16] {
    std::array::from_fn(|at| at as u8)
}

/// The vector of the paper, and the first of the reference implementation.
#[test]
fn the_model_is_the_published_function() {
    let message: Vec<u8> = (0..15).collect();
    assert_eq!(sip_hash(&counting_key(), &message), 0xa129ca6149be45e5);
    assert_eq!(sip_hash(&counting_key(), &[]), 0x726fdb47dd0e0e31);
    assert_eq!(sip_hash(&counting_key(), &[0]), 0x74f839c593dc67fd);
}

#[test]
fn a_hash_is_that_of_the_domain_and_the_canonical_bytes() {
    let mut random = Random(1);
    for len in 0..200 {
        let key: [u8; 16] = std::array::from_fn(|_| random.bits() as u8);
        let canonical: Vec<u8> = (0..len).map(|_| random.bits() as u8).collect();
        let domain = Domain::ALL[len % Domain::ALL.len()];
        let message = [&[domain.byte()], &canonical[..]].concat();
        let fingerprint = sip_hash(&key, b"fingerprint") as u8;
        let mark = fingerprint.wrapping_add(domain.byte()) & 0x7f;
        let expected = sip_hash(&key, &message) & !0xff | 0x80 | u64::from(mark);
        let made = Key::new(&key).unwrap();
        assert!(made.is(&key));
        let hash = SketchHash::keyed(domain, &canonical, &made);
        assert_eq!(hash.bits(), expected);
        assert_eq!(hash.domain().unwrap(), made.domain(domain));
        // It is stored and read as any other.
        assert_eq!(SketchHash::parse(&hash.to_string()), Ok(hash));
        assert_eq!(SketchHash::read_message(&hash.message()), Ok(hash));
    }
}

/// Another type under one key never meets; another key does in one of 128 cases.
#[test]
fn types_never_meet_and_keys_seldom_do() {
    let mut random = Random(2);
    let mut keys: Vec<Key> = Vec::new();
    let mut same = 0;
    for _ in 0..2_000 {
        let key = Key::new(&std::array::from_fn::<u8, 16, _>(|_| random.bits() as u8)).unwrap();
        let domains: BTreeSet<u8> = Domain::ALL.iter().map(|own| key.domain(*own).byte()).collect();
        assert_eq!(domains.len(), Domain::ALL.len());
        assert!(domains.iter().all(|byte| *byte >= 0x80));
        if let Some(last) = keys.last() {
            same += u32::from(last.domain(Domain::Text) == key.domain(Domain::Text));
        }
        keys.push(key);
    }
    assert!((5..30).contains(&same), "{same} of 2,000 pairs, expected 16");
}

#[test]
fn a_key_has_sixteen_bytes() {
    for len in (0..16).chain(17..40) {
        let error = Key::new(&vec![7; len]).err().unwrap();
        assert_eq!(error.kind(), Kind::OutOfRange);
        assert!(error.detail().contains(&format!("{len} bytes long")));
    }
    assert_eq!(Key::missing().kind(), Kind::Null);
}

#[test]
fn what_was_hashed_with_different_keys_is_refused() {
    let [one, other] = [b"0123456789abcdef", b"0123456789abcdeg"].map(|it| Key::new(it).unwrap());
    let hash =
        |key: &Key, value: i64| SketchHash::keyed(Domain::Integer, &value.to_le_bytes(), key);
    let build = |hashes: &mut dyn Iterator<Item = SketchHash>| {
        let mut sketch = Hll::new(14).unwrap();
        hashes.for_each(|hash| sketch.add(hash).unwrap());
        sketch
    };
    let mut sketch = build(&mut (0..1_000).map(|value| hash(&one, value)));
    assert_eq!(sketch.cardinality(), 1_000.0);
    let [own, others] = [&one, &other].map(|key| key.domain(Domain::Integer));
    assert_eq!(sketch.add(hash(&other, 1)), Err(mismatch(own, others)));
    assert_eq!(sketch.add(SketchHash::integer(1)), Err(mismatch(own, Domain::Integer)));
    let union = sketch.merge(&build(&mut (0..9).map(|value| hash(&other, value))));
    assert_eq!(union, Err(mismatch(own, others)));
    let error = mismatch(own, others);
    assert_eq!(error.kind(), Kind::Mismatch);
    assert!(error.hint().unwrap().contains("sketch_hash_keyed"));
    assert!(own.to_string().starts_with("keyed "));
}

/// XXH3 multiplies two words of a value of 17 to 32 bytes by two of a table, and one of zero by anything is
/// zero. So whoever sets one of each pair to what the table has gets one hash of all these values.
#[test]
fn values_chosen_to_collide_do_not_with_a_key() {
    let key = Key::new(&counting_key()).unwrap();
    let mut random = Random(3);
    let [mut plain, mut keyed] = [(); 2].map(|()| BTreeSet::new());
    for _ in 0..100_000 {
        let mut value = [0; 32];
        value[..8].copy_from_slice(&[0xb8, 0xfe, 0x6c, 0x39, 0x23, 0xa4, 0x4b, 0xbe]);
        value[8..16].copy_from_slice(&random.bits().to_le_bytes());
        value[16..24].copy_from_slice(&[0xde, 0xd4, 0x6d, 0xe9, 0x83, 0x90, 0x97, 0xdb]);
        value[24..].copy_from_slice(&random.bits().to_le_bytes());
        plain.insert(SketchHash::bytea(&value));
        keyed.insert(SketchHash::keyed(Domain::Bytea, &value, &key));
    }
    assert_eq!((plain.len(), keyed.len()), (1, 100_000));
}
