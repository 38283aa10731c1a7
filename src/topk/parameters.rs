//! The parameter of a `topk`, its range, and what follows from it.

use crate::error::{Error, Result};
use crate::value;

/// The SQL name of the type.
pub const NAME: &str = "topk";
/// The capacity of a sketch for which none is given.
pub const DEFAULT_CAPACITY: u32 = 1_000;
/// The highest capacity.
pub const MAX_CAPACITY: u32 = 100_000;
/// The highest total: that of a bigint.
pub const MAX_TOTAL: u64 = i64::MAX as u64;

/// No stored sketch is longer: an entry takes two numbers, a length and a value at most.
pub const MAX_STORED_LEN: usize = 64 + MAX_CAPACITY as usize * (9 + 9 + 2 + value::MAX_LEN);

/// The most values that are kept in memory, of a sketch whose capacity is not higher than a quarter.
const LIMIT: usize = 1 << 16;
/// The same for a frame of rows: when a table was cut, no row can be taken out of it any more.
const FRAME_LIMIT: usize = 1 << 20;

/// The most values in memory. With one more than that the table is cut to half.
pub fn value_limit(capacity: u32, is_frame: bool) -> usize {
    let least = if is_frame { FRAME_LIMIT } else { LIMIT };
    least.max(4 * capacity as usize)
}

/// The most bytes of values in memory: 16 MB, and 64 MB for a frame. Half of the values that take more
/// bytes are no fewer than the capacity.
pub(super) fn byte_limit(capacity: u32, is_frame: bool) -> usize {
    let least = if is_frame { FRAME_LIMIT / 4 } else { LIMIT };
    least.max(2 * capacity as usize) * value::MAX_LEN
}

/// A capacity that a user gave.
pub fn check_capacity(capacity: i64) -> Result<u32> {
    match u32::try_from(capacity) {
        Ok(valid) if is_capacity(valid) => Ok(valid),
        _ => Err(Error::out_of_range("capacity", capacity, "an integer from 1 to 100000")),
    }
}

/// Whether a sketch may have that capacity.
pub(super) fn is_capacity(capacity: u32) -> bool {
    (1..=MAX_CAPACITY).contains(&capacity)
}

/// Refuses a capacity other than that of the rows before.
pub fn check_capacity_unchanged(from: u32, to: u32) -> Result<()> {
    match from == to {
        true => Ok(()),
        false => Err(Error::changed("capacity", from, to)),
    }
}

/// How many values a user wants to be listed.
pub fn check_rows(rows: i64) -> Result<usize> {
    usize::try_from(rows)
        .map_err(|_| Error::out_of_range("number of values", rows, "an integer from 0 on"))
}

/// The modifier of a column type: `topk(1000)`.
pub fn parse_modifiers(modifiers: &[i32]) -> Result<u32> {
    match modifiers {
        [capacity] => check_capacity((*capacity).into()),
        _ => {
            let allowed = "1, the capacity";
            Err(Error::out_of_range("number of type modifiers", modifiers.len(), allowed))
        }
    }
}
