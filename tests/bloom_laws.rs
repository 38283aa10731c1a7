//! The laws that every sketch which merges must keep (common/laws.rs), for a `bloom` within its
//! capacity.

#![allow(clippy::unwrap_used)]

#[path = "common/bloom.rs"]
mod bloom;
mod common;
#[path = "common/laws.rs"]
mod laws;
#[path = "common/unusual.rs"]
mod unusual;
#[path = "common/values.rs"]
mod values;

use bloom::{RATES, build, has_all, layers, union, union_of_stored};
use common::hash_of;
use laws::keeps_the_laws;
use pg_sketch::bloom::error::rate_mismatch;
use pg_sketch::bloom::layer::Layer;
use pg_sketch::bloom::layout::{add_in_place, has_parameters};
use pg_sketch::bloom::view::View;
use pg_sketch::bloom::{Bloom, check_rate, list_limit, size};
use pg_sketch::domain::{self, Domain};
use pg_sketch::error::Error;
use pg_sketch::hash::SketchHash;
use pg_sketch::sketch::{Merge, Sketch};
use proptest::prelude::*;
use unusual::unusual_hashes;
use values::random_values;

const CAPACITIES: [u64; 6] = [1, 2, 10, 100, 1_000, 100_000];

/// As many keys as never fill a layer, see [`no_two_thirds_of_a_capacity_fill_a_layer`].
fn safe(capacity: u64) -> usize {
    capacity as usize * 2 / 3
}

/// Numbers of keys below and above the limit of a list, and up to the capacity. About one small filter in
/// ten thousand grows before its capacity, so small filters get fewer keys.
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
            assert_eq!(Bloom::read(&stored).unwrap().view().unwrap().info(), info);
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
            // The lower rate wins, then the larger capacity.
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
            assert_eq!(error, rate_mismatch(0.01, rate));
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
        let expected = domain::mismatch(Domain::Integer, Domain::Text);
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
            assert_eq!(Bloom::is_encoded(&memory), filter.is_filter());
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
        assert_eq!(error, Error::changed("capacity", 1_000, 1_001));
        let error = filter.check_unchanged(1_000, 0.02).unwrap_err();
        assert!(error.detail().contains("The fpr was 0.01 in an earlier row and is 0.02 now"));
    }
}

/// While it is made, a filter is a table of hashes that takes a quarter of its memory at most; how
/// long it is one does not show.
#[test]
fn a_table_turns_into_a_filter_when_it_would_be_longer() {
    for (capacity, rate) in [(1_000, 0.01), (100_000, 0.01), (1_000_000, 0.01), (300_000, 1e-8)] {
        let values = random_values(capacity as usize / 2, capacity);
        let most = size(capacity, rate).unwrap();
        let (mut at_work, mut hashes) = (Bloom::new(capacity, rate).unwrap(), 0);
        for value in &values {
            at_work.add(*value).unwrap();
            if at_work.is_filter() {
                break;
            }
            hashes += 1;
            let len = at_work.clone().into_buffer().len();
            assert!(len <= (most / 4).max(16_384), "{len} bytes at {hashes} of {capacity}");
        }
        println!("{hashes} hashes of {capacity} at {rate}");
        assert!(at_work.is_filter() && hashes >= list_limit(capacity, rate));
        // A slot takes eight bytes and is mostly not free; the sizes are powers of two.
        assert!(capacity == 1_000 || hashes * 88 >= most);
        // Both parts are tables, one is, none is.
        for split in [hashes / 2, hashes, 3 * hashes / 2, values.len() / 2] {
            let whole = build(capacity, rate, &values).encode();
            let (left, right) = values.split_at(split.min(values.len()));
            let [left, right] = [left, right].map(|part| build(capacity, rate, part));
            assert!(union(&left, &right).encode() == whole);
            assert!(union(&right, &left).encode() == whole);
            assert!(union_of_stored(&left.encode(), &right.encode()) == whole);
            let memory = left.clone().into_buffer();
            assert!(Bloom::read(&memory).unwrap().encode() == left.encode());
        }
    }
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
        let [list, filter] = [list.encode(), filter.encode()];
        assert_eq!(list.len(), 20 + 7 * limit);
        assert!(layers(&list).is_empty() && layers(&filter).len() == 1);
        // The bits of a key are rounded up for the limit, so a list may be a little longer.
        assert!(list.len() * 4 <= filter.len() * 5, "{capacity} at {rate}");
        assert_eq!(check_rate(rate), Ok(rate));
    });
}
