//! The errors of `hll`, in its words.

use super::parameters::NAME;
use crate::error::{Error, Kind};

/// Bytes that no version of `hll` has.
pub(super) fn bad_bytes(reason: impl Into<String>) -> Error {
    Error::bad_bytes(NAME, reason.into())
}

/// Two sketches of different precisions, neither of them empty.
pub fn precision_mismatch(left: u8, right: u8) -> Error {
    let lower = left.min(right);
    Error::new(
        Kind::Mismatch,
        format!("cannot merge hll sketches of precision {left} and {right}"),
        format!("One sketch has 2^{left} registers, the other 2^{right}; neither is empty."),
    )
    .with_hint(format!("Use hll_downsample(sketch, {lower}) on the finer one."))
}

/// A sketch of one precision in a column, or under a cast, of another one.
pub fn wrong_precision(expected: u8, found: u8) -> Error {
    Error::new(
        Kind::Mismatch,
        format!("expected hll precision {expected}, not {found}"),
        format!("The column or cast is hll({expected}); the sketch has precision {found}."),
    )
    .with_hint(match found > expected {
        true => format!("Use hll_downsample(sketch, {expected})."),
        false => format!("Build the sketch with precision {expected}."),
    })
}

/// A sketch cannot get a higher precision than it was built with.
pub fn cannot_refine(from: u8, to: u8) -> Error {
    Error::new(
        Kind::OutOfRange,
        format!("cannot raise hll precision from {from} to {to}"),
        format!("A sketch of 2^{from} registers does not hold what 2^{to} registers would."),
    )
    .with_hint(format!("Build the sketch with precision {to} from the values."))
}
