//! `topk`: which values are frequent, and how often they came.
//!
//! A sketch of capacity k keeps at most k values when it is stored, each with a lower and an upper bound of
//! its count, which hold for certain. Of all others it says that none came more often than its bound: the
//! total / (k + 1) at most, and 0 as long as all values are kept.
//!
//! In memory many more values are kept, and none is dropped before there are more than 65,536. Until then a
//! sketch is a sum: it does not depend on the order in which values are added and sketches are merged, and
//! what was added can be taken away again. A batch that is added twice counts twice.
//!
//! - [`state`]: a sketch in memory, with the [`layout`] of its bytes; [`Topk`] is one on the Rust heap.
//!   [`entry`] is what it knows of a value, `slots` where that is, `room` how much memory it takes
//! - `cut`: which values are dropped, and what becomes of the others
//! - `merge`: what becomes of two sketches, and of one that is taken away again
//! - [`stored`]: the bytes in a table
//! - [`view`]: either of them, where it is
//! - [`codec`]: from a sketch to its stored bytes and back, `sums` which counts it may have
//! - [`list`]: the most frequent values
//! - [`bounds`]: how often a value came
//! - [`info`]: what there is to tell of a sketch
//! - `parameters`, [`error`]: what may be asked for, and what may be wrong
//!
//! Metwally, Agrawal, El Abbadi: Efficient Computation of Frequent and Top-k Elements in Data Streams (2005).
//! Agarwal, Cormode, Huang, Phillips, Wei, Yi: Mergeable Summaries (2012).

pub mod bounds;
pub mod codec;
mod cut;
pub mod entry;
pub mod error;
pub mod info;
pub mod layout;
pub mod list;
mod merge;
mod parameters;
mod room;
mod slots;
pub mod state;
pub mod stored;
mod sums;
pub mod view;

pub use parameters::*;
pub use state::Topk;

use crate::bytes::kind;
use crate::error::Result;
use crate::sketch::{Add, Aggregate, Buffer, Canonical, Merge, Sketch, Subtract};
use crate::value::Value;
use state::State;
use view::View;

impl Topk {
    /// The sketch as a column of a declared capacity takes it: an empty one of any capacity.
    pub fn with_declared_capacity(self, declared: Option<u32>) -> Result<Topk> {
        match declared {
            Some(capacity) if self.is_empty() => Topk::new(capacity),
            Some(expected) if self.capacity() != expected => {
                Err(error::wrong_capacity(expected, self.capacity()))
            }
            _ => Ok(self),
        }
    }
}

impl Sketch for Topk {
    const NAME: &'static str = NAME;
    const KIND: u8 = kind::TOPK;
    const VERSION: u8 = stored::VERSION;

    fn read(bytes: &[u8]) -> Result<Topk> {
        State::from_view(&View::read(bytes)?)
    }

    fn decode(bytes: &[u8]) -> Result<Topk> {
        codec::decode(bytes)
    }

    fn encode(&self) -> Vec<u8> {
        codec::encode(self)
    }

    fn is_encoded(bytes: &[u8]) -> bool {
        bytes.first() != Some(&kind::TOPK_STATE)
    }
}

/// Of sketches that hold the same entries, bound and total. What they hold is a function of the capacity and
/// the multiset of what was added, as long as all of it came together in one state of no more than 65,536
/// values; and of the multiset of sketches that were merged in one such state. Where values were dropped
/// from parts before they were merged, it may depend on the parts: the bounds hold, but are wider.
impl Canonical for Topk {}

impl Add for Topk {
    type Item<'a> = (Value<'a>, u64);

    fn add(&mut self, item: (Value<'_>, u64)) -> Result<()> {
        State::add(self, item)
    }
}

impl Merge for Topk {
    fn merge(&mut self, other: &Topk) -> Result<()> {
        State::merge(self, other)
    }
}

impl<B: Buffer> Aggregate<B> for Topk {
    type State = State<B>;
    /// The capacity.
    type Parameters = u32;

    #[inline]
    fn add_in_place(bytes: &mut [u8], item: (Value<'_>, u64)) -> bool {
        layout::add_in_place(bytes, item)
    }

    #[inline]
    fn add_later(bytes: &mut [u8], item: (Value<'_>, u64), _fetch: impl Fn(&u8)) -> bool {
        layout::add_in_place(bytes, item)
    }

    fn is_state(bytes: &[u8]) -> bool {
        bytes.first() == Some(&kind::TOPK_STATE)
    }

    fn start(capacity: Option<u32>) -> Result<State<B>> {
        State::new(capacity.unwrap_or(DEFAULT_CAPACITY))
    }

    fn into_frame(state: State<B>) -> State<B> {
        state.into_frame()
    }

    fn check_unchanged(state: &State<B>, capacity: u32) -> Result<()> {
        check_capacity_unchanged(state.capacity(), capacity)
    }

    fn resume(buffer: B) -> Result<State<B>> {
        State::resume(buffer)
    }

    fn copy(bytes: &[u8]) -> Result<State<B>> {
        State::from_view(&View::read(bytes)?)
    }

    fn add(state: &mut State<B>, item: (Value<'_>, u64)) -> Result<()> {
        state.add(item)
    }

    fn merge(state: &mut State<B>, bytes: &[u8]) -> Result<()> {
        state.merge_view(&View::read(bytes)?)
    }

    fn into_buffer(state: State<B>) -> B {
        state.into_buffer()
    }
}

impl<B: Buffer> Subtract<B> for Topk {
    fn remove(state: &mut State<B>, item: (Value<'_>, u64)) -> Result<bool> {
        state.remove(item)
    }

    fn subtract(state: &mut State<B>, bytes: &[u8]) -> Result<bool> {
        state.unmerge(&View::read(bytes)?)
    }

    fn is_empty(state: &State<B>) -> bool {
        State::is_empty(state)
    }
}
