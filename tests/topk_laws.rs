//! The laws of every sketch that merges (common/laws.rs), as far as `topk` has them, and its own: what it
//! says of a value is true, whatever came in which order.

#![allow(clippy::unwrap_used)]

mod common;
#[path = "common/laws.rs"]
mod laws;
#[path = "common/topk.rs"]
mod topk;

use common::Random;
use pg_sketch::domain::{self, Domain};
use pg_sketch::error::Kind;
use pg_sketch::sketch::Sketch;
use pg_sketch::topk::error::{cannot_extend, capacity_mismatch};
use pg_sketch::topk::state::State;
use pg_sketch::topk::view::View;
use pg_sketch::topk::{MAX_TOTAL, Topk, value_limit};
use pg_sketch::value::Value;
use topk::{Counts, Key, assert_sound, build, counts, skewed, value};

fn key(number: u64) -> Key {
    number.to_le_bytes()
}

fn merged(left: &Topk, right: &Topk) -> Topk {
    let mut merged = left.clone();
    merged.merge(right).unwrap();
    // It is the same from stored bytes, unless that drops values.
    if right.entry_count() <= right.capacity() as usize {
        let mut of_stored = left.clone();
        of_stored.merge_view(&View::read(&right.encode()).unwrap()).unwrap();
        assert_eq!(of_stored.encode(), merged.encode());
    }
    merged
}

#[test]
fn topk_keeps_the_laws_while_it_keeps_all_values() {
    for (capacity, rows) in [(1, 0), (1, 1), (50, 50), (50, 1_000), (1_000, 700), (100_000, 3_000)]
    {
        let mut random = Random(rows as u64);
        let keys: Vec<Key> = (0..rows).map(|_| key(random.bits() % u64::from(capacity))).collect();
        let items: Vec<_> = keys.iter().map(|key| (value(key), 1 + random.bits() % 9)).collect();
        let build = |items: &[(Value<'_>, u64)]| {
            let mut sketch = Topk::new(capacity).unwrap();
            items.iter().for_each(|item| sketch.add(*item).unwrap());
            sketch
        };
        laws::is_canonical(&build, &items, &mut random);
        laws::merges(&build, &items, &mut random);
        let exact = build(&items);
        assert_eq!(exact.bound(), 0);
    }
}

/// More values than the capacity, but none is dropped before the bytes are stored.
#[test]
fn topk_has_the_same_bytes_for_every_partition_while_nothing_is_dropped() {
    for (capacity, keys) in [(1, 5_000), (10, 5_000), (1_000, 60_000)] {
        let mut random = Random(u64::from(capacity));
        let items = skewed(100_000, keys, &mut random);
        let whole = build(capacity, &items);
        let stored = whole.encode();
        assert_sound(&whole, &counts(&items));
        assert!(whole.bound() == 0 && View::read(&stored).unwrap().bound() > 0);
        for _ in 0..20 {
            let mut shuffled = items.clone();
            for end in (1..shuffled.len()).rev() {
                shuffled.swap(end, random.bits() as usize % (end + 1));
            }
            let mut states: Vec<Topk> = Vec::new();
            let mut rest = shuffled.as_slice();
            while !rest.is_empty() {
                let len = 1 + random.bits() as usize % 40_000.min(rest.len());
                let (part, behind) = rest.split_at(len);
                states.push(build(capacity, part));
                rest = behind;
            }
            while let Some(last) = states.pop() {
                let Some(at) = (random.bits() as usize).checked_rem(states.len()) else {
                    assert!(last.encode() == stored, "other bytes");
                    break;
                };
                // As a parallel worker hands it over.
                let received = View::read(last.as_bytes()).unwrap();
                states[at].merge_view(&received).unwrap();
            }
        }
    }
}

/// Parts are stored, so values are dropped from each, and merged in random trees.
#[test]
fn bounds_hold_after_any_merges_of_stored_sketches() {
    let mut random = Random(3);
    for round in 0..3_000 {
        let capacity = 1 + (random.bits() % 12) as u32;
        let keys = 1 + random.bits() % 60;
        let mut parts: Vec<(Topk, Counts)> = (0..1 + random.bits() % 8)
            .map(|_| {
                let rows = random.bits() as usize % 80;
                let mut items = skewed(rows, keys, &mut random);
                if round % 2 == 0 {
                    items.iter_mut().for_each(|(_, weight)| *weight = random.bits() % 1_000);
                }
                (build(capacity, &items), counts(&items))
            })
            .collect();
        while let Some((mut last, last_counts)) = parts.pop() {
            if random.bits() % 8 > 2 {
                last = Topk::decode(&last.encode()).unwrap();
            }
            let truth: Counts = last_counts.into_iter().filter(|(_, count)| *count > 0).collect();
            assert_sound(&last, &truth);
            let Some(at) = (random.bits() as usize).checked_rem(parts.len()) else { break };
            let (other, other_counts) = &mut parts[at];
            *other = merged(other, &last);
            truth.iter().for_each(|(key, count)| *other_counts.entry(*key).or_default() += count);
        }
    }
}

/// Many small trees, of which only the result is looked at.
#[test]
fn the_bound_is_a_share_of_the_total_after_any_tree_of_merges() {
    const KEYS: usize = 16;
    let mut random = Random(7);
    let mut highest_share = 0.0f64;
    for _ in 0..100_000 {
        let capacity = 1 + (random.bits() % 5) as u32;
        let mut truth = [0; KEYS];
        let mut parts = Vec::new();
        for _ in 0..2 + random.bits() % 4 {
            let mut part = Topk::new(capacity).unwrap();
            for _ in 0..random.bits() % 12 {
                let bits = random.bits();
                let number = (bits & bits >> 8) % KEYS as u64;
                part.add((value(&key(number)), 1 + (bits >> 60))).unwrap();
                truth[number as usize] += 1 + (bits >> 60);
            }
            parts.push(part.encode());
        }
        while let [first, second, ..] = parts.as_slice() {
            let mut merged = Topk::read(first).unwrap();
            merged.merge_view(&View::read(second).unwrap()).unwrap();
            let at = random.bits() as usize % (parts.len() - 1);
            parts.drain(..2);
            parts.insert(at, merged.encode());
        }
        let view = View::read(&parts[0]).unwrap();
        let (total, most) = (truth.iter().sum::<u64>(), u64::from(capacity) + 1);
        assert!(view.total() == total && view.bound() * most <= total);
        for (number, count) in (0..).zip(truth) {
            let bounds = view.bounds(value(&key(number))).unwrap();
            assert!(bounds.lower <= count && count <= bounds.upper, "{bounds:?} {count}");
        }
        highest_share = highest_share.max((view.bound() * most) as f64 / total.max(1) as f64);
    }
    // No lower bound would do.
    assert_eq!(highest_share, 1.0);
}

#[test]
fn a_truncated_topk_is_built_there() {
    let mut random = Random(5);
    let items = skewed(20_000, 3_000, &mut random);
    let whole = build(1_000, &items);
    let stored = Topk::decode(&whole.encode()).unwrap();
    for capacity in [1_000, 999, 100, 7, 1] {
        let expected = build(capacity, &items).encode();
        for sketch in [&whole, &stored] {
            let truncated = sketch.truncate(capacity).unwrap();
            assert_eq!(truncated.encode(), expected);
            assert_eq!((truncated.capacity(), truncated.total()), (capacity, 20_000));
            assert_sound(&truncated, &counts(&items));
            let again = truncated.truncate(1).unwrap();
            assert_eq!(again.encode(), build(1, &items).encode());
        }
    }
    assert_eq!(stored.truncate(1_001).unwrap_err(), cannot_extend(1_000, 1_001));
    for capacity in [0, 100_001, u32::MAX] {
        assert_eq!(stored.truncate(capacity).unwrap_err().kind(), Kind::OutOfRange);
        assert_eq!(Topk::new(capacity).unwrap_err().kind(), Kind::OutOfRange);
    }
    let empty = Topk::new(5).unwrap().truncate(77).unwrap();
    assert_eq!((empty.capacity(), empty.is_empty()), (77, true));
}

#[test]
fn an_empty_topk_yields_to_any_capacity() {
    let full = build(10, &[(key(1), 3), (key(2), 1)]);
    for capacity in [1, 10, 100_000] {
        let empty = Topk::new(capacity).unwrap();
        assert_eq!(merged(&full, &empty).encode(), full.encode());
        assert_eq!(merged(&empty, &full).encode(), full.encode());
        let both =
            [merged(&empty, &Topk::new(50).unwrap()), merged(&Topk::new(50).unwrap(), &empty)];
        for merged in both {
            assert_eq!(merged.encode(), Topk::new(capacity.min(50)).unwrap().encode());
        }
    }
    let other = build(11, &[(key(1), 3)]);
    let error = full.clone().merge(&other).unwrap_err();
    assert_eq!(error, capacity_mismatch(10, 11));
    assert!(error.hint().unwrap().contains("topk_truncate(sketch, 10)"));
    let empty = Topk::new(7).unwrap();
    assert_eq!(empty.clone().with_declared_capacity(Some(9)).unwrap().capacity(), 9);
    assert_eq!(full.clone().with_declared_capacity(Some(10)).unwrap().encode(), full.encode());
    assert_eq!(full.clone().with_declared_capacity(None).unwrap().encode(), full.encode());
    for (declared, words) in [(9, "topk_truncate(sketch, 9)"), (11, "Build the sketch")] {
        let error = full.clone().with_declared_capacity(Some(declared)).unwrap_err();
        assert_eq!(error.kind(), Kind::Mismatch);
        assert!(error.hint().unwrap().contains(words));
    }
}

#[test]
fn domains_do_not_mix() {
    let mut integers = build(10, &[(key(1), 3)]);
    let before = integers.encode();
    let text = Value::new(Domain::Text, b"1");
    let mut texts = Topk::new(10).unwrap();
    texts.add((text, 1)).unwrap();
    let expected = domain::mismatch(Domain::Integer, Domain::Text);
    assert_eq!(integers.add((text, 1)).unwrap_err(), expected);
    assert_eq!(integers.add((text, 0)).unwrap_err(), expected);
    assert_eq!(integers.merge(&texts).unwrap_err(), expected);
    assert_eq!(integers.view().bounds(text).unwrap_err(), expected);
    assert_eq!(integers.remove((text, 1)).unwrap_err(), expected);
    assert_eq!(integers.unmerge(&texts.view()).unwrap_err(), expected);
    assert_eq!(integers.encode(), before);
    let short = Value::new(Domain::Uuid, b"1");
    let mut empty = Topk::new(10).unwrap();
    assert_eq!(empty.add((short, 1)).unwrap_err().kind(), Kind::BadBytes);
    assert_eq!(empty.encode(), Topk::new(10).unwrap().encode());
    let nothing = Value::from_stored(&[]);
    assert_eq!(integers.add((nothing, 1)).unwrap_err().kind(), Kind::BadBytes);
    assert_eq!(Topk::new(1).unwrap().add((nothing, 1)).unwrap_err().kind(), Kind::BadBytes);
}

#[test]
fn a_weight_of_zero_adds_nothing() {
    let mut sketch = Topk::new(3).unwrap();
    let empty = sketch.encode();
    sketch.add((value(&key(1)), 0)).unwrap();
    assert_eq!(sketch.encode(), empty);
    sketch.add((value(&key(1)), 2)).unwrap();
    let one = sketch.encode();
    sketch.add((value(&key(2)), 0)).unwrap();
    sketch.add((value(&key(1)), 0)).unwrap();
    assert_eq!(sketch.encode(), one);
}

#[test]
fn a_total_too_high_is_refused_before_anything_changes() {
    let full = build(3, &[(key(1), MAX_TOTAL - 5), (key(2), 5)]);
    assert_eq!(full.total(), MAX_TOTAL);
    assert_eq!(Topk::decode(&full.encode()).unwrap().encode(), full.encode());
    let one = build(3, &[(key(2), 1)]);
    let mut sketch = full.clone();
    for key in [key(1), key(2), key(3)] {
        for weight in [1, MAX_TOTAL, u64::MAX] {
            let error = sketch.add((value(&key), weight)).unwrap_err();
            assert_eq!(error.kind(), Kind::Overflow);
            assert!(error.detail().contains("9223372036854775807"));
        }
    }
    for other in [&one, &full] {
        assert_eq!(sketch.merge(other).unwrap_err().kind(), Kind::Overflow);
        let stored = other.encode();
        let error = sketch.merge_view(&View::read(&stored).unwrap()).unwrap_err();
        assert_eq!(error.kind(), Kind::Overflow);
    }
    assert_eq!(sketch.encode(), full.encode());
    assert!(sketch.add((value(&key(9)), 0)).is_ok());
    let mut high = build(3, &[(key(1), MAX_TOTAL - 1)]);
    high.merge(&one).unwrap();
    assert_eq!(high.total(), MAX_TOTAL);
}

/// Chosen values whose hashes have one home would be looked for one behind the other. Those of one table
/// are in order in another one, unless that spreads them in another way.
#[test]
fn values_of_one_table_do_not_crowd_another() {
    let items: Vec<_> = (0..40_000).map(|number| (key(number), 1)).collect();
    let full = build(1_000, &items);
    let seeds: Vec<_> = (0..8).map(|_| full.clone()).collect();
    for other in &seeds {
        let mut merged = Topk::new(1_000).unwrap();
        merged.merge(other).unwrap();
        merged.merge(&full).unwrap();
        assert_eq!(merged.entry_count(), 40_000);
        assert_eq!(merged.total(), 80_000);
    }
}

/// 65,536 groups of 31 values of 20 bytes fit into 160 MB, with the 16 bytes of an allocation and about 100
/// of a group in a hash table of Postgres.
#[test]
fn a_state_of_few_values_is_small() {
    let mut state = State::<Vec<u8>>::new(1_000).unwrap();
    assert!(state.as_bytes().len() <= 64);
    for (number, most) in
        (0..31u8).zip([124, 252, 252, 252, 508, 508, 508].into_iter().chain([2_044; 24]))
    {
        let text = [b'a' + number; 20];
        state.add((Value::new(Domain::Text, &text), 1)).unwrap();
        assert!(state.as_bytes().len() <= most, "{number}: {}", state.as_bytes().len());
    }
    let group = state.as_bytes().len() + 4 + 16 + 100;
    assert!(65_536 * group < 160_000_000);
}

#[test]
fn memory_grows_with_the_values() {
    let mut state = State::<Vec<u8>>::new(1_000).unwrap();
    for number in 0..200_000 {
        state.add((value(&key(number)), 1)).unwrap();
        let entries = state.entry_count();
        assert!(entries <= value_limit(1_000, false));
        // Twice the counts, a length, the value and a slot and a third.
        let needed = entries * (16 + 2 + 8 + 11);
        assert!(state.as_bytes().len() <= 128 + 5 * needed / 2, "{number}");
    }
    assert!(state.was_cut());
}
