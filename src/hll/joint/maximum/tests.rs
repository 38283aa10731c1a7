//! That what is found is a maximum, and the only one.

use super::*;
use crate::hash::SketchHash;
use crate::hll::entry::{max_rank, register_and_rank};

/// Registers of two sets of these sizes, as many as they share among them.
fn registers(precision: u8, sizes: [i64; 3]) -> [Vec<u8>; 2] {
    let mut registers = [(); 2].map(|()| vec![0; 1 << precision]);
    let parts = [(sizes[0], 0..1), (sizes[1], 1..2), (sizes[2], 0..2)];
    for ((size, sets), part) in parts.into_iter().zip(1..) {
        for value in 0..size {
            let hash = SketchHash::integer(value << 2 | part);
            let (index, rank) = register_and_rank(hash, precision);
            registers[sets.clone()].iter_mut().for_each(|set| set[index] = rank.max(set[index]));
        }
    }
    registers
}

/// The conditions of Karush, Kuhn and Tucker: a multiple at the edge of its range would only fall
/// by leaving it, and the slopes of the others are zero, as measured by what there is to gain.
fn assert_is_maximum<const N: usize>(
    constraint: &Constraint<N>,
    likelihood: &Likelihood,
    start: [f64; N],
) {
    let found = constraint.search(likelihood, start);
    let told = format!("{:?} {:?} {:?}", found.at, found.gradient, found.hessian);
    let edges = [MULTIPLES.0, MULTIPLES.1];
    let at_edge = found.at.map(|multiple| edges.contains(&multiple));
    for (multiple, slope) in found.at.into_iter().zip(found.gradient) {
        assert!(multiple > edges[0] || slope <= 0.0, "{told}");
        assert!(multiple < edges[1] || slope >= 0.0, "{told}");
    }
    let free = found.fixing(&at_edge);
    let step = free.step(0.0).unwrap_or_else(|| panic!("no maximum: {told}"));
    let there: [f64; N] = std::array::from_fn(|at| found.at[at] + step[at]);
    // What remains is rounding, which another logarithm may make larger.
    assert!(found.gain(&there) < 1e-10, "{} {told}", found.gain(&there));
}

/// What a part loses may be what another one gains: nowhere on this line is more to be found.
fn assert_top_of_ridges(likelihood: &Likelihood, maximum: &Maximum) {
    for (less, more) in [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)] {
        for share in [1e-3, 0.1, 0.5, 0.9, 1.0 - 1e-6] {
            let mut other = maximum.parts;
            let moved = share * (other[less] - MULTIPLES.0);
            other[less] -= moved;
            other[more] += moved;
            let value = likelihood.at(other).value;
            let noise = 1e-12 * value.abs();
            assert!(value <= maximum.value + noise, "{value} at {other:?} {maximum:?}");
        }
    }
}

fn assert_one_maximum([left, right]: &[Vec<u8>; 2], precision: u8) {
    let likelihood = Likelihood::of_registers(left, right, precision);
    let maximum = likelihood.maximum();
    assert_top_of_ridges(&likelihood, &maximum);
    let [left, right, _] = likelihood.estimates();
    for share in [1e-9, 1e-3, 0.3, 0.9, 1.0 - 1e-9] {
        let both = share * left.min(right);
        let start = [left - both, right - both, both];
        assert_is_maximum(&UNCONSTRAINED, &likelihood, start);
        let other = UNCONSTRAINED.maximize(&likelihood, start);
        let noise = 1e-10 + 1e-12 * maximum.value.abs();
        assert!((maximum.value - other.value).abs() < noise, "{maximum:?} {other:?}");
    }
    let [a, b, x] = maximum.parts;
    for times in [0.1, 0.7, 1.5, 20.0] {
        let shared = Constraint {
            offset: [0.0, 0.0, times * x],
            directions: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        };
        assert_is_maximum(&shared, &likelihood, [a, b].map(|part| part.max(0.01 * x)));
        let ratio = (times * x / (a + b)).min(1e4);
        let shares =
            Constraint { offset: [0.0; 3], directions: [[1.0, 0.0, ratio], [0.0, 1.0, ratio]] };
        assert_is_maximum(&shares, &likelihood, [a, b]);
    }
}

#[test]
fn every_start_leads_to_the_same_maximum() {
    for precision in [4, 7, 10, 12] {
        for size in [1, 10, 300, 20_000] {
            for sizes in [[1, 1, 1], [1, 1, 0], [9, 1, 1], [1, 0, 3], [0, 0, 1], [40, 1, 2]] {
                let sizes = sizes.map(|part| part * size / 4);
                assert_one_maximum(&registers(precision, sizes), precision);
            }
        }
    }
}

#[test]
fn registers_that_no_values_leave_have_one_maximum_too() {
    let mut seed = 1u64;
    let mut random = |below: u8| {
        seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        ((seed >> 40) % u64::from(below)) as u8
    };
    for precision in [4, 6, 9] {
        let highest = max_rank(precision);
        for _ in 0..200 {
            let size = i64::from(random(200)) << (precision / 2);
            let [values, _] = registers(precision, [size, 0, 1]);
            let few = [0, 1, highest - 1, highest, random(highest)];
            let below = random(highest) + 1;
            let mut few = || (0..1 << precision).map(|_| few[usize::from(random(5))]).collect();
            assert_one_maximum(&[few(), few()], precision);
            assert_one_maximum(&[few(), values], precision);
            let mut any = || (0..1 << precision).map(|_| random(below)).collect();
            assert_one_maximum(&[any(), any()], precision);
        }
    }
}
