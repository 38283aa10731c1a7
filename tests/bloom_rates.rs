//! How often a `bloom` errs, and how well it knows.
//!
//! The promise: at its capacity no more often than was asked, beyond no more than twice as often, and
//! what `bloom_info` estimates is what there is, to a tenth. A rate that is measured by probes
//! has an error itself, its standard deviation; an assertion fails where the promise is missed by
//! three or four of these, and seeds are fixed. `-- --nocapture` prints the tables.

#![allow(clippy::unwrap_used)]

mod common;

use common::Random;
use pg_sketch::bloom::shape::Shape;
use pg_sketch::bloom::{Bloom, block};
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};

const RATES: [f64; 4] = [0.1, 0.01, 0.001, 0.0001];

/// Percent of the capacity.
const FILLS: [u64; 5] = [10, 50, 100, 200, 300];

/// Filters of one capacity. The rates of small filters vary more, so there are more of them.
struct Study {
    capacity: u64,
    filters: u64,
    probes: u64,
}

impl Study {
    /// The number of probes of each filter. A high rate needs fewer.
    fn probes(&self, rate: f64) -> u64 {
        if rate > 0.001 { self.probes / 10 } else { self.probes }
    }
}

const STUDIES: [Study; 4] = [
    Study { capacity: 100, filters: 300, probes: 20_000 },
    Study { capacity: 1_000, filters: 60, probes: 100_000 },
    Study { capacity: 100_000, filters: 4, probes: 1_000_000 },
    Study { capacity: 1_000_000, filters: 1, probes: 4_000_000 },
];

/// Results for the filters of one study at one fill.
#[derive(Default)]
struct Measured {
    rates: Vec<f64>,
    hits: u64,
    estimates: f64,
    /// Relative errors of the estimated number of keys.
    key_errors: Vec<f64>,
    layers: usize,
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn deviation(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares = values.iter().map(|value| (value - mean).powi(2));
    (squares.sum::<f64>() / (values.len() - 1).max(1) as f64).sqrt()
}

fn measure(study: &Study, rate: f64) -> [Measured; FILLS.len()] {
    let mut all: [Measured; FILLS.len()] = Default::default();
    for seed in 0..study.filters {
        let mut members = Random(seed << 32);
        let mut others = Random(!(seed << 32));
        let mut filter = Bloom::new(study.capacity, rate).unwrap();
        let mut added = 0;
        let probes = study.probes(rate);
        for (fill, measured) in FILLS.into_iter().zip(&mut all) {
            let size = study.capacity * fill / 100;
            (added..size).for_each(|_| filter.add(members.hash()).unwrap());
            added = size;
            let view = filter.view().unwrap();
            let found = (0..probes).filter(|_| view.contains(others.hash()).unwrap());
            let hits = found.count() as u64;
            let info = view.info();
            measured.rates.push(hits as f64 / probes as f64);
            measured.hits += hits;
            measured.estimates += info.estimated_rate / study.filters as f64;
            measured.key_errors.push(info.cardinality.unwrap() / size as f64 - 1.0);
            measured.layers = measured.layers.max(info.layers);
        }
    }
    all
}

/// Calls for each number below `count`, on all processors; the results are in order.
fn on_all_processors<T: Send>(count: usize, call: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let work = || {
        let numbers = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|at| *at < count);
        std::iter::from_fn(numbers).map(|at| (at, call(at))).collect::<Vec<_>>()
    };
    let mut results: Vec<(usize, T)> = std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    results.sort_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
}

#[test]
fn rates_are_those_asked_for_and_those_estimated() {
    // The largest first, so that the processors end together.
    let cases: Vec<(&Study, f64)> =
        STUDIES.iter().rev().flat_map(|study| RATES.map(|rate| (study, rate))).collect();
    let results = on_all_processors(cases.len(), |at| measure(cases[at].0, cases[at].1));
    println!(
        "capacity   asked   full   filters   layers   measured   estimated   est./meas.   \
         meas./asked   keys: bias    rms"
    );
    for ((study, asked), all) in cases.into_iter().zip(&results) {
        for (fill, measured) in FILLS.into_iter().zip(all) {
            let Study { capacity, filters, .. } = *study;
            let (found, estimated) = (mean(&measured.rates), measured.estimates);
            let (bias, rms) = (
                mean(&measured.key_errors),
                mean(&measured.key_errors.iter().map(|error| error * error).collect::<Vec<_>>())
                    .sqrt(),
            );
            let ratio = match measured.hits {
                0 => "-".into(),
                _ => format!("{:.3}", estimated / found),
            };
            println!(
                "{capacity:>8} {asked:>7} {fill:>4} % {filters:>9} {:>8} {found:>10.2e} \
                 {estimated:>11.2e} {ratio:>12} {:>13.3} {:>+10.2} % {:>4.2} %",
                measured.layers,
                found / asked,
                100.0 * bias,
                100.0 * rms,
            );
            let told = format!("{found} at {fill} % of {capacity}, asked for {asked}");
            let total = (filters * study.probes(asked)) as f64;
            let counting = (estimated / total).sqrt();
            let off = (estimated - found).abs();
            assert!(off <= (0.1 * found).max(4.0 * counting), "{told}, estimated {estimated}");

            let noise = counting.max(deviation(&measured.rates) / (filters as f64).sqrt());
            let limit = if fill <= 100 { asked } else { 2.0 * asked };
            assert!(found <= limit + 3.0 * noise, "{told}");
            assert!(estimated <= 1.02 * limit, "{told}, estimated {estimated}");

            // The number is exact for a list and an estimate for a filter.
            assert!(bias.abs() < 0.01 && rms < 0.05, "{bias}, {rms} of the keys: {told}");
        }
    }
}

/// Throws keys into blocks, at random or by a hash: for each block the number of bits that are set.
fn throw(shape: Shape, keys: u64, random: &mut Random, hashed: bool) -> Vec<u64> {
    let block_len = usize::from(shape.block_len);
    let mut bits = vec![0u8; shape.len()];
    for _ in 0..keys {
        if hashed {
            let hash = random.hash();
            let at = block::index(hash, shape.blocks) * block_len;
            block::insert(&mut bits[at..at + block_len], hash, shape.probes);
            continue;
        }
        let at = random.bits() as usize % shape.blocks as usize * block_len;
        for _ in 0..shape.probes {
            let bit = random.bits() as usize % (8 * block_len);
            bits[at + bit / 8] |= 1 << (bit % 8);
        }
    }
    bits.chunks(block_len).map(block::ones).collect()
}

/// What a shape says of keys, compared with filters: once with bits that are random, and once with
/// those that a hash chooses.
#[test]
fn what_a_shape_says_is_what_filters_do() {
    const FILTERS: usize = 4_000;
    println!(
        "blocks x bytes, probes, keys    rate, simulated    ones, simulated   deviation, simulated"
    );
    for (blocks, block_len, probes, keys) in [
        (1, 3, 2, 5),
        (1, 8, 1, 40),
        (1, 13, 6, 10),
        (3, 5, 4, 11),
        (7, 8, 10, 31),
        (31, 13, 1, 900),
        (2, 256, 7, 400),
        (5, 251, 13, 500),
        (40, 16, 3, 1_000),
        (100, 1, 2, 150),
        (9, 64, 25, 150),
        (17, 32, 6, 2_000),
    ] {
        let shape = Shape { blocks, block_len, probes };
        let (rate, ones) = (shape.rate(keys), shape.expected_ones(keys));
        for hashed in [false, true] {
            let mut random = Random(u64::from(blocks) << 40 | keys);
            let (mut rates, mut counts) = (Vec::new(), Vec::new());
            for _ in 0..FILTERS {
                let set = throw(shape, keys, &mut random, hashed);
                let of_block =
                    |ones: &u64| (*ones as f64 / (8.0 * f64::from(block_len))).powi(probes.into());
                rates.push(set.iter().map(of_block).sum::<f64>() / f64::from(blocks));
                counts.push(set.iter().sum::<u64>() as f64);
            }
            let noise = 1.0 / (FILTERS as f64).sqrt();
            let (found, found_ones) = (mean(&rates), mean(&counts));
            let found_deviation = deviation(&counts);
            println!(
                "{blocks:>6} x {block_len:>5} {probes:>7} {keys:>5} {rate:>10.3e} {found:>9.3e} \
                 {:>9.1} {found_ones:>9.1} {:>10.3} {found_deviation:>10.3}",
                ones.mean, ones.deviation,
            );
            let told = format!("{shape:?} with {keys} keys, hashed {hashed}");
            // The series for the rate is cut short, which matters for blocks of a few bytes.
            let off = (rate - found).abs();
            let exact = if block_len >= 32 { 0.005 } else { 0.03 };
            assert!(off <= 4.0 * noise * deviation(&rates) + exact * found, "{found}: {told}");
            let off = (ones.mean - found_ones).abs();
            assert!(off <= 4.0 * noise * found_deviation + 1e-9, "{found_ones}: {told}");
            let off = (ones.deviation / found_deviation - 1.0).abs();
            assert!(off <= 4.0 * noise / 2f64.sqrt() + 0.01, "{found_deviation}: {told}");
            // `next` is the number of bits that one more key sets on average.
            let next = shape.expected_ones(keys + 1).mean - ones.mean;
            assert!((ones.next - next).abs() < 1e-6 * ones.mean, "{told}");
            let back = shape.keys_for(ones.mean.round());
            assert!((back - keys as f64).abs() <= 1.0 / ones.next + 1.0, "{back}: {told}");
        }
    }
}

#[test]
fn no_number_of_ones_makes_an_absurd_estimate() {
    for (capacity, rate) in [(1, 0.5), (1, 1e-8), (100, 0.01), (1_000_000, 1e-4)] {
        let shape = Shape::new(capacity, rate).unwrap();
        let bits = shape.bits();
        let step = bits.div_ceil(1_000) as usize;
        let (mut keys_before, mut rate_before) = (-1.0, -1.0);
        for ones in (0..=bits).step_by(step).chain([bits - 1, bits]) {
            let keys = shape.keys_for(ones as f64);
            assert!(keys.is_finite() && keys >= 0.0);
            let rate = shape.rate(keys.round() as u64);
            assert!((0.0..=1.0).contains(&rate));
            if ones < bits - 1 {
                assert!(keys > keys_before && rate >= rate_before, "{keys}, {rate}");
            }
            (keys_before, rate_before) = (keys, rate);
        }
    }
}
