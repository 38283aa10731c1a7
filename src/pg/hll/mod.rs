//! `hll` in SQL.
//!
//! - [`value`]: an `hll` as an argument and as a result
//! - [`functions`]: the input functions, the type modifier, and the functions on one or two sketches
//! - [`joint`]: what two sketches have in common
//! - [`agg`]: the support functions of its aggregates
//! - [`window`]: those over window frames that slide

mod agg;
mod functions;
mod joint;
mod value;
mod window;
