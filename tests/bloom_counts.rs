//! How many keys a `bloom` holds: the true number lies within the bounds, and an estimate is as near to
//! it as promised. If the bits of merged filters do not show the number, the estimate is NULL.

#![allow(clippy::unwrap_used)]

mod common;

use common::Random;
use pg_sketch::bloom::bounds::TOLERANCE;
use pg_sketch::bloom::info::Info;
use pg_sketch::bloom::view::View;
use pg_sketch::bloom::{Bloom, size_class};
use pg_sketch::hash::SketchHash;
use pg_sketch::sketch::{Merge, Sketch};
use std::collections::BTreeSet;

type Sets = Vec<Vec<SketchHash>>;

fn build(capacity: u64, rate: f64, keys: &[SketchHash]) -> Bloom {
    let mut filter = Bloom::new(capacity, rate).unwrap();
    keys.iter().for_each(|key| filter.add(*key).unwrap());
    filter
}

fn union(one: &Bloom, other: &Bloom) -> Bloom {
    let mut union = one.clone();
    union.merge(other).unwrap();
    union
}

/// What sets of these numbers of keys share.
#[derive(Debug, Clone, Copy)]
enum Sharing {
    Nothing,
    /// Each set shares half of its keys with the next one.
    Half,
    /// Each set is a part of the next one.
    Nested,
    Equal,
    /// Each set is a random quarter of all keys.
    AtRandom,
    /// All sets share a tenth of their keys.
    Regulars,
}

use Sharing::{AtRandom, Equal, Half, Nested, Nothing, Regulars};

const ALL: [Sharing; 6] = [Nothing, Half, Nested, Equal, AtRandom, Regulars];

fn sets(sharing: Sharing, count: usize, size: usize, random: &mut Random) -> Sets {
    let mut fresh = |keys: usize| -> Vec<SketchHash> { (0..keys).map(|_| random.hash()).collect() };
    match sharing {
        Nothing => (0..count).map(|_| fresh(size)).collect(),
        Half => {
            let keys = fresh(size * (count + 1) / 2 + size);
            (0..count).map(|at| keys[at * size / 2..][..size].to_vec()).collect()
        }
        Nested => {
            let keys = fresh(size);
            (1..=count).map(|at| keys[..size * at / count].to_vec()).collect()
        }
        Equal => vec![fresh(size); count],
        AtRandom => {
            let keys = fresh(4 * size);
            let mut quarter =
                || keys.iter().filter(|_| random.bits().is_multiple_of(4)).copied().collect();
            (0..count).map(|_| quarter()).collect()
        }
        Regulars => {
            let regulars = fresh(size / 10);
            let with = |others: Vec<SketchHash>| [regulars.clone(), others].concat();
            (0..count).map(|_| with(fresh(size - size / 10))).collect()
        }
    }
}

fn size_of_union(sets: &Sets) -> f64 {
    let union: BTreeSet<u64> = sets.iter().flatten().map(|key| key.hash_bits()).collect();
    union.len() as f64
}

/// The union of filters, one of each set, made for that many keys, or for as many as it holds.
fn union_of(sets: &Sets, capacity: Option<u64>, rate: f64) -> Info {
    let each = sets.iter().map(|set| build(capacity.unwrap_or(size_class(set.len())), rate, set));
    let stored = each.reduce(|one, other| union(&one, &other)).unwrap().encode();
    View::read(&stored).unwrap().info()
}

/// Results of many trials of bounds and estimates.
#[derive(Debug, Default)]
struct Tally {
    trials: u32,
    /// Trials whose true number lay outside the bounds.
    outside: u32,
    told: u32,
    worst: f64,
    squares: f64,
}

impl Tally {
    fn add(&mut self, info: &Info, keys: f64) {
        self.trials += 1;
        self.outside += u32::from(keys < info.lower || info.upper < keys);
        if let Some(told) = info.cardinality {
            assert!(info.lower <= told && told <= info.upper, "{info:?}");
            let error = told / keys - 1.0;
            self.told += 1;
            self.worst = self.worst.max(error.abs());
            self.squares += error * error;
        }
    }

    fn rms(&self) -> f64 {
        (self.squares / f64::from(self.told.max(1))).sqrt()
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Tally { trials, outside, told, worst, .. } = self;
        let [rms, worst] = [self.rms(), *worst].map(|part| 100.0 * part);
        write!(f, "{told:>4} of {trials:>4} told, rms {rms:>5.2} %, worst {worst:>5.2} %, ")?;
        write!(f, "{outside:>2} outside of the bounds")
    }
}

/// Up to three times as many filters as there may be layers, whatever the filters share.
#[test]
fn a_union_of_filters_that_are_alike_is_told_within_a_tenth_or_not_at_all_unless_it_fits_into_one()
{
    let mut all = Tally::default();
    for sharing in ALL {
        for size in [60, 250, 1_000, 8_000] {
            let mut tally = Tally::default();
            for rate in [0.1, 0.01, 1e-4] {
                for count in [2, 7, 30, 64, 100, 150].into_iter().filter(|n| n * size < 300_000) {
                    for seed in 0..2 {
                        let mut random = Random(seed << 40 | (size * count) as u64);
                        let sets = sets(sharing, count, size, &mut random);
                        let info = union_of(&sets, Some(size as u64 * 5 / 4), rate);
                        tally.add(&info, size_of_union(&sets));
                        all.add(&info, size_of_union(&sets));
                    }
                }
            }
            println!("{:<8} {size:>5} each: {tally}", format!("{sharing:?}"));
            // A union that fits into one filter always has an estimate. Filters of few bits have
            // larger errors.
            let most = if size < 100 { 2.0 * TOLERANCE } else { TOLERANCE };
            assert!(tally.worst <= most, "{tally}");
            // Thirty filters that share half with the next have an estimate, from the tree of merges.
            if let (Nothing | Half, 8_000) = (sharing, size) {
                assert!(tally.told == tally.trials && tally.worst < 0.03, "{tally}");
            }
        }
    }
    println!("{all}");
    assert!(all.outside * 300 <= all.trials, "{all}");
    assert!(all.told * 3 > all.trials * 2 && all.rms() < 0.02, "{all}");
}

/// A hundred days that share no key. There may not be a hundred layers, and the OR of all filters has
/// almost every bit set.
#[test]
fn a_hundred_filters_of_a_thousand_keys_hold_a_hundred_thousand() {
    for seed in 0..20 {
        let sets = sets(Nothing, 100, 1_000, &mut Random(seed << 32));
        let info = union_of(&sets, None, 0.01);
        assert_eq!(info.layers, 64);
        let told = info.cardinality.unwrap();
        assert!((told / 100_000.0 - 1.0).abs() < 0.02, "{told}");
        assert!(info.lower < 100_000.0 && 100_000.0 < info.upper, "{info:?}");
        assert!(info.upper - info.lower < 8_000.0, "{info:?}");
    }
}

/// Full filters as layers of one, until their OR has a few bits unset, or none.
#[test]
fn an_or_of_which_hardly_a_bit_is_unset_proves_no_more_than_it_can() {
    let shapes = [
        (100, 0.01, [7, 8, 9, 10, 12]),
        (1_000, 0.01, [8, 9, 10, 11, 12]),
        (20, 0.1, [5, 7, 10, 15, 20]),
        (9, 0.5, [5, 10, 15, 20, 30]),
        (4, 0.01, [5, 6, 7, 8, 9]),
    ];
    let mut all = Tally::default();
    for (capacity, rate, counts) in shapes {
        for count in counts {
            let mut tally = Tally::default();
            for seed in 0..200 {
                let size = capacity as usize;
                let sets = sets(Nothing, count, size, &mut Random(seed << 40 | size as u64));
                let info = union_of(&sets, Some(capacity), rate);
                tally.add(&info, size_of_union(&sets));
                all.add(&info, size_of_union(&sets));
            }
            println!("{count:>3} of {capacity:>5} at {rate}: {tally}");
            assert!(tally.outside * 50 <= tally.trials, "{count} of {capacity}: {tally}");
        }
    }
    println!("{all}");
    assert!(all.outside * 200 <= all.trials, "{all}");
}

/// Bits that are all set give no bounds. The bounds then come from single layers and from the OR of some.
#[test]
fn a_union_of_too_many_filters_is_not_told() {
    let mut random = Random(5);
    let mut union = Bloom::new(64, 0.01).unwrap();
    for day in 1..=4_000 {
        let keys: Vec<SketchHash> = (0..60).map(|_| random.hash()).collect();
        union.merge_view(&View::read(&build(64, 0.01, &keys).encode()).unwrap()).unwrap();
        if day % 500 == 0 {
            let info = union.view().unwrap().info();
            let keys = f64::from(60 * day);
            println!("{keys:>7}: {:?}, {} to {}", info.cardinality, info.lower, info.upper);
            assert_eq!(info.cardinality, None);
            assert!(0.0 < info.lower && info.lower <= keys && keys <= info.upper, "{info:?}");
            assert!((0.0..=1.0).contains(&info.selectivity(1e6, 0.0)));
        }
    }
    assert_eq!(union.view().unwrap().info().upper, f64::INFINITY);
}

/// Filters of several shapes may share anything, and those of parallel workers that have grown have
/// layers of several shapes.
#[test]
fn what_filters_of_different_shapes_share_is_not_told() {
    let mut tally = Tally::default();
    for seed in 0..60 {
        let mut random = Random(seed << 32);
        let sharing = ALL[seed as usize % ALL.len()];
        let mut sets = sets(sharing, 5, 3_000, &mut random);
        sets[4].truncate(1_000);
        let keys = size_of_union(&sets);
        for capacity in [None, Some(1_000), Some(2_500)] {
            let info = union_of(&sets, capacity, 0.01);
            if info.layers > 1 {
                tally.add(&info, keys);
            }
        }
    }
    println!("{tally}");
    // The filters of one shape may hold nearly all keys.
    assert!(tally.outside == 0 && tally.worst <= TOLERANCE, "{tally}");
    assert!(2 * tally.told < tally.trials, "{tally}");
}

/// A filter that one process has made has a count, whether it is full or has grown.
#[test]
fn a_filter_that_adds_alone_have_made_is_told() {
    let mut tally = Tally::default();
    for (capacity, rate) in [(100, 0.1), (1_000, 0.01), (1_000, 0.5), (30_000, 0.01), (500, 1e-8)] {
        for percent in [40, 99, 130, 250, 600, 1_500] {
            for seed in 0..8 {
                let size = capacity as usize * percent / 100;
                let sets = sets(Nothing, 1, size, &mut Random(seed << 40 | size as u64));
                let info = union_of(&sets, Some(capacity), rate);
                assert!(info.cardinality.is_some());
                tally.add(&info, size as f64);
            }
        }
    }
    println!("{tally}");
    assert!(tally.outside * 50 <= tally.trials && tally.rms() < 0.03, "{tally}");
}

/// Adds alone never make an OR of full layers, even if there are layers after it.
#[test]
fn layers_that_were_merged_past_their_limit_are_not_summed() {
    let keys = |range: std::ops::Range<i64>| -> Vec<SketchHash> {
        range.map(SketchHash::integer).collect()
    };
    let one = build(1_000, 0.5, &keys(0..2_500));
    let other = build(1_000, 0.5, &keys(1_000..1_900));
    let info = union(&one, &other).view().unwrap().info();
    println!("{info:?}");
    assert!(info.lower <= 2_500.0 && 2_500.0 <= info.upper, "{info:?}");
    assert!(info.cardinality.is_none_or(|told| (told / 2_500.0 - 1.0).abs() <= TOLERANCE));
}
