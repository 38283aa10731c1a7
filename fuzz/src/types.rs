//! What the fuzz targets need of each type, and the checks that all types share. A new type needs an entry
//! here. Its targets `*_decode`, `*_chain` and `*_model` use the functions below.

use crate::cms_survival;
use crate::hll_survival;
use crate::input;
use crate::memory::in_proportion;
use crate::survival;
use crate::topk_survival;
use pg_sketch::bloom::layer::Layer;
use pg_sketch::bloom::view::{Body, View as BloomView};
use pg_sketch::bloom::{self, Bloom};
use pg_sketch::cms::Cms;
use pg_sketch::cms::view::View as CmsView;
use pg_sketch::error::Result;
use pg_sketch::hll::Hll;
use pg_sketch::hll::view::View as HllView;
use pg_sketch::sketch::{Idempotent, Merge};
use pg_sketch::topk::Topk;
use pg_sketch::topk::view::View as TopkView;

/// A type of sketch, as the targets need it.
pub trait Type: Merge {
    /// Runs every function that reads bytes on any bytes.
    fn survives(bytes: &[u8]);

    /// Merges bytes of the stored or the in-memory form.
    fn merge_bytes(&mut self, bytes: &[u8]) -> Result<()>;

    /// Asserts that adds and merges could have made these canonical bytes, as far as the bytes show.
    fn assert_possible(_bytes: &[u8]) {}
}

impl Type for Hll {
    fn survives(bytes: &[u8]) {
        hll_survival::survives(bytes);
    }

    fn merge_bytes(&mut self, bytes: &[u8]) -> Result<()> {
        self.merge_view(&HllView::read(bytes)?)
    }
}

impl Type for Bloom {
    fn survives(bytes: &[u8]) {
        if !may_become_huge(bytes) {
            survival::survives(bytes);
        }
    }

    fn merge_bytes(&mut self, bytes: &[u8]) -> Result<()> {
        self.merge_view(&BloomView::read(bytes)?)
    }

    fn assert_possible(bytes: &[u8]) {
        let view = BloomView::read(bytes).unwrap();
        match &view.body {
            Body::Hashes(hashes) => {
                assert!(hashes.iter().is_sorted_by(|one, next| one < next));
                let limit = hashes.capacity.map_or(bloom::UNSIZED_LIMIT, |capacity| {
                    bloom::list_limit(capacity, view.rate)
                });
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
}

impl Type for Cms {
    fn survives(bytes: &[u8]) {
        cms_survival::survives(bytes);
    }

    fn merge_bytes(&mut self, bytes: &[u8]) -> Result<()> {
        self.merge_view(&CmsView::read(bytes)?)
    }
}

impl Type for Topk {
    fn survives(bytes: &[u8]) {
        topk_survival::survives(bytes);
    }

    fn merge_bytes(&mut self, bytes: &[u8]) -> Result<()> {
        self.merge_view(&TopkView::read(bytes)?)
    }

    fn assert_possible(bytes: &[u8]) {
        topk_survival::assert_possible(bytes);
    }
}

/// Whether one more key may turn a list into a filter of gigabytes.
fn may_become_huge(bytes: &[u8]) -> bool {
    /// The largest filter that these targets make of a list.
    const MOST_BYTES: usize = 1 << 22;
    let Ok(BloomView { rate, body: Body::Hashes(hashes), .. }) = BloomView::read(bytes) else {
        return false;
    };
    let Some(capacity) = hashes.capacity else { return false };
    let huge = bloom::size(capacity, rate).map_or(true, |size| size > MOST_BYTES);
    huge && hashes.count() + 100 > bloom::list_limit(capacity, rate)
}

/// The targets `*_decode`: what is accepted from outside is written again as it was, and whatever a
/// table holds, no function panics or tells nonsense of it.
pub fn decode<S: Type>(bytes: &[u8]) {
    let decoded = in_proportion(bytes, || input::decode::<S>(bytes));
    let read = in_proportion(bytes, || S::read(bytes));
    if let Some(decoded) = decoded {
        let stored = decoded.encode();
        assert_eq!(S::is_encoded(bytes), stored == bytes);
        assert!(S::is_encoded(&stored));
        assert_eq!(read.unwrap().portable(), bytes);
        S::assert_possible(bytes);
    }
    S::survives(bytes);
}

/// Stored sketches, merged. It is the same in a table and where an aggregate has them in memory.
pub fn merged<S: Type>(left: &[u8], right: &[u8]) -> Result<Vec<u8>> {
    let mut read = S::read(left).unwrap();
    let of_bytes = read.merge_bytes(right).map(|()| read.encode());
    let mut decoded = S::decode(left).unwrap();
    let of_sketches = decoded.merge(&S::decode(right).unwrap()).map(|()| decoded.encode());
    assert_eq!(of_sketches, of_bytes);
    of_bytes
}

/// Three stored sketches, the first two merged first, and the last two.
pub fn merged_in_both_orders<S: Type>([a, b, c]: [&[u8]; 3]) -> [Result<Vec<u8>>; 2] {
    [
        merged::<S>(a, b).and_then(|ab| merged::<S>(&ab, c)),
        merged::<S>(b, c).and_then(|bc| merged::<S>(a, &bc)),
    ]
}

/// Merging a sketch with itself changes nothing.
pub fn assert_idempotent<S: Type + Idempotent>(stored: &[u8]) {
    assert_eq!(merged::<S>(stored, stored).unwrap(), stored);
}
