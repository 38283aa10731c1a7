//! How often the truth lies within the bounds of what two sets share where there is little to see:
//! sets that are all but equal, or all but disjoint, or a list and registers.
//!
//! Bounds are whole numbers, so bounds of small counts may hold more often than the confidence says. An
//! assertion fails when they hold less often, by four standard errors of the measurement. Seeds are fixed. `-- --nocapture` prints the tables.

#![allow(clippy::unwrap_used)]

mod common;
#[path = "common/pairs.rs"]
mod pairs;
#[path = "common/values.rs"]
mod values;

use common::Random;
use pairs::pair;
use pg_sketch::hll::Hll;
use pg_sketch::hll::joint::{difference_bounds, intersection_bounds, jaccard_bounds};

const NOISE: f64 = 4.0;
const CONFIDENCE: f64 = 0.95;
const PAIRS: usize = 250;
const PRECISIONS: [u8; 3] = [10, 12, 14];
/// Values for each register.
const LOADS: [f64; 8] = [0.1, 0.2, 0.5, 1.0, 1.5, 5.0, 20.0, 60.0];
/// Small numbers of values.
const FEW: [u64; 7] = [0, 1, 2, 3, 5, 10, 100];

fn add(sketch: &mut Hll, random: &mut Random, values: u64) {
    (0..values).for_each(|_| sketch.add(random.hash()).unwrap());
}

/// By quantity: how often the truth lay within the bounds.
type Within = [usize; 3];

fn check(left: &Hll, right: &Hll, [left_only, right_only, both]: [u64; 3], within: &mut Within) {
    let union = (left_only + right_only + both) as f64;
    let truth = [both as f64, left_only as f64, both as f64 / union];
    let of = [intersection_bounds, difference_bounds, jaccard_bounds];
    for ((of, truth), within) in of.into_iter().zip(truth).zip(within) {
        let found = of(left, right, CONFIDENCE).unwrap();
        *within += usize::from((found.lower..=found.upper).contains(&truth));
    }
}

/// The left set is the right one and a few values more.
fn containing(values: u64, precision: u8, seed: u64, few: &mut [Within]) {
    let mut random = Random(seed);
    let mut right = Hll::new(precision).unwrap();
    add(&mut right, &mut random, values);
    let mut left = right.clone();
    let mut added = 0;
    for (count, within) in FEW.into_iter().zip(few) {
        add(&mut left, &mut random, count - added);
        added = count;
        check(&left, &right, [count, 0, values], within);
    }
}

/// The sets have the same number of values and share a few.
fn overlapping(values: u64, precision: u8, seed: u64, few: &mut [Within]) {
    overlapping_of([values; 2], precision, seed, few);
}

/// The number of values of the sets, without those that are free to be shared.
fn overlapping_of(values: [u64; 2], precision: u8, seed: u64, few: &mut [Within]) {
    let mut random = Random(seed);
    let only = values.map(|values| values.saturating_sub(FEW[FEW.len() - 1]));
    let mut sets = only.map(|values| {
        let mut set = Hll::new(precision).unwrap();
        add(&mut set, &mut random, values);
        set
    });
    let mut shared = 0;
    for (count, within) in FEW.into_iter().zip(few) {
        for _ in shared..count {
            let hash = random.hash();
            sets.iter_mut().for_each(|set| set.add(hash).unwrap());
        }
        shared = count;
        check(&sets[0], &sets[1], [only[0], only[1], count], within);
    }
}

/// As many values as a list holds together with the few.
fn listed(precision: u8) -> u64 {
    (1 << precision) / 8 - 1
}

/// The left set is a list and shares a few values.
fn list_overlapping(values: u64, precision: u8, seed: u64, few: &mut [Within]) {
    overlapping_of([listed(precision), values], precision, seed, few);
}

/// The left set is a list, of which all but a few values are in the right one.
fn list_contained(values: u64, precision: u8, seed: u64, few: &mut [Within]) {
    let mut random = Random(seed);
    let mut left = Hll::new(precision).unwrap();
    let most = listed(precision) - FEW[FEW.len() - 1];
    add(&mut left, &mut random, most);
    let mut right = left.clone();
    add(&mut right, &mut random, values);
    let mut added = 0;
    for (count, within) in FEW.into_iter().zip(few) {
        add(&mut left, &mut random, count - added);
        added = count;
        check(&left, &right, [count, values, most], within);
    }
}

/// Measures a kind of pairs, prints the table and checks it.
fn assert_hold(name: &str, pairs: fn(u64, u8, u64, &mut [Within])) {
    println!(
        "{name}: percent within for the intersection, the difference, the Jaccard coefficient"
    );
    println!("precision   load   {}", FEW.map(|few| format!("{few:<18}")).concat());
    let mut worst = Vec::new();
    for (precision, load) in PRECISIONS.into_iter().flat_map(|p| LOADS.map(|load| (p, load))) {
        let values = (load * f64::from(1u32 << precision)).round() as u64;
        let mut few = [Within::default(); FEW.len()];
        (0..PAIRS as u64).for_each(|seed| pairs(values, precision, seed << 32, &mut few));
        let shares = few.map(|within| within.map(|within| within as f64 / PAIRS as f64));
        let told = shares.map(|shares| {
            format!("{:<18}", shares.map(|share| format!("{:.1}", 100.0 * share)).join(" "))
        });
        println!("{precision:>9} {load:>6}   {}", told.concat());
        let limit = CONFIDENCE - NOISE * (CONFIDENCE * (1.0 - CONFIDENCE) / PAIRS as f64).sqrt();
        if shares.iter().flatten().any(|share| *share < limit) {
            worst.push((precision, load, shares));
        }
    }
    assert!(worst.is_empty(), "{name}: {worst:?}");
}

#[test]
fn they_hold_where_one_set_is_the_other_and_a_few_values_more() {
    assert_hold("containing", containing);
}

#[test]
fn they_hold_where_two_sets_share_a_few_values() {
    assert_hold("overlapping", overlapping);
}

#[test]
fn they_hold_for_a_list_that_shares_a_few_values_with_registers() {
    assert_hold("list overlapping", list_overlapping);
}

#[test]
fn they_hold_for_a_list_all_but_a_few_of_whose_values_are_in_registers() {
    assert_hold("list contained", list_contained);
}

#[test]
fn bounds_are_as_far_apart_as_estimates_scatter() {
    const PAIRS: usize = 150;
    let of = [intersection_bounds, difference_bounds, jaccard_bounds];
    let sets = [[6_000, 3_000, 9_000], [20_000, 40_000, 2_000], [400, 5_000, 0]];
    for (parts, seed) in sets.into_iter().zip(90..) {
        let [left_only, both, right_only] = parts.map(|part| part as f64);
        let truth = [both, left_only, both / (left_only + both + right_only)];
        let (mut off, mut widths) = ([0.0; 3], [[0.0; 2]; 3]);
        for pair_seed in 0..PAIRS as u64 {
            let [left, right] = pair(12, parts, 1_000 * seed + pair_seed);
            for (at, of) in of.into_iter().enumerate() {
                for (width, confidence) in widths[at].iter_mut().zip([0.5, 0.95]) {
                    let found = of(&left, &right, confidence).unwrap();
                    *width += (found.upper - found.lower) / PAIRS as f64;
                    off[at] += (found.estimate - truth[at]).powi(2) / PAIRS as f64 / 2.0;
                }
            }
        }
        for at in 0..3 {
            let deviation = off[at].sqrt();
            // Relative to the bounds of a normal variable of the same deviation.
            let found = [widths[at][0] / 1.349 / deviation, widths[at][1] / 3.920 / deviation];
            // The deviation is measured to 6 %.
            assert!(
                found.iter().all(|found| (found - 1.0).abs() < 0.25),
                "{parts:?} {at} {found:?}"
            );
        }
    }
}

/// Bounds in cases that are far from a normal distribution. The values were recorded when the tests above
/// passed.
#[test]
fn bounds_near_the_edge_are_as_they_were_found() {
    type Found = [[f64; 2]; 3];
    let found: [([usize; 3], f64, Found); 10] = [
        ([0, 4_000, 5], 0.5, [[3_986.0, 4_055.0], [0.0, 2.0], [0.998_333, 0.999_551]]),
        ([0, 4_000, 5], 0.95, [[3_925.0, 4_118.0], [0.0, 5.0], [0.997_359, 0.999_627]]),
        ([3, 30_000, 0], 0.5, [[29_336.0, 29_965.0], [0.0, 14.0], [0.999_538, 1.0]]),
        ([3, 30_000, 0], 0.95, [[28_774.0, 30_545.0], [0.0, 36.0], [0.998_798, 1.0]]),
        ([30_000, 2, 20_000], 0.5, [[0.0, 314.0], [29_977.0, 30_653.0], [0.0, 0.006_265]]),
        ([30_000, 2, 20_000], 0.95, [[0.0, 525.0], [29_370.0, 31_270.0], [0.0, 0.010_515]]),
        ([2_000, 20, 400], 0.5, [[28.0, 45.0], [1_923.0, 1_957.0], [0.011_811, 0.019_103]]),
        ([2_000, 20, 400], 0.95, [[18.0, 54.0], [1_893.0, 1_989.0], [0.007_563, 0.023_026]]),
        ([9_000, 0, 9_000], 0.5, [[0.0, 79.0], [8_788.0, 8_951.0], [0.0, 0.004_480]]),
        ([9_000, 0, 9_000], 0.95, [[0.0, 156.0], [8_637.0, 9_102.0], [0.0, 0.008_826]]),
    ];
    let of = [intersection_bounds, difference_bounds, jaccard_bounds];
    for ((parts, confidence, expected), number) in found.into_iter().zip(0..) {
        let [left, right] = pair(12, parts, 200 + number / 2);
        for (of, [lower, upper]) in of.into_iter().zip(expected) {
            let found = of(&left, &right, confidence).unwrap();
            // Counts are whole numbers, and coefficients are ratios of them.
            let union = parts.iter().sum::<usize>() as f64;
            let one = if upper > 1.0 { 1.0 } else { (1.0 - lower) / union };
            let near = 0.02 * (upper - lower) + one;
            let off = (found.lower - lower).abs().max((found.upper - upper).abs());
            assert!(off <= near, "{found:?} and not {lower} to {upper}: {parts:?}, {confidence}");
        }
    }
}
