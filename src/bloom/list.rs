//! How many hashes a filter keeps as such before it becomes bits.

use super::shape;
use std::f64::consts::LOG2_E;

/// An aggregate without a capacity keeps up to this many hashes. With more it decides on a capacity.
pub const UNSIZED_LIMIT: usize = 1 << 22;

/// The smallest capacity that is decided on.
const SMALLEST_CLASS: u64 = 64;
/// No list is longer, however large the filter would be: it is read whole to look for one key.
pub(super) const LONGEST_LIST: usize = 1024;

/// The most hashes that are stored as such: up to there a list is about as short as the bits.
pub fn list_limit(capacity: u64, rate: f64) -> usize {
    // One hash is shorter than the shortest block.
    (len_of_bits(capacity, rate) / 7.0).clamp(1.0, LONGEST_LIST as f64) as usize
}

/// About how many bytes the bits of a filter take.
pub(super) fn len_of_bits(capacity: u64, rate: f64) -> f64 {
    // A key takes log2(1/rate), here rounded up, times 1/ln 2 = log2(e) bits.
    capacity as f64 * f64::from(shape::doublings(rate)) * LOG2_E / 8.0
}

/// The capacity for that many keys where none was given. There are few such capacities, so that the
/// filters of similar days have one shape.
pub fn size_class(keys: usize) -> u64 {
    (keys as u64).next_power_of_two().max(SMALLEST_CLASS)
}
