//! The laws that every sketch which merges must keep (common/laws.rs), for a `bloom` within its
//! capacity; and what holds of one that has grown.

#![allow(clippy::unwrap_used)]

mod common;
#[path = "common/laws.rs"]
mod laws;

use common::{Random, hash_of};
use laws::{keeps_the_laws, merge_partition, random_values, unusual_hashes};
use pg_sketch::bloom::layer::Layer;
use pg_sketch::bloom::shape::Shape;
use pg_sketch::bloom::state::{add_in_place, has_parameters};
use pg_sketch::bloom::stored::{Body, View};
use pg_sketch::bloom::{
    Bloom, MAX_LAYERS, UNSIZED_LIMIT, block, check_rate, list_limit, size_class,
};
use pg_sketch::error::Error;
use pg_sketch::hash::{Domain, SketchHash};
use pg_sketch::sketch::{Merge, Sketch};
use proptest::prelude::*;

const CAPACITIES: [u64; 6] = [1, 2, 10, 100, 1_000, 100_000];
const RATES: [f64; 5] = [0.5, 0.1, 0.01, 1e-4, 1e-8];

fn build(capacity: u64, rate: f64, values: &[SketchHash]) -> Bloom {
    let mut filter = Bloom::new(capacity, rate).unwrap();
    values.iter().for_each(|value| filter.add(*value).unwrap());
    filter
}

fn build_unsized(rate: f64, values: &[SketchHash]) -> Bloom {
    let mut filter = Bloom::unsized_with(rate);
    values.iter().for_each(|value| filter.add(*value).unwrap());
    filter
}

fn union(left: &Bloom, right: &Bloom) -> Bloom {
    let mut union = left.clone();
    union.merge(right).unwrap();
    union
}

/// `left` with `right`, taken from its stored bytes, as aggregates do.
fn union_of_stored(left: &[u8], right: &[u8]) -> Vec<u8> {
    let mut union = Bloom::from_view(&View::read(left).unwrap()).unwrap();
    union.merge_view(&View::read(right).unwrap()).unwrap();
    union.encode()
}

/// The layers of a filter, none of a list.
fn layers(bytes: &[u8]) -> Vec<(Layer, &[u8])> {
    match View::read(bytes).unwrap().body {
        Body::Layers(layers) => layers.iter().collect(),
        Body::Hashes(_) => Vec::new(),
    }
}

fn has_all(filter: &Bloom, values: &[SketchHash]) -> bool {
    let view = filter.view().unwrap();
    values.iter().all(|value| view.contains(*value).unwrap())
}

/// So many keys never fill a layer, see [`no_two_thirds_of_a_capacity_fill_a_layer`].
fn safe(capacity: u64) -> usize {
    capacity as usize * 2 / 3
}

/// Numbers of keys on both sides of where a list turns into a filter, and up to the capacity: that of
/// a small filter may be passed a little early, in one of some ten thousand.
fn sizes(capacity: u64, rate: f64) -> Vec<usize> {
    let limit = list_limit(capacity, rate);
    let most = if capacity < 1_000 { safe(capacity).max(1) } else { capacity as usize };
    let mut sizes = vec![0, 1, 2, limit - 1, limit, limit + 1, 2 * limit, most / 2, most];
    sizes.retain(|size| *size <= most);
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

/// Calls with every capacity and rate.
fn for_all_parameters(mut call: impl FnMut(u64, f64)) {
    CAPACITIES.iter().for_each(|capacity| RATES.iter().for_each(|rate| call(*capacity, *rate)));
}

#[test]
fn no_two_thirds_of_a_capacity_fill_a_layer() {
    let capacities = (1..120).chain((0..30).map(|step| (120.0 * 1.5f64.powi(step)) as u64));
    for capacity in capacities {
        for rate in RATES.into_iter().chain([0.3, 0.26, 0.25, 0.03, 0.001]) {
            for level in [0, 1, 2, 5, 9] {
                let Ok(layer) = Layer::new(capacity << level, rate, level) else { break };
                let most = u64::from(layer.shape.probes) * (2 * layer.capacity / 3);
                assert!(most <= layer.limit, "{layer:?}");
                assert!(layer.limit >= layer.shape.probes.into(), "{layer:?}");
            }
        }
    }
}

#[test]
fn a_bloom_keeps_the_laws_at_every_capacity_rate_and_size() {
    for_all_parameters(|capacity, rate| {
        for size in sizes(capacity, rate) {
            let values = random_values(size, capacity << 32 | size as u64);
            let sketch = |values: &[SketchHash]| build(capacity, rate, values);
            keeps_the_laws(sketch, &values, size as u64);
            let filter = sketch(&values);
            let stored = filter.encode();
            let info = View::read(&stored).unwrap().info();
            assert_eq!(info.layers, usize::from(size > list_limit(capacity, rate)));
            assert_eq!(filter.view().unwrap().info(), info);
            assert_eq!((info.capacity, info.rate, info.bytes), (capacity, rate, stored.len()));
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn a_bloom_keeps_the_laws_for_unusual_hashes(
        values in unusual_hashes(), seed: u64,
        capacity in prop_oneof![Just(3), Just(20), Just(180), Just(5_000), Just(1_000_000)],
        rate in prop::sample::select(&RATES),
    ) {
        let values = &values[..values.len().min(safe(capacity))];
        keeps_the_laws(|values| build(capacity, rate, values), values, seed);
    }

    #[test]
    fn a_bloom_that_has_grown_has_every_unusual_hash(
        values in unusual_hashes(), others in unusual_hashes(), capacity in 1..60u64,
        other_capacity in 1..60u64, rate in prop::sample::select(&RATES),
    ) {
        let (left, right) = (build(capacity, rate, &values), build(other_capacity, rate, &others));
        prop_assert!(has_all(&left, &values));
        let both = union(&left, &right);
        prop_assert!(has_all(&both, &values) && has_all(&both, &others));
        prop_assert_eq!(union(&both, &both).encode(), both.encode());
        prop_assert_eq!(Bloom::decode(&both.encode()).unwrap().encode(), both.encode());
    }
}

#[test]
fn an_unsized_bloom_takes_the_class_of_what_it_holds() {
    let mut random = Random(3);
    for rate in RATES {
        for size in [0, 1, 2, 11, 12, 40, 64, 65, 100, 700, 1_024, 1_025, 1_500, 90_000] {
            let values = random_values(size, 5);
            let whole = build_unsized(rate, &values);
            let class = size_class(size);
            assert!(class >= size as u64 && (class == 64 || class < 2 * size as u64));
            let stored = whole.encode();
            assert_eq!(stored, build(class, rate, &values).encode(), "{size} at {rate}");
            let info = whole.view().unwrap().info();
            assert_eq!((info.capacity, info.cardinality), (class, size as f64));
            let build = |values: &[SketchHash]| build_unsized(rate, values);
            for depth in [1, 2, 5] {
                let merged = merge_partition(&build, &values, depth, &mut random);
                assert_eq!(merged.encode(), stored, "{size} at {rate}, {depth} deep");
            }
        }
    }
}

#[test]
fn an_unsized_bloom_becomes_a_filter_in_the_end() {
    let values = random_values(UNSIZED_LIMIT + 1_000, 7);
    let mut filter = build_unsized(0.01, &values[..UNSIZED_LIMIT]);
    assert_eq!(filter.view().unwrap().info().form, "list");
    assert!(!filter.is_filter());
    values[UNSIZED_LIMIT..].iter().for_each(|value| filter.add(*value).unwrap());
    let info = filter.view().unwrap().info();
    assert_eq!((info.form, info.capacity, info.layers), ("filter", 1 << 23, 1));
    assert!(has_all(&filter, &values));
    let stored = filter.encode();
    let (left, right) = values.split_at(values.len() / 3);
    let parts = union(&build_unsized(0.01, left), &build_unsized(0.01, right));
    assert!(parts.encode() == stored);
    let few = union(&filter, &build_unsized(0.01, &values[..1_000]));
    assert!(few.encode() == stored);
    let few = union(&build_unsized(0.01, &values[..1_000]), &filter);
    assert!(few.encode() == stored);
}

#[test]
fn an_unsized_bloom_yields_to_one_of_a_capacity() {
    for size in [5, 300, 3_000] {
        let values = random_values(size, 11);
        let (left, right) = values.split_at(size / 2);
        let expected = build(10_000, 0.01, &values).encode();
        let (free, bound) = (build_unsized(0.01, left), build(10_000, 0.01, right));
        assert_eq!(union(&free, &bound).encode(), expected);
        assert_eq!(union(&bound, &free).encode(), expected);
    }
}

#[test]
fn stored_bytes_merge_as_states_do() {
    for_all_parameters(|capacity, rate| {
        let sizes = sizes(capacity, rate);
        for (left, right) in sizes.iter().zip(sizes.iter().rev()) {
            let values = random_values(left + right, 13);
            let values = &values[..(left + right).min(*sizes.last().unwrap())];
            let (left, right) = values.split_at(*left);
            let whole = build(capacity, rate, values).encode();
            let [left, right] = [left, right].map(|part| build(capacity, rate, part));
            assert_eq!(union(&left, &right).encode(), whole);
            assert_eq!(union_of_stored(&left.encode(), &right.encode()), whole);
            assert_eq!(union_of_stored(&right.encode(), &left.encode()), whole);
        }
    });
}

#[test]
fn an_empty_bloom_yields_to_any() {
    let parameters = [(1, 0.5), (1_000, 0.01), (64, 1e-8), (5_000, 0.01)];
    for size in [1, 100, 900, 5_000] {
        let full = build(1_000, 0.001, &random_values(size, 17)).encode();
        for (capacity, rate) in parameters {
            let empty = build(capacity, rate, &[]).encode();
            assert_eq!(union_of_stored(&full, &empty), full);
            assert_eq!(union_of_stored(&empty, &full), full);
        }
    }
    for left in parameters {
        for right in parameters {
            let [left_bytes, right_bytes] =
                [left, right].map(|(capacity, rate)| build(capacity, rate, &[]).encode());
            // The stricter one, then the larger one.
            let stricter = left.1 < right.1 || left.1 == right.1 && left.0 >= right.0;
            let expected = if stricter { &left_bytes } else { &right_bytes };
            assert_eq!(union_of_stored(&left_bytes, &right_bytes), *expected);
        }
    }
}

#[test]
fn blooms_of_two_rates_do_not_merge() {
    for size in [1, 600, 5_000] {
        let values = random_values(size, 19);
        let mut left = build(1_000, 0.01, &values);
        let before = left.encode();
        for (right, rate) in [(1, 0.001), (600, 0.02), (5_000, 1e-8)] {
            let right = build(1_000, rate, &values[..right.min(size)]);
            let error = left.merge(&right).unwrap_err();
            assert_eq!(error, Error::RateMismatch { left: 0.01, right: rate });
            let message = format!("{error}");
            assert!(message.contains("0.01") && message.contains(&format!("{rate:?}")));
            assert!(error.hint().unwrap().contains("same rate"));
        }
        assert_eq!(left.encode(), before);
    }
}

#[test]
fn domains_do_not_mix() {
    for size in [1, 600, 5_000] {
        let mut integers = build(1_000, 0.01, &random_values(size, 23));
        let before = integers.encode();
        let texts: Vec<SketchHash> =
            (0..size).map(|at| SketchHash::text(&at.to_le_bytes())).collect();
        let expected = Error::DomainMismatch { sketch: Domain::Integer, other: Domain::Text };
        assert_eq!(integers.merge(&build(1_000, 0.01, &texts)), Err(expected.clone()));
        assert_eq!(integers.merge(&build(9, 0.01, &texts)), Err(expected.clone()));
        assert_eq!(integers.add(texts[0]), Err(expected.clone()));
        assert_eq!(integers.view().unwrap().contains(texts[0]), Err(expected));
        assert_eq!(integers.encode(), before);
        assert!(!add_in_place(&mut integers.into_buffer(), texts[0]));
    }
    let empty = Bloom::new(1_000, 0.01).unwrap();
    assert_eq!(empty.view().unwrap().contains(SketchHash::text(b"1")), Ok(false));
}

#[test]
fn states_are_resumed_as_they_were_left() {
    for_all_parameters(|capacity, rate| {
        for size in sizes(capacity, rate) {
            let values = random_values(size + 1, 29);
            let mut filter = build(capacity, rate, &values[..size]);
            let stored = filter.encode();
            let memory = filter.clone().into_buffer();
            assert_eq!(Bloom::is_canonical(&memory), filter.is_filter());
            assert_eq!(memory == stored, filter.is_filter());
            assert_eq!(Bloom::read(&memory).unwrap().encode(), stored);
            assert!(has_parameters(&memory, capacity as i64, rate));
            assert!(!has_parameters(&memory, capacity as i64 + 1, rate));
            assert!(!has_parameters(&memory, capacity as i64, rate / 2.0));
            assert_eq!(filter.check_unchanged(capacity, rate), Ok(()));
            assert!(View::read(&memory[..memory.len() - 1]).is_err());
            assert!(View::read(&[memory.as_slice(), &[0]].concat()).is_err());
            let mut resumed = Bloom::resume(memory);
            resumed.add(values[size]).unwrap();
            filter.add(values[size]).unwrap();
            assert_eq!(resumed.encode(), filter.encode());
        }
    });
}

#[test]
fn parameters_that_change_are_refused() {
    for size in [0, 1, 600, 5_000] {
        let filter = build(1_000, 0.01, &random_values(size, 31));
        let error = filter.check_unchanged(1_001, 0.01).unwrap_err();
        let expected = ("capacity", "1000".into(), "1001".into());
        let Error::Changed { parameter, from, to } = error else { panic!("{error:?}") };
        assert_eq!((parameter, from, to), expected);
        let error = filter.check_unchanged(1_000, 0.02).unwrap_err();
        assert!(error.detail().contains("The fpr was 0.01 in an earlier row and is 0.02 now"));
    }
}

/// What a layer of that level is asked for.
fn rate_of(rate: f64, level: u8) -> f64 {
    if level == 0 { rate } else { rate * 0.5f64.powi(i32::from(level) + 1) }
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
            // 1 + 2 + 4 + 8 capacities; layers of high rates or few keys take more.
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
        let estimate = filter.view().unwrap().info().cardinality;
        assert!((estimate / size as f64 - 1.0).abs() < 0.01, "{estimate}");
        assert!(has_all(&filter, &values));
    }
}

/// A filter of equal shape is merged bit by bit as long as that stays within the limit, or has the
/// lower rate; else they stand side by side.
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

/// A filter of one layer or more, made of adds alone.
fn grown(random: &mut Random, capacity: u64, rate: f64) -> (Bloom, Vec<SketchHash>) {
    let size = random.bits() % (5 * capacity) + 1;
    let values = random_values(size as usize, random.bits());
    (build(capacity, rate, &values), values)
}

/// Of two filters that adds alone have made, of any sizes and capacities. Not so of filters that were
/// merged past their capacity before: which layer takes up which then depends on the order. Nor of two
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

/// The order of the hashes in a table is random: where they open a layer, it must not show.
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

/// Also where one layer has more bits set than it may: there it is full for all other keys.
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
    assert!((info.cardinality / (40 * MAX_LAYERS) as f64 - 1.0).abs() < 0.05);
    assert!(parts.iter().all(|(_, values)| has_all(&merged, values)));

    // One more is too many, and changes nothing.
    let too_many = merged.merge(&build(49, rate, &parts[0].1)).unwrap_err();
    assert_eq!(too_many, Error::TooManyLayers { limit: MAX_LAYERS });
    assert!(too_many.detail().contains("64") && too_many.hint().unwrap().contains("one capacity"));
    assert_eq!(merged.encode(), stored);

    // One that is alike is merged bit by bit, whatever rate that makes.
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

    // Keys are added where there is room; where there is none, the last layer takes them, and errs.
    let more = random_values(60_000, 59);
    more.iter().for_each(|value| merged.add(*value).unwrap());
    let stored = merged.encode();
    let info = merged.view().unwrap().info();
    assert_eq!(info.layers, MAX_LAYERS);
    assert!(info.estimated_rate > 0.9 && info.fill[..10].iter().all(|fill| *fill < 0.6));
    assert!(has_all(&merged, &more) && parts.iter().all(|(_, values)| has_all(&merged, values)));
    assert_eq!(Bloom::decode(&stored).unwrap().encode(), stored);
}

#[test]
fn a_list_turns_into_a_filter_past_its_limit() {
    for_all_parameters(|capacity, rate| {
        let limit = list_limit(capacity, rate);
        assert!((1..=1_024).contains(&limit));
        let values: Vec<SketchHash> =
            (0..=limit as u64).map(|at| hash_of(at.wrapping_mul(0x9e37_79b9_7f4a_7c15))).collect();
        let list = build(capacity, rate, &values[..limit]);
        let filter = build(capacity, rate, &values);
        assert!(!list.is_filter() && filter.is_filter());
        let [list, filter] = [list.encode(), filter.encode()];
        assert_eq!(list.len(), 20 + 7 * limit);
        assert!(layers(&list).is_empty() && layers(&filter).len() == 1);
        // The bits of a key are rounded up for the limit, so a list may be a little longer.
        assert!(list.len() * 4 <= filter.len() * 5, "{capacity} at {rate}");
        assert_eq!(check_rate(rate), Ok(rate));
    });
}
