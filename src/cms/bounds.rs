//! The bounds of a count.

use super::parameters::Shape;

/// How often a value was added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// At least that often, but for a share delta of the values.
    pub lower: u64,
    /// At most that often, for every value. It is the estimate as well.
    pub upper: u64,
}

/// The bounds of a value whose lowest counter is that.
///
/// A counter is the count of the value and those of all others that share it: never less than the count, and
/// more than that by epsilon * total in one of e rows at most (Markov).
pub(super) fn bounds(lowest: u64, total: u64, shape: Shape) -> Bounds {
    let error = (shape.epsilon() * total as f64) as u64;
    Bounds { lower: lowest.saturating_sub(error), upper: lowest }
}
