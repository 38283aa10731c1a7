//! What the fuzz targets share.
//!
//! Those named `*_decode` feed bytes to what reads bytes. The others make a plan of an input, carry
//! it out with sketches, and compare these with plain sets of hashes: a set knows by [`hll_set`] or
//! [`bloom_set`] what its sketch must be, byte for byte, written a second time from the pictures of
//! the formats, slow and simple.
//!
//! - [`memory`]: how much was allocated
//! - [`types`]: what the targets ask of each type
//! - [`plan`], [`keys`]: what is to be done, and the hashes it is done with
//! - [`hll_survival`], [`survival`]: what the database does with bytes, whatever they are
//! - [`common`], [`input`], [`registers`], [`survival`]: the same files that the tests use

#[path = "../../tests/common/mod.rs"]
pub mod common;
#[path = "../../tests/common/input.rs"]
pub mod input;
#[path = "../../tests/common/registers.rs"]
pub mod registers;
#[path = "../../tests/common/survival.rs"]
pub mod survival;

pub mod bits;
pub mod bloom_set;
pub mod hll_set;
pub mod hll_survival;
pub mod keys;
pub mod memory;
pub mod plan;
pub mod types;

/// That bytes, maybe thousands of them, are those expected.
pub fn assert_same(found: &[u8], expected: &[u8]) {
    let differs = found.iter().zip(expected).position(|(found, expected)| found != expected);
    assert!(found == expected, "{} bytes, not {}: {differs:?}", found.len(), expected.len());
}
