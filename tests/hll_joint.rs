//! Properties of estimates of two sets, for any sets and any registers.

#![allow(clippy::unwrap_used)]

mod common;
#[path = "common/pairs.rs"]
mod pairs;
#[path = "common/registers.rs"]
mod registers;
#[path = "common/sanity.rs"]
mod sanity;
#[path = "common/values.rs"]
mod values;

use common::Random;
use pairs::{build, pair};
use pg_sketch::error::Kind;
use pg_sketch::hash::SketchHash;
use pg_sketch::hll::bounds::{Bounds, bounds};
use pg_sketch::hll::entry::max_rank;
use pg_sketch::hll::error::precision_mismatch;
use pg_sketch::hll::joint::{Joint, difference_bounds, intersection_bounds, jaccard_bounds};
use pg_sketch::hll::{Hll, MAX_PRECISION, MIN_PRECISION, sparse_limit};
use registers::with_registers;
use sanity::{assert_sane, assert_sane_bounds, assert_sane_of, exchange, joint};
use values::random_values;

/// Sizes below and above the limit of a list.
fn sizes(precision: u8) -> [usize; 4] {
    let limit = sparse_limit(precision);
    [1, limit, 3 * limit, 100 * limit].map(|size| size.min(300_000))
}

#[test]
fn a_set_shares_all_with_itself() {
    for precision in MIN_PRECISION..=MAX_PRECISION {
        for (size, seed) in sizes(precision).into_iter().zip(0..) {
            let [sketch, same] = pair(precision, [0, size, 0], seed);
            let found = joint(&sketch, &same);
            let all = Joint { left_only: 0.0, right_only: 0.0, both: sketch.estimate() };
            assert_eq!(found, all);
            assert_eq!(found.jaccard(), 1.0);
            let jaccard = jaccard_bounds(&sketch, &same, 0.95).unwrap();
            assert!(jaccard.lower > 0.0 && jaccard.upper == 1.0, "{jaccard:?}");
            let difference = difference_bounds(&sketch, &same, 0.95).unwrap();
            assert_eq!((difference.lower, difference.estimate), (0.0, 0.0));
            let intersection = intersection_bounds(&sketch, &same, 0.95).unwrap();
            let cardinality = bounds(&sketch, 0.95).unwrap();
            let off = (intersection.lower - cardinality.lower).abs();
            // Two sets that differ a little may have equal registers.
            let most = 6.0 + 0.3 * (cardinality.estimate - cardinality.lower);
            assert!(off <= most, "{cardinality:?} {intersection:?}");
        }
    }
}

#[test]
fn a_part_has_nothing_that_the_whole_has_not() {
    for precision in MIN_PRECISION..=MAX_PRECISION {
        for (size, seed) in sizes(precision).into_iter().zip(10..) {
            for more in sizes(precision) {
                let [part, whole] = pair(precision, [0, size, more], seed);
                let found = joint(&part, &whole);
                let told = format!("{found:?} at {precision} for {size} and {more}");
                assert!(found.left_only < 0.5, "{told}");
                assert!((found.both / part.estimate() - 1.0).abs() < 0.05, "{told}");
                assert_sane_of(&part, &whole, [0, size, more]);
            }
        }
    }
}

#[test]
fn disjoint_sets_share_nothing_that_the_bounds_would_tell() {
    let mut told = 0;
    let mut pairs = 0;
    for precision in MIN_PRECISION..=MAX_PRECISION {
        for (left, seed) in sizes(precision).into_iter().zip(20..) {
            for right in sizes(precision) {
                let parts = [left, 0, right];
                let [left, right] = pair(precision, parts, seed);
                assert_sane_of(&left, &right, parts);
                let found = intersection_bounds(&left, &right, 0.99).unwrap();
                told += usize::from(found.lower > 0.0);
                pairs += 1;
            }
        }
    }
    // Half of the 1 % that the confidence leaves, and four standard deviations.
    assert!(told <= 6, "{told} of {pairs}");
}

/// A value in both sets raises the same register of both. So if no register is used in both sketches,
/// the sets share nothing.
#[test]
fn registers_that_never_meet_share_nothing_for_certain() {
    let integers = |from, to| (from..=to).map(SketchHash::integer).collect::<Vec<_>>();
    let mut pairs =
        vec![[build(14, &integers(5, 3_000)), build(14, &integers(3_000_000, 3_000_000))]];
    for precision in [4, 7, 14] {
        let size = 1usize << precision;
        let at =
            |odd| (0..size).map(|at| u8::from(at % 2 == odd && at < size / 2)).collect::<Vec<_>>();
        pairs.push([0, 1].map(|odd| with_registers(precision, &at(odd))));
    }
    for [left, right] in pairs {
        assert_sane(&left, &right);
        assert_sane_bounds(&left, &right);
        assert_eq!(joint(&left, &right).jaccard(), 0.0);
        let nothing = Bounds { lower: 0.0, estimate: 0.0, upper: 0.0 };
        for confidence in [0.5, 0.95, 0.999_999] {
            for of in [intersection_bounds, jaccard_bounds] {
                assert_eq!(of(&left, &right, confidence).unwrap(), nothing);
            }
        }
    }
}

/// Bounds of the intersection and of the Jaccard coefficient agree about zero and about one value.
#[test]
fn a_share_and_its_number_of_values_agree() {
    let (mut nothing, mut fractions, mut certain) = (0, 0, 0);
    for precision in [4, 6, 10, 14] {
        let size = 1 << precision;
        let smaller = [1, 2, 3, size / 16 + 1, size / 8, size / 2];
        let larger = [size / 8 + 1, size / 4, size];
        for (left, right) in smaller.into_iter().flat_map(|left| larger.map(|right| (left, right)))
        {
            for seed in 110..120 {
                let [left, right] = pair(precision, [left, 0, right], seed);
                let found = joint(&left, &right);
                let union = found.left_only + found.right_only + found.both;
                // The search ends at zero, or well above what it cannot tell from zero.
                assert!(found.both == 0.0 || found.both > 1e-6, "{found:?}");
                assert_eq!(found.jaccard() == 0.0, found.both == 0.0);
                nothing += usize::from(found.both == 0.0);
                fractions += usize::from(found.both > 0.0 && found.both < 0.5);
                let count = intersection_bounds(&left, &right, 0.95).unwrap();
                let share = jaccard_bounds(&left, &right, 0.95).unwrap();
                let told = format!("{found:?} {count:?} {share:?}");
                assert!(count.upper <= 2.0 * union + 6.0, "{told}");
                assert_eq!(count.upper == 0.0, share.upper == 0.0, "{told}");
                assert_eq!(count.lower == 0.0, share.lower == 0.0, "{told}");
                if count.upper >= 1.0 {
                    assert!(share.upper >= 1.0 / union.max(1.0), "{told}");
                    assert!(share.upper >= 0.5 * count.upper / (union + count.upper), "{told}");
                } else {
                    certain += 1;
                }
            }
        }
    }
    assert!(nothing > 100 && fractions > 10 && certain > 100, "{nothing} {fractions} {certain}");
}

#[test]
fn an_empty_set_shares_nothing() {
    for (size, precision) in [(1, 4), (500, 4), (500, 14), (5_000, 14)] {
        let sketch = build(precision, &random_values(size, 30));
        for empty in [4, 14, 18].map(|precision| Hll::new(precision).unwrap()) {
            let found = joint(&sketch, &empty);
            let expected = Joint { left_only: sketch.estimate(), right_only: 0.0, both: 0.0 };
            assert_eq!(found, expected);
            assert_eq!(found.jaccard(), 0.0);
            assert_sane(&sketch, &empty);
            assert_sane_bounds(&sketch, &empty);
            assert_sane_bounds(&empty, &sketch);
            let difference = difference_bounds(&sketch, &empty, 0.95).unwrap();
            assert_eq!(difference, bounds(&sketch, 0.95).unwrap());
        }
    }
    let [empty, other] = [4, 14].map(|precision| Hll::new(precision).unwrap());
    assert_eq!(joint(&empty, &other), Joint { left_only: 0.0, right_only: 0.0, both: 0.0 });
    assert_eq!(joint(&empty, &other).jaccard(), 1.0);
    assert_sane_bounds(&empty, &other);
}

#[test]
fn it_does_not_matter_which_set_is_named_first() {
    for precision in MIN_PRECISION..=MAX_PRECISION {
        let limit = sparse_limit(precision);
        // Two lists, a list and registers, two arrays of registers.
        let of_limit = |times: usize| times * limit / 4;
        for parts in [[1, 1, 2], [2, 1, 9], [0, 2, 9], [9, 4, 7], [40, 1, 7], [90, 0, 80]] {
            let [left_only, both, right_only] = parts.map(of_limit);
            let values = random_values(left_only + both + right_only, 90 << 32);
            let left = build(precision, &values[..left_only + both]);
            let right = build(precision, &values[left_only..]);
            assert_sane(&left, &right);
            if precision <= 12 {
                assert_sane_bounds(&left, &right);
            }
            // The order of the values and the layout of a table in memory do not matter either.
            let backwards: Vec<SketchHash> = values[left_only..].iter().rev().copied().collect();
            let same = build(precision, &backwards);
            assert_eq!(joint(&left, &right), joint(&left, &same));
            assert_eq!(joint(&same, &left), exchange(joint(&left, &right)));
        }
    }
}

/// The left registers are far higher, so the likelihood hardly depends on how much of the right set is
/// shared: at 1 % and at 10 % it agrees to nine digits. A search that stops early stops anywhere.
#[test]
fn a_flat_ridge_is_followed_to_its_end() {
    let mut high = [37; 64];
    for (at, rank) in [(15, 51), (16, 51), (30, 2), (40, 4), (41, 41), (57, 51), (58, 51)] {
        high[at] = rank;
    }
    let low = [
        6, 2, 6, 5, 6, 3, 3, 5, 4, 6, 5, 5, 6, 4, 3, 7, 9, 7, 6, 3, 6, 10, 4, 4, 6, 4, 5, 4, 6, 3,
        2, 6, 4, 4, 4, 3, 4, 12, 5, 4, 4, 7, 5, 5, 3, 7, 6, 7, 3, 3, 7, 4, 5, 7, 4, 2, 7, 8, 7, 6,
        2, 4, 3, 3,
    ];
    let [high, low] = [high, low].map(|registers| with_registers(6, &registers));
    assert_sane(&high, &low);
    assert_sane_bounds(&high, &low);
    let found = joint(&high, &low);
    assert!(found.right_only < 1e-6, "{found:?}");
    assert_eq!(found.both, low.estimate());
}

#[test]
fn any_two_sets_are_told_without_nonsense() {
    let mut random = Random(60);
    for seed in 0..300 {
        let precision = MIN_PRECISION + (seed % 15) as u8;
        let mut part = || (1 << (random.bits() % 16)) * (random.bits() % 3) as usize / 2;
        let parts = [part(), part(), part()];
        let [left, right] = pair(precision, parts, 10_000 + seed);
        assert_sane_of(&left, &right, parts);
        assert_sane_bounds(&left, &right);
    }
}

#[test]
fn no_registers_make_an_absurd_estimate() {
    let mut random = Random(70);
    for precision in MIN_PRECISION..=MAX_PRECISION {
        let highest = max_rank(precision);
        let size = 1usize << precision;
        let mut hostile: Vec<Vec<u8>> = vec![vec![0; size], vec![1; size], vec![highest; size]];
        hostile.push(vec![highest - 1; size]);
        let mut one = vec![0; size];
        one[size / 2] = highest;
        hostile.push(one.clone());
        hostile.push(one.iter().map(|rank| highest - rank).collect());
        hostile.push((0..size).map(|at| if at % 2 == 0 { highest } else { 0 }).collect());
        hostile.push((0..size).map(|at| if at % 2 == 0 { 0 } else { highest }).collect());
        let mut any = |below: u64| (0..size).map(|_| (random.bits() % below) as u8).collect();
        hostile.extend([any(2), any(5), any(u64::from(highest) + 1)]);
        let mut sketches: Vec<Hll> =
            hostile.iter().map(|registers| with_registers(precision, registers)).collect();
        sketches.push(build(precision, &random_values(1, 71)));
        sketches.push(build(precision, &random_values(sparse_limit(precision), 72)));
        sketches.push(build(precision, &random_values(size, 73)));
        for left in &sketches {
            for right in &sketches {
                assert_sane(left, right);
                // Higher precisions only take longer.
                if precision <= 12 {
                    assert_sane_bounds(left, right);
                }
            }
        }
    }
}

#[test]
fn what_does_not_belong_together_is_refused() {
    for size in [10, 5_000] {
        let values = random_values(size, 80);
        let [left, right] = [14, 12].map(|precision| build(precision, &values));
        let expected = precision_mismatch(14, 12);
        assert_eq!(Joint::of(&left, &right), Err(expected.clone()));
        assert_eq!(intersection_bounds(&left, &right, 0.95), Err(expected.clone()));
        assert_eq!(difference_bounds(&left, &right, 0.95), Err(expected.clone()));
        assert_eq!(jaccard_bounds(&left, &right, 0.95), Err(expected));
        let text = build(14, &[SketchHash::text(b"one")]);
        let refused = Joint::of(&left, &text).unwrap_err();
        assert_eq!(refused, left.clone().merge(&text).unwrap_err());
        assert_eq!(refused.kind(), Kind::Mismatch);
    }
    let sketch = Hll::default();
    for confidence in [0.0, 1.0, -0.5, 1.5, f64::NAN, f64::INFINITY] {
        for of in [intersection_bounds, difference_bounds, jaccard_bounds] {
            let refused = of(&sketch, &sketch, confidence).unwrap_err();
            assert_eq!(refused.to_string(), "confidence is out of range");
        }
    }
}
