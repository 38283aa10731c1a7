//! The hashes of a `bloom` at work: what a filter is until it has keys enough to be one.
//!
//! ```text
//!   byte 0      1         3        4      12         20      24      28
//!  +---------+---------+--------+------+----------+-------+-------+---//
//!  | 0xc2    | seed    | domain | rate | capacity | count | limit | slots
//!  +---------+---------+--------+------+----------+-------+-------+---//
//!   seed      a random number, different from table to table: someone who chooses the values cannot
//!             choose them so that all are looked for in the same slots
//!   capacity  0 while it is not decided: the final function of an aggregate will
//!   count     slots that are taken
//!   limit     count up to which there is a table
//!   slots     a hash table with linear probing, eight bytes a slot: zero where it is free, else the
//!             56 bits of a hash over a byte that is 1; three quarters full at most
//! ```
//! In Postgres these bytes follow a four-byte length, so a table takes 64, 128, 256, … bytes: sizes
//! that its allocator does not round up.

use super::{UNSIZED_LIMIT, len_of_bits, list_limit};
use crate::bytes::kind;
use crate::hash::SketchHash;
use std::hash::{BuildHasher, Hasher, RandomState};

pub(super) const SEED: usize = 1;
pub(super) const DOMAIN: usize = 3;
pub(super) const RATE: usize = 4;
pub(super) const CAPACITY: usize = 12;
pub(super) const COUNT: usize = 20;
pub(super) const LIMIT: usize = 24;
pub(super) const HEADER_LEN: usize = 28;
pub(super) const SLOT_LEN: usize = 8;

/// Length word of Postgres and header of ours.
const OVERHEAD: usize = 32;
const SMALLEST_SIZE: usize = 64;
const TAKEN: u64 = 1;

/// A table takes no more than this part of the bytes of the filter to come: a key is put into a table
/// more slowly than into a filter, so that one of many keys should not spend long as a table.
const PART_OF_FILTER: usize = 4;

/// The most hashes that are kept in a table: all that could be stored as such, and further ones as long
/// as the table is short beside the filter.
pub(super) fn limit(capacity: Option<u64>, rate: f64) -> usize {
    let Some(capacity) = capacity else { return UNSIZED_LIMIT };
    let most = len_of_bits(capacity, rate) as usize / PART_OF_FILTER;
    let size: usize = most.checked_ilog2().map_or(0, |log| 1 << log);
    let fitting = load_limit(size.saturating_sub(OVERHEAD));
    list_limit(capacity, rate).max(fitting.min(UNSIZED_LIMIT))
}

/// How many hashes fit into slots of that many bytes.
pub(super) fn load_limit(slots_len: usize) -> usize {
    slots_len / SLOT_LEN * 3 / 4
}

/// The buffer of a table for that many hashes.
pub(super) fn size_for(hashes: usize) -> usize {
    let needed = (hashes * 4).div_ceil(3) * SLOT_LEN + OVERHEAD;
    needed.next_power_of_two().max(SMALLEST_SIZE) - (OVERHEAD - HEADER_LEN)
}

/// The hashes in slots, in no order.
pub(super) fn hashes(slots: &[u8]) -> impl Iterator<Item = u64> + '_ {
    let slots = slots.as_chunks().0.iter().map(|slot| u64::from_le_bytes(*slot));
    slots.filter(|bits| *bits != 0).map(|bits| bits & !0xff)
}

/// Whether slots hold what [`insert_in_place`] puts there, and so much of it.
pub(super) fn are_sound(slots: &[u8], count: usize) -> bool {
    let slots = slots.as_chunks().0.iter().map(|slot| u64::from_le_bytes(*slot));
    let mut taken = slots.filter(|bits| *bits != 0);
    taken.clone().count() == count && taken.all(|bits| bits & 0xff == TAKEN)
}

/// Puts the hash of a value into the bytes of a table, unless it is the first, of another domain,
/// or needs more room. It does not panic, whatever the bytes are.
#[inline]
pub(super) fn insert_in_place(bytes: &mut [u8], hash: SketchHash) -> bool {
    let Some((header, slots)) = bytes.split_first_chunk_mut::<HEADER_LEN>() else {
        return false;
    };
    let [kind::BLOOM_TABLE, _, _, domain @ 1..=u8::MAX, ..] = *header else { return false };
    if domain != hash.domain_byte() {
        return false;
    }
    let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|byte| header[at + byte]));
    let (count, limit) = (word(COUNT), word(LIMIT) as usize);
    let limit = load_limit(slots.len()).min(limit);
    let slots = slots.as_chunks_mut::<SLOT_LEN>().0;
    let seed = u16::from_le_bytes([header[SEED], header[SEED + 1]]);
    let bits = hash.hash_bits() | TAKEN;
    let (before, from_home) = slots.split_at_mut(home_slot(bits, seed, slots.len()));
    for slot in from_home.iter_mut().chain(before) {
        match u64::from_le_bytes(*slot) {
            0 if count as usize >= limit => return false,
            0 => {
                *slot = bits.to_le_bytes();
                header[COUNT..LIMIT].copy_from_slice(&(count + 1).to_le_bytes());
                return true;
            }
            taken if taken == bits => return true,
            _ => {}
        }
    }
    false
}

/// A byte of the slot where [`insert_in_place`] starts, if the bytes are a table.
#[inline]
pub(super) fn home(bytes: &[u8], hash: SketchHash) -> Option<&u8> {
    let (header, slots) = bytes.split_first_chunk::<HEADER_LEN>()?;
    let seed = u16::from_le_bytes([header[SEED], header[SEED + 1]]);
    let home = home_slot(hash.hash_bits() | TAKEN, seed, slots.len() / SLOT_LEN);
    slots.get(home * SLOT_LEN)
}

/// The slot where the search for a hash starts.
///
/// The factor is 2^64 divided by the golden ratio.
#[inline]
fn home_slot(bits: u64, seed: u16, slots: usize) -> usize {
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    let spread = (bits ^ u64::from(seed).wrapping_mul(SPREAD)).wrapping_mul(SPREAD);
    ((u128::from(spread) * slots as u128) >> 64) as usize
}

/// A seed for a new table. A fuzzer, which goes on from what an input reaches, has to reach the same
/// with it again.
pub(super) fn random_seed() -> [u8; 2] {
    if cfg!(fuzzing) {
        return [0; 2];
    }
    let [first, second, ..] = RandomState::new().build_hasher().finish().to_le_bytes();
    [first, second]
}
