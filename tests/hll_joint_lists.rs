//! What two sets share of which one, or each, is a list of entries.

#![allow(clippy::unwrap_used)]

mod common;
#[path = "common/pairs.rs"]
mod pairs;
#[path = "common/sanity.rs"]
mod sanity;
#[path = "common/values.rs"]
mod values;

use common::Random;
use pairs::pair;
use pg_sketch::hll::bounds::bounds;
use pg_sketch::hll::joint::{difference_bounds, intersection_bounds};
use sanity::{assert_sane_bounds, assert_sane_of, joint};

#[test]
fn short_lists_are_compared_exactly() {
    let mut random = Random(40);
    let mut exact = 0;
    const PAIRS: usize = 2_000;
    for seed in 0..PAIRS as u64 {
        let parts = [(); 3].map(|()| random.bits() as usize % 1_000);
        let [left, right] = pair(14, parts, 1_000 + seed);
        let found = joint(&left, &right);
        let rounded = [found.left_only, found.both, found.right_only].map(f64::round);
        exact += usize::from(rounded == parts.map(|part| part as f64));
        assert_sane_of(&left, &right, parts);
    }
    // One in a hundred, and four standard deviations.
    assert!(exact * 100 > PAIRS * 99, "{exact} of {PAIRS}");
}

#[test]
fn long_lists_are_corrected_for_chance() {
    let truth = [10_000.0, 22_000.0];
    let (mut off, mut within) = ([0.0; 2], [0.0; 2]);
    const PAIRS: u64 = 300;
    for seed in 0..PAIRS {
        let [left, right] = pair(18, [22_000, 10_000, 22_000], 5_000 + seed);
        assert!(left.registers().is_none() && right.registers().is_none());
        let found = joint(&left, &right);
        let bounds =
            [intersection_bounds, difference_bounds].map(|of| of(&left, &right, 0.95).unwrap());
        for (at, estimate) in [found.both, found.left_only].into_iter().enumerate() {
            off[at] += (estimate - truth[at]) / PAIRS as f64;
            let hit = (bounds[at].lower..=bounds[at].upper).contains(&truth[at]);
            within[at] += f64::from(hit) / PAIRS as f64;
        }
    }
    // Without the correction the intersection is 2.2 too large, and the difference about 5 too small.
    // The standard deviation of one pair is below 3.
    let noise = 4.0 * 3.0 / (PAIRS as f64).sqrt();
    assert!(off.iter().all(|off| off.abs() < noise), "{off:?}");
    let noise = 4.0 * (0.95 * 0.05 / PAIRS as f64).sqrt();
    assert!(within.iter().all(|within| *within > 0.95 - noise), "{within:?}");
}

#[test]
fn a_list_and_registers_add_up_to_the_list() {
    for (seed, parts) in (50..).zip([[500, 500, 9_000], [1, 999, 90_000], [900, 0, 3_000]]) {
        let [list, registers] = pair(14, parts, seed);
        assert!(list.registers().is_none() && registers.registers().is_some());
        let found = joint(&list, &registers);
        let sum = found.left_only + found.both;
        assert!((sum - list.estimate()).abs() <= 1e-9 * sum, "{sum} {}", list.estimate());
        let off = (found.both - parts[1] as f64).abs();
        assert!(off < 0.2 * (parts[0] + parts[1]) as f64, "{found:?}");
        assert_sane_of(&list, &registers, parts);
        for (left, right) in [(&list, &registers), (&registers, &list)] {
            assert_sane_bounds(left, right);
            let most = intersection_bounds(left, right, 1.0 - 1e-9).unwrap().upper;
            assert!(most <= bounds(&list, 1.0 - 1e-9).unwrap().upper, "{most}");
        }
    }
}
