//! Stored form of an `hll`, version 1. Little-endian; written by [`encode`], read by [`decode`].
//!
//! ```text
//!   byte 0      1         2           3        4        5
//!  +---------+---------+-----------+--------+--------+---//--+
//!  | 'H'     | 1       | precision | domain | form   | body  |
//!  +---------+---------+-----------+--------+--------+---//--+
//!   precision  4 to 18
//!   domain     of the values, see hash.rs; 0 in an empty sketch, which ends here
//!   form       1  a list of entries, see sparse.rs: up to 2^precision / 8 of them
//!              2  registers, see dense.rs: as soon as there are more
//! ```
//! Example: the bigints 1, 2 and 3 at precision 14; the same bytes stand in tests/golden/hll/.
//!
//! ```text
//!  48 01 0e 01   hll, version 1, precision 14, integers
//!  01 03 00      a list of 3 entries, so k = 24
//!  19 1b 82      low bits of the gaps: 0x821b19, index 0x0821b19
//!  4b d6 3c                            0x3cd64b, index 0x0bef164
//!  1c 57 77                            0x77571c, index 0x1364880
//!  02            0·10 0·0 0·0, the lowest bit first: no high gaps, ranks 2, 1, 1
//! ```
//!
//! The bytes are a function of the precision and the set of hashes, of nothing else, so equal sets
//! have equal bytes. [`decode`] therefore refuses whatever [`encode`] cannot write: another kind or
//! version, a precision out of range, an unknown domain, a form that the number of entries does not
//! call for, an empty sketch with a domain or a body, entries out of order, ranks out of range, a
//! base that is not the best one, bytes too few or too many, padding that is not zero.
//!
//! Changing this: add version 2, keep reading 1, add golden files, never edit one.

use super::dense::{self, DenseRef};
use super::entry::{self, Entry, INDEX_BITS, MAX_ENTRY_RANK};
use super::estimate::Histogram;
use super::sparse::{self, SparseRef};
use super::state::State;
use super::{Hll, NAME, check_precision, sparse_limit};
use crate::bytes::{Header, kind};
use crate::error::{Error, Result};
use crate::hash::{Domain, SketchHash};

/// The format version that is written.
pub const VERSION: u8 = 1;

const SPARSE: u8 = 1;
const DENSE: u8 = 2;

/// Stored bytes, taken apart but not copied.
#[derive(Debug, Clone, Copy)]
pub struct Stored<'a> {
    /// The precision.
    pub precision: u8,
    /// The domain of the values, if there are any.
    pub domain: Option<Domain>,
    /// The values.
    pub body: Body<'a>,
}

/// What follows the header.
#[derive(Debug, Clone, Copy)]
pub enum Body<'a> {
    /// Nothing.
    Empty,
    /// A list of entries.
    Sparse(SparseRef<'a>),
    /// Registers.
    Dense(DenseRef<'a>),
}

impl<'a> Stored<'a> {
    /// Takes stored bytes apart. Enough is checked that nothing later reads out of bounds or loops;
    /// that the bytes are canonical is checked by [`decode`], at the doors of the database.
    pub fn read(bytes: &'a [u8]) -> Result<Stored<'a>> {
        let (Header { shape: precision, domain, .. }, body) = read_header(bytes)?;
        let body = match (domain, body) {
            (None, []) => Body::Empty,
            (Some(_), [SPARSE, list @ ..]) => Body::Sparse(SparseRef::read(list, precision)?),
            (Some(_), [DENSE, registers @ ..]) => {
                Body::Dense(DenseRef::read(registers, precision)?)
            }
            (Some(_), [form, ..]) => {
                return Err(Error::bad_bytes(NAME, format!("There is no form {form}")));
            }
            (Some(_), []) => {
                return Err(Error::bad_bytes(NAME, "A sketch with a domain holds no values"));
            }
            (None, [_, ..]) => {
                return Err(Error::bad_bytes(NAME, "A sketch without a domain holds values"));
            }
        };
        Ok(Stored { precision, domain, body })
    }
}

fn read_header(bytes: &[u8]) -> Result<(Header, &[u8])> {
    let (header, body) = Header::read(bytes, kind::HLL, VERSION, NAME)?;
    match check_precision(header.shape.into()) {
        Ok(_) => Ok((header, body)),
        Err(_) => Err(Error::bad_bytes(NAME, format!("There is no precision {}", header.shape))),
    }
}

/// The precision of a stored sketch whose bytes start so; none where a sketch at work was stored.
pub fn precision_from_start(start: &[u8]) -> Result<Option<u8>> {
    match start.first() {
        Some(&kind::HLL_STATE) => Ok(None),
        _ => Ok(Some(read_header(start)?.0.shape)),
    }
}

impl Stored<'_> {
    /// Whether adding the value would change nothing.
    pub fn contains(&self, hash: SketchHash) -> Result<bool> {
        if self.domain.is_some_and(|domain| domain as u8 != hash.domain_byte()) {
            return Ok(false);
        }
        match self.body {
            Body::Empty => Ok(false),
            Body::Sparse(list) => {
                let wanted = Entry::from_hash(hash);
                for entry in list.entries() {
                    match entry? {
                        smaller if smaller < wanted => {}
                        entry => return Ok(entry == wanted),
                    }
                }
                Ok(false)
            }
            Body::Dense(registers) => {
                let (register, rank) = entry::register_and_rank(hash, self.precision);
                Ok(rank <= registers.rank(register))
            }
        }
    }
}

/// The stored bytes of a sketch.
#[inline(always)]
pub fn encode<B: AsRef<[u8]>>(state: &State<B>) -> Vec<u8> {
    let precision = state.precision();
    let header = Header { version: VERSION, shape: precision, domain: state.domain() };
    let mut out = header.write(kind::HLL).to_vec();
    if state.is_empty() {
        return out;
    }
    match state.registers() {
        Some(registers) => {
            out.push(DENSE);
            dense::write(registers, precision, &mut out);
        }
        None => {
            out.push(SPARSE);
            sparse::write(&state.sorted_entries(), &mut out);
        }
    }
    out
}

/// The sketch of stored bytes, which must be exactly what [`encode`] writes.
pub fn decode(bytes: &[u8]) -> Result<Hll> {
    let state = Hll::from_stored(&Stored::read(bytes)?)?;
    if let Some(registers) = state.registers() {
        check_reachable(&Histogram::of_registers(registers, state.precision()))?;
    }
    match encode(&state) == bytes {
        true => Ok(state),
        false => Err(Error::bad_bytes(
            NAME,
            "The bytes are not the canonical form of the sketch they hold",
        )),
    }
}

/// Registers come from more entries than a list may hold: are there so many that could have left
/// these ranks?
fn check_reachable(histogram: &Histogram) -> Result<()> {
    let precision = histogram.precision();
    let behind = INDEX_BITS - u32::from(precision);
    let ranks = u64::from(MAX_ENTRY_RANK);
    // Of the indices of one register, all but 2^(behind - rank) have a rank up to that one.
    let entries_up_to = |rank: u32| match rank {
        0 => 0,
        low if low <= behind => ranks * ((1u64 << behind) - (1 << (behind - low))),
        high => ranks * ((1u64 << behind) - 1) + u64::from(high - behind),
    };
    let counts = histogram.counts().iter().zip(0..);
    let most: u64 = counts.map(|(&count, rank)| u64::from(count) * entries_up_to(rank)).sum();
    match most > sparse_limit(precision) as u64 {
        true => Ok(()),
        false => Err(Error::bad_bytes(NAME, "The registers hold too few values to be registers")),
    }
}
