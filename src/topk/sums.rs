//! Which counts a sketch may have, given its total, its bound and its capacity.

use super::entry::Entry;
use super::parameters::MAX_TOTAL;

/// The sums over the entries of a sketch.
#[derive(Debug, Default)]
pub(super) struct Sums {
    pub(super) count: u64,
    above: u64,
    lower: u64,
}

impl Sums {
    /// Adds an entry, unless its counts contradict each other.
    pub(super) fn add(&mut self, entry: &Entry) -> bool {
        self.count += 1;
        self.above = self.above.saturating_add(entry.above);
        self.lower = self.lower.saturating_add(entry.lower);
        entry.lower > 0 && entry.above <= entry.lower
    }

    /// Whether a sketch of that total, bound and capacity may have the entries: every cut takes what it
    /// adds to the bound from the entries that are kept, and from one that is not.
    pub(super) fn are_of(&self, total: u64, bound: u64, capacity: u32) -> bool {
        if bound == 0 {
            return self.above == total && self.lower == total && total <= MAX_TOTAL;
        }
        let capacity = u64::from(capacity);
        let taken = u128::from(capacity + 1) * u128::from(bound);
        self.count >= capacity
            && u128::from(self.above) + taken <= u128::from(total)
            && self.lower <= total
            && total <= MAX_TOTAL
    }
}
