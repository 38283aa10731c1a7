//! Looking up a key in a stored filter of which only a part is read.
//!
//! The head says where the blocks of the key are. Only these are read.

use super::block;
use super::error::bad_bytes;
use super::layer::{Layer, RECORD_LEN};
use super::layers::{bits_len, read_records, walk};
use super::parameters::{MAX_LAYERS, NAME};
use super::stored::{FIXED_LEN, VERSION};
use super::view::{check_domain, read_rate};
use crate::bytes::{Header, kind};
use crate::domain::Domain;
use crate::error::Result;
use crate::hash::SketchHash;

/// As many bytes as hold the head of most filters.
pub const FIRST_SLICE: usize = 1024;

/// How much of stored bytes must be read to know where to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeadLen {
    /// All: they are a list.
    Whole,
    /// The header and the records of the layers.
    Bytes(usize),
}

/// Tells it from the first bytes, of which there are [`FIRST_SLICE`] or all.
pub fn head_len(first_bytes: &[u8]) -> Result<HeadLen> {
    if first_bytes.first() != Some(&kind::BLOOM) {
        return Ok(HeadLen::Whole);
    }
    let (header, _) = Header::read(first_bytes, kind::BLOOM, VERSION, NAME)?;
    Ok(match usize::from(header.shape) {
        0 => HeadLen::Whole,
        layers => HeadLen::Bytes(FIXED_LEN + layers.min(MAX_LAYERS) * RECORD_LEN),
    })
}

/// The header and the records of a filter.
#[derive(Debug, Clone, Copy)]
pub struct Head<'a> {
    pub(super) domain: Domain,
    pub(super) rate: f64,
    pub(super) total_len: usize,
    records: &'a [[u8; RECORD_LEN]],
}

/// A block in which a key may be.
#[derive(Debug, Clone, Copy)]
pub struct Block {
    /// Where in the stored bytes it starts.
    pub offset: usize,
    /// Its length in bytes.
    pub len: usize,
    probes: u8,
}

impl<'a> Head<'a> {
    /// Takes a head apart that belongs to stored bytes of that length.
    pub fn read(head: &'a [u8], total_len: usize) -> Result<Head<'a>> {
        let (header, rest) = Header::read(head, kind::BLOOM, VERSION, NAME)?;
        let (rate, rest) = read_rate(rest)?;
        let records = read_records(rest)?;
        let Some(domain) = header.domain else {
            return Err(bad_bytes("There are keys without a domain"));
        };
        let expected_len = head.len() + bits_len(records);
        match records.len() == usize::from(header.shape) && expected_len == total_len {
            true => Ok(Head { domain, rate, total_len, records }),
            false => {
                Err(bad_bytes(format!("The layers do not take the {total_len} bytes there are")))
            }
        }
    }

    /// Refuses to look for a value of another domain than the keys.
    #[inline]
    pub fn check_domain(&self, hash: SketchHash) -> Result<()> {
        match self.domain.byte() == hash.domain_byte() {
            true => Ok(()),
            false => check_domain(self.domain, hash),
        }
    }

    /// The layers, without their bits.
    pub(super) fn layers(&self) -> impl Iterator<Item = Layer> + Clone + use<'a> {
        walk(self.records).map(|(layer, _)| layer)
    }

    /// The block of a key in each layer. It may have been added if one of them contains it.
    #[inline]
    pub fn blocks(&self, hash: SketchHash) -> impl Iterator<Item = Block> + use<'a> {
        let first_bits = FIXED_LEN + self.records.len() * RECORD_LEN;
        walk(self.records).map(move |(layer, bits)| {
            let block = layer.block(hash);
            let offset = first_bits + bits.start + block.start;
            Block { offset, len: block.len(), probes: layer.shape.probes }
        })
    }
}

impl Block {
    /// Whether the bytes of the block hold the bits of the key.
    #[inline]
    pub fn contains(&self, block: &[u8], hash: SketchHash) -> bool {
        block.len() == self.len && block::contains(block, hash, self.probes)
    }
}
