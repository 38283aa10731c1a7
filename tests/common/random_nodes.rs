//! Random sets of nodes.

use crate::common::Random;
use crate::nodes::Set;

/// Up to that many nodes, of random names and weights from 0.1 to 10.
pub fn random_set(random: &mut Random, most: u64) -> Set {
    let number = 1 + random.bits() % most;
    (0..number).map(|_| random_node(random)).collect()
}

/// A node of a random name, and of a weight from 0.1 to 10.
pub fn random_node(random: &mut Random) -> (String, f64) {
    (format!("{:x}", random.bits()), (1 + random.bits() % 100) as f64 / 10.0)
}
