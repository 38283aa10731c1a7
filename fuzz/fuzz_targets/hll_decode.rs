//! Bytes of an `hll`: what a door lets in is written again as it was, and whatever a table holds, no
//! function panics or tells nonsense of it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pg_sketch::hll::Hll;
use pg_sketch::sketch::Sketch;
use pg_sketch_fuzz::door;
use pg_sketch_fuzz::hll_survival::survives;
use pg_sketch_fuzz::memory::in_proportion;

fuzz_target!(|bytes: &[u8]| {
    let decoded = in_proportion(bytes, || door::decode::<Hll>(bytes));
    let read = in_proportion(bytes, || Hll::read(bytes));
    if decoded.is_some() {
        assert!(Hll::is_encoded(bytes));
        assert_eq!(read.unwrap().encode(), bytes);
    }
    survives(bytes);
});
