//! `sketch_hash` and `sketch_item` in SQL.
//!
//! - [`sketch_hash`]: a hash to store: its input and output functions, and how to get it
//! - [`sketch_item`]: a hash as an argument: its input and output functions
//! - [`casts`]: the casts that hash a value

mod casts;
mod sketch_hash;
pub mod sketch_item;
