//! The parameters of a `bloom`, their ranges, and the limits that hold for every filter.

use crate::error::{Error, Result};

/// The SQL name of the type.
pub const NAME: &str = "bloom";
/// The rate of a filter for which none is given.
pub const DEFAULT_RATE: f64 = 0.01;
/// The highest capacity.
pub const MAX_CAPACITY: u64 = 1 << 40;
/// The most layers.
pub const MAX_LAYERS: usize = 64;

/// No stored filter is longer: Postgres has values of up to 1,073,741,823 bytes, but they must fit
/// into a row with others.
pub const MAX_STORED_LEN: usize = 1_000_000_000;
/// The most bytes of bits that a filter has: what is left of that by the head of one layer.
pub(super) const MAX_BITS_LEN: usize = MAX_STORED_LEN - 12 - 32;

/// A capacity that a user gave.
pub fn check_capacity(capacity: i64) -> Result<u64> {
    match u64::try_from(capacity) {
        Ok(valid) if is_capacity(valid) => Ok(valid),
        _ => {
            let allowed = "an integer from 1 to 1099511627776";
            Err(Error::out_of_range("capacity", capacity, allowed))
        }
    }
}

/// Whether a filter may have that capacity.
pub(super) fn is_capacity(capacity: u64) -> bool {
    (1..=MAX_CAPACITY).contains(&capacity)
}

/// A false-positive rate that a user gave.
pub fn check_rate(rate: f64) -> Result<f64> {
    match (1e-8..=0.5).contains(&rate) {
        true => Ok(rate),
        false => {
            let value = format!("{rate:?}").replace("inf", "Infinity");
            Err(Error::out_of_range("fpr", value, "from 0.00000001 to 0.5"))
        }
    }
}
