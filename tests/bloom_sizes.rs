//! How large a `bloom` is, and which capacities and rates it may have.

#![allow(clippy::unwrap_used)]

mod common;

use common::Random;
use pg_sketch::bloom::shape::Shape;
use pg_sketch::bloom::{self, Bloom, MAX_CAPACITY, MAX_STORED_LEN, error};
use pg_sketch::error::Kind;
use pg_sketch::hash::SketchHash;
use pg_sketch::sketch::Sketch;

/// Bits per key of the classical filter: a single block with half of its bits set.
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
            // Small filters have relatively more room to spare.
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
        // Sizes are found to a thousandth; a whole block more or less makes small ones uneven.
        let hardly = |less: usize, more: usize| more as f64 >= 0.975 * less as f64 - 1.0;
        let grow = before.iter().zip(&sizes).all(|(less, more)| hardly(*less, *more));
        assert!(grow && sizes.is_sorted_by(|less, more| hardly(*less, *more)), "{capacity}");
        before = sizes;
    }
}

/// For every capacity and rate, the filter works or an error says why there is none.
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
    // Filters are possible up to the limit of a value.
    for (rate, overhead) in [(0.5, 1.01), (0.01, 1.02), (1e-8, 1.22)] {
        let keys = MAX_STORED_LEN as f64 * 8.0 / classical_bits(rate);
        assert!(bloom::size((keys / overhead) as u64, rate).is_ok());
        assert!(bloom::size((1.01 * keys) as u64, rate).is_err());
    }
}
