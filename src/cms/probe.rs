//! The count of a value in a stored sketch of which only a part is read.

use super::bounds::{Bounds, bounds};
use super::columns::counters;
use super::stored::Front;
use super::view::check_domain;
use crate::error::Result;
use crate::hash::SketchHash;

impl Front {
    /// Where in the stored bytes the counters of a value are: from where on, and how many bytes each of
    /// them has. None where all must be read, because they are sparse.
    pub fn counters(&self, hash: SketchHash) -> Option<impl Iterator<Item = (usize, usize)> + use<>> {
        let width = usize::from(self.bytes);
        let of = move |at: usize| (Front::LEN + at * width, width);
        (width > 0).then(|| counters(hash, self.shape).map(of))
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
