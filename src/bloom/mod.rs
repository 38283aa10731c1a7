//! `bloom`: certainly not there, or maybe.
//!
//! A Bloom filter keeps a few bits for every key. A key whose bits are not all set was never added; of
//! the keys that were not, a share finds its bits set by others: the false-positive rate, which is
//! asked for together with the capacity. The bits of a key stand in one block, so that a filter is
//! probed by reading 256 bytes of it, and two filters of one shape merge by OR.
//!
//! Past its capacity a filter gets a further layer, twice as large and stricter, so that the rate of
//! all layers stays below twice the one asked for. While there are few keys a filter keeps their
//! hashes instead of bits.
//!
//! - [`state`]: the in-memory form, with the [`layout`] of its bytes; [`Bloom`] is one on the Rust heap
//! - [`filling`]: a large filter that an aggregate fills, with the values of its last rows in front
//! - `merge`: what becomes of two filters, and `union`: which of their layers become one
//! - [`stored`]: the bytes in a table, with the record of each [`layer`], and all [`layers`]
//! - [`view`]: a filter where it is, stored or in memory
//! - [`codec`]: from a filter to its stored bytes and back
//! - [`head`] and [`probe`]: looking for a key in stored bytes, without reading them all, and once a row
//! - [`info`]: what there is to tell of a filter, with the [`bounds`] of its number of keys
//! - [`block`]: which bits a key has
//! - [`shape`]: how large a filter must be, and how often it errs
//! - `list`: how many keys a filter keeps as hashes
//! - `parameters`, [`error`]: what may be asked for, and what may be wrong
//!
//! Bloom: Space/time trade-offs in hash coding with allowable errors (1970).

pub mod block;
pub mod bounds;
pub mod codec;
pub mod error;
pub mod filling;
pub mod head;
pub mod info;
pub mod layer;
pub mod layers;
pub mod layout;
mod list;
mod merge;
mod parameters;
pub mod probe;
pub mod shape;
mod shared;
pub mod state;
pub mod stored;
mod union;
pub mod view;

pub use list::{UNSIZED_LIMIT, list_limit, size_class};
pub use parameters::*;
pub use state::Bloom;

use crate::bytes::kind;
use crate::error::Result;
use crate::hash::SketchHash;
use crate::sketch::{Add, Aggregate, Buffer, Canonical, Idempotent, Merge, Sketch};
use filling::Filling;
use layer::{Layer, RECORD_LEN};
use state::State;

/// The stored bytes of a filter of that capacity and rate that has keys enough to be one.
pub fn size(capacity: u64, rate: f64) -> Result<usize> {
    let layer = Layer::new(capacity, rate, 0)?;
    Ok(stored::FIXED_LEN + RECORD_LEN + layer.shape.len())
}

impl Sketch for Bloom {
    const NAME: &'static str = NAME;
    const KIND: u8 = kind::BLOOM;
    const VERSION: u8 = stored::VERSION;

    fn read(bytes: &[u8]) -> Result<Bloom> {
        filling::without_pending(bytes)?.into_state()
    }

    fn decode(bytes: &[u8]) -> Result<Bloom> {
        codec::decode(bytes)
    }

    fn encode(&self) -> Vec<u8> {
        // Its bytes were checked when it was made of them.
        self.view()
            .and_then(|view| codec::encode(&view))
            .unwrap_or_else(|error| unreachable!("{error}: {}", error.detail()))
    }

    fn is_encoded(bytes: &[u8]) -> bool {
        match bytes {
            [kind::BLOOM_TABLE | kind::BLOOM_FILLING, ..] => false,
            _ => !stored::is_undecided_list(bytes),
        }
    }

    fn portable(&self) -> Vec<u8> {
        self.view()
            .and_then(|view| codec::portable(&view))
            .unwrap_or_else(|error| unreachable!("{error}: {}", error.detail()))
    }
}

/// As long as there is one layer at most; the bytes of a filter that has grown may show its history.
impl Canonical for Bloom {}

impl Add for Bloom {
    type Item<'a> = SketchHash;

    fn add(&mut self, hash: SketchHash) -> Result<()> {
        State::add(self, hash)
    }
}

impl Merge for Bloom {
    fn merge(&mut self, other: &Bloom) -> Result<()> {
        self.merge_view(&other.view()?)
    }
}

impl Idempotent for Bloom {}

impl<B: Buffer> Aggregate<B> for Bloom {
    type State = State<Filling<B>>;
    /// The capacity and the rate.
    type Parameters = (u64, f64);

    #[inline]
    fn add_in_place(bytes: &mut [u8], hash: SketchHash) -> bool {
        filling::add_in_place(bytes, hash)
    }

    #[inline]
    fn add_later(bytes: &mut [u8], hash: SketchHash, fetch: impl Fn(&u8)) -> bool {
        filling::add_later(bytes, hash, fetch)
    }

    fn is_state(bytes: &[u8]) -> bool {
        matches!(
            bytes,
            [kind::BLOOM_TABLE | kind::BLOOM_FILLING, ..] | [kind::BLOOM, _, 1..=u8::MAX, ..]
        )
    }

    fn start(parameters: Option<(u64, f64)>) -> Result<State<Filling<B>>> {
        match parameters {
            Some((capacity, rate)) => State::new(capacity, rate),
            None => Ok(State::unsized_with(DEFAULT_RATE)),
        }
    }

    fn check_unchanged(state: &State<Filling<B>>, (capacity, rate): (u64, f64)) -> Result<()> {
        state.check_unchanged(capacity, rate)
    }

    fn resume(buffer: B) -> Result<State<Filling<B>>> {
        State::resume_filling(buffer)
    }

    fn copy(bytes: &[u8]) -> Result<State<Filling<B>>> {
        filling::without_pending(bytes)?.into_state()
    }

    fn add(state: &mut State<Filling<B>>, hash: SketchHash) -> Result<()> {
        state.add(hash)
    }

    fn merge(state: &mut State<Filling<B>>, bytes: &[u8]) -> Result<()> {
        state.merge_view(&filling::without_pending::<B>(bytes)?.view()?)
    }

    fn into_buffer(state: State<Filling<B>>) -> B {
        state.leave()
    }
}
