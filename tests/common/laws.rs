//! The laws that every sketch which merges must keep: one suite for all of them, so that a new sketch
//! is one more call. It looks at nothing but the stored bytes, since these are what SQL compares.

use crate::common::{Random, hash_of};
use pg_sketch::hash::SketchHash;
use pg_sketch::sketch::Merge;
use proptest::prelude::*;

/// Hashes that random ones hardly ever are: long runs of zeros, few bits, many alike.
pub fn unusual_hashes() -> impl Strategy<Value = Vec<SketchHash>> {
    let bits = prop_oneof![
        any::<u64>(),
        (any::<u64>(), 0..60u32).prop_map(|(bits, zeros)| bits >> zeros),
        (any::<u64>(), 0..60u32).prop_map(|(bits, zeros)| bits << zeros),
        (0..4u64, 0..60u32).prop_map(|(bits, shift)| bits << shift),
    ];
    prop::collection::vec(bits.prop_map(hash_of), 0..120)
}

/// Checks a sketch that `build` makes of values, for these values.
pub fn keeps_the_laws<S: Merge>(
    build: impl Fn(&[SketchHash]) -> S,
    values: &[SketchHash],
    seed: u64,
) {
    let mut random = Random(seed);
    let whole = build(values).encode();
    let (first, rest) = values.split_at(values.len() / 3);
    let (second, third) = rest.split_at(rest.len() / 2);
    // Parts that share values: the laws must not need them apart.
    let overlap = &values[values.len() / 4..values.len() / 2];
    let [a, b, c] = [[first, overlap], [second, overlap], [third, overlap]].map(|p| p.concat());

    let union = |left: &[u8], right: &[u8]| {
        let mut left = S::decode(left).unwrap();
        left.merge(&S::decode(right).unwrap()).unwrap();
        left.encode()
    };
    let [a, b, c] = [a, b, c].map(|part| build(&part).encode());
    let empty = build(&[]).encode();
    let name = S::NAME;

    assert_eq!(union(&a, &b), union(&b, &a), "{name}: merge is commutative");
    let left_first = union(&union(&a, &b), &c);
    let right_first = union(&a, &union(&b, &c));
    assert_eq!(left_first, right_first, "{name}: merge is associative");
    assert_eq!(left_first, whole, "{name}: the union of parts is the sketch of the union");
    assert_eq!(union(&whole, &whole), whole, "{name}: merge is idempotent");
    assert_eq!(union(&whole, &a), whole, "{name}: a part adds nothing to the whole");
    assert_eq!(union(&whole, &empty), whole, "{name}: empty is neutral on the right");
    assert_eq!(union(&empty, &whole), whole, "{name}: empty is neutral on the left");
    assert_eq!(S::decode(&whole).unwrap().encode(), whole, "{name}: encode undoes decode");
    assert_eq!(S::read(&whole).unwrap().encode(), whole, "{name}: read is as good as decode");
    assert!(S::is_canonical(&whole), "{name}: what is encoded is canonical");

    let mut shuffled = values.to_vec();
    shuffle(&mut shuffled, &mut random);
    assert_eq!(build(&shuffled).encode(), whole, "{name}: order does not matter");
    for depth in [1, 2, 5] {
        let merged = merge_partition(&build, &shuffled, depth, &mut random).encode();
        assert_eq!(merged, whole, "{name}: a partition {depth} deep makes the whole");
    }
    let twice = [shuffled.as_slice(), values].concat();
    assert_eq!(build(&twice).encode(), whole, "{name}: duplicates do not matter");
}

/// The merged sketch of a random tree of random parts.
pub fn merge_partition<S: Merge>(
    build: &impl Fn(&[SketchHash]) -> S,
    values: &[SketchHash],
    depth: u32,
    random: &mut Random,
) -> S {
    if depth == 0 {
        return build(values);
    }
    let mut merged = build(&[]);
    let mut rest = values;
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

fn shuffle(values: &mut [SketchHash], random: &mut Random) {
    for end in (1..values.len()).rev() {
        values.swap(end, random.bits() as usize % (end + 1));
    }
}
