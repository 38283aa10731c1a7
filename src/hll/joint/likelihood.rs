//! How likely two arrays of registers are, for given sizes of the parts of their sets.
//!
//! In the paper's notation, with a = |A \ B|, b = |B \ A|, x = |A ∩ B|, each the mean of a Poisson
//! variable, the registers K1 of A and K2 of B at one of m places have
//!
//! ```text
//!  P(K1 <= k, K2 <= l) = exp(-a / (m 2^k) - b / (m 2^l) - x / (m 2^min(k, l)))
//! ```
//!
//! and, with q(t) = 1 - exp(-t / (m 2^k)), the logarithm of the probability of a pair is but for
//! linear terms
//!
//! ```text
//!  K1 = k < K2 = l     ln q(a + x) at k,  ln q(b) at l
//!  K1 = k > K2 = l     ln q(a) at k,      ln q(b + x) at l
//!  K1 = K2 = k         ln(q(x) + (1 - q(x)) q(a) q(b)) at k
//! ```
//!
//! so five histograms say all that there is to know. A register that is empty has only the linear
//! term, one at the highest rank only the logarithm, at the step of the rank before.

use crate::hll::entry::max_rank;
use crate::hll::estimate::{self, Histogram, RANKS};
use std::cmp::Ordering;

/// The sizes of the parts: a = |A \ B|, b = |B \ A|, x = |A ∩ B|.
pub type Parts = [f64; 3];

/// The logarithms above: q(a + x), q(b), q(a), q(b + x), and the one of equal registers.
const BOTH_OR_LEFT: usize = 0;
const RIGHT: usize = 1;
const LEFT: usize = 2;
const BOTH_OR_RIGHT: usize = 3;
const EQUAL: usize = 4;
/// The parts that stand in the first four.
const STAND_ALONE: [&[usize]; EQUAL] = [&[0, 2], &[1], &[0], &[1, 2]];

/// What the registers say of the parts.
#[derive(Debug, Clone)]
pub struct Likelihood {
    highest: usize,
    /// 1 / (m 2^(highest - 1)).
    finest_step: f64,
    /// What the logarithm falls by for each value of a part.
    decline: Parts,
    /// By rank: how often each of the logarithms stands there.
    counts: [[f64; EQUAL + 1]; RANKS],
    estimates: [f64; 3],
}

/// The logarithm of a likelihood and its derivatives.
#[derive(Debug, Clone, Copy)]
pub struct LogLikelihood {
    /// The logarithm.
    pub value: f64,
    /// The first derivatives.
    pub gradient: Parts,
    /// The second derivatives.
    pub hessian: [Parts; 3],
}

impl Likelihood {
    /// Of the registers of two sketches of the same precision.
    pub fn of_registers(left: &[u8], right: &[u8], precision: u8) -> Likelihood {
        let mut pairs = [[0u32; RANKS]; RANKS];
        for (left, right) in left.iter().zip(right) {
            pairs[usize::from(left & 63)][usize::from(right & 63)] += 1;
        }
        let highest = usize::from(max_rank(precision));
        let step = |rank: usize| 0.5f64.powi(rank as i32) / f64::from(1u32 << precision);
        let mut counts = [[0.0; EQUAL + 1]; RANKS];
        let [mut of_left, mut of_right, mut lower, mut higher] = [[0u32; RANKS]; 4];
        for (left, row) in pairs.iter().enumerate() {
            for (right, &count) in row.iter().enumerate().filter(|(_, count)| **count > 0) {
                let (at_left, at_right) = match left.cmp(&right) {
                    Ordering::Less => (BOTH_OR_LEFT, RIGHT),
                    Ordering::Greater => (LEFT, BOTH_OR_RIGHT),
                    Ordering::Equal => (EQUAL, EQUAL),
                };
                counts[left][at_left] += f64::from(count);
                if left != right {
                    counts[right][at_right] += f64::from(count);
                }
                of_left[left] += count;
                of_right[right] += count;
                lower[left.min(right)] += count;
                higher[left.max(right)] += count;
            }
        }
        let estimate =
            |counts| estimate::from_registers(&Histogram::from_counts(precision, counts));
        Likelihood {
            highest,
            finest_step: step(highest - 1),
            decline: [of_left, of_right, lower].map(|counts| {
                let below_highest = counts[..highest].iter().enumerate();
                below_highest.map(|(rank, count)| f64::from(*count) * step(rank)).sum()
            }),
            counts,
            estimates: [of_left, of_right, higher].map(estimate),
        }
    }

    /// What the registers of either set, and those of the union, are estimated to hold.
    pub fn estimates(&self) -> [f64; 3] {
        self.estimates
    }

    /// Whether the registers are the same.
    pub fn all_equal(&self) -> bool {
        self.counts.iter().all(|counts| counts[..EQUAL] == [0.0; EQUAL])
    }

    /// The logarithm of the likelihood, but for a constant, and its derivatives.
    pub fn at(&self, parts: Parts) -> LogLikelihood {
        let mut value = 0.0;
        let mut equal = LogLikelihood { value: 0.0, gradient: [0.0; 3], hessian: [[0.0; 3]; 3] };
        // By what stands alone in the logarithm: the sums of its first and second derivatives.
        let mut slopes = [[0.0; 2]; EQUAL];
        let mut step = self.finest_step;
        let mut q = parts.map(|part| -(-part * step).exp_m1());
        for rank in (1..=self.highest).rev() {
            if rank < self.highest - 1 {
                step *= 2.0;
                q = q.map(|q| q * (2.0 - q));
            }
            let [a, b, x] = q;
            let counts = &self.counts[rank];
            let alone = [x + (1.0 - x) * a, b, a, x + (1.0 - x) * b];
            for ((count, q), slopes) in counts.iter().zip(alone).zip(&mut slopes) {
                if *count > 0.0 {
                    let slope = step * (1.0 - q) / q;
                    value += count * q.ln();
                    slopes[0] += count * slope;
                    slopes[1] -= count * slope * step / q;
                }
            }
            if counts[EQUAL] > 0.0 {
                equal.add_equal(counts[EQUAL], q, step);
            }
        }
        equal.value += value;
        for (part, decline) in self.decline.iter().enumerate() {
            equal.value -= parts[part] * decline;
            equal.gradient[part] -= decline;
        }
        for (parts, [slope, curvature]) in STAND_ALONE.into_iter().zip(slopes) {
            for &part in parts {
                equal.gradient[part] += slope;
                parts.iter().for_each(|&other| equal.hessian[part][other] += curvature);
            }
        }
        equal
    }
}

impl LogLikelihood {
    /// Adds the logarithm of g = q(x) + (1 - q(x)) q(a) q(b), so often.
    fn add_equal(&mut self, count: f64, q: Parts, step: f64) {
        let [a, b, x] = q;
        let g = x + (1.0 - x) * a * b;
        let first = [(1.0 - a) * b, (1.0 - b) * a, 1.0 - a * b].map(|d| step * (1.0 - x) * d / g);
        let mixed = step * step * (1.0 - x) * (1.0 - a) * (1.0 - b) / g;
        self.value += count * g.ln();
        for part in 0..3 {
            self.gradient[part] += count * first[part];
            for other in 0..3 {
                let second = match (part, other) {
                    (0, 1) | (1, 0) => mixed,
                    (2, one) | (one, _) => -step * first[one],
                };
                self.hessian[part][other] += count * (second - first[part] * first[other]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRECISION: u8 = 4;
    const SIZES: [Parts; 4] = [
        [3.0, 5.0, 2.0],
        [1e3, 1.0, 40.0],
        [0.5, 1e9, 1e4],
        [(1u64 << 53) as f64, (1u64 << 55) as f64, (1u64 << 54) as f64],
    ];

    /// The model as it is defined.
    fn at_most([a, b, x]: Parts, left: i32, right: i32) -> f64 {
        let highest = i32::from(max_rank(PRECISION));
        let load = |part: f64, rank: i32| match rank {
            ..0 => f64::INFINITY,
            rank if rank < highest => part / 16.0 * 0.5f64.powi(rank),
            _ => 0.0,
        };
        (-load(a, left) - load(b, right) - load(x, left.min(right))).exp()
    }

    fn ranks() -> impl Iterator<Item = (u8, u8)> {
        let ranks = 0..=max_rank(PRECISION);
        ranks.clone().flat_map(move |left| ranks.clone().map(move |right| (left, right)))
    }

    #[test]
    fn the_probabilities_are_those_of_the_model() {
        for parts in SIZES {
            let mut sum = 0.0;
            for (left, right) in ranks() {
                let pair = Likelihood::of_registers(&[left], &[right], PRECISION);
                let found = pair.at(parts).value.exp();
                let (left, right) = (left.into(), right.into());
                let expected = at_most(parts, left, right)
                    - at_most(parts, left - 1, right)
                    - at_most(parts, left, right - 1)
                    + at_most(parts, left - 1, right - 1);
                assert!((found - expected).abs() < 1e-14, "{found} {expected} {left} {right}");
                sum += found;
            }
            assert!((sum - 1.0).abs() < 1e-12, "{sum}");
        }
    }

    #[test]
    fn the_derivatives_are_those_of_the_logarithm() {
        for (parts, (left, right)) in
            SIZES.into_iter().flat_map(|parts| ranks().map(move |r| (parts, r)))
        {
            let pair = Likelihood::of_registers(&[left], &[right], PRECISION);
            let found = pair.at(parts);
            for part in 0..3 {
                let by = 1e-4 * parts[part];
                let moved = |by| {
                    let mut moved = parts;
                    moved[part] += by;
                    pair.at(moved)
                };
                let (less, more) = (moved(-by), moved(by));
                let near = |found: f64, less: f64, more: f64| {
                    let expected = (more - less) / (2.0 * by);
                    let noise = 1e-6 * expected.abs() + 1e-11 * (less.abs() + more.abs()) / by;
                    assert!((found - expected).abs() <= noise, "{found} {expected} {parts:?}");
                };
                near(found.gradient[part], less.value, more.value);
                for other in 0..3 {
                    let slopes = [less, more].map(|found| found.gradient[other]);
                    near(found.hessian[part][other], slopes[0], slopes[1]);
                }
            }
        }
    }
}
