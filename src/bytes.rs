//! The four bytes that every stored sketch starts with.
//!
//! ```text
//!   byte 0      1         2       3
//!  +---------+---------+-------+--------+---//
//!  | kind    | version | shape | domain | body
//!  +---------+---------+-------+--------+---//
//!   kind     'H' 0x48 hll, 'B' 0x42 bloom, 'T' 0x54 topk, 'C' 0x43 cms
//!   version  of that kind's format, from 1 on. A release reads every version up to its newest one, for
//!            ever. It refuses a higher one as newer: a guess would be a wrong count.
//!   shape    for hll the precision, for bloom the number of layers, for topk 0, for cms the depth
//!   domain   of the values that were added, see domain.rs; 0 while there are none. Numbers that this
//!            release does not know are refused as newer, too.
//! ```
//! A kind with the high bit set is an in-memory form: the transition state of an aggregate. The
//! aggregates here never return one. One that a user declares without a final function does, and it is
//! read like any other.

use crate::domain::Domain;
use crate::error::{Error, Result};
use crate::record;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The length of the header.
pub const HEADER_LEN: usize = size_of::<Head>();

/// The four bytes as drawn above.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[repr(C)]
pub struct Head {
    kind: u8,
    version: u8,
    shape: u8,
    domain: u8,
}

/// The kinds of sketch and their first bytes.
pub mod kind {
    /// A stored `hll`.
    pub const HLL: u8 = b'H';
    /// The in-memory form of an `hll`, see `hll/layout.rs`.
    pub const HLL_STATE: u8 = b'H' | 0x80;
    /// A stored `bloom`.
    pub const BLOOM: u8 = b'B';
    /// The in-memory form of a `bloom` of few keys, see `bloom/layout.rs`.
    pub const BLOOM_TABLE: u8 = b'B' | 0x80;
    /// A `bloom` that an aggregate fills, and values that are yet to be added, see `bloom/filling.rs`.
    pub const BLOOM_FILLING: u8 = b'b' | 0x80;
    /// A stored `topk`.
    pub const TOPK: u8 = b'T';
    /// The in-memory form of a `topk`, see `topk/layout.rs`.
    pub const TOPK_STATE: u8 = b'T' | 0x80;
    /// A stored `cms`.
    pub const CMS: u8 = b'C';
    /// The in-memory form of a `cms`, see `cms/layout.rs`.
    pub const CMS_STATE: u8 = b'C' | 0x80;
}

/// The fields of the header that differ from sketch to sketch of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// The format version.
    pub version: u8,
    /// The precision of an `hll`, the number of layers of a `bloom`, 0 of a `topk`, the depth of a `cms`.
    pub shape: u8,
    /// The domain of what was added.
    pub domain: Option<Domain>,
}

impl Header {
    /// The four bytes.
    pub fn head(&self, kind: u8) -> Head {
        let domain = self.domain.map_or(0, Domain::byte);
        Head { kind, version: self.version, shape: self.shape, domain }
    }

    /// The header of a sketch of that kind, and what follows it.
    pub fn read<'a>(
        bytes: &'a [u8],
        expected_kind: u8,
        newest: u8,
        type_name: &'static str,
    ) -> Result<(Header, &'a [u8])> {
        let bad = |reason: String| Error::bad_bytes(type_name, reason);
        let Some((Head { kind, version, shape, domain }, body)) = record::read(bytes) else {
            let length = bytes.len();
            return Err(bad(format!("The header takes {HEADER_LEN} bytes, there are {length}")));
        };
        if kind != expected_kind {
            return Err(bad(format!("The first byte is {kind:#04x}, not {expected_kind:#04x}")));
        }
        if version == 0 {
            return Err(bad("There is no format version 0".into()));
        }
        if version > newest {
            return Err(Error::newer_format(type_name, version, newest));
        }
        let domain = match domain {
            0 => None,
            number => Some(Domain::of_stored(number, type_name)?),
        };
        Ok((Header { version, shape, domain }, body))
    }
}

/// A hash of canonical bytes, for hash joins and hash indexes; seed 0 is the plain one.
pub fn hash(bytes: &[u8], seed: u64) -> u64 {
    xxh3_64_with_seed(bytes, seed)
}
