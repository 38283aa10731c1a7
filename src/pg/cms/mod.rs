//! `cms` in SQL.
//!
//! - [`functions`]: the input functions, and the functions on one or two sketches
//! - [`count`]: how often a value was added, wherever the sketch is
//! - [`agg`]: the support functions of its aggregates

mod agg;
mod count;
mod functions;
