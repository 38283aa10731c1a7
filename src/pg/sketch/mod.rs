//! What all types of sketches have in common, as far as Postgres sees it.
//!
//! - [`canonical`]: output, send, comparison, hash and the cast to bytea: one set of C functions for all
//!   types
//! - [`input`]: input, receive and the cast from bytea, for a given type
//! - [`value`]: a sketch as an argument and as a result
//! - [`aggregate`]: the transition state of an aggregate, and its support functions
//! - [`moving`]: the same over window frames that slide, where rows can be taken out
//! - [`weight`]: what a row adds to a sketch that counts
//! - [`cache`]: stored values that a call site reads again and again

pub mod aggregate;
pub mod cache;
pub mod canonical;
pub mod input;
pub mod moving;
pub mod value;
pub mod weight;
