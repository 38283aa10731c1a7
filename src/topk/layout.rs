//! The bytes of the in-memory form of a `topk`, and what can be done to them in place.
//!
//! ```text
//!   byte 0      1      2   3        4          8      16      24      32      36      40     44
//!  +---------+------+---+--------+----------+------+-------+-------+-------+-------+------+---//--+---//
//!  | 0xd4    | form | 0 | domain | capacity | seed | total | bound | count | size  | used | slots | arena
//!  +---------+------+---+--------+----------+------+-------+-------+-------+-------+------+---//--+---//
//!   form    bit 0  entries have two counts
//!           bit 1  the table was cut: values were dropped from it while it was in memory
//!           bit 2  it holds a frame of rows, which leave it again, and may be larger
//!   seed    a random number, different from table to table: someone who chooses the values cannot choose
//!           them so that all are looked for in the same slots
//!   bound   no value that has no entry was added more often
//!   count   how many entries there are
//!   size    how many slots there are
//!   used    how many bytes of the arena are in use
//!   slots   a hash table with linear probing, eight bytes a slot, three quarters full at most: zero where
//!           it is free, else the upper half of the hash of a value over the place of its entry plus 1
//!   arena   behind the slots: entries (entry.rs), in the order in which they came
//! ```
//! A value is known by its bytes, not by its hash: values of one hash are counted apart. In Postgres these
//! bytes follow a four-byte length, so the slots start at a multiple of 16. A state of up to 8 kB takes 64,
//! 128, 256, … bytes: sizes that its allocator does not round up.

use super::entry::{Entry, append, decrease_counts, entry_len, increase_counts};
use super::parameters::MAX_TOTAL;
use super::slots::{Found, SLOT_LEN, Slot, find, free};
use crate::bytes::kind;
use crate::record::{field, set_field};
use crate::table;
use crate::value::{MAX_WHOLE_LEN, Value};
use serde::{Deserialize, Serialize};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::mem::offset_of;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// What the bytes start with, as drawn above.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[repr(C, packed)]
pub(super) struct Head {
    pub(super) kind: u8,
    pub(super) form: u8,
    pub(super) reserved: u8,
    pub(super) domain: u8,
    pub(super) capacity: u32,
    pub(super) seed: u64,
    pub(super) total: u64,
    pub(super) bound: u64,
    pub(super) count: u32,
    pub(super) size: u32,
    pub(super) used: u32,
}

pub(super) const FORM: usize = offset_of!(Head, form);
pub(super) const DOMAIN: usize = offset_of!(Head, domain);
pub(super) const CAPACITY: usize = offset_of!(Head, capacity);
pub(super) const SEED: usize = offset_of!(Head, seed);
pub(super) const TOTAL: usize = offset_of!(Head, total);
pub(super) const BOUND: usize = offset_of!(Head, bound);
pub(super) const COUNT: usize = offset_of!(Head, count);
const SIZE: usize = offset_of!(Head, size);
const USED: usize = offset_of!(Head, used);
pub(super) const HEAD_LEN: usize = size_of::<Head>();

/// Entries have two counts.
pub(super) const TWO_COUNTS: u8 = 1;
/// Values were dropped.
pub(super) const CUT: u8 = 2;
/// Rows will leave.
pub(super) const FRAME: u8 = 4;

/// The bytes of a head.
pub(super) type HeadBytes = [u8; HEAD_LEN];

/// A field of four bytes in a head.
#[inline]
pub(super) fn number(head: &[u8], at: usize) -> usize {
    u32::from_le_bytes(field(head, at)) as usize
}

/// A field of eight bytes in a head.
#[inline]
pub(super) fn word(head: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(field(head, at))
}

/// The slots and the arena.
#[inline]
fn split<'a>(head: &HeadBytes, rest: &'a mut [u8]) -> Option<(&'a mut [Slot], &'a mut [u8])> {
    let (slots, arena) = rest.split_at_mut_checked(number(head, SIZE).checked_mul(SLOT_LEN)?)?;
    Some((slots.as_chunks_mut().0, arena))
}

/// The part of the arena that is in use.
pub(super) fn arena(bytes: &[u8]) -> Option<&[u8]> {
    let (head, rest) = bytes.split_first_chunk::<HEAD_LEN>()?;
    let (_, arena) = rest.split_at_checked(number(head, SIZE).checked_mul(SLOT_LEN)?)?;
    arena.get(..number(head, USED))
}

/// Adds occurrences of a value to the bytes of a state, unless it is the first value, of another domain, a
/// long one, needs more room, or would make the total too high. It does not panic, whatever the bytes are.
#[inline]
pub fn add_in_place(bytes: &mut [u8], (value, weight): (Value<'_>, u64)) -> bool {
    let Some((head, rest)) = bytes.split_first_chunk_mut::<HEAD_LEN>() else { return false };
    let domain = head[DOMAIN];
    if head[0] != kind::TOPK_STATE || domain == 0 || domain != value.domain_byte() {
        return false;
    }
    if value.bytes().len() > MAX_WHOLE_LEN {
        return false;
    }
    let total = word(head, TOTAL).saturating_add(weight);
    if total > MAX_TOTAL {
        return false;
    }
    if weight == 0 {
        return true;
    }
    let added = increase(head, rest, Entry { above: weight, lower: weight, value: value.bytes() });
    if added {
        set_field(head, TOTAL, total.to_le_bytes());
    }
    added
}

/// Adds counts to the entry of a value, or makes one, if there is room.
#[inline]
pub(super) fn increase(head: &mut HeadBytes, rest: &mut [u8], entry: Entry<'_>) -> bool {
    let Some((slots, arena)) = split(head, rest) else { return false };
    let form = head[FORM];
    let tag = tag(head, entry.value);
    match find(slots, arena, form, tag, entry.value) {
        Found::Entry { place, .. } => increase_counts(arena, place, form, &entry),
        Found::Free(slot) => {
            let Some(slot) = slots.get_mut(slot) else { return false };
            let (count, used) = (number(head, COUNT), number(head, USED));
            let has_room = count < table::load_limit(number(head, SIZE));
            if !has_room || !append(arena, used, head[DOMAIN], form, &entry) {
                return false;
            }
            *slot = (u64::from(tag) << 32 | (used as u64 + 1)).to_le_bytes();
            let used = used + entry_len(form, entry.value.len());
            set_field(head, COUNT, (count as u32 + 1).to_le_bytes());
            set_field(head, USED, (used as u32).to_le_bytes());
            true
        }
        Found::Nowhere => false,
    }
}

/// The upper half of the hash of a value.
#[inline]
fn tag(head: &HeadBytes, value: &[u8]) -> u32 {
    (xxh3_64_with_seed(value, word(head, SEED)) >> 32) as u32
}

/// Takes counts from the entry of a value, and removes the entry if nothing is left of it. Changes nothing
/// and returns false where the value has no entry, or a lower count.
pub(super) fn decrease(head: &mut HeadBytes, rest: &mut [u8], less: Entry<'_>) -> bool {
    let Some((slots, arena)) = split(head, rest) else { return false };
    let form = head[FORM];
    let found = find(slots, arena, form, tag(head, less.value), less.value);
    let Found::Entry { place, slot } = found else { return false };
    match decrease_counts(arena, place, form, &less) {
        Some([0, 0]) => {
            free(slots, slot);
            let count = number(head, COUNT).saturating_sub(1) as u32;
            set_field(head, COUNT, count.to_le_bytes());
            true
        }
        left => left.is_some(),
    }
}

/// Whether the bytes are a state of that capacity. It does not panic.
#[inline]
pub fn has_capacity(bytes: &[u8], capacity: i64) -> bool {
    let own = bytes.get(CAPACITY..CAPACITY + size_of::<u32>());
    bytes.first() == Some(&kind::TOPK_STATE)
        && own.is_some_and(|own| u32::try_from(capacity).is_ok_and(|it| own == it.to_le_bytes()))
}

/// A seed for a new table. A fuzzer, which goes on from what an input reaches, has to reach the same
/// with it again.
pub(super) fn random_seed() -> u64 {
    match cfg!(fuzzing) {
        true => 0,
        false => RandomState::new().build_hasher().finish(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record;

    #[test]
    fn the_fields_of_the_head_are_where_they_are_read() {
        let head = Head {
            kind: 1,
            form: 2,
            reserved: 3,
            domain: 4,
            capacity: 5,
            seed: 6,
            total: 7,
            bound: 8,
            count: 9,
            size: 10,
            used: 11,
        };
        let bytes: [u8; HEAD_LEN] = record::write(&head);
        assert_eq!([bytes[0], bytes[FORM], bytes[2], bytes[DOMAIN]], [1, 2, 3, 4]);
        let numbers = [CAPACITY, COUNT, SIZE, USED].map(|at| number(&bytes, at));
        assert_eq!(numbers, [5, 9, 10, 11]);
        assert_eq!([SEED, TOTAL, BOUND].map(|at| word(&bytes, at)), [6, 7, 8]);
        assert_eq!(record::read(&bytes), Some((head, &[][..])));
    }
}
