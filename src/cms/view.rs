//! The parts of a sketch, stored or in memory.

use super::bounds::{Bounds, bounds};
use super::cells::Cells;
use super::columns::counters;
use super::parameters::Shape;
use super::state::{Parts, State, pairs, sorted_cells};
use super::stored::{Body, Stored};
use crate::bytes::kind;
use crate::domain::{Domain, mismatch};
use crate::error::Result;
use crate::hash::SketchHash;
use crate::sketch::Buffer;

/// A sketch in bytes of someone else.
pub enum View<'a> {
    /// Stored.
    Stored(Stored<'a>),
    /// In memory.
    InMemory(State<&'a [u8]>),
}

impl<'a> View<'a> {
    /// Takes apart stored bytes or those of a transition state; nothing about them is believed.
    pub fn read(bytes: &'a [u8]) -> Result<View<'a>> {
        match bytes.first() {
            Some(&kind::CMS_STATE) => Ok(View::InMemory(State::resume_unknown(bytes)?)),
            _ => Ok(View::Stored(Stored::read(bytes)?)),
        }
    }

    /// How many counters there are.
    pub fn shape(&self) -> Shape {
        match self {
            View::Stored(stored) => stored.front.shape,
            View::InMemory(state) => state.shape(),
        }
    }

    /// The domain of the values, if there are any.
    pub fn domain(&self) -> Option<Domain> {
        match self {
            View::Stored(stored) => stored.front.domain,
            View::InMemory(state) => state.domain(),
        }
    }

    /// The sum of all that was added.
    pub fn total(&self) -> u64 {
        match self {
            View::Stored(stored) => stored.front.total,
            View::InMemory(state) => state.total(),
        }
    }

    /// Visits the counters that are not zero.
    pub(super) fn visit(&self, mut visit: impl FnMut(usize, u64)) -> Result<()> {
        match self {
            View::Stored(stored) => return stored.visit(visit),
            View::InMemory(state) => match state.parts() {
                Parts::Hashes(slots) => sorted_cells(slots, state.shape()).as_slice().visit(visit),
                Parts::Cells(slots) => {
                    pairs(slots).for_each(|(key, count)| visit(key as usize - 1, count));
                }
                Parts::Narrow(cells) => cells.visit(visit),
                Parts::Wide(cells) => cells.visit(visit),
            },
        }
        Ok(())
    }

    /// The sketch in memory of its own.
    pub fn to_state<B: Buffer>(&self) -> Result<State<B>> {
        match self {
            View::InMemory(state) => Ok(State::copy_of(state)),
            View::Stored(_) => {
                let mut state = State::new(self.shape());
                state.merge_view(self)?;
                Ok(state)
            }
        }
    }

    /// How often a value was added: never too low.
    pub fn count(&self, hash: SketchHash) -> Result<u64> {
        check_domain(self.domain(), hash)?;
        let shape = self.shape();
        match self {
            View::Stored(Stored { body: Body::Dense(dense), .. }) => {
                Ok(counters(hash, shape).map(|at| dense.get(at).unwrap_or(0)).min().unwrap_or(0))
            }
            _ => {
                let mut found: Vec<(usize, u64)> =
                    counters(hash, shape).map(|at| (at, 0)).collect();
                self.visit(|at, count| {
                    if let Ok(row) = found.binary_search_by_key(&at, |own| own.0) {
                        found[row].1 = count;
                    }
                })?;
                Ok(found.iter().map(|(_, count)| *count).min().unwrap_or(0))
            }
        }
    }

    /// How often a value was added at least and at most.
    pub fn count_bounds(&self, hash: SketchHash) -> Result<Bounds> {
        Ok(bounds(self.count(hash)?, self.total(), self.shape()))
    }
}

/// Refuses to look for a value of another domain than those that were added.
pub(super) fn check_domain(domain: Option<Domain>, hash: SketchHash) -> Result<()> {
    match domain {
        Some(own) if own.byte() != hash.domain_byte() => Err(mismatch(own, hash.domain()?)),
        _ => Ok(()),
    }
}
