//! Where a key belongs: which of some buckets or nodes takes it, and which few keys move when these change.
//!
//! - [`jump`]: numbered buckets
//! - [`nodes`]: named nodes and their weights; [`rendezvous`] and [`ring`] place a value on them
//! - [`redis_slot`], [`kafka`]: the places of keys in systems that have a rule of their own
//! - [`error`]: what can be wrong with nodes
//!
//! The place of a value depends on its `sketch_hash`, as an unsigned number of 64 bits, and on the set of
//! nodes, not on their order. It is the same for ever and on every machine: docs/hashing.md has vectors.

pub mod error;
pub mod jump;
pub mod kafka;
pub mod nodes;
mod points;
pub mod redis_slot;
pub mod rendezvous;
pub mod ring;
mod weight;

use crate::error::{Error, Result};
use xxhash_rust::xxh3::xxh3_64;

/// XXH3-64 over two numbers, little-endian.
#[inline]
fn hash_of_pair(first: u64, second: u64) -> u64 {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&first.to_le_bytes());
    bytes[8..].copy_from_slice(&second.to_le_bytes());
    xxh3_64(&bytes)
}

/// A number that must be at least 1.
#[inline]
pub fn at_least_one(parameter: &str, value: i64) -> Result<u64> {
    match value {
        1.. => Ok(value as u64),
        _ => Err(Error::out_of_range(parameter, value, "at least 1")),
    }
}

/// How many places there are, whose numbers are those of an `integer` from 0 on.
#[inline]
pub fn places(parameter: &str, value: i64) -> Result<u32> {
    const MOST: i64 = i32::MAX as i64;
    match value {
        1..=MOST => Ok(value as u32),
        _ => Err(Error::out_of_range(parameter, value, "from 1 to 2147483647")),
    }
}
