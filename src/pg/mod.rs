//! The functions that SQL calls.
//!
//! Nothing is computed here: arguments are taken out of Postgres, handed to the pure modules, and their
//! results handed back.
//!
//! - [`boundary`]: calls, values, errors and memory, on the way from Postgres to Rust and back
//! - [`sketch`]: what all types of sketches have in common
//! - [`hash`]: `sketch_hash`, `sketch_item` and the casts
//! - [`hll`], [`bloom`]: the types
//! - [`placement`]: which bucket or node a key belongs to
//!
//! The SQL objects are declared in `sql/`, in files that are named here in the order in which they depend on
//! one another. `scripts/sql` fills in those whose name ends in `_type` or `_comparison`.

#![allow(unsafe_code, reason = "Postgres is called here and nowhere else")]
#![allow(clippy::result_large_err, reason = "pgrx raises an ErrorReport by value")]

mod bloom;
mod boundary;
mod hash;
mod hll;
mod placement;
mod sketch;

pgrx::extension_sql_file!("../../sql/hash.sql", name = "hash", bootstrap);

pgrx::extension_sql_file!("../../sql/hll_type.sql", name = "hll_type", requires = ["hash"]);
pgrx::extension_sql_file!("../../sql/hll.sql", name = "hll", requires = ["hll_type"]);
pgrx::extension_sql_file!(
    "../../sql/hll_comparison.sql",
    name = "hll_comparison",
    requires = ["hll"]
);
pgrx::extension_sql_file!("../../sql/hll_joint.sql", name = "hll_joint", requires = ["hll"]);
pgrx::extension_sql_file!("../../sql/hll_agg.sql", name = "hll_agg", requires = ["hll"]);

pgrx::extension_sql_file!("../../sql/bloom_type.sql", name = "bloom_type", requires = ["hash"]);
pgrx::extension_sql_file!("../../sql/bloom.sql", name = "bloom", requires = ["bloom_type"]);
pgrx::extension_sql_file!(
    "../../sql/bloom_comparison.sql",
    name = "bloom_comparison",
    requires = ["bloom"]
);
pgrx::extension_sql_file!("../../sql/bloom_agg.sql", name = "bloom_agg", requires = ["bloom"]);

pgrx::extension_sql_file!("../../sql/placement.sql", name = "placement", requires = ["hash"]);
