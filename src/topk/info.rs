//! What there is to tell of a sketch.

use super::stored::{Stored, VERSION};
use crate::bytes::kind;
use crate::domain::Domain;
use crate::error::Result;

/// What `topk_info` tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Info {
    /// The format version that this release writes.
    pub format_version: u8,
    /// How many values are kept.
    pub capacity: u32,
    /// The domain of the values; none in an empty sketch.
    pub domain: Option<Domain>,
    /// How many values are listed.
    pub entries: usize,
    /// The sum of all weights.
    pub total: u64,
    /// No value that is not listed was added more often; 0 if all values are listed, with exact counts.
    pub bound: u64,
    /// The length of the stored bytes, without the length word of Postgres.
    pub bytes: usize,
}

impl Info {
    /// What there is to tell of stored bytes of that length that start so; none where an in-memory form was
    /// stored. There must be [`FIRST_SLICE`](super::stored::FIRST_SLICE) bytes of them, or all.
    pub fn from_start(start: &[u8], len: usize) -> Result<Option<Info>> {
        if start.first() == Some(&kind::TOPK_STATE) {
            return Ok(None);
        }
        let stored = Stored::read(start)?;
        Ok(Some(Info {
            format_version: VERSION,
            capacity: stored.capacity,
            domain: stored.domain,
            entries: stored.count,
            total: stored.total,
            bound: stored.bound,
            bytes: len,
        }))
    }
}
