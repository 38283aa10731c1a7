//! Bytes of an `hll`, see [`decode`].

#![no_main]

use libfuzzer_sys::fuzz_target;
use pg_sketch::hll::Hll;
use pg_sketch_fuzz::types::decode;

fuzz_target!(|bytes: &[u8]| decode::<Hll>(bytes));
