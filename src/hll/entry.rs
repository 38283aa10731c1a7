//! One hashed value as HyperLogLog sees it: which register it goes to, and its rank there.
//!
//! ```text
//!  hash, 56 bits:   |<- index, p bits ->|<- 56 - p bits: rank = leading zeros + 1 ->|
//!  entry, u32:      |<- index, 26 bits                  ->|<- rank in the other 30 ->|
//! ```
//! A small set keeps entries, which are registers of precision 26, and from which the register of
//! every lower precision follows: its index is a prefix, its rank counts on through the rest of the
//! index.
//!
//! Heule, Nunkesser, Hall: HyperLogLog in Practice (2013), section 5.3.

use crate::hash::SketchHash;

/// Bits of a register's index in an entry.
pub const INDEX_BITS: u32 = 26;
/// Bits of a hash.
const HASH_BITS: u32 = 56;
/// Bits that the rank takes in an entry.
pub const RANK_BITS: u32 = 6;
/// The highest rank of an entry: all bits behind the index are zero.
pub const MAX_ENTRY_RANK: u32 = HASH_BITS - INDEX_BITS + 1;

/// A register of precision 26 and its rank; ordered by index, then by rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry(u32);

/// The register of a hash at a precision, and the rank there.
#[inline]
pub fn register_and_rank(hash: SketchHash, precision: u8) -> (usize, u8) {
    let bits = hash.hash_bits();
    let precision = u32::from(precision);
    let index = bits >> (u64::BITS - precision);
    // The bit just below the hash stops the count where all of it is zero.
    let guard = 1 << (u64::BITS - HASH_BITS + precision - 1);
    let rank = ((bits << precision) | guard).leading_zeros() + 1;
    (index as usize, rank as u8)
}

/// The highest rank that a register of that precision can hold.
#[inline]
pub fn max_rank(precision: u8) -> u8 {
    HASH_BITS as u8 - precision + 1
}

impl Entry {
    /// The entry of a hash.
    #[inline]
    pub fn from_hash(hash: SketchHash) -> Entry {
        let (index, rank) = register_and_rank(hash, INDEX_BITS as u8);
        Entry((index as u32) << RANK_BITS | u32::from(rank))
    }

    /// An entry of an index and a rank, if both are in range.
    #[inline]
    pub fn new(index: u32, rank: u32) -> Option<Entry> {
        let valid = index >> INDEX_BITS == 0 && (1..=MAX_ENTRY_RANK).contains(&rank);
        valid.then_some(Entry(index << RANK_BITS | rank))
    }

    /// The entry of that number, if there is one.
    #[inline]
    pub fn from_bits(bits: u32) -> Option<Entry> {
        Entry::new(bits >> RANK_BITS, bits & ((1 << RANK_BITS) - 1))
    }

    /// The number, never zero.
    #[inline]
    pub fn bits(self) -> u32 {
        self.0
    }

    /// The index.
    #[inline]
    pub fn index(self) -> u32 {
        self.0 >> RANK_BITS
    }

    /// The rank.
    #[inline]
    pub fn rank(self) -> u32 {
        self.0 & ((1 << RANK_BITS) - 1)
    }

    /// The register of this entry at a lower precision, and the rank there.
    #[inline]
    pub fn register_and_rank(self, precision: u8) -> (usize, u8) {
        let (index, rank) = coarsen(self.index(), INDEX_BITS, self.rank(), precision.into());
        (index as usize, rank as u8)
    }
}

/// What a register and its rank become at a lower precision.
#[inline]
pub fn coarsen(index: u32, from: u32, rank: u32, to: u32) -> (u32, u32) {
    let dropped_bits = from - to;
    let dropped = index & ((1 << dropped_bits) - 1);
    let rank = match dropped {
        0 => rank + dropped_bits,
        _ => dropped.leading_zeros() - (u32::BITS - dropped_bits) + 1,
    };
    (index >> dropped_bits, rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_knows_the_register_of_every_precision() {
        for value in 0..100_000 {
            let hash = SketchHash::integer(value);
            for precision in 4..=18 {
                let direct = register_and_rank(hash, precision);
                assert_eq!(Entry::from_hash(hash).register_and_rank(precision), direct);
                let (index, rank) = register_and_rank(hash, 18);
                let (index, rank) = coarsen(index as u32, 18, rank.into(), precision.into());
                assert_eq!((index as usize, rank as u8), direct);
            }
        }
    }

    #[test]
    fn the_rank_of_no_bits_is_the_highest() {
        let hash = SketchHash::from_bits(1).unwrap();
        for precision in 4..=18 {
            assert_eq!(register_and_rank(hash, precision), (0, max_rank(precision)));
            let entry = Entry::from_hash(hash);
            assert_eq!(entry.register_and_rank(precision), (0, max_rank(precision)));
        }
    }
}
