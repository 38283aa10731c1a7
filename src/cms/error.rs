//! The errors of `cms`, in its words.

use super::parameters::{MAX_TOTAL, NAME, Shape};
use crate::error::{Error, Kind};

/// Bytes that no version of `cms` has.
pub(super) fn bad_bytes(reason: impl Into<String>) -> Error {
    Error::bad_bytes(NAME, reason.into())
}

/// Bytes of a transition state that this extension did not leave in memory.
pub(super) fn bad_state() -> Error {
    bad_bytes("The bytes of a transition state are damaged")
}

/// Two sketches of different shapes, neither of them empty.
pub fn shape_mismatch(left: Shape, right: Shape) -> Error {
    let of = |shape: Shape| format!("{} x {}", shape.width, shape.depth);
    Error::new(
        Kind::Mismatch,
        format!("cannot combine cms sketches of {} and {} counters", of(left), of(right)),
        "The sketches were built with another epsilon or delta; neither is empty.",
    )
    .with_hint("Build all sketches that are to be merged with the same epsilon and delta.")
}

/// More than a bigint can count.
pub fn total_overflow(total: u64, added: u64) -> Error {
    Error::new(
        Kind::Overflow,
        "total of a cms sketch is out of range",
        format!("The total is {total}, and {added} more would make it higher than {MAX_TOTAL}."),
    )
    .with_hint("Count in a larger unit, such as kilobytes instead of bytes.")
}

/// Something is taken out that was never added.
pub fn underflow() -> Error {
    Error::new(
        Kind::Overflow,
        "cms sketch holds less than is to be subtracted",
        "A counter would become negative.",
    )
    .with_hint("Subtract only what was added to the sketch, and only once.")
}
