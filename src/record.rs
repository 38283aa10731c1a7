//! Records of fixed length: how a struct stands in bytes.
//!
//! The fields follow one another in the order of the struct, without gaps, each integer little-endian:
//! bincode's encoding with integers of fixed length. A struct of that kind is at once the picture of its
//! bytes.
//!
//! Decoding a record takes some nanoseconds, which is too much where it happens once a row. There single
//! fields are read where they stand, with [`field`]: the struct is `repr(C)`, `offset_of!` says where
//! they are, and a test checks that this is where bincode puts them.

use bincode::config::{Configuration, Fixint, LittleEndian, NoLimit};
use serde::Serialize;
use serde::de::DeserializeOwned;

const CONFIG: Configuration<LittleEndian, Fixint, NoLimit> =
    bincode::config::standard().with_fixed_int_encoding().with_little_endian();

/// The record that the bytes start with, and the bytes behind it; none if they are too few.
#[inline]
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Option<(T, &[u8])> {
    let (record, len) = bincode::serde::decode_from_slice(bytes, CONFIG).ok()?;
    Some((record, bytes.get(len..)?))
}

/// The bytes of a record, of which there must be that many.
#[inline]
pub fn write<T: Serialize, const LEN: usize>(record: &T) -> [u8; LEN] {
    let mut bytes = [0; LEN];
    let written = bincode::serde::encode_into_slice(record, &mut bytes, CONFIG);
    debug_assert!(
        written.is_ok_and(|written| written == LEN),
        "the length is not that of the record"
    );
    bytes
}

/// The bytes of a field that stands in a record at that place. It panics if the record is too short.
#[inline(always)]
pub fn field<const LEN: usize>(record: &[u8], at: usize) -> [u8; LEN] {
    record[at..at + LEN].try_into().unwrap_or([0; LEN])
}

/// Puts the bytes of a field where it stands in a record, which must be long enough.
#[inline(always)]
pub fn set_field<const LEN: usize>(record: &mut [u8], at: usize, bytes: [u8; LEN]) {
    // As a chunk its length is a constant, so that this is one instruction and no call.
    if let Some(field) = record[at..].first_chunk_mut() {
        *field = bytes;
    }
}
