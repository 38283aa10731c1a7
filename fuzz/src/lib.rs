//! What the fuzz targets share.
//!
//! The targets `*_decode` pass bytes to every function that reads bytes. The others turn an input into a
//! plan, carry it out with sketches, and compare these with plain sets of hashes. [`hll_set`] and
//! [`bloom_set`] compute the bytes of the sketch of a set, and [`topk_counts`] those of the sketch of
//! counts, and [`cms_matrix`] those of a matrix of counters: a second, slow and simple implementation of
//! the pictures of the formats.
//!
//! - [`memory`]: how much was allocated
//! - [`types`]: what the targets ask of each type
//! - [`plan`], [`keys`]: what is to be done, and the hashes it is done with
//! - [`hll_survival`], [`survival`], [`topk_survival`], [`cms_survival`]: what the database does with bytes, whatever they
//!   are
//! - [`common`], [`input`], [`registers`], [`survival`], [`topk_survival`], [`cms_survival`]: the same files that the tests use

#[path = "../../tests/common/cms_survival.rs"]
pub mod cms_survival;
#[path = "../../tests/common/mod.rs"]
pub mod common;
#[path = "../../tests/common/input.rs"]
pub mod input;
#[path = "../../tests/common/registers.rs"]
pub mod registers;
#[path = "../../tests/common/survival.rs"]
pub mod survival;
#[path = "../../tests/common/topk_survival.rs"]
pub mod topk_survival;

pub mod bits;
pub mod bloom_set;
pub mod cms_matrix;
pub mod hll_set;
pub mod hll_survival;
pub mod keys;
pub mod memory;
pub mod plan;
pub mod topk_counts;
pub mod types;

/// Asserts that bytes are equal, with a short message even for thousands of them.
pub fn assert_same(found: &[u8], expected: &[u8]) {
    let differs = found.iter().zip(expected).position(|(found, expected)| found != expected);
    assert!(found == expected, "{} bytes, not {}: {differs:?}", found.len(), expected.len());
}
