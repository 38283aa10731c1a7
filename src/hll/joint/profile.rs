//! Bounds by the profile likelihood.
//!
//! A quantity may be what the likelihood can be brought up to with the quantity constrained, if that
//! is near enough to the maximum. This needs no standard error, which says nothing near zero.
//!
//! **Counts.** The model takes the sizes of the parts for Poisson variables, and its likelihood L is
//! one of their means r. Wanted is what the sizes n are, not their means. L(r) is the sum of the
//! likelihoods of all n, each as often as a Poisson variable is n; one of them is got back by the
//! saddle point (depoissonization; Flajolet, Sedgewick: Analytic Combinatorics, 2009, VIII):
//!
//! ```text
//!  g = d ln L / d r      n = r (1 + g)      ln L(n) = ln L(r) + sum of r ((1 + g) ln(1 + g) - g)
//! ```
//!
//! n is also what a part is expected to be, given the registers, if its mean is r. Far from zero
//! this takes the variance of a Poisson variable off the one that L(r) tells of. Near zero there is
//! less to take off, and this takes no more. Of d values seen, each with probability c, it makes the
//! binomial likelihood: if none was seen, that of n falls by -n ln(1 - c), and no n is less than d.
//!
//! **How near is near enough.** The logarithm may fall by z^2/2, where z is the quantile of a normal
//! variable and far more than one deviation lies between the estimate and the edge: zero, or one for
//! a share. An estimate on the edge means that nothing was seen, the chance of which is the
//! likelihood itself, so there it may fall by -ln(tail). Between, the excess is divided by
//! 1 + deviations, which agrees with the exact bounds of a Poisson mean or is a little wider.

use super::likelihood::{Likelihood, Parts};
use super::maximum::{Constraint, Maximum};
use super::quantity::Quantity;
use statrs::distribution::{ContinuousCDF, Normal};

/// No bound takes more probes; some five are enough.
const MOST_PROBES: usize = 60;
/// A bound is good if it moves no more than that, relative to its distance from the estimate.
const NEAR_ENOUGH: f64 = 1e-3;
/// So near to the limit, relative to the first step, there is nothing between.
const NOTHING: f64 = 1e-6;

/// A value that was tried.
struct Probe {
    /// The quantity of the most likely counts.
    value: f64,
    /// How much less likely than the maximum they are, over how much they may be.
    excess: f64,
}

impl Quantity {
    /// The parts where it has this value, and some of them that keep the sizes of the sets.
    fn constrained(self, value: f64, [a, b, x]: Parts) -> (Constraint<2>, [f64; 2]) {
        let (left, right, union) = (a + x, b + x, a + b + x);
        let less = |whole: f64, part: f64| (whole - part).max(0.01 * whole);
        let (offset, directions, start) = match self {
            Quantity::Both => (
                [0.0, 0.0, value],
                [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
                [less(left, value), less(right, value)],
            ),
            Quantity::LeftOnly => {
                let both = less(left, value);
                let directions = [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
                ([value, 0.0, 0.0], directions, [less(right, both), both])
            }
            Quantity::RightOnly => {
                let both = less(right, value);
                let directions = [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
                ([0.0, value, 0.0], directions, [less(left, both), both])
            }
            Quantity::Jaccard => {
                let ratio = value / (1.0 - value);
                let start = [a, b].map(|only| only.max(0.01 * union) * (1.0 - value));
                ([0.0; 3], [[1.0, 0.0, ratio], [0.0, 1.0, ratio]], start)
            }
        };
        (Constraint { offset, directions }, start)
    }

    /// Of given counts. A share is not rounded in the end as counts are, so its counts are here. The
    /// values that are shared are whole: where less than one may be, the bound is that of one, as it
    /// is for their number. Those that differ are whole, too, and half a value is taken farther out:
    /// where few do, the least that was seen would leave no room for the error of the union.
    fn widened(self, [a, b, x]: Parts, up: bool) -> f64 {
        let (both, by) = if up { (x.ceil(), -0.5) } else { (x.floor(), 0.5) };
        match self {
            Quantity::Jaccard => both / (both + (a + b + by).max(0.0)),
            _ => self.of([a, b, x]),
        }
    }

    /// The lowest and the highest value that are as near as this leaves the chance of either tail.
    pub fn bounds(self, likelihood: &Likelihood, maximum: &Maximum, tail: f64) -> [f64; 2] {
        let z = -Normal::standard().inverse_cdf(tail);
        let estimate = self.of(maximum.parts);
        let edge = match self {
            Quantity::Jaccard => estimate.min(1.0 - estimate),
            _ => estimate,
        };
        let probe = |mean: f64| {
            let (constraint, start) = self.constrained(mean, maximum.parts);
            let best = constraint.maximize(likelihood, start);
            if best.value == f64::NEG_INFINITY {
                return Probe { value: mean, excess: f64::INFINITY };
            }
            let (counts, gain) = of_counts(&best);
            let value = self.of(counts);
            // Twice the fall is the square of what is z deviations for a normal variable.
            let fall = 2.0 * (maximum.value - best.value - gain).max(0.0);
            let distance = (value - estimate).abs();
            let edge = if distance > 0.0 { edge * fall.sqrt() / distance } else { f64::INFINITY };
            let most = z * z + (-2.0 * tail.ln() - z * z) / (1.0 + edge);
            let value = self.widened(counts, mean > estimate).min(self.most());
            Probe { value, excess: (fall / most).sqrt() }
        };
        let first = match self {
            Quantity::Jaccard => 0.01,
            _ => 0.01 * maximum.parts.iter().sum::<f64>(),
        };
        [0.0, self.most()].map(|limit| solve(estimate, limit, first, probe))
    }
}

/// The counts that belong to means, and what their logarithm is more.
fn of_counts(maximum: &Maximum) -> (Parts, f64) {
    let mut gain = 0.0;
    let mut counts = maximum.parts;
    for (count, slope) in counts.iter_mut().zip(maximum.gradient) {
        let mean = *count;
        // No count is negative, but rounding may make one.
        let ratio = (1.0 + slope).max(0.0);
        *count = mean * ratio;
        gain += mean * if ratio > 0.0 { ratio * slope.ln_1p() - slope } else { 1.0 };
    }
    (counts, gain)
}

/// The value towards the limit whose excess is one.
fn solve(estimate: f64, limit: f64, first: f64, probe: impl Fn(f64) -> Probe) -> f64 {
    let range = (limit - estimate).abs();
    if range < NOTHING * first {
        return limit;
    }
    let (mut near, mut far) = (0.0, f64::INFINITY);
    let mut distance = first.min(range);
    let mut value = estimate;
    let mut last = (0.0, 0.0);
    for _ in 0..MOST_PROBES {
        let found = probe(match distance < range {
            true => estimate + distance.copysign(limit - estimate),
            false => limit,
        });
        if found.excess > 1.0 {
            far = distance;
        } else if distance >= range {
            // Where the registers leave no doubt of a part, its count stays what it is for any mean.
            return found.value;
        } else {
            near = distance;
        }
        if found.excess.is_finite() {
            value = found.value;
        }
        // The excess is about some power of the distance: one far from the edge, 1/2 near it.
        let power = (found.excess / last.1).ln() / (distance / last.0).ln();
        let power = if power.is_finite() { power.clamp(0.3, 3.0) } else { 1.0 };
        last = (distance, found.excess);
        let guess = (distance * found.excess.powf(-1.0 / power)).min(range);
        let next = if guess > near && guess < far {
            guess
        } else if far.is_infinite() {
            range
        } else if near > 0.0 {
            (near * far).sqrt()
        } else if far >= range {
            // The limit itself cannot be, but perhaps all before it.
            (1.0 - 2.0 * NEAR_ENOUGH) * range
        } else {
            far / 16.0
        };
        if (next - distance).abs() <= NEAR_ENOUGH * distance {
            break;
        }
        distance = next;
    }
    value
}
