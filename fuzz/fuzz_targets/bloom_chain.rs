//! Keys become filters, bytes, a union and probes: with every capacity, rate and domain, and with filters
//! that do not merge.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use pg_sketch::bloom::error::rate_mismatch;
use pg_sketch::bloom::info::Info;
use pg_sketch::bloom::layout::has_parameters;
use pg_sketch::bloom::view::View;
use pg_sketch::bloom::{self, Bloom, MAX_CAPACITY, MAX_STORED_LEN, check_capacity, check_rate};
use pg_sketch::domain;
use pg_sketch::error::Kind;
use pg_sketch::sketch::Sketch;
use pg_sketch_fuzz::assert_same;
use pg_sketch_fuzz::bloom_set::Set;
use pg_sketch_fuzz::keys::{Keys, domain, hash};
use pg_sketch_fuzz::plan::Few;
use pg_sketch_fuzz::types::{assert_idempotent, merged, merged_in_both_orders};

#[derive(Debug, Arbitrary)]
struct Made {
    capacity: Capacity,
    rate: Rate,
    domain: u8,
    keys: Few<Keys>,
}

#[derive(Debug, Arbitrary)]
enum Capacity {
    Unsized,
    Small(u8),
    Medium(u16),
    Any(i64),
}

#[derive(Debug, Arbitrary)]
enum Rate {
    /// One of a few rates, so that filters often merge.
    Usual(bool),
    /// From 0 on, in 65,536ths.
    Share(u16),
    Any(f64),
}

/// The largest filter that this target makes.
const MOST_BYTES: usize = 1 << 21;

/// A filter that adds alone have made, and its stored bytes.
struct Filter {
    set: Set,
    stored: Vec<u8>,
}

impl Made {
    fn capacity(&self) -> Option<i64> {
        match self.capacity {
            Capacity::Unsized => None,
            Capacity::Small(capacity) => Some(capacity.into()),
            Capacity::Medium(capacity) => Some(capacity.into()),
            Capacity::Any(capacity) => Some(capacity),
        }
    }

    fn rate(&self) -> f64 {
        match self.rate {
            Rate::Usual(strict) => [0.01, 1e-7][usize::from(strict)],
            Rate::Share(share) => f64::from(share) / 65_536.0,
            Rate::Any(rate) => rate,
        }
    }

    /// The filter, or none if its parameters are refused. Asserts that they are refused rightly.
    fn build(&self) -> Option<Filter> {
        let rate = self.rate();
        let capacity = checked(self.capacity(), rate)?;
        let mut set = Set::new(capacity, rate);
        let mut filter = set.empty_filter().unwrap();
        let size = bloom::size(capacity.unwrap_or(1 << 14), rate).unwrap();
        for keys in &self.keys.0 {
            let most = bloom::list_limit(capacity.unwrap_or(1 << 14), rate);
            if size <= MOST_BYTES || set.hashes.len() + keys.hash_bits().len() <= most {
                set.add(&mut filter, keys, domain(self.domain));
            }
        }
        let stored = filter.encode();
        set.assert_filter(&filter);
        if let Some(expected) = set.bytes() {
            assert_same(&stored, &expected);
        }
        let portable = filter.portable();
        let received = Bloom::decode(&portable).unwrap();
        assert_same(&received.portable(), &portable);
        assert_same(&received.encode(), &stored);
        assert_eq!(Bloom::read(&filter.into_buffer()).unwrap().encode(), stored);
        Some(Filter { set, stored })
    }
}

/// The parameters, unless one is out of range or both make too large a filter.
fn checked(capacity: Option<i64>, rate: f64) -> Option<Option<u64>> {
    let in_range = (1e-8..=0.5).contains(&rate);
    assert_eq!(check_rate(rate).is_ok(), in_range);
    let Some(capacity) = capacity else { return in_range.then_some(None) };
    let possible = (1..=MAX_CAPACITY as i64).contains(&capacity);
    assert_eq!(check_capacity(capacity).is_ok(), possible);
    if !possible || !in_range {
        return None;
    }
    let size = bloom::size(capacity as u64, rate);
    assert_eq!(Bloom::new(capacity as u64, rate).map(drop), size.clone().map(drop));
    match &size {
        Ok(size) => assert!((45..=MAX_STORED_LEN).contains(size), "{size}"),
        Err(error) => assert_eq!(error.kind(), Kind::TooLarge),
    }
    size.is_ok().then_some(Some(capacity as u64))
}

fuzz_target!(|made: [Made; 3]| {
    let [Some(a), Some(b), Some(c)] = made.each_ref().map(Made::build) else { return };
    let all = [&a, &b, &c];
    all.iter().for_each(|filter| assert_same_again(filter));
    assert_union(&a, &b);
    assert_union(&b, &c);
    let [left_first, right_first] =
        merged_in_both_orders::<Bloom>(all.map(|filter| &*filter.stored));
    assert_eq!(left_first.is_ok(), right_first.is_ok());
    let Ok(stored) = left_first else { return };
    let sets = all.map(|filter| &filter.set);
    let set = union_set(&sets, &stored);
    set.assert_filter(&Bloom::decode(&stored).unwrap());
    set.assert_filter(&Bloom::decode(&right_first.clone().unwrap()).unwrap());
    // As separate layers they would have a higher capacity than was asked for.
    let set = Set { capacity: Some(capacity(&a.stored)), ..set };
    let one_shape = all.iter().all(|one| capacity(&one.stored) == capacity(&a.stored));
    if one_shape && let Some(expected) = set.bytes() {
        assert_same(&stored, &expected);
        assert_same(&right_first.unwrap(), &expected);
    }
});

/// The capacity of stored bytes: the sum for filters that are kept as layers.
fn capacity(stored: &[u8]) -> u64 {
    info(stored).capacity
}

fn info(stored: &[u8]) -> Info {
    View::read(stored).unwrap().info()
}

/// A filter of all keys, with the capacity of the stored bytes.
fn union_set(sets: &[&Set], stored: &[u8]) -> Set {
    let Info { rate, domain, .. } = info(stored);
    let mut union = Set::new(Some(capacity(stored)), rate);
    union.domain = domain;
    sets.iter().for_each(|set| union.hashes.extend(&set.hashes));
    union
}

/// Adding a key again changes nothing, and keys of another domain are refused.
fn assert_same_again(Filter { set, stored }: &Filter) {
    assert_idempotent::<Bloom>(stored);
    let mut filter = Bloom::decode(stored).unwrap();
    set.keys().for_each(|key| filter.add(key).unwrap());
    assert_same(&filter.encode(), stored);
    if let Some(capacity) = set.capacity {
        filter.check_unchanged(capacity, set.rate).unwrap();
        assert!(has_parameters(filter.into_buffer().as_slice(), capacity as i64, set.rate));
    }
    if let Some(own) = set.domain {
        let foreign = hash(0, domain(own.byte()));
        assert_ne!(foreign.domain(), Ok(own));
        let expected = Err(domain::mismatch(own, foreign.domain().unwrap()));
        assert_eq!(View::read(stored).unwrap().contains(foreign), expected);
    }
}

fn assert_union(left: &Filter, right: &Filter) {
    let any_empty = left.set.hashes.is_empty() || right.set.hashes.is_empty();
    let found = merged::<Bloom>(&left.stored, &right.stored);
    let exchanged = merged::<Bloom>(&right.stored, &left.stored);
    let (one, other) = (&left.set, &right.set);
    let stored = match found {
        Ok(stored) => stored,
        Err(error) => {
            assert!(!any_empty && exchanged.is_err());
            let expected = match (one.domain, other.domain) {
                _ if one.rate != other.rate => rate_mismatch(one.rate, other.rate),
                (Some(sketch), Some(other)) => domain::mismatch(sketch, other),
                _ => unreachable!("one of them is empty"),
            };
            return assert_eq!(error, expected);
        }
    };
    assert!(any_empty || one.rate == other.rate && one.domain == other.domain);
    let set = union_set(&[one, other], &stored);
    set.assert_filter(&Bloom::decode(&stored).unwrap());
    // Unions kept as layers, and filters beyond their capacity, may depend on the order.
    let layers = |stored: &[u8]| info(stored).layers;
    let one_at_most = layers(&stored) <= 1 && layers(&left.stored).min(layers(&right.stored)) == 0;
    if any_empty || one_at_most {
        assert_same(&exchanged.unwrap(), &stored);
    }
}
