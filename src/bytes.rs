//! The four bytes that every stored sketch starts with.
//!
//! ```text
//!   byte 0      1         2       3
//!  +---------+---------+-------+--------+---//
//!  | kind    | version | shape | domain | body
//!  +---------+---------+-------+--------+---//
//!   kind     'H' 0x48 hll, 'B' 0x42 bloom
//!   version  of that kind's format, from 1 on. A reader refuses a version it does not know: a
//!            newer release wrote it, and a guess would be a wrong count.
//!   shape    for hll the precision, for bloom the number of layers
//!   domain   of the values that were added, see hash.rs; 0 while there are none
//! ```
//! A kind with the high bit set is a sketch at work in memory. The aggregates here never return one;
//! one that a user declares without a final function does, and it is read like any other.

use crate::error::{Error, Result};
use crate::hash::Domain;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The length of the header.
pub const HEADER_LEN: usize = 4;

/// The kinds of sketch and their first bytes.
pub mod kind {
    /// A stored `hll`.
    pub const HLL: u8 = b'H';
    /// An `hll` at work, see `hll/layout.rs`.
    pub const HLL_STATE: u8 = b'H' | 0x80;
    /// A stored `bloom`.
    pub const BLOOM: u8 = b'B';
    /// The hashes of a `bloom` at work, see `bloom/table.rs`.
    pub const BLOOM_TABLE: u8 = b'B' | 0x80;
    /// A `bloom` at work, and values that are yet to be added to it, see `bloom/filling.rs`.
    pub const BLOOM_FILLING: u8 = b'b' | 0x80;
}

/// The fields of the header that differ from sketch to sketch of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// The format version.
    pub version: u8,
    /// The precision of an `hll`, the number of layers of a `bloom`.
    pub shape: u8,
    /// The domain of what was added.
    pub domain: Option<Domain>,
}

impl Header {
    /// The four bytes.
    pub fn write(&self, kind: u8) -> [u8; HEADER_LEN] {
        [kind, self.version, self.shape, self.domain.map_or(0, |domain| domain as u8)]
    }

    /// The header of a sketch of that kind, and what follows it.
    pub fn read<'a>(
        bytes: &'a [u8],
        expected_kind: u8,
        newest: u8,
        type_name: &'static str,
    ) -> Result<(Header, &'a [u8])> {
        let bad = |reason: String| Error::BadBytes { type_name, reason };
        let Some(([kind, version, shape, domain_byte], body)) = bytes.split_first_chunk() else {
            let length = bytes.len();
            return Err(bad(format!("The header takes {HEADER_LEN} bytes, there are {length}")));
        };
        if *kind != expected_kind {
            return Err(bad(format!("The first byte is {kind:#04x}, not {expected_kind:#04x}")));
        }
        if *version > newest {
            return Err(Error::NewerFormat { type_name, version: *version, newest });
        }
        if *version == 0 {
            return Err(bad("There is no format version 0".into()));
        }
        let domain = Domain::from_byte(*domain_byte);
        if domain.is_none() && *domain_byte != 0 {
            return Err(bad(format!("There is no value domain {domain_byte}")));
        }
        Ok((Header { version: *version, shape: *shape, domain }, body))
    }
}

/// A hash of canonical bytes, for hash joins and hash indexes; seed 0 is the plain one.
pub fn hash(bytes: &[u8], seed: u64) -> u64 {
    xxh3_64_with_seed(bytes, seed)
}

/// The domain of a union: one that is not there yet yields to the other.
pub fn common_domain(left: Option<Domain>, right: Option<Domain>) -> Result<Option<Domain>> {
    match (left, right) {
        (Some(sketch), Some(other)) if sketch != other => {
            Err(Error::DomainMismatch { sketch, other })
        }
        _ => Ok(left.or(right)),
    }
}
