//! How fast a topk is without Postgres: `cargo bench --no-default-features --bench topk`.
//!
//! A row of `topk_add_agg` costs an `add`, one of `topk_merge_agg` a `merge_view`, one of `topk_list` a
//! `list::first`. Values are texts of 20 bytes.

#![allow(clippy::unwrap_used)]

#[path = "../tests/common/mod.rs"]
mod common;

use common::Random;
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use pg_sketch::domain::Domain;
use pg_sketch::sketch::Sketch;
use pg_sketch::topk::state::State;
use pg_sketch::topk::view::View;
use pg_sketch::topk::{DEFAULT_CAPACITY, Topk, list};
use pg_sketch::value::Value;
use std::hint::black_box;

type Name = [u8; 20];

/// Rows of a number of keys: skewed, so that the n-th comes about as often as 1 / n, or all equally often.
fn rows(count: usize, keys: u64, skewed: bool, seed: u64) -> Vec<Name> {
    let mut random = Random(seed);
    let row = |_| {
        let bits = random.bits();
        let uniform = (bits >> 11) as f64 / (1u64 << 53) as f64;
        let key = if skewed { (keys as f64).powf(uniform) as u64 } else { bits % keys };
        format!("{:020}", key.wrapping_mul(0x9e37_79b9_7f4a_7c15)).into_bytes()
    };
    (0..count).map(row).map(|name| name[..20].try_into().unwrap()).collect()
}

fn value(name: &Name) -> Value<'_> {
    Value::new(Domain::Text, name)
}

fn build(rows: &[Name]) -> Topk {
    let mut sketch = Topk::new(DEFAULT_CAPACITY).unwrap();
    rows.iter().for_each(|name| sketch.add((value(name), 1)).unwrap());
    sketch
}

fn add(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("add");
    group.sample_size(10);
    let sizes = [(31, 31), (100_000, 1_000), (1_000_000, 10_000), (1_000_000, 1_000_000)];
    for (count, keys) in sizes {
        for skewed in [false, true] {
            let rows = rows(count, keys, skewed, 1);
            group.throughput(Throughput::Elements(count as u64));
            let how = if skewed { "skewed" } else { "uniform" };
            group.bench_function(format!("{count} rows of {keys} keys, {how}"), |bencher| {
                bencher.iter(|| build(black_box(&rows)));
            });
        }
    }
}

/// Thirty stored sketches of a thousand values, as one row each.
fn merge(criterion: &mut Criterion) {
    let day = |seed| build(&rows(100_000, 500_000, true, seed)).encode();
    let days: Vec<Vec<u8>> = (0..30).map(day).collect();
    let mut group = criterion.benchmark_group("merge");
    group.throughput(Throughput::Elements(days.len() as u64));
    group.bench_function("stored", |bencher| {
        bencher.iter(|| {
            let mut merged = Topk::new(DEFAULT_CAPACITY).unwrap();
            for day in &days {
                merged.merge_view(&View::read(black_box(day)).unwrap()).unwrap();
            }
            merged
        });
    });
    group.bench_function("stored, in a frame of seven", |bencher| {
        let start = || State::<Vec<u8>>::new(DEFAULT_CAPACITY).unwrap().into_frame();
        let slide = |frame: &mut State<Vec<u8>>| {
            for (number, day) in days.iter().enumerate() {
                frame.merge_view(&View::read(day).unwrap()).unwrap();
                if number >= 7 {
                    frame.unmerge(&View::read(&days[number - 7]).unwrap()).unwrap();
                }
                black_box(frame.encode());
            }
        };
        bencher.iter_batched_ref(start, slide, BatchSize::SmallInput);
    });
}

fn store(criterion: &mut Criterion) {
    let sketch = build(&rows(1_000_000, 1_000_000, true, 2));
    let stored = sketch.encode();
    criterion.bench_function("encode", |bencher| bencher.iter(|| black_box(&sketch).encode()));
    criterion.bench_function("decode", |bencher| {
        bencher.iter(|| Topk::decode(black_box(&stored)).unwrap());
    });
    criterion.bench_function("list/first ten", |bencher| {
        bencher.iter(|| list::first(black_box(&stored), false, 10).unwrap().unwrap());
    });
    criterion.bench_function("list/all", |bencher| {
        bencher.iter(|| list::first(black_box(&stored), true, usize::MAX).unwrap().unwrap());
    });
    criterion.bench_function("count", |bencher| {
        let name = *b"00000000000000000001";
        let view = View::read(&stored).unwrap();
        bencher.iter(|| view.bounds(value(black_box(&name))).unwrap());
    });
}

criterion_group!(benches, add, merge, store);
criterion_main!(benches);
