//! Bytes of a `bloom`, see [`decode`].

#![no_main]

use libfuzzer_sys::fuzz_target;
use pg_sketch::bloom::Bloom;
use pg_sketch_fuzz::types::decode;

fuzz_target!(|bytes: &[u8]| decode::<Bloom>(bytes));
