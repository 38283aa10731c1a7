//! pg_sketch: sketches as Postgres column types.
//!
//! Calls go down only, and nothing outside `pg/` names Postgres:
//!
//! ```text
//!  sql/*.sql        what SQL sees
//!  pg/              Postgres: values in, values out, memory, errors; all of `unsafe`
//!  hll/             how many distinct values
//!  bloom/           certainly not there, or maybe
//!  cms/             how often a value was added
//!  topk/            which values are frequent, and how often they came
//!  placement/       which bucket or node a key belongs to
//!  sketch           what a sketch is: a trait for each thing that one can do
//!  cache, lru       which stored sketches stay in memory, of those that are looked into again and again
//!  table            hash tables in bytes
//!  record           how a struct stands in bytes
//!  bytes, bits, hex how stored sketches start, how bits stand in bytes, how bytes stand in text
//!  varint           how numbers stand in few bytes
//!  value/           SQL value -> a domain and bytes that are kept, and back to text
//!  canonical        SQL value -> the bytes that are hashed and kept
//!  hash             SQL value -> 56 bits and a domain, fixed for ever
//!  domain           which kinds of value there are, and which of them can meet
//!  error            what can be wrong
//! ```

pub mod bits;
pub mod bloom;
pub mod bytes;
pub mod cache;
pub mod canonical;
pub mod cms;
pub mod domain;
pub mod error;
pub mod hash;
pub mod hex;
pub mod hll;
mod lru;
pub mod placement;
pub mod record;
pub mod sketch;
pub mod table;
pub mod topk;
pub mod value;
mod varint;

#[cfg(feature = "postgres")]
mod pg;

#[cfg(feature = "postgres")]
::pgrx::pg_module_magic!();
