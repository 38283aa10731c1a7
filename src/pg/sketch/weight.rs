//! What a row of an aggregate adds to a sketch that counts: a value, and how often.

use crate::error::{Error, Result};

/// A value once; nothing where it is NULL.
#[inline]
pub fn once<V>(value: Option<V>) -> Result<Option<(V, u64)>> {
    Ok(value.map(|value| (value, 1)))
}

/// A value as often as its weight says; nothing where one of both is NULL.
#[inline]
pub fn weighted<V>(value: Option<V>, weight: Option<i64>) -> Result<Option<(V, u64)>> {
    value.zip(weight).map(|(value, weight)| Ok((value, check(weight)?))).transpose()
}

/// A weight that a user gave.
#[inline]
pub fn check(weight: i64) -> Result<u64> {
    u64::try_from(weight).map_err(|_| Error::out_of_range("weight", weight, "an integer from 0 on"))
}
