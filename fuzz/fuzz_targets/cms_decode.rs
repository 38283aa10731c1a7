//! Bytes of a `cms`, see [`decode`].

#![no_main]

use libfuzzer_sys::fuzz_target;
use pg_sketch::cms::Cms;
use pg_sketch_fuzz::types::decode;

fuzz_target!(|bytes: &[u8]| decode::<Cms>(bytes));
