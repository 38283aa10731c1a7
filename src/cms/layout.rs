//! The bytes of the in-memory form of a `cms`, and what can be done to them in place.
//!
//! ```text
//!   byte 0      1      2       3        4       8       16      20     22         24
//!  +---------+------+-------+--------+-------+-------+-------+------+----------+----
//!  | 0xc3    | form | depth | domain | width | total | taken | seed | reserved | slots or counters
//!  +---------+------+-------+--------+-------+-------+-------+------+----------+----
//!   form 0  slots of 16 bytes: the hash of a value, and how often it was added
//!   form 1  slots of 16 bytes: the number of a counter and 1, and the counter
//!   form 2  counters of four bytes, as long as the total fits into these
//!   form 3  counters of eight bytes
//!   taken   how many slots are taken
//!   seed    a random number, different from table to table: someone who chooses the values cannot choose
//!           them so that all are looked for in the same slots
//! ```
//! The slots are a hash table with linear probing, three quarters full at most; the first word of a free
//! one is zero. A slot whose count is zero holds nothing, and is freed when the table grows. Once slots
//! would take as much as counters do, there are counters.
//!
//! In Postgres these bytes follow a four-byte length. Up to 8 kB a state with slots takes 64, 128, 256, … bytes:
//! sizes that its allocator does not round up.

use super::columns::counters;
use super::parameters::{MAX_TOTAL, Shape};
use crate::bytes::kind;
use crate::hash::SketchHash;
use crate::record::{field, set_field};
use crate::table;
use serde::{Deserialize, Serialize};
use std::mem::offset_of;

/// What the bytes start with, as drawn above.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[repr(C)]
pub(super) struct Head {
    pub(super) kind: u8,
    pub(super) form: u8,
    pub(super) depth: u8,
    pub(super) domain: u8,
    pub(super) width: u32,
    pub(super) total: u64,
    pub(super) taken: u32,
    pub(super) seed: u16,
    pub(super) reserved: u16,
}

pub(super) const FORM: usize = offset_of!(Head, form);
const DEPTH: usize = offset_of!(Head, depth);
pub(super) const DOMAIN: usize = offset_of!(Head, domain);
const WIDTH: usize = offset_of!(Head, width);
pub(super) const TOTAL: usize = offset_of!(Head, total);
const TAKEN: usize = offset_of!(Head, taken);
const SEED: usize = offset_of!(Head, seed);
pub(super) const HEAD_LEN: usize = size_of::<Head>();

pub(super) const HASHES: u8 = 0;
pub(super) const CELLS: u8 = 1;
pub(super) const NARROW: u8 = 2;
pub(super) const WIDE: u8 = 3;

/// The bytes of a head.
pub(super) type HeadBytes = [u8; HEAD_LEN];

/// A key and a count.
pub(super) type Slot = [u8; SLOT_LEN];
pub(super) const SLOT_LEN: usize = 16;
const COUNT: usize = 8;

/// Length word of Postgres and header of ours.
const OVERHEAD: usize = 4 + HEAD_LEN;
const SMALLEST_SIZE: usize = 64;
/// The allocator of Postgres rounds sizes up to this one to powers of two.
const LARGEST_ROUNDED: usize = 8192;

/// How many slots a table has that has room for that many keys.
pub(super) fn slots_for(keys: usize) -> usize {
    let needed = table::slots_for(keys) * SLOT_LEN + OVERHEAD;
    let size = match needed <= LARGEST_ROUNDED {
        true => needed.next_power_of_two().max(SMALLEST_SIZE),
        false => needed,
    };
    (size - OVERHEAD) / SLOT_LEN
}

#[inline]
pub(super) fn shape(head: &HeadBytes) -> Shape {
    Shape { width: u32::from_le_bytes(field(head, WIDTH)), depth: head[DEPTH] }
}

#[inline]
pub(super) fn total(head: &HeadBytes) -> u64 {
    u64::from_le_bytes(field(head, TOTAL))
}

#[inline]
pub(super) fn taken(head: &HeadBytes) -> usize {
    u32::from_le_bytes(field(head, TAKEN)) as usize
}

#[inline]
pub(super) fn key(slot: &Slot) -> u64 {
    u64::from_le_bytes(field(slot, 0))
}

#[inline]
pub(super) fn count(slot: &Slot) -> u64 {
    u64::from_le_bytes(field(slot, COUNT))
}

#[inline]
pub(super) fn set_count(slot: &mut Slot, count: u64) {
    set_field(slot, COUNT, count.to_le_bytes());
}

/// Whether the bytes are a state of that shape. It does not panic.
#[inline]
pub fn has_shape(bytes: &[u8], expected: Shape) -> bool {
    bytes.first_chunk::<HEAD_LEN>().is_some_and(|head| shape(head) == expected)
}

/// Adds occurrences of a value to the bytes of a state, unless it is the first value, of another domain,
/// needs more room, or would make the total too high. It does not panic, whatever the bytes are.
#[inline]
pub fn add_in_place(bytes: &mut [u8], (hash, weight): (SketchHash, u64)) -> bool {
    let Some((head, rest)) = bytes.split_first_chunk_mut::<HEAD_LEN>() else { return false };
    let domain = head[DOMAIN];
    if head[0] != kind::CMS_STATE || domain == 0 || domain != hash.domain_byte() {
        return false;
    }
    let sum = total(head).saturating_add(weight);
    if sum > MAX_TOTAL {
        return false;
    }
    if weight == 0 {
        return true;
    }
    let shape = shape(head);
    let added = match head[FORM] {
        HASHES => increase(head, rest.as_chunks_mut().0, hash.bits(), weight),
        CELLS => {
            let slots = rest.as_chunks_mut().0;
            let has_room = taken(head) + usize::from(shape.depth) <= table::load_limit(slots.len());
            has_room
                && counters(hash, shape)
                    .all(|counter| increase(head, slots, counter as u64 + 1, weight))
        }
        NARROW if sum <= u32::MAX.into() => {
            let cells = rest.as_chunks_mut::<4>().0;
            cells.len() == shape.counters()
                && counters(hash, shape).all(|counter| match cells.get_mut(counter) {
                    Some(cell) => {
                        *cell = u32::from_le_bytes(*cell).wrapping_add(weight as u32).to_le_bytes();
                        true
                    }
                    None => false,
                })
        }
        WIDE => {
            let cells = rest.as_chunks_mut::<8>().0;
            cells.len() == shape.counters()
                && counters(hash, shape).all(|counter| match cells.get_mut(counter) {
                    Some(cell) => {
                        *cell = u64::from_le_bytes(*cell).wrapping_add(weight).to_le_bytes();
                        true
                    }
                    None => false,
                })
        }
        _ => false,
    };
    if added {
        set_field(head, TOTAL, sum.to_le_bytes());
    }
    added
}

/// Adds to the count of a key, which is put into the first free slot if it is not there yet and there is
/// room.
#[inline]
pub(super) fn increase(head: &mut HeadBytes, slots: &mut [Slot], key: u64, weight: u64) -> bool {
    match find(head, slots, key) {
        Some(at) if self::key(&slots[at]) == key => {
            let sum = count(&slots[at]).wrapping_add(weight);
            set_count(&mut slots[at], sum);
            true
        }
        Some(at) if taken(head) < table::load_limit(slots.len()) => {
            set_field(&mut slots[at], 0, key.to_le_bytes());
            set_count(&mut slots[at], weight);
            let more = taken(head) as u32 + 1;
            set_field(head, TAKEN, more.to_le_bytes());
            true
        }
        _ => false,
    }
}

/// Where a key is, or the free slot where it would be.
#[inline]
pub(super) fn find(head: &HeadBytes, slots: &[Slot], key: u64) -> Option<usize> {
    let seed = u16::from_le_bytes(field(head, SEED));
    let home = table::home(key, seed, slots.len());
    let found = |slot: &Slot| self::key(slot) == key || self::key(slot) == 0;
    let behind = slots.get(home..)?.iter().position(found).map(|at| home + at);
    behind.or_else(|| slots[..home].iter().position(found))
}
