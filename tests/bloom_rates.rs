//! How often a `bloom` errs, how large it is, and how well it knows both.
//!
//! The promise: at its capacity no more often than was asked, beyond no more than twice as often, and
//! what `bloom_info` estimates is what there is, to a tenth. A rate that is measured by so many probes
//! has an error itself, its standard deviation; an assertion fails where the promise is missed by
//! three or four of these, and seeds are fixed. `-- --nocapture` prints the tables.

#![allow(clippy::unwrap_used)]

mod common;

use common::Random;
use pg_sketch::bloom::error;
use pg_sketch::bloom::shape::Shape;
use pg_sketch::bloom::{self, Bloom, MAX_CAPACITY, MAX_STORED_LEN, block};
use pg_sketch::error::Kind;
use pg_sketch::hash::SketchHash;
use pg_sketch::sketch::Sketch;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};

const RATES: [f64; 4] = [0.1, 0.01, 0.001, 0.0001];

/// Percent of the capacity.
const FILLS: [u64; 5] = [10, 50, 100, 200, 300];

/// Filters of one capacity, the more of them the smaller they are: their rates differ.
struct Study {
    capacity: u64,
    filters: u64,
    probes: u64,
}

impl Study {
    /// How often each filter is probed: higher rates are known after less.
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

/// What the filters of one study are like at one fill.
#[derive(Default)]
struct Measured {
    rates: Vec<f64>,
    hits: u64,
    estimates: f64,
    /// Errors of the estimated number of keys, in parts of it.
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

/// Calls for each of so many numbers, on all processors; the results are in order.
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

            // A list knows its keys, a filter guesses.
            assert!(bias.abs() < 0.01 && rms < 0.05, "{bias}, {rms} of the keys: {told}");
        }
    }
}

/// Bits that a filter needs for each key if it is one block, full to one half.
fn classical_bits(rate: f64) -> f64 {
    -rate.log2() / std::f64::consts::LN_2
}

#[test]
fn filters_are_hardly_larger_than_the_classical_optimum() {
    println!("capacity    asked   probes   bits a key   / optimum   stored bytes");
    let limits = [(0.01, 1.05), (0.001, 1.08), (0.0001, 1.10), (0.1, 1.05), (0.5, 1.05)];
    for (rate, limit) in limits {
        for capacity in (2..=8).map(|power| 10u64.pow(power)) {
            let shape = Shape::new(capacity, rate).unwrap();
            let bits = shape.bits() as f64 / capacity as f64;
            let ratio = bits / classical_bits(rate);
            let stored = bloom::size(capacity, rate).unwrap();
            println!(
                "{capacity:>9} {rate:>7} {:>8} {bits:>12.3} {ratio:>11.4} {stored:>14}",
                shape.probes
            );
            assert_eq!(stored, 12 + 32 + shape.len());
            assert!(shape.rate(capacity) <= rate);
            // Of so few keys some more are taken into account than there should be.
            let limit = if capacity < 1_000 { 1.0 + 2.0 * (limit - 1.0) } else { limit };
            assert!(ratio <= limit, "{ratio} times the optimum for {capacity} at {rate}");
        }
    }
    let classical = (10_000_000.0 * classical_bits(0.01) / 8.0).ceil();
    let stored = bloom::size(10_000_000, 0.01).unwrap();
    println!("bloom_size(10000000, 0.01) = {stored}, the classical filter takes {classical}");
    assert_eq!(classical, 11_981_323.0);
    assert!(stored as f64 <= 1.05 * classical);
}

#[test]
fn a_size_is_that_of_the_filter() {
    for (capacity, rate) in [(1, 0.5), (100, 0.01), (10_000, 1e-8), (300_000, 0.1)] {
        let mut filter = Bloom::new(capacity, rate).unwrap();
        let mut random = Random(3);
        let keys = (bloom::list_limit(capacity, rate) + 1).max(capacity as usize * 2 / 3);
        (0..keys).for_each(|_| filter.add(random.hash()).unwrap());
        let stored = filter.encode();
        let info = filter.view().unwrap().info();
        assert_eq!((info.layers, info.bytes), (1, stored.len()));
        assert_eq!(stored.len(), bloom::size(capacity, rate).unwrap());
    }
}

#[test]
fn more_keys_or_a_lower_rate_take_hardly_fewer_bytes() {
    let capacities = (1..400).chain((0..80).map(|step| (400.0 * 1.2f64.powi(step)) as u64));
    let rates = [0.5, 0.3, 0.1, 0.03, 0.01, 0.001, 1e-4, 1e-6, 1e-8];
    let mut before = [0; 9];
    for capacity in capacities.take_while(|capacity| *capacity < 100_000_000) {
        let sizes = rates.map(|rate| bloom::size(capacity, rate).unwrap());
        // Sizes are found to a thousandth, but where a block more makes them uneven.
        let hardly = |less: usize, more: usize| more as f64 >= 0.975 * less as f64 - 1.0;
        let grow = before.iter().zip(&sizes).all(|(less, more)| hardly(*less, *more));
        assert!(grow && sizes.is_sorted_by(|less, more| hardly(*less, *more)), "{capacity}");
        before = sizes;
    }
}

/// Throws so many keys into blocks, by these numbers: for each block the bits that are set.
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

/// What a shape says of keys, beside that many filters: once with bits that are random, and once with
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
            // The series for the rate ends early: of blocks of a few bytes that shows.
            let off = (rate - found).abs();
            let exact = if block_len >= 32 { 0.005 } else { 0.03 };
            assert!(off <= 4.0 * noise * deviation(&rates) + exact * found, "{found}: {told}");
            let off = (ones.mean - found_ones).abs();
            assert!(off <= 4.0 * noise * found_deviation + 1e-9, "{found_ones}: {told}");
            let off = (ones.deviation / found_deviation - 1.0).abs();
            assert!(off <= 4.0 * noise / 2f64.sqrt() + 0.01, "{found_deviation}: {told}");
            // A key more sets what the next ones would on average.
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

/// What a user may give as a capacity and a rate: the filter works, or the error says why there is
/// none.
#[test]
fn parameters_make_a_filter_that_works_or_an_error_that_tells_why() {
    let largest = MAX_CAPACITY as i64;
    for capacity in [i64::MIN, -1, 0, largest + 1, 1_000_000_000_000_000_000, i64::MAX] {
        let error = bloom::check_capacity(capacity).unwrap_err();
        assert_eq!(error.kind(), Kind::OutOfRange);
        assert!(error.detail().contains(&format!("The capacity is {capacity};")));
        assert!(error.detail().contains("1099511627776"));
        assert_eq!(format!("{error}"), "capacity is out of range");
    }
    let rates = [
        (f64::NAN, "NaN"),
        (f64::INFINITY, "Infinity"),
        (f64::NEG_INFINITY, "-Infinity"),
        (0.0, "0.0"),
        (-0.0, "-0.0"),
        (-0.01, "-0.01"),
        (1e-300, "1e-300"),
        (9.9e-9, "9.9e-9"),
        (0.500_000_1, "0.5000001"),
        (0.999_999, "0.999999"),
        (1.0, "1.0"),
        (5e-324, "5e-324"),
    ];
    for (rate, shown) in rates {
        let error = bloom::check_rate(rate).unwrap_err();
        assert_eq!(
            (error.kind(), error.to_string()),
            (Kind::OutOfRange, "fpr is out of range".into())
        );
        assert!(error.detail().contains(&format!("The fpr is {shown};")), "{}", error.detail());
        assert!(error.detail().contains("from 0.00000001 to 0.5"));
        assert!(Bloom::new(1, rate).is_err() && Bloom::new(1_000, rate).is_err());
    }

    let (mut worked, mut too_large) = (0, 0);
    let hash = SketchHash::integer;
    let capacities = (0..=40).flat_map(|power| [1i64 << power, 3 << power >> 1, (1 << power) + 1]);
    for capacity in capacities.filter(|capacity| *capacity <= largest) {
        let capacity = bloom::check_capacity(capacity).unwrap();
        for rate in [0.5, 0.499_999, 0.1, 0.01, 1e-5, 1.000_001e-8, 1e-8] {
            let rate = bloom::check_rate(rate).unwrap();
            match (bloom::size(capacity, rate), Bloom::new(capacity, rate)) {
                (Ok(size), Ok(mut filter)) => {
                    assert!((52..=MAX_STORED_LEN).contains(&size));
                    (0..5).for_each(|number| filter.add(hash(number)).unwrap());
                    let view = filter.view().unwrap();
                    assert!((0..5).all(|number| view.contains(hash(number)).unwrap()));
                    let found = (5..105).filter(|number| view.contains(hash(*number)).unwrap());
                    assert!(found.count() < 75, "{capacity} at {rate}");
                    worked += 1;
                }
                (Err(error), Err(same)) => {
                    assert_eq!(error, same);
                    let parameters = format!("capacity {capacity} and rate {rate:?}");
                    let words = error.detail().split_whitespace();
                    let bytes: u64 = words.filter_map(|word| word.parse().ok()).next().unwrap();
                    let what = format!("a bloom filter of {parameters}");
                    assert_eq!(error, error::too_large(&what, bytes));
                    assert!(error.to_string().contains(&parameters));
                    assert!(error.detail().contains(&format!("{bytes} bytes")));
                    assert!(error.detail().contains(&MAX_STORED_LEN.to_string()));
                    assert!(bytes as f64 > 0.95 * MAX_STORED_LEN as f64, "{error:?}");
                    let least = capacity as f64 * classical_bits(rate) / 8.0;
                    assert!((bytes as f64) < 2.5 * least, "{bytes} and {least}");
                    assert!(error.hint().unwrap().contains("Split it"));
                    too_large += 1;
                }
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(worked > 400 && too_large > 200, "{worked} and {too_large}");
    // Up to the limit there are filters.
    for (rate, overhead) in [(0.5, 1.01), (0.01, 1.02), (1e-8, 1.22)] {
        let keys = MAX_STORED_LEN as f64 * 8.0 / classical_bits(rate);
        assert!(bloom::size((keys / overhead) as u64, rate).is_ok());
        assert!(bloom::size((1.01 * keys) as u64, rate).is_err());
    }
}
