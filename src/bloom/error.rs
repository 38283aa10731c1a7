//! The errors of `bloom`, in its words.

use super::parameters::{MAX_LAYERS, MAX_STORED_LEN, NAME};
use crate::error::{Error, Kind};

/// Bytes that no version of `bloom` has.
pub(super) fn bad_bytes(reason: impl Into<String>) -> Error {
    Error::bad_bytes(NAME, reason.into())
}

/// Two filters that were asked for different false-positive rates, neither of them empty.
pub fn rate_mismatch(left: f64, right: f64) -> Error {
    Error::new(
        Kind::Mismatch,
        format!("cannot merge bloom filters of false-positive rates {left:?} and {right:?}"),
        format!(
            "One filter was asked for the rate {left:?}, the other for {right:?}; neither is empty."
        ),
    )
    .with_hint("Build all filters that are to be merged with the same rate.")
}

/// A filter that would be longer than a value can be.
pub fn too_large(what: &str, bytes: u64) -> Error {
    Error::new(
        Kind::TooLarge,
        format!("{what} is too large"),
        format!("It would take about {bytes} bytes; a value holds {MAX_STORED_LEN}."),
    )
    .with_hint(
        "Split it: a filter for each day, or for each range of a hash of the values. \
         A higher false-positive rate takes fewer bytes.",
    )
}

/// The same error, for a filter that had to grow.
pub(super) fn of_growth(error: Error) -> Error {
    match error.kind() {
        Kind::TooLarge => error.with_message("a bloom filter grown past its capacity is too large"),
        _ => error,
    }
}

/// A union of more incompatible filters than one can hold.
pub fn too_many_layers() -> Error {
    Error::new(
        Kind::TooLarge,
        "bloom filter has too many layers",
        format!(
            "Filters of different capacities stand side by side in their union, {MAX_LAYERS} of them at most."
        ),
    )
    .with_hint(
        "Build all filters that are to be merged with one capacity, large enough for the union.",
    )
}
