//! Values for tests that need many of them.

use crate::common::Random;
use pg_sketch::hash::SketchHash;

/// `count` distinct values.
pub fn random_values(count: usize, seed: u64) -> Vec<SketchHash> {
    let mut random = Random(seed);
    (0..count).map(|_| random.hash()).collect()
}
