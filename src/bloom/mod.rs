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
//! - [`state`]: a filter at work in memory, with the [`table`] of its first hashes; [`Bloom`] is one
//!   on the Rust heap
//! - [`filling`]: one that an aggregate fills, with the values of its last rows in front
//! - `union`: which layers of two filters become one
//! - [`stored`]: the bytes in a table, with the records of each [`layer`]
//! - [`head`] and [`probe`]: looking for a key in stored bytes, without reading them all, and once a row
//! - [`kept`]: which of the stored filters that are probed stay in memory
//! - [`info`]: what there is to tell of a filter, with the [`count`] of its keys
//! - [`block`]: which bits a key has
//! - [`shape`]: how large a filter must be, and how often it errs
//!
//! Bloom: Space/time trade-offs in hash coding with allowable errors (1970).

pub mod block;
pub mod count;
pub mod filling;
pub mod head;
pub mod info;
pub mod kept;
pub mod layer;
pub mod probe;
pub mod shape;
pub mod state;
pub mod stored;
pub mod table;
mod union;

use crate::bytes::kind;
use crate::error::{Error, Result};
use crate::sketch::{Merge, Sketch};
use layer::{Layer, RECORD_LEN};
use std::f64::consts::LOG2_E;

/// The SQL name of the type.
pub const NAME: &str = "bloom";
/// The rate of a filter for which none is given.
pub const DEFAULT_RATE: f64 = 0.01;
/// The highest capacity.
pub const MAX_CAPACITY: u64 = 1 << 40;
/// The most layers.
pub const MAX_LAYERS: usize = 64;

/// No stored filter is longer: Postgres has values of up to 1,073,741,823 bytes, but they must fit
/// into a row with others.
pub const MAX_STORED_LEN: usize = 1_000_000_000;

/// An aggregate keeps up to so many hashes until it decides on a capacity.
pub const UNSIZED_LIMIT: usize = 1 << 22;

/// The smallest capacity that is decided on.
const SMALLEST_CLASS: u64 = 64;
/// No list is longer, however large the filter would be: it is read whole to look for one key.
const LONGEST_LIST: usize = 1024;

/// A filter on the Rust heap.
pub type Bloom = state::State<Vec<u8>>;

/// A capacity that a user gave.
pub fn check_capacity(capacity: i64) -> Result<u64> {
    match u64::try_from(capacity) {
        Ok(valid @ 1..=MAX_CAPACITY) => Ok(valid),
        _ => Err(Error::OutOfRange {
            parameter: "capacity",
            value: capacity.to_string(),
            allowed: "an integer from 1 to 1099511627776",
        }),
    }
}

/// A false-positive rate that a user gave.
pub fn check_rate(rate: f64) -> Result<f64> {
    match (1e-8..=0.5).contains(&rate) {
        true => Ok(rate),
        false => Err(Error::OutOfRange {
            parameter: "fpr",
            value: format!("{rate:?}").replace("inf", "Infinity"),
            allowed: "from 0.00000001 to 0.5",
        }),
    }
}

/// The stored bytes of a filter of that capacity and rate that has keys enough to be one.
pub fn size(capacity: u64, rate: f64) -> Result<usize> {
    let layer = Layer::new(capacity, rate, 0)?;
    Ok(stored::FIXED_LEN + RECORD_LEN + layer.shape.len())
}

/// The most hashes that are stored as such: up to there a list is about as short as the bits.
pub fn list_limit(capacity: u64, rate: f64) -> usize {
    // One hash is shorter than the shortest block.
    (len_of_bits(capacity, rate) / 7.0).clamp(1.0, LONGEST_LIST as f64) as usize
}

/// About how many bytes the bits of a filter take.
fn len_of_bits(capacity: u64, rate: f64) -> f64 {
    // A key takes log2(1/rate), here rounded up, times 1/ln 2 = log2(e) bits.
    capacity as f64 * f64::from(shape::doublings(rate)) * LOG2_E / 8.0
}

/// The capacity for so many keys where none was given: few different ones, so that the filters of
/// days much alike have one shape.
pub fn size_class(keys: usize) -> u64 {
    (keys as u64).next_power_of_two().max(SMALLEST_CLASS)
}

impl Sketch for Bloom {
    const NAME: &'static str = NAME;

    fn encode(&self) -> Vec<u8> {
        // Its bytes were checked when it was made of them.
        self.view()
            .and_then(|view| stored::encode(&view))
            .unwrap_or_else(|error| unreachable!("{error}: {}", error.detail()))
    }

    fn sent(&self) -> Vec<u8> {
        self.view()
            .and_then(|view| stored::send(&view))
            .unwrap_or_else(|error| unreachable!("{error}: {}", error.detail()))
    }

    fn is_canonical(bytes: &[u8]) -> bool {
        match bytes {
            [kind::BLOOM_TABLE | kind::BLOOM_FILLING, ..] => false,
            _ => !stored::is_undecided_list(bytes),
        }
    }

    fn read(bytes: &[u8]) -> Result<Bloom> {
        filling::settled(bytes)?.into_state()
    }

    fn decode(bytes: &[u8]) -> Result<Bloom> {
        stored::decode(bytes)
    }
}

impl Merge for Bloom {
    fn merge(&mut self, other: &Bloom) -> Result<()> {
        self.merge_view(&other.view()?)
    }
}
