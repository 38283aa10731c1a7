//! No false negatives: after any operations on a `bloom`, every way to probe it finds all keys that were
//! added. All ways agree, also about keys that were not added.

#![allow(clippy::unwrap_used)]

mod common;

use common::Random;
use pg_sketch::bloom::head::{FIRST_SLICE, Head, HeadLen, head_len};
use pg_sketch::bloom::info::Info;
use pg_sketch::bloom::probe::contains_in_place;
use pg_sketch::bloom::view::View;
use pg_sketch::bloom::{Bloom, list_limit};
use pg_sketch::domain::{self, Domain};
use pg_sketch::hash::{Key, SketchHash};
use pg_sketch::sketch::{Merge, Sketch};

const SEED: u64 = 0xb100;

/// That many keys of a filter: the same for each seed, and not held in memory.
fn keys(count: usize, seed: u64) -> impl Iterator<Item = SketchHash> + Clone {
    (0..count).scan(seed, |state, _| {
        let mut random = Random(*state);
        let hash = random.hash();
        *state = random.0;
        Some(hash)
    })
}

fn build(capacity: u64, rate: f64, keys: impl Iterator<Item = SketchHash>) -> Bloom {
    let mut filter = Bloom::new(capacity, rate).unwrap();
    keys.for_each(|key| filter.add(key).unwrap());
    filter
}

/// Probes a filter of which not all bytes are read: the head first, then the blocks.
struct InPlace<'a> {
    bytes: &'a [u8],
    head: Option<Head<'a>>,
}

impl<'a> InPlace<'a> {
    fn of(bytes: &'a [u8]) -> InPlace<'a> {
        let first = &bytes[..bytes.len().min(FIRST_SLICE)];
        let head = match head_len(first).unwrap() {
            HeadLen::Whole => None,
            HeadLen::Bytes(len) => Some(Head::read(&bytes[..len], bytes.len()).unwrap()),
        };
        InPlace { bytes, head }
    }

    fn contains(&self, key: SketchHash) -> Option<bool> {
        let head = self.head?;
        head.check_domain(key).unwrap();
        let found = head.blocks(key).any(|block| {
            let bytes = &self.bytes[block.offset..block.offset + block.len];
            let found = block.contains(bytes, key);
            assert!(!block.contains(&bytes[1..], key), "a block cut short holds nothing");
            found
        });
        Some(found)
    }
}

/// Every way to probe stored bytes finds all keys.
fn assert_stored(bytes: &[u8], keys: impl Iterator<Item = SketchHash>) {
    let view = View::read(bytes).unwrap();
    let in_place = InPlace::of(bytes);
    for key in keys {
        assert_eq!(view.contains(key), Ok(true), "{key}");
        assert_ne!(in_place.contains(key), Some(false), "{key}");
        assert_ne!(contains_in_place(bytes, key), Some(false), "{key}");
    }
}

/// All are found in a filter in memory, in the stored one, and in one that was read in every way.
fn assert_members(filter: &Bloom, keys: impl Iterator<Item = SketchHash> + Clone) {
    let view = filter.view().unwrap();
    assert!(keys.clone().all(|key| view.contains(key).unwrap()));
    let stored = filter.encode();
    assert_stored(&stored, keys);
    let memory = filter.clone().into_buffer();
    let again: [Bloom; 4] = [
        Bloom::decode(&stored).unwrap(),
        Bloom::read(&stored).unwrap(),
        Bloom::read(&memory).unwrap(),
        Bloom::resume(memory),
    ];
    again.iter().for_each(|again| assert!(again.encode() == stored));
}

/// Merges all filters, in the order of a random tree.
fn merge_all(mut parts: Vec<Bloom>, random: &mut Random) -> Bloom {
    while parts.len() > 1 {
        let other = parts.swap_remove(random.bits() as usize % parts.len());
        let at = random.bits() as usize % parts.len();
        parts[at].merge(&other).unwrap();
    }
    parts.pop().unwrap()
}

#[test]
fn all_members_are_found_after_a_build() {
    for (count, rates) in [
        (100, &[0.5, 0.1, 0.01, 0.001, 1e-4, 1e-8][..]),
        (10_000, &[0.5, 0.1, 0.01, 0.001, 1e-4, 1e-8]),
        (1_000_000, &[0.1, 0.01, 1e-4]),
        (10_000_000, &[0.01]),
    ] {
        for rate in rates {
            let filter = build(count as u64, *rate, keys(count, SEED));
            assert_members(&filter, keys(count, SEED));
        }
    }
}

#[test]
fn all_members_are_found_however_far_a_filter_has_grown() {
    for (capacity, count) in
        [(1, 1_000), (20, 400), (1_000, 50_000), (1_000, 10_000), (200_000, 1_000_000)]
    {
        for rate in [0.1, 0.01, 1e-4] {
            let filter = build(capacity, rate, keys(count, SEED));
            assert!(filter.view().unwrap().info().layers > 2);
            assert_members(&filter, keys(count, SEED));
        }
    }
}

#[test]
fn all_members_are_found_at_every_step_from_a_list_to_layers() {
    for (capacity, rate) in [(1, 0.5), (30, 0.01), (200, 1e-8), (400, 0.1)] {
        let mut filter = Bloom::new(capacity, rate).unwrap();
        let limit = list_limit(capacity, rate);
        for (count, key) in (1..=3 * capacity as usize + 10).zip(keys(usize::MAX, SEED)) {
            filter.add(key).unwrap();
            // All keys are probed whenever the form changes, and from time to time.
            if count.abs_diff(limit) < 3 || count % 37 == 0 || count < 10 {
                assert_members(&filter, keys(count, SEED));
            }
        }
    }
}

#[test]
fn all_members_are_found_after_any_union() {
    let mut random = Random(3);
    for (count, parts) in [(100, 3), (10_000, 20), (1_000_000, 9)] {
        for rate in [0.1, 0.01, 1e-4] {
            // Equal capacities, enough for all keys or far too small, and different ones.
            for capacities in [
                [count, count, count],
                [count / 4, count / 4, count / 4],
                [count / 50 + 1, count / 10, count / 3],
            ] {
                let sizes = count / parts;
                let part = |at: usize| {
                    let capacity = capacities[at % capacities.len()] as u64;
                    build(capacity, rate, keys(sizes, at as u64))
                };
                let merged = merge_all((0..parts).map(part).collect(), &mut random);
                assert_members(&merged, (0..parts).flat_map(|at| keys(sizes, at as u64)));
            }
        }
    }
}

#[test]
fn all_members_are_found_where_no_capacity_was_given() {
    for count in [1, 100, 10_000, 1_000_000] {
        let mut filter = Bloom::unsized_with(0.01);
        keys(count, SEED).for_each(|key| filter.add(key).unwrap());
        assert_stored(&filter.encode(), keys(count, SEED));
        let halves = [0, 1].map(|half| {
            let mut filter = Bloom::unsized_with(0.01);
            keys(count, SEED).skip(half).step_by(2).for_each(|key| filter.add(key).unwrap());
            filter
        });
        let merged = merge_all(halves.into(), &mut Random(7));
        assert_stored(&merged.encode(), keys(count, SEED));
    }
}

/// A domain of keyed hashes.
fn keyed() -> Domain {
    Key::new(b"a key of 16 byte").unwrap().domain(Domain::Integer)
}

/// The hash of a value of that domain, as the constructors make it.
fn value(domain: Domain, number: u32) -> SketchHash {
    let bytes = number.to_le_bytes();
    match domain {
        Domain::Integer => SketchHash::integer(number.into()),
        Domain::Text => SketchHash::text(format!("value {number}").as_bytes()),
        Domain::Uuid => SketchHash::uuid(&std::array::from_fn(|at| bytes[at % 4] ^ at as u8)),
        Domain::Bytea => SketchHash::bytea(&bytes),
        Domain::Boolean => SketchHash::boolean(number % 2 == 1),
        Domain::Float => SketchHash::float(f64::from(number) / 8.0),
        Domain::Numeric => SketchHash::numeric(format!("{number}.5").as_bytes()),
        Domain::Date => SketchHash::date(number as i32),
        Domain::Timestamp => SketchHash::timestamp(number.into()),
        Domain::Timestamptz => SketchHash::timestamptz(number.into()),
        Domain::Inet => SketchHash::inet(32, &bytes),
        Domain::Char => SketchHash::char(format!("value {number} ").as_bytes()),
        Domain::Keyed(_) => {
            let key = Key::new(b"a key of 16 byte").unwrap();
            SketchHash::keyed(Domain::Integer, &i64::from(number).to_le_bytes(), &key)
        }
    }
}

#[test]
fn members_of_every_domain_are_found_and_no_other_domain_is_asked_for() {
    let all = || Domain::ALL.into_iter().chain([keyed()]);
    for domain in all() {
        for count in [1, 100, 10_000, 100_000] {
            for capacity in [count, count / 6 + 1] {
                let keys = (0..count).map(|number| value(domain, number));
                let filter = build(capacity.into(), 0.01, keys.clone());
                assert_members(&filter, keys);
                let stored = filter.encode();
                let view = View::read(&stored).unwrap();
                assert_eq!(view.info().domain, Some(domain));
                for other in all().filter(|other| *other != domain) {
                    let key = value(other, 7);
                    let error = domain::mismatch(domain, other);
                    assert_eq!(view.contains(key), Err(error.clone()));
                    assert_eq!(contains_in_place(&stored, key), None);
                    if let Some(head) = InPlace::of(&stored).head {
                        assert_eq!(head.check_domain(key), Err(error));
                    }
                }
            }
        }
    }
}

/// Lists, and filters of one layer and of many, of one block and of many.
fn filters() -> Vec<Bloom> {
    let mut random = Random(5);
    let mut filters: Vec<Bloom> = [(20, 20), (1, 4), (190, 200), (1_000, 900), (40_000, 30_000)]
        .into_iter()
        .flat_map(|(capacity, count)| {
            [0.5, 0.01, 1e-8].map(|rate| build(capacity, rate, keys(count, SEED)))
        })
        .collect();
    for growth in [2, 4, 8, 40, 200] {
        filters.push(build(100, 0.01, keys(100 * growth, SEED)));
    }
    for layers in [2, 31, 32, 64] {
        let part = |at| build(100 + at as u64, 0.01, keys(90, SEED + at as u64));
        filters.push(merge_all((0..layers).map(part).collect(), &mut random));
        assert_eq!(filters.last().unwrap().view().unwrap().info().layers, layers);
    }
    filters.push(build(1_000_000, 0.01, keys(900, SEED)));
    let same = [90, 91, 92].map(|seed| build(1_000, 0.01, keys(900, seed)));
    filters.push(merge_all(same.into(), &mut random));
    filters
}

#[test]
fn all_ways_to_look_agree() {
    let mut found = 0;
    for filter in filters() {
        let stored = filter.encode();
        let view = View::read(&stored).unwrap();
        let in_place = InPlace::of(&stored);
        let at_work = filter.view().unwrap();
        for key in keys(1_000, SEED).chain(keys(6_000, !SEED)) {
            let contained = view.contains(key).unwrap();
            assert_eq!(at_work.contains(key), Ok(contained));
            let is_filter = view.info().layers > 0;
            let expected = is_filter.then_some(contained);
            assert_eq!(in_place.contains(key), expected);
            assert_eq!(contains_in_place(&stored, key), expected);
            found += u32::from(contained);
        }
    }
    assert!(found > 10_000, "{found}");
}

#[test]
fn the_head_tells_what_the_whole_filter_does() {
    let (mut told, mut not_told) = (0, 0);
    for filter in filters() {
        let stored = filter.encode();
        let start = &stored[..stored.len().min(FIRST_SLICE)];
        match Info::from_start(start, stored.len()).unwrap() {
            Some(info) => {
                assert_eq!(info, View::read(&stored).unwrap().info());
                told += 1;
            }
            None => not_told += 1,
        }
    }
    // Two have too many layers, one has compatible ones, and one is too long a list.
    assert_eq!(not_told, 4);
    assert!(told > 10);
}

#[test]
fn the_head_is_as_long_as_it_says_and_no_other_is_taken() {
    for filter in filters() {
        let stored = filter.encode();
        let layers = filter.view().unwrap().info().layers;
        let HeadLen::Bytes(len) = head_len(&stored[..stored.len().min(FIRST_SLICE)]).unwrap()
        else {
            assert_eq!(layers, 0);
            continue;
        };
        assert_eq!(len, 12 + 32 * layers);
        assert!(Head::read(&stored[..len], stored.len()).is_ok());
        for wrong in [0, len, stored.len() - 1, stored.len() + 1, usize::MAX] {
            assert!(Head::read(&stored[..len], wrong).is_err());
        }
        for wrong in (0..len).chain([len + 1]).filter(|wrong| *wrong <= stored.len()) {
            assert!(Head::read(&stored[..wrong], stored.len()).is_err());
        }
    }
    assert_eq!(head_len(&Bloom::new(9, 0.1).unwrap().encode()), Ok(HeadLen::Whole));
    assert_eq!(head_len(&[]), Ok(HeadLen::Whole));
    for bytes in [&b"B"[..], b"B\x01\x01", b"B\x00\x01\x01", b"B\x02\x01\x01", b"B\x01\x01\x0d"] {
        assert!(head_len(bytes).is_err());
    }
}
