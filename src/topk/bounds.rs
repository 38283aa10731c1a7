//! How often a value was added: an estimate, and the numbers that it lies between for certain.

use super::view::View;
use crate::domain;
use crate::error::Result;
use crate::value::{Value, shortened};

/// An estimate between its bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bounds {
    /// The value was added no less often.
    pub lower: u64,
    /// The estimated count.
    pub estimate: u64,
    /// The value was added no more often.
    pub upper: u64,
}

impl View<'_> {
    /// The bounds of the count of a value, and the middle of them.
    ///
    /// Of a value that has no entry nothing is known but that it was not added more often than the bound of
    /// the sketch. Most such values are rare, and many were never added. So their estimate is 0, and not the
    /// middle.
    pub fn bounds(&self, value: Value<'_>) -> Result<Bounds> {
        let domain = value.domain()?;
        match self.domain() {
            Some(own) if own != domain => return Err(domain::mismatch(own, domain)),
            _ => {}
        }
        let kept = shortened(domain, value.bytes());
        let bound = self.bound();
        let mut found = Bounds { upper: bound, ..Bounds::default() };
        self.visit(|entry| {
            if *entry.value == *kept {
                let (lower, upper) = (entry.lower, entry.above.saturating_add(bound));
                found = Bounds { lower, estimate: lower.midpoint(upper), upper };
            }
            Ok(())
        })?;
        Ok(found)
    }
}
