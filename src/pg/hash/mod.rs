//! `sketch_hash`, `sketch_item` and `sketch_value` in SQL.
//!
//! - [`sketch_hash`]: a hash to store: its input and output functions, and how to get it
//! - [`sketch_item`]: a hash as an argument: its input and output functions
//! - [`sketch_value`]: a value as an argument: its input and output functions, and the casts
//! - [`casts`]: the casts that hash a value
//! - [`keyed`]: hashes of values with a key

mod casts;
mod keyed;
mod sketch_hash;
pub mod sketch_item;
pub mod sketch_value;
