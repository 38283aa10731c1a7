//! The bytes of the in-memory form of an `hll`, and what can be done to them in place.
//!
//! ```text
//!   byte 0      1           2        3       4              8            12
//!  +---------+-----------+--------+-------+--------------+------------+---//
//!  | 0xc8    | precision | domain | form  | entries      | pending    | slots or registers
//!  +---------+-----------+--------+-------+--------------+------------+---//
//!   form 0  slots: a hash table with linear probing, four bytes a slot, zero where it is free,
//!           an entry (entry.rs) elsewhere; it grows from 12 slots on, three quarters full at most
//!   form 1  registers: one byte each, 2^precision of them, once there are more than
//!           2^precision / 8 entries
//!   pending  0, or a register that is yet to be raised: its index over six bits of the rank; only
//!            in form 1
//! ```
//! The registers of many groups do not fit into the processor's cache, and fetching one at each row takes
//! longer than all else. So [`add_later`] leaves a value pending while its register is fetched, and the
//! next row of the group raises that register. A [`State`](super::state::State) has no pending value:
//! [`add_pending`] and [`without_pending`] add it first.
//!
//! In Postgres these bytes follow a four-byte length, so the slots start at a multiple of 16, and
//! a state takes 64, 128, 256, … bytes: sizes that its allocator does not round up.

use super::entry::{self, Entry, RANK_BITS};
use super::parameters::{MAX_PRECISION, MIN_PRECISION, sparse_limit};
use crate::bytes::kind;
use crate::hash::SketchHash;
use crate::record::{field, set_field};
use crate::table::{self, Insertion};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::mem::offset_of;

/// What the bytes start with, as drawn above.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[repr(C)]
pub(super) struct Head {
    pub(super) kind: u8,
    pub(super) precision: u8,
    pub(super) domain: u8,
    pub(super) form: u8,
    pub(super) count: u32,
    pub(super) pending: u32,
}

pub(super) const PRECISION: usize = offset_of!(Head, precision);
pub(super) const DOMAIN: usize = offset_of!(Head, domain);
pub(super) const FORM: usize = offset_of!(Head, form);
pub(super) const COUNT: usize = offset_of!(Head, count);
pub(super) const PENDING: usize = offset_of!(Head, pending);
pub(super) const HEADER_LEN: usize = size_of::<Head>();
pub(super) const SLOT_LEN: usize = 4;

pub(super) const SLOTS: u8 = 0;
pub(super) const REGISTERS: u8 = 1;

/// Whoever chooses the values can make entries collide, as he can make a count wrong; so there is no seed.
const NO_SEED: u16 = 0;

/// Length word of Postgres and header of ours.
const OVERHEAD: usize = 16;
const SMALLEST_SIZE: usize = 64;

/// How many entries fit into slots of that many bytes.
pub(super) fn load_limit(slots_len: usize) -> usize {
    table::load_limit(slots_len / SLOT_LEN)
}

/// The buffer of slots for that many entries.
pub(super) fn slots_size(entries: usize, precision: u8) -> usize {
    let needed = |entries: usize| table::slots_for(entries) * SLOT_LEN + OVERHEAD;
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

/// Does what [`add_in_place`] does, but where there are registers later, at the next value. Until then
/// the register may be fetched: `fetch` is told which one.
#[inline]
pub fn add_later(bytes: &mut [u8], hash: SketchHash, fetch: impl FnOnce(&u8)) -> bool {
    match bytes.split_first_chunk_mut::<HEADER_LEN>() {
        Some((header, registers)) if header[FORM] == REGISTERS => {
            let [kind::HLL_STATE, precision @ MIN_PRECISION..=MAX_PRECISION, domain, ..] = *header
            else {
                return false;
            };
            let (index, rank) = entry::register_and_rank(hash, precision);
            let Some(register) = registers.get(index) else { return false };
            if domain == 0 || domain != hash.domain_byte() {
                return false;
            }
            fetch(register);
            let pending = (index as u32) << RANK_BITS | u32::from(rank);
            raise_pending(header, registers);
            set_field(header, PENDING, pending.to_le_bytes());
            true
        }
        _ => add_in_place(bytes, hash),
    }
}

/// Raises the register that is pending, if there is one.
pub fn add_pending(bytes: &mut [u8]) {
    if let Some((header, registers)) = bytes.split_first_chunk_mut()
        && header[FORM] == REGISTERS
        && raise_pending(header, registers)
    {
        header[PENDING..].fill(0);
    }
}

/// The bytes of a state, with the register raised that is pending, if there is one.
pub fn without_pending(bytes: &[u8]) -> Cow<'_, [u8]> {
    match bytes {
        [kind::HLL_STATE, ..]
            if bytes.get(PENDING..HEADER_LEN).is_some_and(|word| word != [0; 4]) =>
        {
            let mut copy = bytes.to_vec();
            add_pending(&mut copy);
            copy.into()
        }
        _ => bytes.into(),
    }
}

/// Whether there is such a register. Where none is pending, the first one becomes no lower than zero.
#[inline]
fn raise_pending(header: &[u8; HEADER_LEN], registers: &mut [u8]) -> bool {
    let pending = u32::from_le_bytes(field(header, PENDING));
    let rank = pending & ((1 << RANK_BITS) - 1);
    match registers.get_mut((pending >> RANK_BITS) as usize) {
        Some(register) => {
            *register = (rank as u8).max(*register);
            true
        }
        None => false,
    }
}

/// Puts an entry where it belongs, unless a slot more than the load limit would be taken.
#[inline]
pub(super) fn insert_in_place(bytes: &mut [u8], entry: Entry) -> bool {
    let Some((head, slots)) = bytes.split_first_chunk_mut::<HEADER_LEN>() else {
        return false;
    };
    let precision = head[PRECISION];
    if head[FORM] == REGISTERS {
        let (index, rank) = entry.register_and_rank(precision);
        return raise(bytes, index, rank);
    }
    let count = u32::from_le_bytes(field(head, COUNT));
    let has_room = (count as usize) < load_limit(slots.len()).min(sparse_limit(precision));
    let slots = slots.as_chunks_mut::<SLOT_LEN>().0;
    let home = table::home(entry.bits().into(), NO_SEED, slots.len());
    match table::insert(slots, entry.bits().into(), home, has_room) {
        Insertion::New => {
            set_field(head, COUNT, (count + 1).to_le_bytes());
            true
        }
        Insertion::Known => true,
        Insertion::Full => false,
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record;

    #[test]
    fn the_fields_of_the_head_are_where_they_are_read() {
        let head = Head { kind: 1, precision: 2, domain: 3, form: 4, count: 5, pending: 6 };
        let bytes: [u8; HEADER_LEN] = record::write(&head);
        assert_eq!([bytes[0], bytes[PRECISION], bytes[DOMAIN], bytes[FORM]], [1, 2, 3, 4]);
        assert_eq!((field(&bytes, COUNT), field(&bytes, PENDING)), ([5, 0, 0, 0], [6, 0, 0, 0]));
        assert_eq!(record::read(&bytes), Some((head, &[][..])));
    }
}
