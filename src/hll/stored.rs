//! Stored form of an `hll`, version 1. Little-endian; written by `encode`, read by `decode` (codec.rs).
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
//! have equal bytes. `decode` therefore refuses whatever `encode` cannot write: another kind or
//! version, a precision out of range, an unknown domain, a form that the number of entries does not
//! call for, an empty sketch with a domain or a body, entries out of order, ranks out of range, a
//! base that is not the best one, bytes too few or too many, padding that is not zero.
//!
//! Changing this: add version 2, keep reading 1, add golden files, never edit one.

use super::dense::DenseRef;
use super::entry::{self, Entry};
use super::error::bad_bytes;
use super::parameters::{NAME, check_precision};
use super::sparse::SparseRef;
use crate::bytes::{Header, kind};
use crate::domain::Domain;
use crate::error::Result;
use crate::hash::SketchHash;

/// The format version that is written.
pub const VERSION: u8 = 1;

pub(super) const SPARSE: u8 = 1;
pub(super) const DENSE: u8 = 2;

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
    /// that the bytes are canonical is checked by `decode`, in the input functions.
    pub fn read(bytes: &'a [u8]) -> Result<Stored<'a>> {
        let (Header { shape: precision, domain, .. }, body) = read_header(bytes)?;
        let body = match (domain, body) {
            (None, []) => Body::Empty,
            (Some(_), [SPARSE, list @ ..]) => Body::Sparse(SparseRef::read(list, precision)?),
            (Some(_), [DENSE, registers @ ..]) => {
                Body::Dense(DenseRef::read(registers, precision)?)
            }
            (Some(_), [form, ..]) => {
                return Err(bad_bytes(format!("There is no form {form}")));
            }
            (Some(_), []) => {
                return Err(bad_bytes("A sketch with a domain holds no values"));
            }
            (None, [_, ..]) => {
                return Err(bad_bytes("A sketch without a domain holds values"));
            }
        };
        Ok(Stored { precision, domain, body })
    }
}

fn read_header(bytes: &[u8]) -> Result<(Header, &[u8])> {
    let (header, body) = Header::read(bytes, kind::HLL, VERSION, NAME)?;
    match check_precision(header.shape.into()) {
        Ok(_) => Ok((header, body)),
        Err(_) => Err(bad_bytes(format!("There is no precision {}", header.shape))),
    }
}

/// The precision of a stored sketch whose bytes start so; none where an in-memory form was stored.
pub fn precision_from_start(start: &[u8]) -> Result<Option<u8>> {
    match start.first() {
        Some(&kind::HLL_STATE) => Ok(None),
        _ => Ok(Some(read_header(start)?.0.shape)),
    }
}

impl Stored<'_> {
    /// Whether adding the value would change nothing.
    pub fn contains(&self, hash: SketchHash) -> Result<bool> {
        if self.domain.is_some_and(|domain| domain.byte() != hash.domain_byte()) {
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
