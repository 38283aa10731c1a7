//! Stored form of a `bloom`, version 1. Little-endian; read by `View::read` (view.rs), written by
//! `encode` (codec.rs).
//!
//! ```text
//!   byte 0     1         2        3        4      12
//!  +--------+---------+--------+--------+------+---//--+
//!  | 'B'    | 1       | layers | domain | rate | body  |
//!  +--------+---------+--------+--------+------+---//--+
//!   layers  0: a list of hashes; else the number of layers, up to 64
//!   domain  of the keys, see hash.rs; 0 while there are none
//!   rate    the false-positive rate that was asked for, a double
//!
//!  list     the capacity, eight bytes; then the upper 56 bits of the hash of every key, seven bytes
//!           each, in ascending order; as long as they take about as few bytes as bits would, and are
//!           no more than 1,024
//!           capacity 0: not yet decided, an aggregate goes on adding; up to 4,194,304
//!           hashes, also none. Aggregates that are split over machines send such lists; no function
//!           and no aggregate returns one
//!  layers   a record of 32 bytes for each, see layer.rs, ordered by level and capacity; then the
//!           blocks of the first layer, those of the second, and so on. What stands in a block, see
//!           block.rs
//! ```
//! Example: the bigints 1 and 2 in a filter for 1,000 keys at a rate of 0.01; the same bytes stand in
//! tests/golden/bloom/.
//!
//! ```text
//!  42 01 00 01              bloom, version 1, a list, integers
//!  7b 14 ae 47 e1 7a 84 3f  the rate
//!  e8 03 00 00 00 00 00 00  the capacity
//!  e2 ee 91 5c c6 86 20     0x2086c65c91eee2, of 2
//!  79 db 64 35 59 bc 2f     0x2fbc593564db79, of 1
//! ```
//! As long as there is one layer at most, the bytes are a function of capacity, rate and the set of
//! hashes, of nothing else. `decode` refuses another kind or version, a rate or a capacity out of
//! range, a filter that would be too large, an unknown domain, keys without a domain and the other
//! way round, a list that is out of order or too long, layers out of order, without those of the
//! level before, or of another shape than their capacity calls for, a count of ones that is not
//! theirs, bytes too few or too many.
//!
//! Changing this: add version 2, keep reading 1, add golden files, never edit one.

use super::layer::RECORD_LEN;
use super::parameters::{MAX_BITS_LEN, MAX_STORED_LEN};
use crate::bytes::{HEADER_LEN, Head, kind};
use crate::record;
use serde::{Deserialize, Serialize};

/// The format version that is written.
pub const VERSION: u8 = 1;
/// What stands before the records of the layers.
pub(super) const FIXED_LEN: usize = HEADER_LEN + size_of::<f64>();
/// What stands before the hashes of a list.
pub(super) const LIST_HEAD_LEN: usize = FIXED_LEN + size_of::<u64>();
/// The length of a hash in a list.
pub(super) const HASH_LEN: usize = 7;

const _: () = assert!(FIXED_LEN + RECORD_LEN + MAX_BITS_LEN == MAX_STORED_LEN);

/// What every stored filter starts with.
#[derive(Serialize, Deserialize)]
pub(super) struct Fixed {
    pub(super) head: Head,
    pub(super) rate: f64,
}

/// What a list starts with. A capacity of 0 is not decided yet.
#[derive(Serialize, Deserialize)]
pub(super) struct ListHead {
    pub(super) fixed: Fixed,
    pub(super) capacity: u64,
}

/// Whether stored bytes are a list whose number of keys will decide on a capacity.
pub(super) fn is_undecided_list(bytes: &[u8]) -> bool {
    let is_undecided = |(head, _): (ListHead, _)| head.capacity == 0;
    matches!(bytes, [kind::BLOOM, _, 0, ..]) && record::read(bytes).is_some_and(is_undecided)
}

const _: () = assert!(FIXED_LEN + RECORD_LEN + MAX_BITS_LEN == MAX_STORED_LEN);

/// The length of a list.
pub(super) fn list_len(hashes: usize) -> usize {
    LIST_HEAD_LEN + HASH_LEN * hashes
}
