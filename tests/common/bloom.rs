//! Shared by the tests of `bloom`: making, merging and probing filters.

#![allow(dead_code)] // Each test uses a part of it.

use pg_sketch::bloom::Bloom;
use pg_sketch::bloom::layer::Layer;
use pg_sketch::bloom::view::{Body, View};
use pg_sketch::hash::SketchHash;
use pg_sketch::sketch::{Merge, Sketch};

/// Rates from the highest to the lowest.
pub const RATES: [f64; 5] = [0.5, 0.1, 0.01, 1e-4, 1e-8];

/// A filter of these keys.
pub fn build(capacity: u64, rate: f64, values: &[SketchHash]) -> Bloom {
    let mut filter = Bloom::new(capacity, rate).unwrap();
    values.iter().for_each(|value| filter.add(*value).unwrap());
    filter
}

/// The union of two filters.
pub fn union(left: &Bloom, right: &Bloom) -> Bloom {
    let mut union = left.clone();
    union.merge(right).unwrap();
    union
}

/// The layers of a filter, none of a list.
pub fn layers(bytes: &[u8]) -> Vec<(Layer, &[u8])> {
    match View::read(bytes).unwrap().body {
        Body::Layers(layers) => layers.iter().collect(),
        Body::Hashes(_) => Vec::new(),
    }
}

/// Whether the filter finds every key.
pub fn has_all(filter: &Bloom, values: &[SketchHash]) -> bool {
    let view = filter.view().unwrap();
    values.iter().all(|value| view.contains(*value).unwrap())
}

/// The union of two filters that are read from stored bytes, as aggregates read them.
pub fn union_of_stored(left: &[u8], right: &[u8]) -> Vec<u8> {
    let mut union = Bloom::from_view(&View::read(left).unwrap()).unwrap();
    union.merge_view(&View::read(right).unwrap()).unwrap();
    union.encode()
}
