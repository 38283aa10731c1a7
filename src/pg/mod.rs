//! The functions that SQL calls. Nothing is computed here: arguments are taken out of Postgres,
//! handed to the pure modules, and their results handed back.
//!
//! - [`datum`]: values in and out, without copying what need not be copied
//! - [`call`]: calls that must cost nothing
//! - [`state`]: the memory of aggregates
//! - [`error`]: which SQLSTATE an error has
//! - [`hash`], [`hll`], [`hll_agg`]: the functions, one file for each chapter of `sql/`
//!
//! The SQL objects are written by hand in `sql/`, in the order in which they depend on one another.

#![allow(unsafe_code, reason = "Postgres is called here and nowhere else")]
#![allow(clippy::result_large_err, reason = "pgrx raises an ErrorReport by value")]

mod call;
mod datum;
mod error;
mod hash;
mod hll;
mod hll_agg;
mod state;

pgrx::extension_sql_file!("../../sql/hash.sql", name = "hash", bootstrap);
pgrx::extension_sql_file!("../../sql/hll.sql", name = "hll", requires = ["hash"]);
pgrx::extension_sql_file!("../../sql/hll_agg.sql", name = "hll_agg", requires = ["hll"]);
