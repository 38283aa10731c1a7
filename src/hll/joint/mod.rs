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
mod quantity;

use super::bounds::{self, Bounds, check_confidence};
use super::entry::Entry;
use super::error::precision_mismatch;
use super::state::Hll;
use crate::domain::common_domain;
use crate::error::Result;
use entries::Matches;
use likelihood::Likelihood;
use maximum::{MULTIPLES, Maximum};
pub use quantity::Joint;
use quantity::Quantity;
use std::borrow::Cow;

/// Two sketches in an order that depends on what they hold alone, and what there is to estimate from:
/// so an estimate is the same to the last bit whichever set is named first.
struct Pair<'a> {
    first: &'a Hll,
    second: &'a Hll,
    /// Whether the left one comes second.
    is_swapped: bool,
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

/// A part as it was found, or exactly nothing where the search ended at the edge of its range, which
/// is above zero (maximum.rs).
fn or_nothing(part: f64) -> f64 {
    if part <= MULTIPLES.0 { 0.0 } else { part }
}

/// What a sketch holds, in some order: an empty one is before lists, and these before registers.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Content<'a> {
    Entries(Vec<Entry>),
    Registers(&'a [u8]),
}

impl<'a> Content<'a> {
    fn of(sketch: &'a Hll) -> Content<'a> {
        match sketch.registers() {
            Some(registers) => Content::Registers(registers),
            None => Content::Entries(sketch.sorted_entries()),
        }
    }

    /// The registers, or those that the entries would leave.
    fn registers(self, precision: u8) -> Cow<'a, [u8]> {
        match self {
            Content::Registers(registers) => registers.into(),
            Content::Entries(entries) => {
                let mut registers = vec![0; 1 << precision];
                for entry in entries {
                    let (register, rank) = entry.register_and_rank(precision);
                    registers[register] = rank.max(registers[register]);
                }
                registers.into()
            }
        }
    }
}

impl<'a> Pair<'a> {
    fn of(left: &'a Hll, right: &'a Hll) -> Result<Pair<'a>> {
        let (precision, other) = (left.precision(), right.precision());
        let any_empty = left.is_empty() || right.is_empty();
        if precision != other && !any_empty {
            return Err(precision_mismatch(precision, other));
        }
        common_domain(left.domain(), right.domain())?;
        let (mut first, mut second) = ((left, Content::of(left)), (right, Content::of(right)));
        let is_swapped = first.1 > second.1;
        if is_swapped {
            std::mem::swap(&mut first, &mut second);
        }
        let evidence = match (first.1, second.1) {
            _ if any_empty => Evidence::Empty,
            (Content::Entries(first), Content::Entries(second)) => {
                Evidence::Entries(Matches::of(&first, &second))
            }
            (first, second) => {
                let (first, second) = (first.registers(precision), second.registers(precision));
                let likelihood = Box::new(Likelihood::of_registers(&first, &second, precision));
                let maximum = likelihood.maximum();
                Evidence::Registers { likelihood, maximum }
            }
        };
        Ok(Pair { first: first.0, second: second.0, is_swapped, evidence })
    }

    /// The parts, left and right as the sets were named.
    fn joint(&self) -> Joint {
        let Joint { left_only, right_only, both } = self.joint_in_order();
        match self.is_swapped {
            true => Joint { left_only: right_only, right_only: left_only, both },
            false => Joint { left_only, right_only, both },
        }
    }

    /// The parts, of which the left one belongs to the first sketch.
    fn joint_in_order(&self) -> Joint {
        match &self.evidence {
            Evidence::Empty => Joint {
                left_only: self.first.estimate(),
                right_only: self.second.estimate(),
                both: 0.0,
            },
            Evidence::Entries(matches) => matches.joint(),
            Evidence::Registers { likelihood, .. } if likelihood.all_equal() => {
                Joint { left_only: 0.0, right_only: 0.0, both: self.most_shared() }
            }
            Evidence::Registers { maximum, .. } => {
                let [left_only, right_only, both] = maximum.parts.map(or_nothing);
                self.with_known_size(Joint { left_only, right_only, both })
            }
        }
    }

    /// Whether a list is kept of the first set, and registers of the second.
    fn is_mixed(&self) -> bool {
        self.first.registers().is_none() && self.second.registers().is_some()
    }

    /// The smaller cardinality; of a list it is known all but exactly, and counts alone.
    fn most_shared(&self) -> f64 {
        match self.is_mixed() {
            true => self.first.estimate(),
            false => self.first.estimate().min(self.second.estimate()),
        }
    }

    /// The parts of a set of which a list is kept must add up to its cardinality.
    fn with_known_size(&self, joint: Joint) -> Joint {
        let Joint { mut left_only, right_only, mut both } = joint;
        let most = self.most_shared();
        if self.is_mixed() {
            // A list that is not empty has raised a register, so that this is not 0/0.
            both *= most / (left_only + both);
            left_only = (most - both).max(0.0);
        }
        Joint { left_only, right_only, both: both.min(most) }
    }

    /// The quantity where the first sketch is the left one.
    fn in_order(&self, quantity: Quantity) -> Quantity {
        match quantity {
            Quantity::LeftOnly if self.is_swapped => Quantity::RightOnly,
            Quantity::RightOnly if self.is_swapped => Quantity::LeftOnly,
            same => same,
        }
    }
}

impl Joint {
    /// The parts of the union of two sketched sets.
    pub fn of(left: &Hll, right: &Hll) -> Result<Joint> {
        Ok(Pair::of(left, right)?.joint())
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
    let quantity = pair.in_order(quantity);
    let joint = pair.joint_in_order();
    let estimate = quantity.of([joint.left_only, joint.right_only, joint.both]);
    let [lower, upper] = match &pair.evidence {
        Evidence::Empty => match quantity {
            Quantity::LeftOnly => return bounds::bounds(pair.first, confidence),
            Quantity::RightOnly => return bounds::bounds(pair.second, confidence),
            Quantity::Both | Quantity::Jaccard => [estimate, estimate],
        },
        Evidence::Entries(matches) => matches.bounds(quantity, tail),
        Evidence::Registers { likelihood, maximum } => {
            let [lower, upper] = quantity.bounds(likelihood, maximum, tail);
            // The most values that a set is thought to have of which a list is kept.
            let most_listed = |sketch: &Hll| match sketch.registers() {
                Some(_) => Ok(f64::INFINITY),
                None => Ok(bounds::bounds(sketch, confidence)?.upper),
            };
            let most = match quantity {
                Quantity::Both => most_listed(pair.first)?.min(most_listed(pair.second)?),
                Quantity::LeftOnly => most_listed(pair.first)?,
                Quantity::RightOnly => most_listed(pair.second)?,
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
