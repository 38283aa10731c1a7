//! The functions that SQL calls. Nothing is computed here: arguments are taken out of Postgres,
//! handed to the pure modules, and their results handed back.
//!
//! - [`datum`], [`varlena`], [`row`]: values in and out, without copying what need not be copied
//! - [`call`]: calls that must cost nothing
//! - [`expanded`]: from one function to the next, without coding
//! - [`state`]: the memory of aggregates
//! - [`call_site`]: the memory of a function that is called again and again
//! - [`collation`]: under which of them texts are hashed
//! - [`memory`], [`processor`]: what Postgres allocates, what the machine can do
//! - [`error`]: which SQLSTATE an error has
//! - [`hash`], [`hll`], [`hll_joint`], [`hll_agg`], [`hll_window`], [`bloom`], [`bloom_contains`],
//!   [`bloom_support`], [`bloom_agg`]: the functions, in the order of `sql/`
//!
//! The SQL objects are written by hand in `sql/`, in the order in which they depend on one another.

#![allow(unsafe_code, reason = "Postgres is called here and nowhere else")]
#![allow(clippy::result_large_err, reason = "pgrx raises an ErrorReport by value")]

mod bloom;
mod bloom_agg;
mod bloom_contains;
mod bloom_support;
mod call;
mod call_site;
mod collation;
mod datum;
mod error;
mod expanded;
mod hash;
mod hll;
mod hll_agg;
mod hll_joint;
mod hll_window;
mod memory;
mod processor;
mod row;
mod state;
mod varlena;

pgrx::extension_sql_file!("../../sql/hash.sql", name = "hash", bootstrap);
pgrx::extension_sql_file!("../../sql/hll.sql", name = "hll", requires = ["hash"]);
pgrx::extension_sql_file!("../../sql/hll_joint.sql", name = "hll_joint", requires = ["hll"]);
pgrx::extension_sql_file!("../../sql/hll_agg.sql", name = "hll_agg", requires = ["hll"]);
pgrx::extension_sql_file!("../../sql/bloom.sql", name = "bloom", requires = ["hash"]);
pgrx::extension_sql_file!("../../sql/bloom_agg.sql", name = "bloom_agg", requires = ["bloom"]);
