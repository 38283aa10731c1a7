//! The hashes of a `bloom` in memory: its form until it has keys enough to be a filter.
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

use super::block;
use super::layer::{Layer, RECORD_LEN};
use super::layers::walk;
use super::list::{UNSIZED_LIMIT, len_of_bits, list_limit};
use super::parameters::MAX_LAYERS;
use super::stored::{FIXED_LEN, VERSION};
use crate::bytes::{HEADER_LEN, kind};
use crate::hash::SketchHash;
use crate::record::{field, set_field};
use crate::table::{self, Insertion};
use serde::{Deserialize, Serialize};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::mem::offset_of;

/// What stands between the header and the records of a filter.
const RATE_LEN: usize = FIXED_LEN - HEADER_LEN;

/// What a table starts with, as drawn above.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[repr(C, packed)]
pub(super) struct TableHead {
    pub(super) kind: u8,
    pub(super) seed: u16,
    pub(super) domain: u8,
    pub(super) rate: f64,
    pub(super) capacity: u64,
    pub(super) count: u32,
    pub(super) limit: u32,
}

const SEED: usize = offset_of!(TableHead, seed);
/// Where the number of the domain stands, in a table and in a filter.
pub(super) const DOMAIN: usize = offset_of!(TableHead, domain);
const RATE: usize = offset_of!(TableHead, rate);
const CAPACITY: usize = offset_of!(TableHead, capacity);
const COUNT: usize = offset_of!(TableHead, count);
const LIMIT: usize = offset_of!(TableHead, limit);
pub(super) const TABLE_HEAD_LEN: usize = size_of::<TableHead>();
pub(super) const SLOT_LEN: usize = 8;

/// Length word of Postgres and header of ours.
const OVERHEAD: usize = 32;
const SMALLEST_SIZE: usize = 64;
const TAKEN: u64 = 1;

/// A table takes at most this part of the bytes of the filter that it becomes. Adding a key to a table
/// takes longer than to a filter, so a state of many keys should become a filter early.
const PART_OF_FILTER: usize = 4;

/// The most hashes that are kept in a table: all that could be stored as such, and further ones as long
/// as the table is much shorter than the filter.
pub(super) fn limit(capacity: Option<u64>, rate: f64) -> usize {
    let Some(capacity) = capacity else { return UNSIZED_LIMIT };
    let most = len_of_bits(capacity, rate) as usize / PART_OF_FILTER;
    let size: usize = most.checked_ilog2().map_or(0, |log| 1 << log);
    let fitting = load_limit(size.saturating_sub(OVERHEAD));
    list_limit(capacity, rate).max(fitting.min(UNSIZED_LIMIT))
}

/// How many hashes fit into slots of that many bytes.
pub(super) fn load_limit(slots_len: usize) -> usize {
    table::load_limit(slots_len / SLOT_LEN)
}

/// The buffer of a table for that many hashes.
pub(super) fn size_for(hashes: usize) -> usize {
    let needed = table::slots_for(hashes) * SLOT_LEN + OVERHEAD;
    needed.next_power_of_two().max(SMALLEST_SIZE) - (OVERHEAD - TABLE_HEAD_LEN)
}

/// The hashes in slots, in the order of the slots.
pub(super) fn hashes(slots: &[u8]) -> impl Iterator<Item = u64> + '_ {
    table::keys(slots.as_chunks::<SLOT_LEN>().0).map(|key| key & !0xff)
}

/// Whether slots hold that many hashes, as [`insert_hash`] puts them there.
pub(super) fn are_sound(slots: &[u8], count: usize) -> bool {
    let mut taken = table::keys(slots.as_chunks::<SLOT_LEN>().0);
    taken.clone().count() == count && taken.all(|bits| bits & 0xff == TAKEN)
}

/// Adds a value to the bytes of a state, unless it is the first, of another domain, or needs more
/// room. It does not panic, whatever the bytes are.
#[inline]
pub fn add_in_place(bytes: &mut [u8], hash: SketchHash) -> bool {
    match bytes {
        [kind::BLOOM_TABLE, ..] => insert_hash(bytes, hash),
        [kind::BLOOM, VERSION, layers, domain, rest @ ..] if *domain == hash.domain_byte() => {
            let records_len = usize::from(*layers) * RECORD_LEN;
            let Some((head, bits)) = rest.split_at_mut_checked(RATE_LEN + records_len) else {
                return false;
            };
            insert(head[RATE_LEN..].as_chunks_mut().0, bits, hash)
        }
        _ => false,
    }
}

/// The number of the domain of the keys, 0 while there are none.
#[inline]
pub(super) fn domain_byte(bytes: &[u8]) -> Option<u8> {
    bytes.get(DOMAIN).copied()
}

/// Tells of the bytes that [`add_in_place`] will look at. It does not panic, whatever the bytes are.
#[inline]
pub(super) fn fetch(bytes: &[u8], hash: SketchHash, fetch: impl Fn(&u8)) {
    /// No processor has shorter cache lines.
    const LINE: usize = 64;
    let [kind::BLOOM, VERSION, layers, _, rest @ ..] = bytes else {
        return home(bytes, hash).into_iter().for_each(fetch);
    };
    let records_len = usize::from(*layers) * RECORD_LEN;
    let Some((head, bits)) = rest.split_at_checked(RATE_LEN + records_len) else { return };
    for (layer, range) in walk(head[RATE_LEN..].as_chunks().0) {
        let bits = bits.get(range).unwrap_or_default();
        let block = bits.get(layer.block(hash)).unwrap_or_default();
        let (lines, rest) = block.as_chunks::<LINE>();
        lines.iter().filter_map(|line| line.first()).chain(rest.first()).for_each(&fetch);
        block.last().into_iter().for_each(&fetch);
    }
}

/// Sets the bits of a key in the last layer that has room, unless a layer has them all. Where no layer
/// has room and there can be no further one, the last takes the key.
#[inline]
fn insert(records: &mut [[u8; RECORD_LEN]], bits: &mut [u8], hash: SketchHash) -> bool {
    match records {
        [record] if Layer::read(record).surely_has_room() => {
            let layer = Layer::read(record);
            let block = bits.get_mut(layer.block(hash));
            block.map(|block| set(record, &layer, block, hash)).is_some()
        }
        _ => insert_with_care(records, bits, hash),
    }
}

fn insert_with_care(records: &mut [[u8; RECORD_LEN]], bits: &mut [u8], hash: SketchHash) -> bool {
    let mut room = None;
    for (number, (layer, range)) in walk(records).enumerate() {
        let Some(own_bits) = bits.get(range.clone()) else { return false };
        let Some(block) = own_bits.get(layer.block(hash)) else { return false };
        let has_room = layer.has_room_for(block, hash);
        // The only layer takes the key in any case, if it has room.
        if !(records.len() == 1 && has_room) && block::contains(block, hash, layer.shape.probes) {
            return true;
        }
        let is_last_resort = room.is_none() && number + 1 == MAX_LAYERS;
        if has_room || is_last_resort {
            room = Some((number, layer, range));
        }
    }
    let Some((number, layer, range)) = room else { return false };
    let block = bits.get_mut(range).and_then(|bits| bits.get_mut(layer.block(hash)));
    let record = records.get_mut(number);
    block.zip(record).map(|(block, record)| set(record, &layer, block, hash)).is_some()
}

/// Sets the bits of a key in its block of a layer.
#[inline]
fn set(record: &mut [u8; RECORD_LEN], layer: &Layer, block: &mut [u8], hash: SketchHash) {
    let ones = layer.ones.saturating_add(block::insert(block, hash, layer.shape.probes));
    // A damaged count may not be one of these bits.
    let ones = ones.min(layer.shape.bits());
    set_field(record, Layer::ONES, ones.to_le_bytes());
}

/// Whether the bytes are a state of that capacity and rate. It does not panic.
#[inline]
pub fn has_parameters(bytes: &[u8], capacity: i64, rate: f64) -> bool {
    let same = |at: usize, expected: u64| {
        bytes.get(at..at + 8).is_some_and(|bytes| *bytes == expected.to_le_bytes())
    };
    // The capacity stands behind the rate in both forms: in a table, and in the first record.
    same(RATE, rate.to_bits()) && same(CAPACITY, capacity as u64)
}

/// Puts the hash of a value into the bytes of a table, unless it is the first, of another domain,
/// or needs more room. It does not panic, whatever the bytes are.
#[inline]
fn insert_hash(bytes: &mut [u8], hash: SketchHash) -> bool {
    let Some((head, slots)) = bytes.split_first_chunk_mut::<TABLE_HEAD_LEN>() else {
        return false;
    };
    if head[DOMAIN] == 0 || head[DOMAIN] != hash.domain_byte() {
        return false;
    }
    let count = u32::from_le_bytes(field(head, COUNT));
    let limit = u32::from_le_bytes(field(head, LIMIT)) as usize;
    let has_room = (count as usize) < load_limit(slots.len()).min(limit);
    let slots = slots.as_chunks_mut::<SLOT_LEN>().0;
    let (key, home) = key_and_home(hash, head, slots.len());
    match table::insert(slots, key, home, has_room) {
        Insertion::New => {
            set_field(head, COUNT, (count + 1).to_le_bytes());
            true
        }
        Insertion::Known => true,
        Insertion::Full => false,
    }
}

/// A byte of the slot where [`insert_hash`] starts, if the bytes are a table.
#[inline]
fn home(bytes: &[u8], hash: SketchHash) -> Option<&u8> {
    let (head, slots) = bytes.split_first_chunk::<TABLE_HEAD_LEN>()?;
    let (_, home) = key_and_home(hash, head, slots.len() / SLOT_LEN);
    slots.get(home * SLOT_LEN)
}

/// What stands in the slot of a hash, and which slot that is, among that many.
#[inline]
fn key_and_home(hash: SketchHash, head: &[u8; TABLE_HEAD_LEN], slots: usize) -> (u64, usize) {
    let key = hash.hash_bits() | TAKEN;
    let seed = u16::from_le_bytes(field(head, SEED));
    (key, table::home(key, seed, slots))
}

/// A seed for a new table. A fuzzer, which goes on from what an input reaches, has to reach the same
/// with it again.
pub(super) fn random_seed() -> u16 {
    match cfg!(fuzzing) {
        true => 0,
        false => RandomState::new().build_hasher().finish() as u16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bloom::stored::Fixed;
    use crate::bytes::Header;
    use crate::record;

    #[test]
    fn the_fields_of_a_table_are_where_they_are_read() {
        let head = TableHead {
            kind: kind::BLOOM_TABLE,
            seed: 0x0102,
            domain: 3,
            rate: 0.25,
            capacity: 4,
            count: 5,
            limit: 6,
        };
        let bytes: [u8; TABLE_HEAD_LEN] = record::write(&head);
        assert_eq!((bytes[0], bytes[DOMAIN]), (kind::BLOOM_TABLE, 3));
        assert_eq!(u16::from_le_bytes(field(&bytes, SEED)), 0x0102);
        assert_eq!(f64::from_le_bytes(field(&bytes, RATE)), 0.25);
        assert_eq!(u64::from_le_bytes(field(&bytes, CAPACITY)), 4);
        assert_eq!(u32::from_le_bytes(field(&bytes, COUNT)), 5);
        assert_eq!(u32::from_le_bytes(field(&bytes, LIMIT)), 6);
        assert_eq!(record::read(&bytes), Some((head, &[][..])));
    }

    /// [`has_parameters`] looks at one place in a table and in a filter.
    #[test]
    fn a_filter_has_its_rate_and_capacity_where_a_table_has_them() {
        let head = Header { version: VERSION, shape: 1, domain: None }.head(kind::BLOOM);
        let fixed: [u8; FIXED_LEN] = record::write(&Fixed { head, rate: 0.25 });
        assert_eq!(f64::from_le_bytes(field(&fixed, RATE)), 0.25);
        let layer = Layer::new(1_000, 0.25, 0).unwrap();
        let filter = [fixed.as_slice(), &layer.write()].concat();
        assert!(has_parameters(&filter, 1_000, 0.25));
        assert!(!has_parameters(&filter, 1_001, 0.25) && !has_parameters(&filter, 1_000, 0.5));
    }
}
