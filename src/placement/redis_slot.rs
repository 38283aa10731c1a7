//! The slot of a key in a Redis Cluster: CRC-16 of the key, or of its tag, modulo 16384.
//!
//! Redis Cluster specification, "Key distribution model" and "Hash tags".

use crc::{CRC_16_XMODEM, Crc, Table};

/// How many slots a cluster has.
const SLOTS: u16 = 16_384;

static CRC: Crc<u16, Table<16>> = Crc::<u16, Table<16>>::new(&CRC_16_XMODEM);

/// The slot of a key.
#[inline]
pub fn redis_slot(key: &[u8]) -> u16 {
    CRC.checksum(tag(key)) % SLOTS
}

/// What is between the first `{` and the first `}` after it, if anything is, else the key.
#[inline]
fn tag(key: &[u8]) -> &[u8] {
    let after = key.iter().position(|byte| *byte == b'{').map(|open| &key[open + 1..]);
    let tag = after.and_then(|after| Some(&after[..after.iter().position(|byte| *byte == b'}')?]));
    tag.filter(|tag| !tag.is_empty()).unwrap_or(key)
}
