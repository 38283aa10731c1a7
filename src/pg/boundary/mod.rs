//! The boundary to Postgres: how a call, a value, an error and memory get from one side to the other.
//! Nothing here knows a type of sketch.
//!
//! - [`function`]: declares Rust functions as the C functions that SQL calls
//! - [`call`]: a call in progress
//! - [`call_site`]: the memory of a function between two calls
//! - [`datum`]: arguments and results of fixed length
//! - [`text`]: what input, output, receive and type modifier functions read and write
//! - [`buffer`], [`toast`], [`argument`]: a varlena in memory, one out of line, and one that is an
//!   argument, wherever its bytes are
//! - [`array`]: an array as an argument, and as a result
//! - [`expanded`]: the result of one function as the argument of the next one, not encoded between
//! - [`row`]: rows as results
//! - [`encoding`]: text in the encoding of the server, and in UTF-8
//! - [`planner`]: what the planner asks support functions
//! - [`collation`]: under which collations a text can be hashed
//! - [`memory`]: memory contexts
//! - [`unguarded`]: memory without a guard
//! - [`error`]: the SQLSTATE of an error, and how it is raised
//! - [`processor`]: the instructions of the processor

pub mod argument;
pub mod array;
pub mod buffer;
pub mod call;
pub mod call_site;
pub mod collation;
pub mod datum;
pub mod encoding;
pub mod error;
pub mod expanded;
pub mod function;
pub mod memory;
pub mod planner;
pub mod processor;
pub mod row;
pub mod text;
pub mod toast;
pub mod unguarded;
