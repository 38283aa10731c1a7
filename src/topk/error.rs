//! The errors of `topk`, in its words.

use super::parameters::{MAX_TOTAL, NAME};
use crate::error::{Error, Kind};

/// Bytes that no version of `topk` has.
pub(super) fn bad_bytes(reason: impl Into<String>) -> Error {
    Error::bad_bytes(NAME, reason.into())
}

/// Bytes of a transition state that this extension did not leave in memory.
pub(super) fn bad_state() -> Error {
    bad_bytes("The bytes of a transition state are damaged")
}

/// Two sketches of different capacities, neither of them empty.
pub fn capacity_mismatch(left: u32, right: u32) -> Error {
    Error::new(
        Kind::Mismatch,
        format!("cannot merge topk sketches of capacity {left} and {right}"),
        format!("One sketch keeps {left} values, the other {right}; neither is empty."),
    )
    .with_hint(format!("Use topk_truncate(sketch, {}) on the larger one.", left.min(right)))
}

/// A sketch of one capacity in a column, or under a cast, of another one.
pub fn wrong_capacity(expected: u32, found: u32) -> Error {
    Error::new(
        Kind::Mismatch,
        format!("expected topk capacity {expected}, not {found}"),
        format!("The column or cast is topk({expected}); the sketch has capacity {found}."),
    )
    .with_hint(match found > expected {
        true => format!("Use topk_truncate(sketch, {expected})."),
        false => format!("Build the sketch with capacity {expected}."),
    })
}

/// A sketch cannot get a higher capacity than it was built with.
pub fn cannot_extend(from: u32, to: u32) -> Error {
    Error::new(
        Kind::OutOfRange,
        format!("cannot raise topk capacity from {from} to {to}"),
        format!(
            "A sketch of capacity {from} may have left out values that one of {to} would keep."
        ),
    )
    .with_hint(format!("Build the sketch with capacity {to} from the values."))
}

/// More occurrences than a bigint can count.
pub fn total_overflow(total: u64, added: u64) -> Error {
    Error::new(
        Kind::Overflow,
        "total of a topk sketch is out of range",
        format!("The total is {total}, and {added} more would make it higher than {MAX_TOTAL}."),
    )
    .with_hint("Count in a larger unit, such as kilobytes instead of bytes.")
}
