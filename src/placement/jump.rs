//! Which of a number of buckets takes a value. A new bucket, which is the last one, takes its share of each
//! of the others, and nothing else moves.
//!
//! John Lamping and Eric Veach, "A Fast, Minimal Memory, Consistent Hash Algorithm", 2014, arXiv:1406.2294.

use crate::hash::SketchHash;

/// The bucket of a value, from 0 on; there is at least one.
#[inline]
pub fn bucket(value: SketchHash, buckets: u32) -> u32 {
    jump(value.bits(), buckets)
}

/// The function of the paper.
#[inline]
pub fn jump(mut key: u64, buckets: u32) -> u32 {
    let (mut bucket, mut next) = (0, 0);
    while next < i64::from(buckets) {
        bucket = next;
        key = key.wrapping_mul(2_862_933_555_777_941_757).wrapping_add(1);
        let ratio = (1_u64 << 31) as f64 / ((key >> 33) + 1) as f64;
        next = ((bucket + 1) as f64 * ratio) as i64;
    }
    bucket as u32
}
