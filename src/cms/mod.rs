//! `cms`: how often any value was added, from a table of counters of fixed size.
//!
//! A `topk` is nearly always the better answer: it knows the values, it bounds the counts of
//! those that it keeps, mostly to the last one, and in the same bytes its bound of all others is lower. A
//! `cms` is for the counts of very many values, none of which needs to be frequent, and for counts that are
//! subtracted again: it is linear, so the sketch of a difference is the difference of the sketches.
//!
//! A Count-Min sketch has rows of counters. A value has one counter in each row, and adding it increases
//! these. The lowest of them is never below its count, and above it by more than epsilon * total for a
//! share delta of the values at most, with `ceil(e / epsilon)` counters in each of `ceil(ln(1 / delta))`
//! rows. Of n values, a count is exact but for a chance of (n / width)^depth.
//!
//! There is no conservative update, which increases only the lowest counters. It errs less, but what it
//! yields depends on the order of the values, and cannot be merged or subtracted.
//!
//! - [`state`]: a sketch in memory, with the [`layout`] of its bytes; [`Cms`] is one on the Rust heap
//! - `growth`: how it grows
//! - `columns`: from a hash to the counters of a value
//! - `merge`: what becomes of two sketches
//! - [`stored`]: the bytes in a table, with `cells`, dense and sparse counters
//! - [`view`]: either of them, where it is
//! - [`codec`]: from a sketch to its canonical bytes and back
//! - [`probe`]: the count of a value in a stored sketch of which only a part is read
//! - [`bounds`]: what a counter says of a count
//! - [`info`]: what there is to tell of a sketch
//! - `parameters`, [`error`]: what may be asked for, and what may be wrong
//!
//! Cormode, Muthukrishnan: An improved data stream summary: the count-min sketch and its applications (2005).

pub mod bounds;
mod cells;
pub mod codec;
mod columns;
pub mod error;
mod growth;
pub mod info;
pub mod layout;
mod merge;
mod parameters;
pub mod probe;
pub mod state;
pub mod stored;
pub mod view;

pub use parameters::*;
pub use state::Cms;

use crate::bytes::kind;
use crate::error::Result;
use crate::hash::SketchHash;
use crate::sketch::{Add, Aggregate, Buffer, Canonical, Merge, Sketch, Subtract};
use state::State;
use view::View;

/// The bytes of a stored sketch of that shape with counters of four bytes.
pub fn size(shape: Shape) -> usize {
    stored::Front::LEN + 4 * shape.counters()
}

impl Sketch for Cms {
    const NAME: &'static str = NAME;
    const KIND: u8 = kind::CMS;
    const VERSION: u8 = stored::VERSION;

    fn read(bytes: &[u8]) -> Result<Cms> {
        View::read(bytes)?.to_state()
    }

    fn decode(bytes: &[u8]) -> Result<Cms> {
        codec::check(bytes)?;
        Cms::read(bytes)
    }

    fn encode(&self) -> Vec<u8> {
        State::encode(self)
    }

    fn is_encoded(bytes: &[u8]) -> bool {
        bytes.first() != Some(&kind::CMS_STATE)
    }
}

impl Canonical for Cms {}

impl Add for Cms {
    type Item<'a> = (SketchHash, u64);

    fn add(&mut self, item: (SketchHash, u64)) -> Result<()> {
        State::add(self, item)
    }
}

impl Merge for Cms {
    fn merge(&mut self, other: &Cms) -> Result<()> {
        self.merge_view(&View::InMemory(other.borrowed()))
    }
}

impl<B: Buffer> Aggregate<B> for Cms {
    type State = State<B>;
    type Parameters = Shape;

    #[inline]
    fn add_in_place(bytes: &mut [u8], item: (SketchHash, u64)) -> bool {
        layout::add_in_place(bytes, item)
    }

    #[inline]
    fn add_later(bytes: &mut [u8], item: (SketchHash, u64), _: impl Fn(&u8)) -> bool {
        layout::add_in_place(bytes, item)
    }

    fn is_state(bytes: &[u8]) -> bool {
        bytes.first() == Some(&kind::CMS_STATE)
    }

    fn start(shape: Option<Shape>) -> Result<State<B>> {
        Ok(State::new(shape.unwrap_or_default()))
    }

    fn check_unchanged(state: &State<B>, shape: Shape) -> Result<()> {
        check_shape_unchanged(state.shape(), shape)
    }

    fn resume(buffer: B) -> Result<State<B>> {
        State::resume(buffer)
    }

    fn copy(bytes: &[u8]) -> Result<State<B>> {
        View::read(bytes)?.to_state()
    }

    fn add(state: &mut State<B>, item: (SketchHash, u64)) -> Result<()> {
        state.add(item)
    }

    #[inline(always)]
    fn merge(state: &mut State<B>, bytes: &[u8]) -> Result<()> {
        state.merge_view(&View::read(bytes)?)
    }

    fn into_buffer(state: State<B>) -> B {
        state.into_buffer()
    }
}

impl<B: Buffer> Subtract<B> for Cms {
    fn remove(state: &mut State<B>, item: (SketchHash, u64)) -> Result<bool> {
        state.remove(item).map(|()| true)
    }

    fn subtract(state: &mut State<B>, bytes: &[u8]) -> Result<bool> {
        state.subtract_view(&View::read(bytes)?).map(|()| true)
    }

    fn is_empty(state: &State<B>) -> bool {
        State::is_empty(state)
    }
}
