//! Hashes for property tests.

use crate::common::hash_of;
use pg_sketch::hash::SketchHash;
use proptest::prelude::*;

/// Hashes that random ones hardly ever are: long runs of zeros, few bits, many that differ little.
pub fn unusual_hashes() -> impl Strategy<Value = Vec<SketchHash>> {
    let bits = prop_oneof![
        any::<u64>(),
        (any::<u64>(), 0..60u32).prop_map(|(bits, zeros)| bits >> zeros),
        (any::<u64>(), 0..60u32).prop_map(|(bits, zeros)| bits << zeros),
        (0..4u64, 0..60u32).prop_map(|(bits, shift)| bits << shift),
    ];
    prop::collection::vec(bits.prop_map(hash_of), 0..120)
}
