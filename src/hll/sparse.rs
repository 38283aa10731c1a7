//! The list of entries that a small set is stored as.
//!
//! ```text
//!   byte 0          2
//!  +--------------+----------------------------------------------//--+
//!  | count, u16   | entry 1 | entry 2 | …                  | 0 to 7   |
//!  +--------------+----------------------------------------//--------+
//!   an entry:  | gap >> k in unary | k low bits of gap | rank - 1 in unary |
//!   gap        its index less that of the entry before it (less 0 for the first)
//!   k          25 - floor(log2(count)): half the mean gap, where Rice's code is shortest
//! ```
//! Ranks fall off by one half each, which is what a unary code is made for. Unary means so many
//! ones and a zero; bits fill bytes from the least significant on; the last byte ends in zeros.
//! An entry costs 29 bits alone, 18.6 in a list of 2,048.
//!
//! Rice, Plaunt: Adaptive Variable-Length Coding (1971).

use super::entry::{Entry, INDEX_BITS};
use super::{NAME, sparse_limit};
use crate::bits::{BitReader, BitWriter};
use crate::error::{Error, Result};

/// A stored list.
#[derive(Debug, Clone, Copy)]
pub struct SparseRef<'a> {
    count: usize,
    coded: &'a [u8],
}

fn low_bits(count: usize) -> u32 {
    INDEX_BITS - 1 - count.ilog2()
}

/// Appends the list of these entries, which are in order and differ; there is at least one.
pub fn write(entries: &[Entry], out: &mut Vec<u8>) {
    out.extend_from_slice(&(entries.len() as u16).to_le_bytes());
    let low_bits = low_bits(entries.len());
    let mut writer = BitWriter::new(out);
    let mut last_index = 0;
    for entry in entries {
        let gap = entry.index() - last_index;
        writer.write_unary(gap >> low_bits);
        writer.write(gap & ((1 << low_bits) - 1), low_bits);
        writer.write_unary(entry.rank() - 1);
        last_index = entry.index();
    }
    writer.finish();
}

impl<'a> SparseRef<'a> {
    /// Takes the bytes of a list; whether its entries are sound shows as they are read.
    pub fn read(bytes: &'a [u8], precision: u8) -> Result<SparseRef<'a>> {
        let Some((count, coded)) = bytes.split_first_chunk() else {
            return Err(bad("The list of entries has no count"));
        };
        let count = usize::from(u16::from_le_bytes(*count));
        match (1..=sparse_limit(precision)).contains(&count) {
            true => Ok(SparseRef { count, coded }),
            false => Err(bad("The count of entries is out of range")),
        }
    }

    /// How many entries there are; never zero.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The entries in order.
    pub fn entries(&self) -> impl Iterator<Item = Result<Entry>> + 'a {
        let mut reader = BitReader::new(self.coded);
        let mut remaining = self.count;
        let low_bits = low_bits(self.count);
        let mut last = None;
        std::iter::from_fn(move || {
            if remaining == 0 {
                return None;
            }
            remaining -= 1;
            let high = reader.read_unary();
            let low = reader.read(low_bits);
            let rank = reader.read_unary() + 1;
            let last_index = last.map_or(0, Entry::index);
            let gap = (u64::from(high) << low_bits) | u64::from(low);
            let index = u32::try_from(u64::from(last_index) + gap);
            let entry = index.ok().and_then(|index| Entry::new(index, rank));
            let ascending = entry.filter(|entry| last.is_none_or(|last| *entry > last));
            last = entry;
            let complete = remaining > 0 || reader.finished();
            Some(
                ascending.filter(|_| complete).ok_or_else(|| bad("The list of entries is damaged")),
            )
        })
    }
}

fn bad(reason: &str) -> Error {
    Error::BadBytes { type_name: NAME, reason: reason.into() }
}
