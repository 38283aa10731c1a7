//! Bytes of a `bloom`: what a door lets in is written again as it was, and whatever a table holds, no
//! function panics or tells nonsense of it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pg_sketch::bloom;
use pg_sketch::bloom::Bloom;
use pg_sketch::bloom::layer::Layer;
use pg_sketch::bloom::view::{Body, Hashes, View};
use pg_sketch::sketch::Sketch;
use pg_sketch_fuzz::door;
use pg_sketch_fuzz::memory::in_proportion;
use pg_sketch_fuzz::survival::survives;

/// The largest filter that a list is made into here.
const MOST_BYTES: usize = 1 << 22;

fuzz_target!(|bytes: &[u8]| {
    let decoded = in_proportion(bytes, || door::decode::<Bloom>(bytes));
    let read = in_proportion(bytes, || Bloom::read(bytes));
    if let Some(decoded) = decoded {
        let is_decided =
            !matches!(View::read(bytes).unwrap().body, Body::Hashes(Hashes { capacity: None, .. }));
        assert_eq!(Bloom::is_encoded(bytes), is_decided);
        assert!(Bloom::is_encoded(&decoded.encode()));
        assert_eq!(read.unwrap().portable(), bytes);
        assert_possible(&View::read(bytes).unwrap());
    }
    if !may_become_huge(bytes) {
        survives(bytes);
    }
});

/// What a door lets in is what adds and unions may have left, as far as it can be told.
fn assert_possible(view: &View) {
    match &view.body {
        Body::Hashes(hashes) => {
            assert!(hashes.iter().is_sorted_by(|one, next| one < next));
            let limit = hashes
                .capacity
                .map_or(bloom::UNSIZED_LIMIT, |capacity| bloom::list_limit(capacity, view.rate));
            assert!(hashes.count() <= limit);
        }
        Body::Layers(layers) => {
            for (layer, bits) in layers.iter() {
                let ones = bits.iter().map(|byte| u64::from(byte.count_ones())).sum::<u64>();
                let empty = Layer::new(layer.capacity, view.rate, layer.level).unwrap();
                assert!(ones > 0);
                assert_eq!(layer, Layer { ones, ..empty });
            }
            let order = layers.iter().map(|(layer, _)| (layer.level, layer.capacity));
            assert!(order.is_sorted());
        }
    }
}

/// Whether a key more may rightly make gigabytes of it.
fn may_become_huge(bytes: &[u8]) -> bool {
    let Ok(View { rate, body: Body::Hashes(hashes), .. }) = View::read(bytes) else { return false };
    let Some(capacity) = hashes.capacity else { return false };
    let huge = bloom::size(capacity, rate).map_or(true, |size| size > MOST_BYTES);
    huge && hashes.count() + 100 > bloom::list_limit(capacity, rate)
}
