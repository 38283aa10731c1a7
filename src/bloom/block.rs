//! Which block a key has, and which bits in it.
//!
//! The hash is multiplied by a constant, modulo 2^64, and scaled: times the number of blocks, divided
//! by 2^64. That is the block. Without the multiplication, keys in the order of their hashes, as a
//! sort leaves them, would fill one block after the other beyond measure until a layer is full.
//! The bits come from a generator that starts from all bits of the hash, one step a probe, of which the
//! upper 32 bits are scaled in the same way. Bit `i` is bit `i % 8` of byte `i / 8`.
//!
//! Double hashing, the usual way to k positions, has too few patterns for blocks of 2,048 bits: at
//! rates of 0.01 % every third false positive would be a key of the same pattern.
//!
//! Lemire: Fast Random Integer Generation in an Interval (2019): the scaling.
//! Steele, Vigna: Computationally easy, spectrally good multipliers for congruential pseudorandom
//! number generators (2021): the multipliers.

use super::shape::MAX_BLOCK_LEN;
use crate::hash::SketchHash;

const BLOCK_MULTIPLIER: u64 = 0xda94_2042_e4dd_58b5;
const MULTIPLIER: u64 = 0xd134_2543_de82_ef95;

/// The number of the block of a key.
#[inline]
pub fn index(hash: SketchHash, blocks: u32) -> usize {
    let mixed = hash.hash_bits().wrapping_mul(BLOCK_MULTIPLIER);
    ((u128::from(mixed) * u128::from(blocks)) >> 64) as usize
}

/// The bits that a key has in a block of that length in bytes, one after the other, without end.
#[inline]
fn positions(hash: SketchHash, block_len: usize) -> impl FnMut() -> usize {
    let bits = block_len as u64 * 8;
    let mut state = hash.hash_bits() ^ (hash.hash_bits() >> 32);
    move || {
        state = state.wrapping_mul(MULTIPLIER);
        (((state >> 32) * bits) >> 32) as usize
    }
}

/// Whether all the bits of a key are set.
///
/// Half of the bits of a full filter are, so the processor would guess wrong at every second one. It
/// is asked once for four.
#[inline]
pub fn contains(block: &[u8], hash: SketchHash, probes: u8) -> bool {
    let mut position = positions(hash, block.len());
    let mut bit = || {
        let position = position();
        block.get(position / 8).map_or(0, |byte| byte >> (position % 8))
    };
    (0..probes / 4).all(|_| bit() & bit() & bit() & bit() & 1 == 1)
        && (0..probes % 4).fold(1, |all, _| all & bit()) == 1
}

/// Sets the bits of a key, and tells how many were not.
#[inline]
pub fn insert(block: &mut [u8], hash: SketchHash, probes: u8) -> u64 {
    let mut position = positions(hash, block.len());
    let mut added = 0;
    for _ in 0..probes {
        let bit = position();
        if let Some(byte) = block.get_mut(bit / 8) {
            added += u64::from(!*byte >> (bit % 8) & 1);
            *byte |= 1 << (bit % 8);
        }
    }
    added
}

/// How many bits of a key are not set.
pub fn missing(block: &[u8], hash: SketchHash, probes: u8) -> u64 {
    let mut copy = [0; MAX_BLOCK_LEN];
    match copy.get_mut(..block.len()) {
        // Some of the bits may be one and the same.
        Some(copy) => {
            copy.copy_from_slice(block);
            insert(copy, hash, probes)
        }
        None => 0,
    }
}

/// How many bits are set.
pub fn ones(bits: &[u8]) -> u64 {
    let (words, rest) = bits.as_chunks();
    let words = words.iter().map(|word| u64::from_le_bytes(*word).count_ones());
    let rest = rest.iter().map(|byte| byte.count_ones());
    words.chain(rest).map(u64::from).sum()
}

/// How many bits are set in any of the parts, which are equally long.
pub fn ones_of_any(parts: &[&[u8]]) -> u64 {
    let len = parts.first().map_or(0, |part| part.len());
    let ones_from = |start: usize| {
        let mut union = [0; MAX_BLOCK_LEN];
        for part in parts {
            unite(&mut union, part.get(start..).unwrap_or_default());
        }
        ones(&union)
    };
    (0..len).step_by(MAX_BLOCK_LEN).map(ones_from).sum()
}

/// Whether all bits are set that are set in the other, which is equally long.
pub fn contains_all(bits: &[u8], other: &[u8]) -> bool {
    let contains = |(own, other): (&[u8], &[u8])| {
        own.iter().zip(other).fold(0, |missing, (own, other)| missing | (!own & other)) == 0
    };
    bits.chunks(MAX_BLOCK_LEN).zip(other.chunks(MAX_BLOCK_LEN)).all(contains)
}

/// Sets the bits that are set in the other.
pub fn unite(bits: &mut [u8], other: &[u8]) {
    bits.iter_mut().zip(other).for_each(|(own, other)| *own |= other);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_contained_and_nothing_else() {
        let whole: Vec<u8> = (0..2 * MAX_BLOCK_LEN + 5).map(|at| at as u8 | 1).collect();
        let part: Vec<u8> = whole.iter().map(|byte| byte & 0x55).collect();
        assert!(contains_all(&whole, &whole));
        assert!(contains_all(&whole, &part));
        for at in 0..whole.len() {
            let mut without = whole.clone();
            without[at] &= !1;
            assert!(!contains_all(&without, &part), "byte {at}");
        }
    }
}
