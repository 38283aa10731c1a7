//! Placement as docs/hashing.md defines it, written down a second time and as plainly as that page, against
//! the code; and test vectors of those who have defined what others must meet.

#![allow(clippy::unwrap_used)]

mod common;
#[path = "common/nodes.rs"]
mod nodes;
#[path = "common/random_nodes.rs"]
mod random_nodes;
#[path = "common/values.rs"]
mod values;

use common::Random;
use nodes::{Set, WAYS, Way, rankings};
use pg_sketch::hash::SketchHash;
use pg_sketch::placement::jump::{bucket, jump};
use pg_sketch::placement::kafka::Partitioner;
use pg_sketch::placement::redis_slot::redis_slot;
use random_nodes::random_set;
use values::random_values;
use xxhash_rust::xxh3::xxh3_64;

fn pair(first: u64, second: u64) -> u64 {
    xxh3_64(&[first.to_le_bytes(), second.to_le_bytes()].concat())
}

fn position(name: &str) -> u64 {
    SketchHash::text(name.as_bytes()).bits()
}

fn best_first(mut ranked: Vec<(f64, String)>) -> Vec<String> {
    ranked.sort_by(|(a, a_name), (b, b_name)| b.total_cmp(a).then(a_name.cmp(b_name)));
    ranked.into_iter().map(|(_, name)| name).collect()
}

fn weighted_score(value: u64, (name, weight): &(String, f64)) -> f64 {
    let upper = pair(value, position(name)) >> 11;
    -weight / ((upper as f64 + 0.5) / 2_f64.powi(53)).ln()
}

fn rendezvous(value: u64, set: &Set, is_weighted: bool) -> Vec<String> {
    if is_weighted {
        let score = |node: &(String, f64)| (weighted_score(value, node), node.0.clone());
        return best_first(set.iter().map(score).collect());
    }
    let mut names: Vec<_> = set.iter().map(|(name, _)| name.clone()).collect();
    names.sort_by_key(|name| (std::cmp::Reverse(pair(value, position(name))), name.clone()));
    names
}

fn ring(value: u64, set: &Set, is_weighted: bool, points: u64) -> Vec<String> {
    let mut sorted = Vec::new();
    for (name, weight) in set {
        let weight = if is_weighted { *weight } else { 1.0 };
        for number in 0..(points as f64 * weight).round().max(1.0) as u64 {
            sorted.push((pair(position(name), number), name));
        }
    }
    sorted.sort();
    let (before, after): (Vec<_>, Vec<_>) = sorted.iter().partition(|point| point.0 < value);
    let mut names: Vec<String> = Vec::new();
    for (_, name) in after.into_iter().chain(before) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

#[test]
fn placement_is_what_the_page_says() {
    for number in 0..2_000 {
        let mut random = Random(number);
        let set = random_set(&mut random, 20);
        let values = random_values(5, random.bits());
        let is_weighted = number % 2 == 0;
        let points = 1 + random.bits() % 30;
        for way in WAYS {
            let found = rankings(way, (&set, is_weighted), points, &values, usize::MAX);
            for (value, found) in values.iter().zip(found) {
                let expected = match way {
                    Way::Rendezvous => rendezvous(value.bits(), &set, is_weighted),
                    _ => ring(value.bits(), &set, is_weighted, points),
                };
                assert_eq!(found, expected, "{way:?} {number}");
            }
        }
    }
}

#[test]
fn jump_is_that_of_the_paper() {
    for (key, buckets, expected) in
        [(1, 1, 0), (42, 57, 43), (256, 1024, 520), (0xDEAD_10CC, 666, 361)]
    {
        assert_eq!(jump(key, buckets), expected);
    }
    let of = |buckets| bucket(SketchHash::integer(42), buckets);
    assert_eq!([of(1), of(5), of(16), of(1024)], [0, 3, 7, 764]);
    assert!(of(i32::MAX as u32) < i32::MAX as u32);
}

#[test]
fn slots_are_those_of_redis() {
    for (key, expected) in [
        ("somekey", 11058),
        ("foo{hash_tag}", 2515),
        ("rl:{user42}:minute", 14710),
        ("rl:{user42}:hour", 14710),
        ("123456789", 12739),
        ("{user1000}.following", 3443),
        ("foo{{bar}}zap", 4015),
        ("{}x", 10595),
        ("", 0),
    ] {
        assert_eq!(redis_slot(key.as_bytes()), expected, "{key}");
    }
    for (key, tag) in
        [("a{b}c{d}", "b"), ("}a{b}", "b"), ("{a}", "a"), ("{{a}}", "{a"), ("{a\0}b", "a\0")]
    {
        assert_eq!(redis_slot(key.as_bytes()), redis_slot(tag.as_bytes()), "{key}");
    }
    for key in ["{}", "{}{a}", "{a", "a}", "}{", "{"] {
        assert_ne!(redis_slot(key.as_bytes()), redis_slot(b"a"), "{key}");
    }
}

#[test]
fn partitions_are_those_of_producers() {
    let murmur2 = |key: &str| Partitioner::Murmur2.partition(key.as_bytes(), 12);
    for (key, expected) in
        [("21", 0), ("foobar", 6), ("a-little-bit-long-string", 8), ("abc", 3), ("", 9)]
    {
        assert_eq!(murmur2(key), expected, "{key}");
    }
    // The check value of the catalogue of CRCs.
    let crc32 = |key: &str, partitions| Partitioner::Crc32.partition(key.as_bytes(), partitions);
    assert_eq!(crc32("123456789", u32::MAX), 0xcbf4_3926);
    assert_eq!(crc32("", 12), 0);
    assert_eq!(Partitioner::of(b"crc32").unwrap(), Partitioner::Crc32);
    assert_eq!(Partitioner::of(b"murmur2").unwrap(), Partitioner::Murmur2);
    for name in ["", "Murmur2", "murmur2 ", "murmur2_random", "consistent"] {
        assert!(Partitioner::of(name.as_bytes()).is_err());
    }
}
