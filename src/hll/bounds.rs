//! Between which numbers the true count lies, at a given confidence.
//!
//! The relative standard error follows from the Fisher information of the registers at the estimated
//! cardinality (Ertl 2017, section 5): 1.04/sqrt(m) for large sets, less for small ones. The sum that
//! the estimator divides by is close to a gamma variable, so the true count over the estimate is too;
//! its quantiles are taken by the cube of a normal one.
//!
//! Wilson, Hilferty: The Distribution of Chi-Square (1931).

use super::entry::max_rank;
use super::estimate::{self, Histogram};
use super::state::State;
use crate::error::{Error, Result};
use statrs::distribution::{ContinuousCDF, Normal};

/// An estimate between its bounds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// The true count is below this with probability (1 - confidence) / 2 at most.
    pub lower: f64,
    /// The estimated count.
    pub estimate: f64,
    /// The true count is above this with probability (1 - confidence) / 2 at most.
    pub upper: f64,
}

impl Bounds {
    /// Whole numbers from nothing on that leave none of these out.
    pub(super) fn around(lower: f64, estimate: f64, upper: f64) -> Bounds {
        let estimate = estimate.round();
        let (lower, upper) = (lower.floor().max(0.0), upper.ceil());
        Bounds { lower: lower.min(estimate), estimate, upper: upper.max(estimate) }
    }
}

/// The estimator's variance over the least that any could have, for large sets: (1.0390/1.0367)^2.
const INEFFICIENCY: f64 = 1.0044;

/// The standard error, relative to the count, of an estimate from registers.
fn registers_error(cardinality: f64, precision: u8) -> f64 {
    let load = cardinality / f64::from(1u32 << precision);
    // With x = load / 2^rank, P(register <= rank) = exp(-x); the information on the logarithm of
    // the load is the sum of the squared derivatives of these steps over their heights.
    let below = |rank: i32| {
        let x = load * 0.5f64.powi(rank);
        ((-x).exp(), -x * (-x).exp())
    };
    let highest = i32::from(max_rank(precision));
    let mut information = 0.0;
    let mut last = (0.0, 0.0);
    for rank in 0..=highest {
        let next = if rank == highest { (1.0, 0.0) } else { below(rank) };
        let (height, slope) = (next.0 - last.0, next.1 - last.1);
        if height > 0.0 {
            information += slope * slope / height;
        }
        last = next;
    }
    // The information is that of registers filled by a random number of values. The number is fixed,
    // so the variance of a Poisson variable is subtracted.
    let registers = f64::from(1u32 << precision);
    (INEFFICIENCY / information / registers - 1.0 / cardinality).max(0.0).sqrt()
}

/// The relative standard error of the sketch's estimate.
pub fn relative_error<B: AsRef<[u8]>>(sketch: &State<B>) -> f64 {
    match sketch.registers() {
        Some(_) => registers_error(sketch.estimate(), sketch.precision()),
        None if sketch.is_empty() => 0.0,
        None => {
            let entries = sketch.entry_count();
            estimate::hidden_values(entries).sqrt() / estimate::from_entries(entries)
        }
    }
}

/// The chance that a confidence leaves for the truth to lie below its bounds, and above them.
pub(super) fn check_confidence(confidence: f64) -> Result<f64> {
    match confidence > 0.0 && confidence < 1.0 {
        true => Ok((1.0 - confidence) / 2.0),
        false => {
            let allowed = "between 0 and 1, such as 0.95";
            Err(Error::out_of_range("confidence", confidence, allowed))
        }
    }
}

/// The estimate and its bounds.
pub fn bounds<B: AsRef<[u8]>>(sketch: &State<B>, confidence: f64) -> Result<Bounds> {
    let tail = check_confidence(confidence)?;
    let Some(registers) = sketch.registers() else {
        let entries = sketch.entry_count();
        let (lower, estimate) = (entries as f64, estimate::from_entries(entries).round());
        let hidden = most_hidden(estimate::hidden_values(entries), 1.0 - tail);
        return Ok(Bounds { lower, estimate, upper: estimate.max(lower + hidden) });
    };
    let histogram = Histogram::of_registers(registers, sketch.precision());
    let cardinality = estimate::from_registers(&histogram);
    let error = registers_error(cardinality, sketch.precision());
    let z = Normal::standard().inverse_cdf(tail);
    let lower = (cardinality * gamma_quantile(z, error)).floor().max(histogram.occupied().into());
    let upper = (cardinality * gamma_quantile(-z, error)).ceil();
    let estimate = cardinality.round();
    Ok(Bounds { lower: lower.min(estimate), estimate, upper: upper.max(estimate) })
}

/// The quantile of a gamma variable with mean 1 and this standard deviation, where a normal variable
/// has its quantile at `z`.
fn gamma_quantile(z: f64, deviation: f64) -> f64 {
    let ninth = deviation * deviation / 9.0;
    (1.0 - ninth + z * ninth.sqrt()).max(0.0).powi(3)
}

/// The quantile of a Poisson variable with a small mean.
pub(super) fn most_hidden(mean: f64, probability: f64) -> f64 {
    let mut hidden = 0.0;
    let mut term = (-mean).exp();
    let mut sum = term;
    while sum < probability && term > f64::EPSILON {
        hidden += 1.0;
        term *= mean / hidden;
        sum += term;
    }
    hidden
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::hash::SketchHash;
    use crate::hll::Hll;
    use statrs::distribution::{DiscreteCDF, Poisson};

    #[test]
    fn a_list_hides_no_more_than_the_quantile_of_what_it_is_expected_to() {
        let mut sketch = Hll::new(18).unwrap();
        for value in 0..30_000 {
            sketch.add(SketchHash::integer(value)).unwrap();
        }
        assert!(sketch.registers().is_none());
        let expected = estimate::hidden_values(sketch.entry_count());
        let hidden = Poisson::new(expected).unwrap();
        for confidence in [0.5, 0.8, 0.95, 0.999] {
            let found = bounds(&sketch, confidence).unwrap();
            assert_eq!(found.lower, sketch.entry_count() as f64);
            let most = (found.upper - found.lower) as u64;
            let tail = (1.0 - confidence) / 2.0;
            assert!(hidden.sf(most) <= tail, "{most} of {expected} at {confidence}");
            let estimated = (found.estimate - found.lower) as u64;
            assert!(most == estimated || hidden.sf(most - 1) > tail, "{most} at {confidence}");
        }
    }
}
