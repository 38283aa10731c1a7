//! The laws of sketches: one suite for each trait, for every type that has it. A new type is one more
//! call. The suites look at nothing but the stored bytes, since these are what SQL compares.

#![allow(dead_code)] // Each test uses a part of it.

use crate::common::Random;
use pg_sketch::sketch::{Add, Canonical, Idempotent, Merge};

/// All laws of a sketch of a set, for the sketches that `build` makes.
pub fn keeps_the_laws<'i, S: Add + Canonical + Idempotent>(
    build: impl Fn(&[S::Item<'i>]) -> S,
    items: &[S::Item<'i>],
    seed: u64,
) {
    let mut random = Random(seed);
    is_canonical(&build, items, &mut random);
    merges(&build, items, &mut random);
    is_idempotent(&build, items, &mut random);
}

/// The laws of [`Canonical`]: the bytes depend on the items alone, not on their order, and hold the whole
/// state of the sketch.
pub fn is_canonical<'i, S: Add + Canonical>(
    build: &impl Fn(&[S::Item<'i>]) -> S,
    items: &[S::Item<'i>],
    random: &mut Random,
) {
    let name = S::NAME;
    let whole = build(items).encode();
    assert_eq!(whole[..2], [S::KIND, S::VERSION], "{name}: the kind and the version come first");
    assert_eq!(S::decode(&whole).unwrap().encode(), whole, "{name}: encode undoes decode");
    assert_eq!(S::read(&whole).unwrap().encode(), whole, "{name}: read is as good as decode");
    assert!(S::is_encoded(&whole), "{name}: what is encoded is known as such");
    assert_eq!(build(&shuffled(items, random)).encode(), whole, "{name}: order does not matter");
    let (first, rest) = items.split_at(items.len() / 2);
    let mut resumed = S::decode(&build(first).encode()).unwrap();
    rest.iter().for_each(|item| resumed.add(*item).unwrap());
    assert_eq!(resumed.encode(), whole, "{name}: a stored sketch goes on where it was");
}

/// The laws of [`Merge`], for parts that share nothing.
pub fn merges<'i, S: Add + Canonical + Merge>(
    build: &impl Fn(&[S::Item<'i>]) -> S,
    items: &[S::Item<'i>],
    random: &mut Random,
) {
    let name = S::NAME;
    let (first, rest) = items.split_at(items.len() / 3);
    let (second, third) = rest.split_at(rest.len() / 2);
    let [whole, a, b, c, empty] =
        [items, first, second, third, &[]].map(|part| build(part).encode());

    assert_eq!(merge::<S>(&a, &b), merge::<S>(&b, &a), "{name}: merge is commutative");
    let left_first = merge::<S>(&merge::<S>(&a, &b), &c);
    let right_first = merge::<S>(&a, &merge::<S>(&b, &c));
    assert_eq!(left_first, right_first, "{name}: merge is associative");
    assert_eq!(left_first, whole, "{name}: the parts make the whole");
    assert_eq!(merge::<S>(&whole, &empty), whole, "{name}: empty is neutral on the right");
    assert_eq!(merge::<S>(&empty, &whole), whole, "{name}: empty is neutral on the left");
    let shuffled = shuffled(items, random);
    for depth in [1, 2, 5] {
        let merged = merge_partition(build, &shuffled, depth, random).encode();
        assert_eq!(merged, whole, "{name}: a partition {depth} deep makes the whole");
    }
}

/// The laws of [`Idempotent`]: adding or merging an item again changes nothing.
pub fn is_idempotent<'i, S: Add + Canonical + Idempotent>(
    build: &impl Fn(&[S::Item<'i>]) -> S,
    items: &[S::Item<'i>],
    random: &mut Random,
) {
    let name = S::NAME;
    let whole = build(items).encode();
    let third = items.len() / 3;
    let [a, b] = [&items[..items.len() - third], &items[third..]].map(|part| build(part).encode());
    assert_eq!(merge::<S>(&whole, &whole), whole, "{name}: merge is idempotent");
    assert_eq!(merge::<S>(&whole, &a), whole, "{name}: a part adds nothing to the whole");
    assert_eq!(merge::<S>(&a, &b), whole, "{name}: parts may share items");
    assert_eq!(merge::<S>(&b, &a), whole, "{name}: parts may share items");
    let twice = [shuffled(items, random).as_slice(), items].concat();
    assert_eq!(build(&twice).encode(), whole, "{name}: duplicates do not matter");
}

/// Merges two stored sketches and returns the stored bytes.
fn merge<S: Merge>(left: &[u8], right: &[u8]) -> Vec<u8> {
    let mut left = S::decode(left).unwrap();
    left.merge(&S::decode(right).unwrap()).unwrap();
    left.encode()
}

/// The merged sketch of a random tree of random parts.
pub fn merge_partition<'i, S: Add + Merge>(
    build: &impl Fn(&[S::Item<'i>]) -> S,
    items: &[S::Item<'i>],
    depth: u32,
    random: &mut Random,
) -> S {
    if depth == 0 {
        return build(items);
    }
    let mut merged = build(&[]);
    let mut rest = items;
    for parts_left in (1..=1 + random.bits() % 4).rev() {
        let len = match parts_left {
            1 => rest.len(),
            _ => random.bits() as usize % (rest.len() + 1),
        };
        let (part, others) = rest.split_at(len);
        merged.merge(&merge_partition(build, part, depth - 1, random)).unwrap();
        rest = others;
    }
    merged
}

fn shuffled<Item: Copy>(items: &[Item], random: &mut Random) -> Vec<Item> {
    let mut shuffled = items.to_vec();
    for end in (1..shuffled.len()).rev() {
        shuffled.swap(end, random.bits() as usize % (end + 1));
    }
    shuffled
}
