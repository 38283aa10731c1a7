//! `bloom` in SQL.
//!
//! - [`value`]: a `bloom` as an argument
//! - [`functions`]: the input functions, and the functions on one or two filters
//! - [`contains`]: `bloom_contains`, which looks a value up
//! - [`support`]: what the planner asks about `bloom_contains`
//! - [`agg`]: the support functions of its aggregates

mod agg;
mod contains;
mod functions;
mod support;
mod value;
