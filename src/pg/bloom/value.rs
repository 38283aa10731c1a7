//! A `bloom` as an argument.

use crate::bloom::filling::{self, Settled};
use crate::error::Result;
use crate::pg::boundary::buffer::Memory;

/// The filter of bytes that the database kept, stored or in memory. Where it must be copied, the copy is in
/// memory of Postgres.
pub fn settled(bytes: &[u8]) -> Result<Settled<'_, Memory>> {
    filling::settled(bytes)
}
