//! A `bloom` as an argument.

use crate::bloom::filling::{self, Complete};
use crate::error::Result;
use crate::pg::boundary::buffer::Memory;

/// The filter of bytes that the database kept, stored or in memory. Where it must be copied, the copy is in
/// memory of Postgres.
pub fn without_pending(bytes: &[u8]) -> Result<Complete<'_, Memory>> {
    filling::without_pending(bytes)
}
