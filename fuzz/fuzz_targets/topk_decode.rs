//! Bytes of a `topk`, see [`decode`].

#![no_main]

use libfuzzer_sys::fuzz_target;
use pg_sketch::topk::Topk;
use pg_sketch_fuzz::types::decode;

fuzz_target!(|bytes: &[u8]| decode::<Topk>(bytes));
