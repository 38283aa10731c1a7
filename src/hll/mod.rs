//! `hll`: how many distinct values, from a few kilobytes.
//!
//! A HyperLogLog sketch of precision p splits the hashes of the values over 2^p registers and keeps
//! in each the highest rank, the leading zeros of a hash and one more. Its standard error is 1.04/sqrt(2^p),
//! two of them merge into the sketch of the union without loss, and adding a value twice changes
//! nothing. While there are no more than 2^p / 8 values the sketch keeps entries, from which the
//! count is all but exact.
//!
//! - [`state`]: a sketch at work in memory, with the [`layout`] of its bytes; [`Hll`] is one on the
//!   Rust heap
//! - [`stored`]: the bytes in a table, with [`sparse`] lists and [`dense`] registers
//! - [`view`]: either of them, where it is
//! - [`window`]: the union over a frame that slides over rows
//! - [`entry`]: from a hash to an index and a rank
//! - [`estimate`] and [`bounds`]: from a sketch to numbers
//! - [`joint`]: from two sketches to what their sets share
//!
//! Flajolet, Fusy, Gandouet, Meunier: HyperLogLog (2007).

pub mod bounds;
pub mod dense;
pub mod entry;
pub mod estimate;
pub mod joint;
pub mod layout;
pub mod sparse;
pub mod state;
pub mod stored;
pub mod view;
pub mod window;

use crate::bytes::kind;
use crate::error::{Error, Result};
use crate::hash::Domain;
use crate::sketch::{Merge, Sketch};

/// The SQL name of the type.
pub const NAME: &str = "hll";
/// The lowest precision: 16 registers.
pub const MIN_PRECISION: u8 = 4;
/// The highest precision: 262,144 registers.
pub const MAX_PRECISION: u8 = 18;
/// The precision of a sketch for which none is given: 16,384 registers, a standard error of 0.81 %.
pub const DEFAULT_PRECISION: u8 = 14;

/// No stored sketch is longer.
pub const MAX_STORED_LEN: usize = 1 << 20;

/// A sketch on the Rust heap.
pub type Hll = state::State<Vec<u8>>;

/// The most entries that are kept as such: up to there a list is the shorter form.
pub fn sparse_limit(precision: u8) -> usize {
    (1 << precision) / 8
}

/// A precision that a user gave.
pub fn check_precision(precision: i64) -> Result<u8> {
    match u8::try_from(precision) {
        Ok(valid @ MIN_PRECISION..=MAX_PRECISION) => Ok(valid),
        _ => Err(Error::OutOfRange {
            parameter: "precision",
            value: precision.to_string(),
            allowed: "an integer from 4 to 18",
        }),
    }
}

/// Refuses a precision other than that of the rows before.
pub fn check_precision_unchanged(from: u8, to: u8) -> Result<()> {
    match from == to {
        true => Ok(()),
        false => Err(Error::Changed {
            parameter: "precision",
            from: from.to_string(),
            to: to.to_string(),
        }),
    }
}

/// The modifier of a column type: `hll(14)`.
pub fn parse_modifiers(modifiers: &[i32]) -> Result<u8> {
    match modifiers {
        [precision] => check_precision((*precision).into()),
        _ => Err(Error::OutOfRange {
            parameter: "number of type modifiers",
            value: modifiers.len().to_string(),
            allowed: "1, the precision",
        }),
    }
}

/// What `hll_info` tells.
#[derive(Debug, Clone, PartialEq)]
pub struct Info {
    /// The format version that this release writes.
    pub format_version: u8,
    /// The precision.
    pub precision: u8,
    /// The domain of the values; none in an empty sketch.
    pub domain: Option<Domain>,
    /// `empty`, `sparse` or `dense`.
    pub form: &'static str,
    /// The length of the stored bytes, without the length word of Postgres.
    pub bytes: i32,
    /// Entries in a sparse sketch, registers that are not empty in a dense one.
    pub occupied: i32,
    /// The estimate, a whole number.
    pub cardinality: f64,
    /// The relative standard error of the estimate.
    pub relative_error: f64,
}

/// What there is to tell of a sketch.
pub fn info(sketch: &Hll) -> Info {
    let (form, occupied) = match sketch.registers() {
        Some(registers) => ("dense", registers.iter().filter(|rank| **rank > 0).count()),
        None if sketch.is_empty() => ("empty", 0),
        None => ("sparse", sketch.entry_count()),
    };
    Info {
        format_version: stored::VERSION,
        precision: sketch.precision(),
        domain: sketch.domain(),
        form,
        bytes: sketch.encode().len() as i32,
        occupied: occupied as i32,
        cardinality: sketch.cardinality(),
        relative_error: bounds::relative_error(sketch),
    }
}

impl Hll {
    /// The sketch as a column of a declared precision takes it: an empty one of any precision.
    pub fn with_declared_precision(self, declared: Option<u8>) -> Result<Hll> {
        match declared {
            Some(precision) if self.is_empty() => Hll::new(precision),
            Some(expected) if self.precision() != expected => {
                Err(Error::WrongPrecision { expected, found: self.precision() })
            }
            _ => Ok(self),
        }
    }
}

impl Sketch for Hll {
    const NAME: &'static str = NAME;

    fn encode(&self) -> Vec<u8> {
        stored::encode(self)
    }

    fn is_canonical(bytes: &[u8]) -> bool {
        bytes.first() != Some(&kind::HLL_STATE)
    }

    fn read(bytes: &[u8]) -> Result<Hll> {
        view::View::read(bytes)?.to_state()
    }

    fn decode(bytes: &[u8]) -> Result<Hll> {
        stored::decode(bytes)
    }
}

impl Merge for Hll {
    fn merge(&mut self, other: &Hll) -> Result<()> {
        state::State::merge(self, other)
    }
}
