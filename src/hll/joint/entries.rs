//! Two lists of entries: what is on both lists is in both sets, but for chance.
//!
//! Two values fall on the same entry now and then ([`estimate::hidden_values`]): so a value of one
//! set may look like a value of the other, and some values are not to be seen. In lists of 32,768
//! entries, the longest there are, this is five values, and nothing in short ones.

use super::quantity::{Joint, Quantity};
use crate::hll::bounds::most_hidden;
use crate::hll::entry::Entry;
use crate::hll::estimate::{self, hidden_values};

/// How many entries are on two lists.
#[derive(Debug, Clone, Copy)]
pub struct Matches {
    left: usize,
    right: usize,
    common: usize,
}

impl Matches {
    /// Of lists in order.
    pub fn of(left: &[Entry], right: &[Entry]) -> Matches {
        let (mut at_left, mut at_right, mut common) = (0, 0, 0);
        while let (Some(one), Some(other)) = (left.get(at_left), right.get(at_right)) {
            common += usize::from(one == other);
            at_left += usize::from(one <= other);
            at_right += usize::from(other <= one);
        }
        Matches { left: left.len(), right: right.len(), common }
    }

    /// How many entries are on both lists, it is expected, without a value that is in both sets.
    fn chance_matches(&self) -> f64 {
        let (left, right) = (self.left - self.common, self.right - self.common);
        hidden_values(left + right) - hidden_values(left) - hidden_values(right)
    }

    /// The parts of the union.
    pub fn joint(&self) -> Joint {
        let both = (estimate::from_entries(self.common) - self.chance_matches()).max(0.0);
        let only = |entries| (estimate::from_entries(entries) - both).max(0.0);
        Joint { left_only: only(self.left), right_only: only(self.right), both }
    }

    /// How many values are in both sets.
    fn both(&self, tail: f64) -> [f64; 2] {
        let most = |mean| most_hidden(mean, 1.0 - tail);
        let common = self.common as f64;
        let lower = (common - most(self.chance_matches())).max(0.0);
        [lower, common + most(hidden_values(self.common))]
    }

    /// How many values are in the left set alone.
    fn left_only(&self, tail: f64) -> [f64; 2] {
        let seen = (self.left - self.common) as f64;
        // Behind another entry of the left set, or behind one of the right set.
        let behind_left = hidden_values(self.left) - hidden_values(self.common);
        let hidden = most_hidden(behind_left + self.chance_matches(), 1.0 - tail);
        [seen, seen + hidden]
    }

    /// The same with the sets exchanged.
    fn exchanged(&self) -> Matches {
        Matches { left: self.right, right: self.left, common: self.common }
    }

    fn jaccard(&self, tail: f64) -> [f64; 2] {
        let [left, right, both] =
            [self.left_only(tail), self.exchanged().left_only(tail), self.both(tail)];
        let share = |both, left_only, right_only| Joint { left_only, right_only, both }.jaccard();
        [share(both[0], left[1], right[1]), share(both[1], left[0], right[0])]
    }

    /// The lowest and the highest value that leave this chance for either tail.
    pub fn bounds(&self, quantity: Quantity, tail: f64) -> [f64; 2] {
        match quantity {
            Quantity::Both => self.both(tail),
            Quantity::LeftOnly => self.left_only(tail),
            Quantity::RightOnly => self.exchanged().left_only(tail),
            Quantity::Jaccard => self.jaccard(tail),
        }
    }
}
