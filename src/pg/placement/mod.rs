//! Where a key belongs, in SQL.
//!
//! - [`site`]: nodes as arguments, which a call site keeps, read and checked
//! - [`nodes`]: the functions that place a value on nodes
//! - [`numbers`]: the functions whose result is a number

mod nodes;
mod numbers;
mod site;
