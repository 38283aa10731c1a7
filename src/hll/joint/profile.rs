//! Bounds by the profile likelihood.
//!
//! A quantity may be what the likelihood can be brought up to, with the quantity held fast, if that
//! is near enough to the peak: the logarithm falls by less than z^2/2, where z is the quantile of a
//! normal variable. This needs no standard error, which says nothing near zero.
//!
//! The model takes the sizes of the parts for Poisson variables and the quantity for a function of
//! their means. Wanted is what the sizes are, not their means: so the variance of the quantity for
//! given means is taken off the one that the fall tells of (Ertl 2017 has no bounds).

use super::climb::{Cut, Peak};
use super::likelihood::{Likelihood, Parts};
use statrs::distribution::{ContinuousCDF, Normal};

/// No bound takes more probes; some five are enough.
const MOST_PROBES: usize = 60;
/// A bound is good if it moves no more than that, relative to its distance from the estimate.
const NEAR_ENOUGH: f64 = 1e-3;

/// What bounds are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// |A ∩ B|.
    Both,
    /// |A \ B|.
    LeftOnly,
    /// |A ∩ B| / |A ∪ B|.
    Jaccard,
}

impl Quantity {
    /// Of given parts.
    fn of(self, [a, b, x]: Parts) -> f64 {
        match self {
            Quantity::Both => x,
            Quantity::LeftOnly => a,
            Quantity::Jaccard => x / (a + b + x),
        }
    }

    /// The most that it can be.
    fn most(self) -> f64 {
        match self {
            Quantity::Jaccard => 1.0,
            _ => (1u64 << 56) as f64,
        }
    }

    /// The parts where it has this value, and some of them that keep the sizes of the sets.
    fn held(self, value: f64, [a, b, x]: Parts) -> (Cut<2>, [f64; 2]) {
        let (left, right, union) = (a + x, b + x, a + b + x);
        let less = |whole: f64, part: f64| (whole - part).max(0.01 * whole);
        match self {
            Quantity::Both => (
                Cut { offset: [0.0, 0.0, value], directions: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]] },
                [less(left, value), less(right, value)],
            ),
            Quantity::LeftOnly => {
                let both = less(left, value);
                (
                    Cut {
                        offset: [value, 0.0, 0.0],
                        directions: [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
                    },
                    [less(right, both), both],
                )
            }
            Quantity::Jaccard => {
                let ratio = value / (1.0 - value);
                let start = [a, b].map(|only| only.max(0.01 * union) * (1.0 - value));
                (
                    Cut { offset: [0.0; 3], directions: [[1.0, 0.0, ratio], [0.0, 1.0, ratio]] },
                    start,
                )
            }
        }
    }

    /// Its variance for parts that are Poisson variables with these means.
    fn variance(self, [a, b, x]: Parts) -> f64 {
        match self {
            Quantity::Both => x,
            Quantity::LeftOnly => a,
            Quantity::Jaccard => x * (a + b) / (a + b + x).powi(3),
        }
    }

    /// The lowest and the highest value that are as near as this leaves the chance of either tail.
    pub fn bounds(self, likelihood: &Likelihood, peak: &Peak, tail: f64) -> [f64; 2] {
        let z = -Normal::standard().inverse_cdf(tail);
        let estimate = self.of(peak.parts);
        let deviations = |value: f64| {
            let (cut, start) = self.held(value, peak.parts);
            let best = cut.climb(likelihood, start);
            let fall = 2.0 * (peak.value - best.value);
            if fall <= 0.0 {
                return 0.0;
            }
            let distance = value - estimate;
            let variance = distance * distance / fall - self.variance(best.parts);
            if variance > 0.0 { distance.abs() / variance.sqrt() } else { f64::INFINITY }
        };
        let first = match self {
            Quantity::Jaccard => 0.01,
            _ => 0.01 * peak.parts.iter().sum::<f64>(),
        };
        [0.0, self.most()].map(|limit| reach(estimate, limit, first, z, deviations))
    }
}

/// How far from the estimate towards the limit it is until it is `z` deviations.
fn reach(estimate: f64, limit: f64, first: f64, z: f64, deviations: impl Fn(f64) -> f64) -> f64 {
    let range = (limit - estimate).abs();
    let (mut near, mut far) = (0.0, f64::INFINITY);
    let mut distance = first.min(range);
    for _ in 0..MOST_PROBES {
        let value = match distance < range {
            true => estimate + distance.copysign(limit - estimate),
            false => limit,
        };
        let found = deviations(value);
        if found > z {
            far = distance;
        } else if distance >= range {
            return limit;
        } else {
            near = distance;
        }
        // Deviations are about proportional to the distance, or to its square root.
        let guess = (distance * z / found).min(range);
        let next = if guess > near && guess < far {
            guess
        } else if far.is_infinite() {
            range
        } else if near > 0.0 {
            (near * far).sqrt()
        } else {
            far / 16.0
        };
        if (next - distance).abs() <= NEAR_ENOUGH * distance {
            break;
        }
        distance = next;
    }
    estimate + distance.copysign(limit - estimate)
}
