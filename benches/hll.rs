//! How fast an hll is without Postgres: `cargo bench --no-default-features --bench hll`.
//!
//! A row of `hll_add_agg` costs a hash and an `add`, one of `hll_union_agg` a `merge_stored`, one of
//! `hll_cardinality` that and an estimate. `make bench` measures what Postgres adds.

#![allow(clippy::unwrap_used)]

#[path = "../tests/common/mod.rs"]
mod common;

use allocator_api2::alloc::Global;
use common::Random;
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use pg_sketch::hash::SketchHash;
use pg_sketch::hll::joint::{self, Joint};
use pg_sketch::hll::stored::Stored;
use pg_sketch::hll::window::Window;
use pg_sketch::hll::{DEFAULT_PRECISION, Hll, bounds};
use pg_sketch::sketch::{Merge, Sketch};
use std::hint::black_box;

/// The form that these sizes are stored in.
const FORMS: [(&str, usize); 2] = [("sparse", 1_000), ("dense", 100_000)];

fn hashes(count: usize, seed: u64) -> Vec<SketchHash> {
    let mut random = Random(seed);
    (0..count).map(|_| random.hash()).collect()
}

fn build(values: &[SketchHash]) -> Hll {
    let mut sketch = Hll::new(DEFAULT_PRECISION).unwrap();
    values.iter().for_each(|value| sketch.add(*value).unwrap());
    sketch
}

fn hash(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("hash");
    group.throughput(Throughput::Elements(1));
    group.bench_function("bigint", |bencher| {
        let mut value = 0;
        bencher.iter(|| {
            value += 1;
            SketchHash::integer(value)
        });
    });
    group.bench_function("text of 32 characters", |bencher| {
        let text = b"0123456789abcdef0123456789abcdef";
        bencher.iter(|| SketchHash::text(black_box(text)));
    });
}

fn add(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("add");
    for (form, size) in FORMS {
        let values = hashes(size, 1);
        group.throughput(Throughput::Elements(size as u64));
        group.bench_function(format!("{form}, from the first value on"), |bencher| {
            bencher.iter(|| build(black_box(&values)));
        });
        let full = build(&values);
        group.bench_function(format!("{form}, values that are there"), |bencher| {
            let mut sketch = full.clone();
            bencher.iter(|| values.iter().for_each(|value| sketch.add(*value).unwrap()));
        });
    }
}

fn merge(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("merge");
    for (form, size) in FORMS {
        let own = build(&hashes(size, 2));
        let other = build(&hashes(size, 3));
        let stored = other.encode();
        group.throughput(Throughput::Elements(1));
        group.bench_function(format!("{form}, stored"), |bencher| {
            let merge = |sketch: &mut Hll| {
                let stored = Stored::read(black_box(&stored)).unwrap();
                sketch.merge_stored(&stored).unwrap();
            };
            bencher.iter_batched_ref(|| own.clone(), merge, BatchSize::SmallInput);
        });
        group.bench_function(format!("{form}, in memory"), |bencher| {
            let merge = |sketch: &mut Hll| Merge::merge(sketch, black_box(&other)).unwrap();
            bencher.iter_batched_ref(|| own.clone(), merge, BatchSize::SmallInput);
        });
    }
}

fn store(criterion: &mut Criterion) {
    for (form, size) in FORMS {
        let sketch = build(&hashes(size, 4));
        let stored = sketch.encode();
        criterion.bench_function(&format!("encode/{form}"), |bencher| {
            bencher.iter(|| black_box(&sketch).encode());
        });
        criterion.bench_function(&format!("decode/{form}"), |bencher| {
            bencher.iter(|| Hll::decode(black_box(&stored)).unwrap());
        });
    }
}

fn estimates(criterion: &mut Criterion) {
    for (form, size) in FORMS {
        let sketch = build(&hashes(size, 5));
        criterion.bench_function(&format!("estimate/{form}"), |bencher| {
            bencher.iter(|| black_box(&sketch).estimate());
        });
        criterion.bench_function(&format!("bounds/{form}"), |bencher| {
            bencher.iter(|| bounds::bounds(black_box(&sketch), 0.95).unwrap());
        });
    }
}

/// A row of a window: one sketch joins, one leaves, and the union is computed.
fn window(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("window");
    for (form, size) in FORMS {
        let rows: Vec<Vec<u8>> = (0..365).map(|seed| build(&hashes(size, seed)).encode()).collect();
        for width in [7, 30, 365] {
            let mut window = Window::<Global>::new(DEFAULT_PRECISION).unwrap();
            let mut rows = rows.iter().cycle();
            let mut join = |window: &mut Window<Global>| {
                window.add_sketch(rows.next().unwrap()).unwrap();
            };
            (0..width).for_each(|_| join(&mut window));
            group.bench_function(format!("{form}, {width} rows"), |bencher| {
                bencher.iter(|| {
                    window.remove_oldest(|| ()).unwrap();
                    join(&mut window);
                    window.union::<Vec<u8>>().unwrap()
                });
            });
        }
    }
}

/// What two sets have in common, half of each.
fn overlap(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("joint");
    for (form, size) in FORMS {
        let values = hashes(size + size / 2, 6);
        let (left, right) = (build(&values[..size]), build(&values[size / 2..]));
        group.bench_function(format!("{form}, estimate"), |bencher| {
            bencher.iter(|| Joint::of(black_box(&left), black_box(&right)).unwrap());
        });
        group.bench_function(format!("{form}, bounds of the intersection"), |bencher| {
            bencher.iter(|| joint::intersection_bounds(black_box(&left), &right, 0.95).unwrap());
        });
    }
}

criterion_group!(benches, hash, add, merge, store, estimates, window, overlap);
criterion_main!(benches);
