//! The functions that SQL calls.
//!
//! Nothing is computed here: arguments are taken out of Postgres, handed to the pure modules, and their
//! results handed back.
//!
//! - [`boundary`]: calls, values, errors and memory, on the way from Postgres to Rust and back
//! - [`sketch`]: what all types of sketches have in common
//! - [`hash`]: `sketch_hash`, `sketch_item`, `sketch_value` and the casts
//! - [`hll`], [`bloom`], [`topk`], [`cms`]: the types
//! - [`placement`]: which bucket or node a key belongs to
//!
//! The SQL objects are declared in `sql/`, in files that are named here in the order in which they depend on
//! one another. `scripts/sql` fills in those whose name ends in `_type` or `_comparison`.

#![allow(unsafe_code, reason = "Postgres is called here and nowhere else")]
#![allow(clippy::result_large_err, reason = "pgrx raises an ErrorReport by value")]

mod bloom;
mod boundary;
mod cms;
mod hash;
mod hll;
mod placement;
mod sketch;
mod topk;

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

pgrx::extension_sql_file!("../../sql/value.sql", name = "value", requires = ["hash"]);

pgrx::extension_sql_file!("../../sql/topk_type.sql", name = "topk_type", requires = ["value"]);
pgrx::extension_sql_file!("../../sql/topk.sql", name = "topk", requires = ["topk_type"]);
pgrx::extension_sql_file!(
    "../../sql/topk_comparison.sql",
    name = "topk_comparison",
    requires = ["topk"]
);
pgrx::extension_sql_file!("../../sql/topk_agg.sql", name = "topk_agg", requires = ["topk"]);

pgrx::extension_sql_file!("../../sql/cms_type.sql", name = "cms_type", requires = ["hash"]);
pgrx::extension_sql_file!("../../sql/cms.sql", name = "cms", requires = ["cms_type"]);
pgrx::extension_sql_file!(
    "../../sql/cms_comparison.sql",
    name = "cms_comparison",
    requires = ["cms"]
);
pgrx::extension_sql_file!("../../sql/cms_agg.sql", name = "cms_agg", requires = ["cms"]);

pgrx::extension_sql_file!("../../sql/placement.sql", name = "placement", requires = ["hash"]);
