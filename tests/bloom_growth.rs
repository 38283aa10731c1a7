//! A `bloom` with more values than its capacity, and unions that do not fit into one filter: both have layers.

#![allow(clippy::unwrap_used)]

#[path = "common/bloom.rs"]
mod bloom;
mod common;
#[path = "common/values.rs"]
mod values;

use bloom::{RATES, build, has_all, layers, union, union_of_stored};
use common::Random;
use pg_sketch::bloom::error::too_many_layers;
use pg_sketch::bloom::layer::Layer;
use pg_sketch::bloom::shape::Shape;
use pg_sketch::bloom::view::View;
use pg_sketch::bloom::{Bloom, MAX_LAYERS, block};
use pg_sketch::hash::SketchHash;
use pg_sketch::sketch::{Merge, Sketch};
use values::random_values;

fn rate_of(rate: f64, level: u8) -> f64 {
    if level == 0 { rate } else { rate * 0.5f64.powi(i32::from(level) + 1) }
}

#[test]
fn the_rates_of_all_full_layers_add_up_to_less_than_twice_the_one_asked_for() {
    let mut worst: f64 = 0.0;
    for rate in RATES.into_iter().chain([0.3, 0.03, 0.001, 1.2e-5]) {
        for capacity in (1..130u64).chain([500, 10_000]) {
            let full = |level| {
                let layer = Layer::new(capacity << level, rate, level).unwrap();
                Layer { ones: layer.limit, ..layer }.rate()
            };
            worst = worst.max((0..12).map(full).sum::<f64>() / rate);
        }
    }
    println!("at most {worst:.3} times");
    assert!(worst < 2.0);
}

#[test]
fn a_bloom_grows_by_layers_twice_as_large() {
    println!(
        "capacity   rate asked   layers   highest estimated rate / asked, up to ten times full"
    );
    for capacity in [1, 2, 3, 5, 7, 10, 20, 30, 50, 100, 200, 400, 1_000, 10_000, 100_000] {
        for rate in RATES {
            let mut random = Random(capacity);
            let mut filter = Bloom::new(capacity, rate).unwrap();
            let mut worst: f64 = 0.0;
            let step = capacity.div_ceil(20);
            for _ in 0..10 * capacity.div_ceil(step) {
                (0..step).for_each(|_| filter.add(random.hash()).unwrap());
                let view = filter.view().unwrap();
                worst = worst.max(view.info().estimated_rate / rate);
            }
            let stored = filter.encode();
            let layers = layers(&stored);
            for ((layer, _), level) in layers.iter().zip(0..) {
                assert_eq!((layer.level, layer.capacity), (level, capacity << level));
                let shape = Shape::new(capacity << level, rate_of(rate, level)).unwrap();
                assert_eq!(layer.shape, shape);
            }
            println!("{capacity:>8} {rate:>12} {:>8} {worst:>8.3}", layers.len());
            assert!(worst <= 2.0, "{worst} at {capacity}, {rate}");
            // 1 + 2 + 4 + 8 capacities. Filters of high rates or few keys have more layers.
            assert!((3..=4).contains(&layers.len()));
            let info = filter.view().unwrap().info();
            assert_eq!((info.capacity, info.rate), (capacity, rate));
            assert_eq!(Bloom::decode(&stored).unwrap().encode(), stored);
        }
    }
}

#[test]
fn a_small_and_strict_bloom_grows_on_where_equal_hashes_alone_err_more() {
    for (capacity, rate, size) in [(1, 1e-8, 100_000), (64, 1e-8, 400_000), (64, 1e-4, 400_000)] {
        let values = random_values(size, 37);
        let filter = build(capacity, rate, &values);
        let estimate = filter.view().unwrap().info().cardinality.unwrap();
        assert!((estimate / size as f64 - 1.0).abs() < 0.01, "{estimate}");
        assert!(has_all(&filter, &values));
    }
}

/// Filters of equal shape are merged bit by bit if the result stays within the limit, or if its rate is lower
/// than that of separate layers. Otherwise the union keeps both as layers.
#[test]
fn blooms_of_one_shape_merge_bit_by_bit_while_that_errs_less() {
    let (mut bit_by_bit, mut side_by_side) = (0, 0);
    for (capacity, rate) in [(100, 0.1), (1_000, 0.01), (20_000, 1e-4), (1_000, 0.5)] {
        for percent in [(30, 30), (50, 50), (90, 90), (90, 20), (60, 45), (90, 5), (5, 90), (99, 2)]
        {
            let values = random_values(2 * capacity as usize, capacity + percent.0);
            let (left, right) = values.split_at((capacity * percent.0 / 100) as usize);
            let right = &right[..(capacity * percent.1 / 100) as usize];
            let [left_bytes, right_bytes] =
                [left, right].map(|values| build(capacity, rate, values).encode());
            let merged =
                union(&Bloom::decode(&left_bytes).unwrap(), &Bloom::decode(&right_bytes).unwrap());
            assert!(has_all(&merged, left) && has_all(&merged, right));
            let stored = merged.encode();
            let found = layers(&stored);
            let ([(left, left_bits)], [(right, right_bits)]) =
                (&layers(&left_bytes)[..], &layers(&right_bytes)[..])
            else {
                continue;
            };
            let ones = block::ones_of_any(&[left_bits, right_bits]);
            let both = Layer { ones, ..*left };
            match ones <= both.limit || both.rate() - left.rate() <= right.rate() {
                true => {
                    assert_eq!(found.len(), 1);
                    assert_eq!(found[0].0, both);
                    bit_by_bit += 1;
                }
                false => {
                    let mut expected = [(*left, *left_bits), (*right, *right_bits)];
                    expected.sort_by_key(|(_, bits)| *bits);
                    assert_eq!(found, expected);
                    side_by_side += 1;
                }
            }
            let info = merged.view().unwrap().info();
            assert_eq!(info.capacity, capacity * found.len() as u64);
            let sum: f64 = [left, right].map(|layer| layer.rate()).iter().sum();
            assert!(info.estimated_rate <= sum.max(1.3 * rate), "{}", info.estimated_rate);
        }
    }
    assert!(bit_by_bit > 5 && side_by_side > 5, "{bit_by_bit} and {side_by_side}");
}

/// A filter of one layer or more that adds alone have made.
fn grown(random: &mut Random, capacity: u64, rate: f64) -> (Bloom, Vec<SketchHash>) {
    let size = random.bits() % (5 * capacity) + 1;
    let values = random_values(size as usize, random.bits());
    (build(capacity, rate, &values), values)
}

/// Of two filters that adds alone have made, of any sizes and capacities. Not so of filters that were
/// merged past their capacity before: which layers are united then depends on the order. Nor of two
/// lists that make more than a filter together, as below 1e-6 they may.
#[test]
fn union_is_commutative_for_blooms_that_have_grown() {
    let mut random = Random(41);
    for rate in [0.5, 0.1, 0.01, 1e-4] {
        for round in 0..120 {
            let (capacity, other) = [(100, 100), (1_000, 1_000), (50, 400)][round % 3];
            let (left, left_values) = grown(&mut random, capacity, rate);
            let (right, right_values) = grown(&mut random, other, rate);
            let both = union(&left, &right);
            assert_eq!(both.encode(), union(&right, &left).encode());
            assert_eq!(both.encode(), union_of_stored(&right.encode(), &left.encode()));
            assert!(has_all(&both, &left_values) && has_all(&both, &right_values));
        }
    }
}

/// The order of the hashes in a table is random. It must not affect the result when they open a layer.
#[test]
fn a_union_is_the_same_every_time() {
    for (capacity, rate, sizes) in [
        (1_000, 0.01, [950, 150]),
        (100, 1e-4, [90, 30]),
        (64, 0.01, [71, 11]),
        (1_000, 1e-8, [690, 690]),
        (100, 0.01, [15, 400]),
    ] {
        let values = random_values(sizes[0] + sizes[1], 73);
        let (left, right) = values.split_at(sizes[0]);
        let unions = |_| {
            let [left, right] = [left, right].map(|values| build(capacity, rate, values));
            let [left_bytes, right_bytes] = [left.encode(), right.encode()];
            let by_state = union(&left, &right).encode();
            assert_eq!(by_state, union_of_stored(&left_bytes, &right_bytes));
            (by_state, union_of_stored(&right_bytes, &left_bytes))
        };
        let first = unions(0);
        assert!(layers(&first.0).len() > 1);
        assert!((1..20).map(unions).all(|again| again == first), "{capacity} at {rate}");
    }
}

/// The same for a layer that has more bits set than its limit: it is full for all other keys.
#[test]
fn what_is_there_already_changes_nothing() {
    let mut random = Random(61);
    let overlapping = |rate: f64| {
        let values = random_values(1_100, 67);
        let parts = [&values[..1_000], &values[100..]].map(|part| build(1_000, rate, part));
        let both = union(&parts[0], &parts[1]);
        let (layer, _) = layers(&both.encode())[0];
        assert!(layer.ones > layer.limit && layer.level == 0);
        (both, values)
    };
    let (list, of_list) = (build(5_000, 0.01, &random_values(100, 71)), random_values(100, 71));
    let filters = [0.1, 0.01, 0.001].map(overlapping).into_iter().chain([(list, of_list)]);
    let grown = RATES.map(|rate| grown(&mut random, 400, rate));
    for (mut filter, values) in filters.chain(grown) {
        let before = filter.encode();
        values.iter().for_each(|value| filter.add(*value).unwrap());
        assert!(filter.encode() == before, "{:?}", filter.view().unwrap().info());
    }
}

#[test]
fn union_is_idempotent_and_loses_no_key_whatever_is_merged() {
    let mut random = Random(43);
    for round in 0..60 {
        let rate = RATES[round % RATES.len()];
        let mut merged = Bloom::new(500, rate).unwrap();
        let mut all = Vec::new();
        for _ in 0..12 {
            let capacity = [10, 100, 100, 400][random.bits() as usize % 4];
            let (filter, values) = grown(&mut random, capacity, rate);
            let mut other = Bloom::decode(&filter.encode()).unwrap();
            match random.bits() % 3 {
                0 => merged.merge(&filter).unwrap(),
                1 => merged.merge_view(&View::read(&filter.encode()).unwrap()).unwrap(),
                _ => {
                    other.merge(&merged).unwrap();
                    merged = other;
                }
            }
            all.extend(values);
            all.extend(random_values(10, random.bits()));
            all[all.len() - 10..].iter().for_each(|value| merged.add(*value).unwrap());
            assert!(has_all(&merged, &all));
            let stored = merged.encode();
            assert_eq!(union(&merged, &merged).encode(), stored);
            assert_eq!(union_of_stored(&stored, &stored), stored);
            assert_eq!(Bloom::decode(&stored).unwrap().encode(), stored);
        }
    }
}

#[test]
fn blooms_of_different_capacities_stand_side_by_side() {
    let rate = 0.01;
    let parts: Vec<(u64, Vec<SketchHash>)> =
        (0..MAX_LAYERS as u64).map(|at| (50 + at, random_values(40, 47 + at))).collect();
    let mut merged = Bloom::new(10, rate).unwrap();
    for (at, (capacity, values)) in parts.iter().enumerate().rev() {
        merged.merge(&build(*capacity, rate, values)).unwrap();
        assert_eq!(merged.view().unwrap().info().layers, MAX_LAYERS - at);
    }
    let stored = merged.encode();
    let capacities: Vec<u64> = layers(&stored).iter().map(|(layer, _)| layer.capacity).collect();
    assert_eq!(capacities, (50..50 + MAX_LAYERS as u64).collect::<Vec<_>>());
    let info = merged.view().unwrap().info();
    assert_eq!(info.capacity, capacities.iter().sum::<u64>());
    // Nothing shows what filters of different shapes share.
    assert_eq!(info.cardinality, None);
    assert!((38.0..=40.0).contains(&info.lower), "{}", info.lower);
    assert!(info.upper >= (40 * MAX_LAYERS) as f64 && info.upper < (44 * MAX_LAYERS) as f64);
    assert!(parts.iter().all(|(_, values)| has_all(&merged, values)));

    // One more is too many. The error changes nothing.
    let too_many = merged.merge(&build(49, rate, &parts[0].1)).unwrap_err();
    assert_eq!(too_many, too_many_layers());
    assert!(too_many.detail().contains("64") && too_many.hint().unwrap().contains("one capacity"));
    assert_eq!(merged.encode(), stored);

    // A compatible one is merged bit by bit, whatever rate that makes.
    let more = random_values(100, 53);
    let other = build(60, rate, &more[..60]);
    assert_eq!(other.view().unwrap().info().layers, 1);
    merged.merge(&other).unwrap();
    let stored = merged.encode();
    assert_eq!(layers(&stored).len(), MAX_LAYERS);
    let (layer, _) = layers(&stored)[10];
    assert!(layer.capacity == 60 && layer.ones > layer.limit);
    assert!(has_all(&merged, &more[..60]));
    assert_eq!(Bloom::decode(&stored).unwrap().encode(), stored);

    // A layer with room gets the keys. If none has room, the last layer gets them, and its rate rises.
    let more = random_values(60_000, 59);
    more.iter().for_each(|value| merged.add(*value).unwrap());
    let stored = merged.encode();
    let info = merged.view().unwrap().info();
    assert_eq!(info.layers, MAX_LAYERS);
    assert!(info.estimated_rate > 0.9 && info.fill[..10].iter().all(|fill| *fill < 0.6));
    assert!(has_all(&merged, &more) && parts.iter().all(|(_, values)| has_all(&merged, values)));
    assert_eq!(Bloom::decode(&stored).unwrap().encode(), stored);
}

/// However many filters there are, and in whatever order they come, compatible ones make room for
/// one that is not.
#[test]
fn blooms_that_are_alike_make_room_for_another_one() {
    let rate = 0.01;
    let parts: Vec<Vec<SketchHash>> =
        (0..MAX_LAYERS as u64 + 3).map(|at| random_values(60, 61 + at)).collect();
    let capacity = |at: usize| if at < 3 { 200 + at as u64 } else { 60 };
    let blooms = || parts.iter().enumerate().map(|(at, values)| build(capacity(at), rate, values));
    for reverse in [false, true] {
        let mut blooms: Vec<Bloom> = blooms().collect();
        if reverse {
            blooms.reverse();
        }
        let mut merged = Bloom::new(10, rate).unwrap();
        blooms.iter().for_each(|bloom| merged.merge(bloom).unwrap());
        let stored = merged.encode();
        assert_eq!(layers(&stored).len(), MAX_LAYERS);
        assert_eq!(Bloom::decode(&stored).unwrap().encode(), stored);
        assert!(parts.iter().all(|values| has_all(&merged, values)));
        // The layers that made room are now two or one, and each has the right number of ones.
        let fuller = layers(&stored).iter().filter(|(layer, _)| layer.ones > layer.limit).count();
        assert!((1..=3).contains(&fuller), "{fuller}");
        assert_eq!(union(&merged, &merged).encode(), stored);
    }
}
