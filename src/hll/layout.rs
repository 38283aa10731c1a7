//! The bytes of an `hll` at work, and what can be done to them where they are.
//!
//! ```text
//!   byte 0      1           2        3       4              8            12
//!  +---------+-----------+--------+-------+--------------+------------+---//
//!  | 0xc8    | precision | domain | form  | entries      | 0          | slots or registers
//!  +---------+-----------+--------+-------+--------------+------------+---//
//!   form 0  slots: a hash table with linear probing, four bytes a slot, zero where it is free,
//!           an entry (entry.rs) elsewhere; it grows from 12 slots on, three quarters full at most
//!   form 1  registers: one byte each, 2^precision of them, once there are more than
//!           2^precision / 8 entries
//! ```
//! In Postgres these bytes follow a four-byte length, so the slots start at a multiple of 16, and
//! a state takes 64, 128, 256, … bytes: sizes that its allocator does not round up.

use super::entry::{self, Entry};
use super::parameters::{MAX_PRECISION, MIN_PRECISION, sparse_limit};
use crate::bytes::kind;
use crate::hash::SketchHash;

pub(super) const PRECISION: usize = 1;
pub(super) const DOMAIN: usize = 2;
pub(super) const FORM: usize = 3;
pub(super) const COUNT: usize = 4;
pub(super) const HEADER_LEN: usize = 12;
pub(super) const SLOT_LEN: usize = 4;

pub(super) const SLOTS: u8 = 0;
pub(super) const REGISTERS: u8 = 1;

#[cfg(test)]
thread_local! {
    /// How many slots this thread has looked at.
    pub(super) static PROBES: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Length word of Postgres and header of ours.
const OVERHEAD: usize = 16;
const SMALLEST_SIZE: usize = 64;

/// How many entries fit into slots of that many bytes.
pub(super) fn load_limit(slots_len: usize) -> usize {
    slots_len / SLOT_LEN * 3 / 4
}

/// The buffer of slots for that many entries.
pub(super) fn slots_size(entries: usize, precision: u8) -> usize {
    let needed = |entries: usize| (entries * 4).div_ceil(3) * SLOT_LEN + OVERHEAD;
    let rounded = needed(entries).next_power_of_two().max(SMALLEST_SIZE);
    let largest = needed(sparse_limit(precision)).max(SMALLEST_SIZE);
    rounded.min(largest) - (OVERHEAD - HEADER_LEN)
}

/// Whether the bytes are a state of that precision.
#[inline]
pub fn has_precision(bytes: &[u8], precision: i64) -> bool {
    matches!(bytes, [kind::HLL_STATE, own, ..] if i64::from(*own) == precision)
}

/// Adds a value to the bytes of a state, unless it is the first, of another domain, or needs more
/// room. It does not panic, whatever the bytes are.
#[inline]
pub fn add_in_place(bytes: &mut [u8], hash: SketchHash) -> bool {
    match bytes {
        [kind::HLL_STATE, precision @ MIN_PRECISION..=MAX_PRECISION, domain, form, ..]
            if *domain != 0 && *domain == hash.domain_byte() =>
        {
            if *form == REGISTERS {
                let (index, rank) = entry::register_and_rank(hash, *precision);
                raise(bytes, index, rank)
            } else {
                insert_in_place(bytes, Entry::from_hash(hash))
            }
        }
        _ => false,
    }
}

/// Puts an entry where it belongs, unless a slot more than the load limit would be taken.
#[inline]
pub(super) fn insert_in_place(bytes: &mut [u8], entry: Entry) -> bool {
    let [_, precision, _, form, rest @ ..] = bytes else {
        return false;
    };
    if *form == REGISTERS {
        let (index, rank) = entry.register_and_rank(*precision);
        return raise(bytes, index, rank);
    }
    let Some((count_bytes, [_, _, _, _, slots @ ..])) = rest.split_first_chunk_mut::<4>() else {
        return false;
    };
    let count = u32::from_le_bytes(*count_bytes);
    let limit = load_limit(slots.len()).min(sparse_limit(*precision));
    let slots = slots.as_chunks_mut::<SLOT_LEN>().0;
    let bits = entry.bits();
    let home = home_slot(bits, slots.len());
    let (before, from_home) = slots.split_at_mut(home);
    for slot in from_home.iter_mut().chain(before) {
        #[cfg(test)]
        PROBES.set(PROBES.get() + 1);
        match u32::from_le_bytes(*slot) {
            0 if count as usize >= limit => return false,
            0 => {
                *slot = bits.to_le_bytes();
                *count_bytes = (count + 1).to_le_bytes();
                return true;
            }
            taken if taken == bits => return true,
            _ => {}
        }
    }
    false
}

#[inline]
fn raise(bytes: &mut [u8], index: usize, rank: u8) -> bool {
    match bytes.get_mut(HEADER_LEN + index) {
        Some(register) => {
            *register = rank.max(*register);
            true
        }
        None => false,
    }
}

/// The slot where the search for an entry starts.
///
/// The factor is 2^32 divided by the golden ratio: it spreads entries that follow one another.
#[inline]
fn home_slot(bits: u32, slots: usize) -> usize {
    let spread = bits.wrapping_mul(0x9e37_79b1);
    ((u64::from(spread) * slots as u64) >> 32) as usize
}
