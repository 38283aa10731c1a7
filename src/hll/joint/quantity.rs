//! The parts of the union of two sets, and the quantities that follow from them.

use super::likelihood::Parts;

/// The estimated sizes of the three parts of a union, not rounded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Joint {
    /// The values of the left set that the right one has not.
    pub left_only: f64,
    /// The values of the right set that the left one has not.
    pub right_only: f64,
    /// The values of both sets.
    pub both: f64,
}

impl Joint {
    /// The share of the union that both sets have: 0 if they have nothing in common, 1 if they are
    /// equal, also if both are empty.
    ///
    /// It is exactly 0 where the part that both sets have is estimated as nothing. It is not rounded
    /// where that part is less than half a value: of three values that would be a jump by a sixth,
    /// and shares would be too small on average.
    pub fn jaccard(&self) -> f64 {
        let union = self.left_only + self.right_only + self.both;
        if union > 0.0 { self.both / union } else { 1.0 }
    }
}

/// What bounds are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// |A ∩ B|.
    Both,
    /// |A \ B|.
    LeftOnly,
    /// |B \ A|.
    RightOnly,
    /// |A ∩ B| / |A ∪ B|.
    Jaccard,
}

impl Quantity {
    /// Of given parts.
    pub fn of(self, [a, b, x]: Parts) -> f64 {
        match self {
            Quantity::Both => x,
            Quantity::LeftOnly => a,
            Quantity::RightOnly => b,
            Quantity::Jaccard => Joint { left_only: a, right_only: b, both: x }.jaccard(),
        }
    }

    /// The most that it can be.
    pub fn most(self) -> f64 {
        match self {
            Quantity::Jaccard => 1.0,
            _ => (1u64 << 56) as f64,
        }
    }
}
