//! How well topk finds the most frequent values, from daily sketches that are stored and merged.
//!
//! cargo run --release --no-default-features --example topk -- [ROWS [KEYS [SEED]]]
//!
//! 10,000,000 rows of 1,000,000 keys on 30 days, unless said. The popularity of a key follows Zipf's law;
//! with drift it is multiplied by a lognormal variable (sigma 1) on each day. A key is a text of 20 bytes.
//! Printed are, for each capacity and each exponent:
//!
//! - recall: how many per cent of the 10, 50 and 100 most frequent keys are among the first 10, 50, 100
//! - certain: how many of these first 10, 50 and 100 are known to belong there
//! - the largest error and the root mean square of the errors of the counts of the 100 most frequent keys,
//!   in per cent of the count; a key that is not listed errs by 100
//! - the bound over the number of rows, in millionths, and the stored bytes of a day

#[path = "../tests/common/mod.rs"]
mod common;

use common::Random;
use pg_sketch::domain::Domain;
use pg_sketch::sketch::Sketch;
use pg_sketch::topk::list::{self, Row};
use pg_sketch::topk::view::View;
use pg_sketch::topk::{DEFAULT_CAPACITY, Topk};
use pg_sketch::value::Value;
use std::collections::HashMap;
use std::f64::consts::TAU;
use std::sync::atomic::{AtomicUsize, Ordering};

const DAYS: usize = 30;
const EXPONENTS: [f64; 4] = [0.8, 1.0, 1.2, 1.5];
/// The first takes 24,000 bytes a day.
const CAPACITIES: [u32; 2] = [1_042, DEFAULT_CAPACITY];
const FIRST: [usize; 3] = [10, 50, 100];
const NAME_LEN: usize = 20;

#[derive(Clone, Copy)]
struct Size {
    rows: usize,
    keys: usize,
    seed: u64,
}

/// Uniform from 0 to below 1.
fn uniform(random: &mut Random) -> f64 {
    (random.bits() >> 11) as f64 / (1u64 << 53) as f64
}

/// Box and Muller: A Note on the Generation of Random Normal Deviates (1958).
fn normal(random: &mut Random) -> f64 {
    (-2.0 * (1.0 - uniform(random)).ln()).sqrt() * (TAU * uniform(random)).cos()
}

/// Draws keys by their weights. Walker: An Efficient Method for Generating Discrete Random Variables (1977).
struct Draw {
    /// For each key up to which share of its column it is drawn, and which one is drawn above.
    columns: Vec<(f64, u32)>,
}

impl Draw {
    fn new(weights: &[f64]) -> Draw {
        let mean = weights.iter().sum::<f64>() / weights.len() as f64;
        let mut columns: Vec<_> = weights.iter().zip(0..).map(|(w, key)| (w / mean, key)).collect();
        let (mut small, mut large): (Vec<usize>, Vec<usize>) =
            (0..columns.len()).partition(|key| columns[*key].0 < 1.0);
        while let (Some(low), Some(high)) = (small.pop(), large.pop()) {
            columns[low].1 = high as u32;
            columns[high].0 -= 1.0 - columns[low].0;
            if columns[high].0 < 1.0 { small.push(high) } else { large.push(high) }
        }
        Draw { columns }
    }

    fn key(&self, random: &mut Random) -> usize {
        let at = ((u128::from(random.bits()) * self.columns.len() as u128) >> 64) as usize;
        let (share, other) = self.columns[at];
        if uniform(random) < share { at } else { other as usize }
    }
}

/// The stored sketches of all days, for each capacity, and the exact counts.
struct Days {
    stored: [Vec<Vec<u8>>; CAPACITIES.len()],
    counts: Vec<u64>,
}

fn days(size: Size, exponent: f64, drift: bool, names: &[[u8; NAME_LEN]]) -> Days {
    let mut random = Random(size.seed);
    let weights: Vec<f64> = (1..=size.keys).map(|rank| (rank as f64).powf(-exponent)).collect();
    let mut draw = Draw::new(&weights);
    let mut days = Days { stored: Default::default(), counts: vec![0; size.keys] };
    for day in 0..DAYS {
        if drift {
            let today: Vec<_> = weights.iter().map(|it| it * normal(&mut random).exp()).collect();
            draw = Draw::new(&today);
        }
        let mut sketch = Topk::new(CAPACITIES[0]).expect("a capacity");
        for _ in day * size.rows / DAYS..(day + 1) * size.rows / DAYS {
            let key = draw.key(&mut random);
            days.counts[key] += 1;
            sketch.add((Value::new(Domain::Text, &names[key]), 1)).expect("one domain");
        }
        // In memory a lower capacity has the same values.
        for (stored, capacity) in days.stored.iter_mut().zip(CAPACITIES) {
            stored.push(sketch.truncate(capacity).expect("a lower capacity").encode());
        }
    }
    days
}

fn merged(stored: &[Vec<u8>], capacity: u32) -> Vec<u8> {
    let mut merged = Topk::new(capacity).expect("a capacity");
    for day in stored {
        let view = View::read(day).expect("a sketch");
        merged.merge_view(&view).expect("sketches of one capacity");
    }
    merged.encode()
}

fn percentages(part: impl Fn(usize) -> usize) -> String {
    FIRST.map(|first| (100 * part(first) / first).to_string()).join("/")
}

/// What is printed of a merged sketch.
fn measure(stored: &[u8], counts: &[u64], names: &[[u8; NAME_LEN]]) -> String {
    let mut best: Vec<usize> = (0..counts.len()).collect();
    best.sort_unstable_by_key(|key| std::cmp::Reverse(counts[*key]));
    let keys: HashMap<&[u8], usize> = names.iter().map(<[u8; _]>::as_slice).zip(0..).collect();
    let list = |most| {
        let list = list::first(stored, true, most).expect("a sketch").expect("all of it");
        list.rows
    };
    let truth = |row: &Row| counts[keys[&*row.value]];
    let recall = percentages(|first| {
        let least = counts[best[first - 1]];
        list(first).iter().filter(|row| truth(row) >= least).count()
    });
    let certain =
        FIRST.map(|first| list(first).iter().filter(|row| row.certain).count().to_string());
    let listed: HashMap<usize, u64> =
        list(usize::MAX).iter().map(|row| (keys[&*row.value], row.count)).collect();
    let errors = best[..100].iter().map(|key| {
        let found = listed.get(key).copied().unwrap_or_default() as f64;
        100.0 * (found / counts[*key] as f64 - 1.0).abs()
    });
    let errors: Vec<f64> = errors.collect();
    let largest = errors.iter().copied().fold(0.0, f64::max);
    let rms = (errors.iter().map(|error| error * error).sum::<f64>() / 100.0).sqrt();
    let view = View::read(stored).expect("a sketch");
    let bound = 1e6 * view.bound() as f64 / view.total() as f64;
    format!("{recall:11}  {:9}  {largest:7.2}  {rms:6.2}  {bound:5.1}", certain.join("/"))
}

fn rows(size: Size, exponent: f64, drift: bool, names: &[[u8; NAME_LEN]]) -> String {
    let days = days(size, exponent, drift, names);
    let drift = if drift { "yes" } else { "no" };
    let row = |(capacity, stored): (u32, &Vec<Vec<u8>>)| {
        let measured = measure(&merged(stored, capacity), &days.counts, names);
        let bytes = stored.iter().map(Vec::len).sum::<usize>() / DAYS;
        format!("{drift:5}  {exponent:4.1}  {capacity:8}  {measured}  {bytes:6}\n")
    };
    CAPACITIES.into_iter().zip(&days.stored).map(row).collect()
}

fn main() {
    let arguments = std::env::args().skip(1).map(|text| text.parse().expect("a number"));
    let arguments: Vec<u64> = arguments.collect();
    let argument = |at: usize, default| arguments.get(at).copied().unwrap_or(default);
    let size = Size {
        rows: argument(0, 10_000_000) as usize,
        keys: argument(1, 1_000_000).max(100) as usize,
        seed: argument(2, 1),
    };
    let Size { rows: all, keys, seed } = size;
    println!("{all} rows, {keys} keys, {DAYS} days, seed {seed}");
    println!("drift  Zipf  capacity  recall       certain    largest %  rms %  bound  bytes a day");
    let name = |key| format!("{key:0>NAME_LEN$}").into_bytes().try_into().expect("20 digits");
    let names: Vec<[u8; NAME_LEN]> = (0..keys).map(name).collect();
    let cases: Vec<_> =
        [true, false].into_iter().flat_map(|drift| EXPONENTS.map(|it| (it, drift))).collect();
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some((exponent, drift)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            done.push((!drift, exponent.to_bits(), rows(size, *exponent, *drift, &names)));
        }
        done
    };
    let mut done: Vec<_> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a case has failed")).collect()
    });
    done.sort();
    done.iter().for_each(|(_, _, rows)| print!("{rows}"));
}
