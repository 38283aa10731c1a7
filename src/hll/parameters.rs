//! The parameters of an `hll`: the precision, its range, and what follows from it.

use crate::error::{Error, Result};

/// The SQL name of the type.
pub const NAME: &str = "hll";
/// The lowest precision: 16 registers.
pub const MIN_PRECISION: u8 = 4;
/// The highest precision: 262,144 registers.
pub const MAX_PRECISION: u8 = 18;
/// The precision of a sketch for which none is given: 16,384 registers, a standard error of 0.81 %.
pub const DEFAULT_PRECISION: u8 = 14;

/// No stored sketch is longer.
pub const MAX_STORED_LEN: usize = 1 << 20;

/// The most entries that are kept as such: up to there a list is the shorter form.
pub fn sparse_limit(precision: u8) -> usize {
    (1 << precision) / 8
}

/// A precision that a user gave.
pub fn check_precision(precision: i64) -> Result<u8> {
    match u8::try_from(precision) {
        Ok(valid @ MIN_PRECISION..=MAX_PRECISION) => Ok(valid),
        _ => Err(Error::out_of_range("precision", precision, "an integer from 4 to 18")),
    }
}

/// Refuses a precision other than that of the rows before.
pub fn check_precision_unchanged(from: u8, to: u8) -> Result<()> {
    match from == to {
        true => Ok(()),
        false => Err(Error::changed("precision", from, to)),
    }
}

/// The modifier of a column type: `hll(14)`.
pub fn parse_modifiers(modifiers: &[i32]) -> Result<u8> {
    match modifiers {
        [precision] => check_precision((*precision).into()),
        _ => {
            let allowed = "1, the precision";
            Err(Error::out_of_range("number of type modifiers", modifiers.len(), allowed))
        }
    }
}
