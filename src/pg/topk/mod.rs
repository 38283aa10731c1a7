//! `topk` in SQL.
//!
//! - [`functions`]: the input functions, the type modifier, and the functions on one or two sketches
//! - [`list`]: the most frequent values
//! - [`support`]: what the planner asks about it
//! - [`agg`]: the support functions of its aggregates

mod agg;
mod functions;
mod list;
mod support;
