//! The parts of a sketch, stored or in memory.
//!
//! It is copied only where a value is pending.

use super::entry::Entry;
use super::estimate;
use super::layout;
use super::state::State;
use super::stored::{Body, Stored};
use crate::bytes::kind;
use crate::domain::Domain;
use crate::error::Result;
use crate::sketch::Buffer;
use std::borrow::Cow;

/// A sketch in bytes of someone else.
pub enum View<'a> {
    /// Stored.
    Stored(Stored<'a>),
    /// In memory.
    InMemory(State<Cow<'a, [u8]>>),
}

impl<'a> View<'a> {
    /// Takes apart stored bytes or those of a transition state; nothing about them is
    /// believed.
    pub fn read(bytes: &'a [u8]) -> Result<View<'a>> {
        match bytes.first() {
            Some(&kind::HLL_STATE) => {
                Ok(View::InMemory(State::resume_unknown(layout::without_pending(bytes))?))
            }
            _ => Ok(View::Stored(Stored::read(bytes)?)),
        }
    }

    /// The precision.
    pub fn precision(&self) -> u8 {
        match self {
            View::Stored(stored) => stored.precision,
            View::InMemory(state) => state.precision(),
        }
    }

    /// The domain of the values, if there are any.
    pub fn domain(&self) -> Option<Domain> {
        match self {
            View::Stored(stored) => stored.domain,
            View::InMemory(state) => state.domain(),
        }
    }

    /// Whether it has registers.
    pub fn has_registers(&self) -> bool {
        match self {
            View::Stored(stored) => matches!(stored.body, Body::Dense(_)),
            View::InMemory(state) => state.registers().is_some(),
        }
    }

    /// Visits the entries; there are none where it has registers.
    pub(super) fn visit_entries(&self, mut visit: impl FnMut(Entry)) -> Result<()> {
        match self {
            View::Stored(Stored { body: Body::Sparse(list), .. }) => {
                list.entries().try_for_each(|entry| entry.map(&mut visit))
            }
            View::Stored(_) => Ok(()),
            View::InMemory(state) => {
                state.scattered_entries().for_each(visit);
                Ok(())
            }
        }
    }

    /// The sketch in memory of its own.
    #[inline(always)]
    pub fn to_state<B: Buffer>(&self) -> Result<State<B>> {
        match self {
            View::Stored(stored) => State::from_stored(stored),
            View::InMemory(state) => Ok(State::copy_of(state)),
        }
    }

    /// The estimated number of distinct values, a whole number.
    #[inline(always)]
    pub fn cardinality(&self) -> Result<f64> {
        let stored = match self {
            View::InMemory(state) => return Ok(state.cardinality()),
            View::Stored(stored) => stored,
        };
        let estimate = match &stored.body {
            Body::Empty => 0.0,
            Body::Sparse(list) => estimate::from_entries(list.checked_count()?),
            Body::Dense(_) => State::<Vec<u8>>::from_stored(stored)?.estimate(),
        };
        Ok(estimate.round())
    }
}
