//! A sketch where it is, stored or in memory.

use super::codec::encode;
use super::entry::Entry;
use super::room::Room;
use super::state::State;
use super::stored::Stored;
use crate::bytes::kind;
use crate::domain::Domain;
use crate::error::Result;
use crate::sketch::Buffer;
use crate::value;
use std::borrow::Cow;

/// A sketch in bytes of someone else.
#[derive(Debug, Clone, Copy)]
pub enum View<'a> {
    /// Stored.
    Stored(Stored<'a>),
    /// In memory.
    InMemory(State<&'a [u8]>),
}

/// The stored bytes of a sketch, whichever form it has.
pub fn stored_bytes(bytes: &[u8]) -> Result<Cow<'_, [u8]>> {
    match bytes.first() {
        Some(&kind::TOPK_STATE) => Ok(encode(&State::resume_unknown(bytes)?).into()),
        _ => Ok(bytes.into()),
    }
}

impl<'a> View<'a> {
    /// Takes apart stored bytes or those of a transition state; nothing about them is believed.
    pub fn read(bytes: &'a [u8]) -> Result<View<'a>> {
        match bytes.first() {
            Some(&kind::TOPK_STATE) => Ok(View::InMemory(State::resume_unknown(bytes)?)),
            _ => Ok(View::Stored(Stored::read(bytes)?)),
        }
    }

    /// How many values the sketch keeps when it is stored.
    pub fn capacity(&self) -> u32 {
        match self {
            View::Stored(stored) => stored.capacity,
            View::InMemory(state) => state.capacity(),
        }
    }

    /// The domain of the values, if there are any.
    pub fn domain(&self) -> Option<Domain> {
        match self {
            View::Stored(stored) => stored.domain,
            View::InMemory(state) => state.domain(),
        }
    }

    /// The sum of all weights.
    pub fn total(&self) -> u64 {
        match self {
            View::Stored(stored) => stored.total,
            View::InMemory(state) => state.total(),
        }
    }

    /// No value that has no entry was added more often.
    pub fn bound(&self) -> u64 {
        match self {
            View::Stored(stored) => stored.bound,
            View::InMemory(state) => state.bound(),
        }
    }

    /// How many entries there are.
    pub fn entry_count(&self) -> usize {
        match self {
            View::Stored(stored) => stored.count,
            View::InMemory(state) => state.entry_count(),
        }
    }

    /// Visits the entries.
    #[inline]
    pub fn visit(&self, mut visit: impl FnMut(Entry<'_>) -> Result<()>) -> Result<()> {
        match self {
            View::Stored(stored) => stored.visit(|listed| {
                let above = listed.upper - stored.bound;
                visit(Entry { above, lower: listed.lower, value: &listed.value })
            }),
            View::InMemory(state) => state.entries().try_for_each(visit),
        }
    }

    /// About how much room the entries take, and no less.
    pub(super) fn room(&self) -> Room {
        match self {
            View::Stored(stored) => {
                let entries = stored.count.min(stored.body.len() / super::stored::SHORTEST_ENTRY);
                let fixed_len = stored.domain.and_then(value::fixed_len);
                let bytes = fixed_len.map_or(stored.body.len(), |len| entries * len);
                Room { entries, bytes }
            }
            View::InMemory(state) => state.room(),
        }
    }

    /// The sketch in memory of its own.
    pub fn to_state<B: Buffer>(&self) -> Result<State<B>> {
        State::from_view(self)
    }
}
