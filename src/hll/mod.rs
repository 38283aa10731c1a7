//! `hll`: how many distinct values, from a few kilobytes.
//!
//! A HyperLogLog sketch of precision p splits the hashes of the values over 2^p registers and keeps
//! in each the highest rank, the leading zeros of a hash and one more. Its standard error is 1.04/sqrt(2^p),
//! two of them merge into the sketch of the union without loss, and adding a value twice changes
//! nothing. While there are no more than 2^p / 8 values the sketch keeps entries, from which the
//! count is all but exact.
//!
//! - [`state`]: a sketch in memory, with the [`layout`] of its bytes; [`Hll`] is one on the
//!   Rust heap
//! - `merge`: what becomes of two sketches
//! - [`stored`]: the bytes in a table, with [`sparse`] lists and [`dense`] registers
//! - [`view`]: either of them, where it is
//! - [`codec`]: from a sketch to its canonical bytes and back
//! - [`window`]: the union over a frame that slides over rows
//! - [`entry`]: from a hash to an index and a rank
//! - [`estimate`] and [`bounds`]: from a sketch to numbers
//! - [`info`]: what there is to tell of a sketch
//! - [`joint`]: from two sketches to what their sets share
//! - `parameters`, [`error`]: what may be asked for, and what may be wrong
//!
//! Flajolet, Fusy, Gandouet, Meunier: HyperLogLog (2007).

pub mod bounds;
pub mod codec;
pub mod dense;
pub mod entry;
pub mod error;
pub mod estimate;
pub mod info;
pub mod joint;
pub mod layout;
mod merge;
mod parameters;
pub mod sparse;
pub mod state;
pub mod stored;
pub mod view;
pub mod window;

pub use parameters::*;
pub use state::Hll;

use crate::bytes::kind;
use crate::error::Result;
use crate::hash::SketchHash;
use crate::sketch::{Add, Aggregate, Buffer, Canonical, Idempotent, Merge, Sketch};
use state::State;
use view::View;

impl Hll {
    /// The sketch as a column of a declared precision takes it: an empty one of any precision.
    pub fn with_declared_precision(self, declared: Option<u8>) -> Result<Hll> {
        match declared {
            Some(precision) if self.is_empty() => Hll::new(precision),
            Some(expected) if self.precision() != expected => {
                Err(error::wrong_precision(expected, self.precision()))
            }
            _ => Ok(self),
        }
    }
}

impl Sketch for Hll {
    const NAME: &'static str = NAME;
    const KIND: u8 = kind::HLL;
    const VERSION: u8 = stored::VERSION;

    fn read(bytes: &[u8]) -> Result<Hll> {
        View::read(bytes)?.to_state()
    }

    fn decode(bytes: &[u8]) -> Result<Hll> {
        codec::decode(bytes)
    }

    fn encode(&self) -> Vec<u8> {
        codec::encode(self)
    }

    fn is_encoded(bytes: &[u8]) -> bool {
        bytes.first() != Some(&kind::HLL_STATE)
    }
}

impl Canonical for Hll {}

impl Add for Hll {
    type Item<'a> = SketchHash;

    fn add(&mut self, hash: SketchHash) -> Result<()> {
        State::add(self, hash)
    }
}

impl Merge for Hll {
    fn merge(&mut self, other: &Hll) -> Result<()> {
        State::merge(self, other)
    }
}

impl Idempotent for Hll {}

impl<B: Buffer> Aggregate<B> for Hll {
    type State = State<B>;
    type Parameters = u8;

    #[inline]
    fn add_in_place(bytes: &mut [u8], hash: SketchHash) -> bool {
        layout::add_in_place(bytes, hash)
    }

    #[inline]
    fn add_later(bytes: &mut [u8], hash: SketchHash, fetch: impl Fn(&u8)) -> bool {
        layout::add_later(bytes, hash, fetch)
    }

    fn is_state(bytes: &[u8]) -> bool {
        bytes.first() == Some(&kind::HLL_STATE)
    }

    fn start(precision: Option<u8>) -> Result<State<B>> {
        State::new(precision.unwrap_or(DEFAULT_PRECISION))
    }

    fn check_unchanged(state: &State<B>, precision: u8) -> Result<()> {
        check_precision_unchanged(state.precision(), precision)
    }

    fn resume(mut buffer: B) -> Result<State<B>> {
        layout::add_pending(buffer.as_mut());
        State::resume(buffer)
    }

    #[inline(always)]
    fn copy(bytes: &[u8]) -> Result<State<B>> {
        View::read(bytes)?.to_state()
    }

    fn add(state: &mut State<B>, hash: SketchHash) -> Result<()> {
        state.add(hash)
    }

    #[inline(always)]
    fn merge(state: &mut State<B>, bytes: &[u8]) -> Result<()> {
        state.merge_view(&View::read(bytes)?)
    }

    fn into_buffer(state: State<B>) -> B {
        state.into_buffer()
    }
}
