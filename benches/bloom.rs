//! How fast a bloom is without Postgres: `cargo bench --no-default-features --bench bloom`.
//!
//! A row of `bloom_add_agg` costs a hash and an `add`, one of `bloom_contains` a hash and a look
//! at the head of a filter. In a filter far larger than the caches every key waits for memory several
//! times.

#![allow(clippy::unwrap_used)]

#[path = "../tests/common/mod.rs"]
mod common;

use common::Random;
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use pg_sketch::bloom::layer::Layer;
use pg_sketch::bloom::view::View;
use pg_sketch::bloom::{Bloom, DEFAULT_RATE};
use pg_sketch::hash::SketchHash;
use pg_sketch::sketch::Sketch;
use std::hint::black_box;

/// Filters of 24 kB, 1.2 MB and 121 MB at a rate of 0.01.
const PLACES: [(&str, u64); 3] =
    [("in the first cache", 20_000), ("in a cache", 1_000_000), ("in memory", 100_000_000)];
/// Keys a round.
const KEYS: usize = 10_000;

fn hashes(count: usize, seed: u64) -> Vec<SketchHash> {
    let mut random = Random(seed);
    (0..count).map(|_| random.hash()).collect()
}

fn build(capacity: u64, values: &[SketchHash]) -> Bloom {
    let mut filter = Bloom::new(capacity, DEFAULT_RATE).unwrap();
    values.iter().for_each(|value| filter.add(*value).unwrap());
    filter
}

fn add(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("bloom add");
    group.throughput(Throughput::Elements(KEYS as u64));
    let values = hashes(KEYS, 1);
    for (place, capacity) in PLACES {
        let mut filter = build(capacity, &[]);
        group.bench_function(place, |bencher| {
            bencher.iter(|| values.iter().for_each(|value| filter.add(*value).unwrap()));
        });
    }
    group.bench_function("without a capacity", |bencher| {
        bencher.iter_batched_ref(
            || Bloom::unsized_with(DEFAULT_RATE),
            |filter| values.iter().for_each(|value| filter.add(*value).unwrap()),
            BatchSize::SmallInput,
        );
    });
}

fn contains(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("bloom contains");
    group.throughput(Throughput::Elements(KEYS as u64));
    for (place, capacity) in PLACES {
        // As in a full filter, half of the bits are set.
        let stored = build(capacity, &hashes(capacity as usize, 3)).encode();
        let members = hashes(KEYS, 3);
        let others = hashes(KEYS, 4);
        for (name, values) in [("members", members), ("others", others)] {
            group.bench_function(format!("{name}, {place}"), |bencher| {
                let view = View::read(&stored).unwrap();
                bencher
                    .iter(|| values.iter().filter(|value| view.contains(**value).unwrap()).count());
            });
        }
    }
}

fn merge(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("bloom merge");
    for (place, capacity) in &PLACES[..2] {
        let filter = build(*capacity, &hashes(*capacity as usize / 2, 5));
        let other = build(*capacity, &hashes(*capacity as usize / 2, 6)).encode();
        group.throughput(Throughput::Bytes(other.len() as u64));
        group.bench_function(*place, |bencher| {
            bencher.iter_batched_ref(
                || filter.clone(),
                |filter| filter.merge_view(&View::read(black_box(&other)).unwrap()).unwrap(),
                BatchSize::LargeInput,
            );
        });
    }
}

fn size(criterion: &mut Criterion) {
    let mut capacity = 1_000_000;
    criterion.bench_function("bloom size", |bencher| {
        bencher.iter(|| {
            // Another filter each time, because the last one is cached.
            capacity ^= 1;
            Layer::new(capacity, DEFAULT_RATE, 0).unwrap()
        });
    });
}

criterion_group!(benches, add, contains, merge, size);
criterion_main!(benches);
