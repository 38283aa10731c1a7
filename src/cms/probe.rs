//! The count of a value in a stored sketch of which only a part is read.

use super::bounds::{Bounds, bounds};
use super::columns::counters;
use super::stored::Front;
use super::view::check_domain;
use crate::error::Result;
use crate::hash::SketchHash;

impl Front {
    /// Whether the counters of a value can be read alone, of stored bytes of that length: they are dense.
    pub fn is_divisible(&self, len: usize) -> bool {
        let width = usize::from(self.bytes);
        width > 0 && len == Front::LEN + self.shape.counters() * width
    }

    /// Where the counters of a value are then: from where on, and how many bytes each of them has.
    pub fn counters(&self, hash: SketchHash) -> impl Iterator<Item = (usize, usize)> + use<> {
        let width = usize::from(self.bytes);
        counters(hash, self.shape).map(move |at| (Front::LEN + at * width, width))
    }

    /// Refuses to look for a value of another domain than those that were added.
    pub fn check_domain(&self, hash: SketchHash) -> Result<()> {
        check_domain(self.domain, hash)
    }

    /// The bounds of a value whose lowest counter is that.
    pub fn bounds(&self, lowest: u64) -> Bounds {
        bounds(lowest, self.total, self.shape)
    }
}

/// A counter in stored bytes.
pub fn counter(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |high, byte| high << 8 | u64::from(*byte))
}
