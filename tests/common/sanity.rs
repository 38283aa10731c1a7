//! What holds for the joint estimate of any two sketches.

use pg_sketch::hll::Hll;
use pg_sketch::hll::bounds::Bounds;
use pg_sketch::hll::joint::{Joint, difference_bounds, intersection_bounds, jaccard_bounds};

const MOST: f64 = (1u64 << 56) as f64;

pub fn joint(left: &Hll, right: &Hll) -> Joint {
    Joint::of(left, right).unwrap()
}

/// What holds for every pair of sketches, and to the last bit both ways round.
pub fn assert_sane(left: &Hll, right: &Hll) {
    let found = joint(left, right);
    let told = format!("{found:?}");
    for part in [found.left_only, found.right_only, found.both] {
        assert!((0.0..=MOST).contains(&part), "{told}");
    }
    assert!((0.0..=1.0).contains(&found.jaccard()), "{told}");
    let exchanged = joint(right, left);
    assert_eq!(exchanged, exchange(found));
    assert_eq!(exchanged.jaccard(), found.jaccard());
}

/// The same with the sets exchanged.
pub fn exchange(Joint { left_only, right_only, both }: Joint) -> Joint {
    Joint { left_only: right_only, right_only: left_only, both }
}

/// The same, and that no more is shared than the smaller set has: of a list it is known.
pub fn assert_sane_of(left: &Hll, right: &Hll, [left_only, both, right_only]: [usize; 3]) {
    assert_sane(left, right);
    let found = joint(left, right);
    for (sketch, only) in [(left, left_only), (right, right_only)] {
        let size = (only + both) as f64;
        let error = match sketch.registers() {
            Some(_) => 6.0 * 1.04 / f64::from(1u32 << sketch.precision()).sqrt(),
            None => 0.0,
        };
        assert!(found.both <= size * (1.0 + error) + 6.0, "{found:?} of {size}");
    }
}

fn assert_around(found: Bounds, estimate: f64, most: f64) {
    let Bounds { lower, upper, .. } = found;
    assert_eq!(found.estimate, estimate);
    assert!(0.0 <= lower && lower <= estimate && estimate <= upper && upper <= most, "{found:?}");
}

pub fn assert_sane_bounds(left: &Hll, right: &Hll) {
    let joint = joint(left, right);
    for confidence in [1e-9, 0.95, 1.0 - 1e-9] {
        for of in [intersection_bounds, jaccard_bounds] {
            assert_eq!(of(left, right, confidence).unwrap(), of(right, left, confidence).unwrap());
        }
        let found = intersection_bounds(left, right, confidence).unwrap();
        assert_around(found, joint.both.round(), MOST);
        assert!(found.lower.fract() == 0.0 && found.upper.fract() == 0.0, "{found:?}");
        let found = difference_bounds(left, right, confidence).unwrap();
        assert_around(found, joint.left_only.round(), MOST);
        assert!(found.lower.fract() == 0.0 && found.upper.fract() == 0.0, "{found:?}");
        let found = difference_bounds(right, left, confidence).unwrap();
        assert_around(found, joint.right_only.round(), MOST);
        let found = jaccard_bounds(left, right, confidence).unwrap();
        assert_around(found, joint.jaccard(), 1.0);
    }
}
