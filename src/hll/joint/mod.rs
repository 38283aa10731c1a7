//! What two sets have in common, and what one has that the other has not.
//!
//! The sum of two cardinalities less that of the union (inclusion and exclusion) errs by the errors
//! of all three, however little the sets share. Two arrays of registers say more, for they agree
//! where the sets do: the sizes of the three parts are those that make the arrays the most likely
//! (likelihood.rs, maximum.rs). Two lists of entries are compared entry by entry.
//!
//! Bounds are those of the profile likelihood (profile.rs): they mean something also where the
//! estimate is zero.
//!
//! Otmar Ertl, *New cardinality estimation algorithms for HyperLogLog sketches* (2017, arXiv
//! 1702.01284), on joint estimation.

mod entries;
mod likelihood;
mod maximum;
mod profile;

use super::Hll;
use super::bounds::{self, Bounds, check_confidence};
use crate::bytes::common_domain;
use crate::error::{Error, Result};
use entries::Matches;
use likelihood::Likelihood;
use maximum::Maximum;
use profile::Quantity;
use std::borrow::Cow;

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

/// Two sketches, and what there is to estimate from.
struct Pair<'a> {
    left: &'a Hll,
    right: &'a Hll,
    evidence: Evidence,
}

enum Evidence {
    /// One of the sets is empty, or both are.
    Empty,
    Entries(Matches),
    Registers {
        likelihood: Box<Likelihood>,
        maximum: Maximum,
    },
}

/// The registers of a sketch, or those that its entries would leave.
fn registers_of(sketch: &Hll) -> Cow<'_, [u8]> {
    if let Some(registers) = sketch.registers() {
        return Cow::Borrowed(registers);
    }
    let mut registers = vec![0; 1 << sketch.precision()];
    for entry in sketch.sorted_entries() {
        let (register, rank) = entry.register_and_rank(sketch.precision());
        registers[register] = rank.max(registers[register]);
    }
    Cow::Owned(registers)
}

impl<'a> Pair<'a> {
    fn of(left: &'a Hll, right: &'a Hll) -> Result<Pair<'a>> {
        let (precision, other) = (left.precision(), right.precision());
        let any_empty = left.is_empty() || right.is_empty();
        if precision != other && !any_empty {
            return Err(Error::PrecisionMismatch { left: precision, right: other });
        }
        common_domain(left.domain(), right.domain())?;
        let evidence = if any_empty {
            Evidence::Empty
        } else if left.registers().or(right.registers()).is_none() {
            Evidence::Entries(Matches::of(&left.sorted_entries(), &right.sorted_entries()))
        } else {
            let (left, right) = (registers_of(left), registers_of(right));
            let likelihood = Box::new(Likelihood::of_registers(&left, &right, precision));
            let maximum = likelihood.maximum();
            Evidence::Registers { likelihood, maximum }
        };
        Ok(Pair { left, right, evidence })
    }

    fn joint(&self) -> Joint {
        match &self.evidence {
            Evidence::Empty => Joint {
                left_only: self.left.estimate(),
                right_only: self.right.estimate(),
                both: 0.0,
            },
            Evidence::Entries(matches) => matches.joint(),
            Evidence::Registers { likelihood, .. } if likelihood.all_equal() => {
                Joint { left_only: 0.0, right_only: 0.0, both: self.most_shared() }
            }
            Evidence::Registers { maximum, .. } => {
                let [left_only, right_only, both] = maximum.parts;
                self.with_known_sizes(Joint { left_only, right_only, both })
            }
        }
    }

    /// The smaller cardinality; of a list it is known all but exactly, and counts alone.
    fn most_shared(&self) -> f64 {
        match (self.left.registers(), self.right.registers()) {
            (None, Some(_)) => self.left.estimate(),
            (Some(_), None) => self.right.estimate(),
            _ => self.left.estimate().min(self.right.estimate()),
        }
    }

    /// The parts of a set of which a list is kept must add up to its cardinality.
    fn with_known_sizes(&self, joint: Joint) -> Joint {
        let Joint { mut left_only, mut right_only, mut both } = joint;
        let most = self.most_shared();
        // The parts are above zero, if only a little (maximum.rs), so that none of this is 0/0.
        if self.left.registers().is_none() {
            both *= most / (left_only + both);
            left_only = (most - both).max(0.0);
        } else if self.right.registers().is_none() {
            both *= most / (right_only + both);
            right_only = (most - both).max(0.0);
        }
        Joint { left_only, right_only, both: both.min(most) }
    }
}

impl Joint {
    /// The parts of the union of two sketched sets.
    pub fn of(left: &Hll, right: &Hll) -> Result<Joint> {
        Ok(Pair::of(left, right)?.joint())
    }

    /// The share of the union that both sets have: 0 if they have nothing in common, 1 if they are
    /// equal, also if both are empty.
    pub fn jaccard(&self) -> f64 {
        let union = self.left_only + self.right_only + self.both;
        if union > 0.0 { self.both / union } else { 1.0 }
    }
}

/// The number of values that both sets have.
pub fn intersection_bounds(left: &Hll, right: &Hll, confidence: f64) -> Result<Bounds> {
    bounds_of(Quantity::Both, left, right, confidence)
}

/// The number of values that the left set has and the right one has not.
pub fn difference_bounds(left: &Hll, right: &Hll, confidence: f64) -> Result<Bounds> {
    bounds_of(Quantity::LeftOnly, left, right, confidence)
}

/// The share that [`Joint::jaccard`] estimates.
pub fn jaccard_bounds(left: &Hll, right: &Hll, confidence: f64) -> Result<Bounds> {
    bounds_of(Quantity::Jaccard, left, right, confidence)
}

fn bounds_of(quantity: Quantity, left: &Hll, right: &Hll, confidence: f64) -> Result<Bounds> {
    let tail = check_confidence(confidence)?;
    let pair = Pair::of(left, right)?;
    let joint = pair.joint();
    let estimate = quantity.of([joint.left_only, joint.right_only, joint.both]);
    let [lower, upper] = match &pair.evidence {
        Evidence::Empty if quantity == Quantity::LeftOnly => {
            return bounds::bounds(left, confidence);
        }
        Evidence::Empty => [estimate, estimate],
        Evidence::Entries(matches) => matches.bounds(quantity, tail),
        Evidence::Registers { likelihood, maximum } => {
            let [lower, upper] = quantity.bounds(likelihood, maximum, tail);
            // The most values that a set is thought to have of which a list is kept.
            let most_listed = |sketch: &Hll| match sketch.registers() {
                Some(_) => Ok(f64::INFINITY),
                None => Ok(bounds::bounds(sketch, confidence)?.upper),
            };
            let most = match quantity {
                Quantity::Both => most_listed(left)?.min(most_listed(right)?),
                Quantity::LeftOnly => most_listed(left)?,
                Quantity::Jaccard => 1.0,
            };
            [lower, upper.min(most)]
        }
    };
    Ok(match quantity {
        Quantity::Jaccard => {
            Bounds { lower: lower.min(estimate), estimate, upper: upper.max(estimate) }
        }
        _ => Bounds::around(lower, estimate, upper),
    })
}
