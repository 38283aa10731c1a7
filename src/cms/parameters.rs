//! The parameters of a `cms`, their ranges, and the shape that follows from them.

use crate::error::{Error, Result};
use std::f64::consts::E;

/// The SQL name of the type.
pub const NAME: &str = "cms";
/// The share of the total by which a count may be too high, of a sketch for which none is given.
pub const DEFAULT_EPSILON: f64 = 0.001;
/// The share of the values whose counts may be higher still, of a sketch for which none is given.
pub const DEFAULT_DELTA: f64 = 0.01;
/// The highest total: that of a bigint.
pub const MAX_TOTAL: u64 = i64::MAX as u64;

const LEAST_EPSILON: f64 = 1e-6;
const LEAST_DELTA: f64 = 1e-9;
/// The most counters in a row: e / 0.000001, rounded up.
const MAX_WIDTH: u32 = 2_718_282;
/// The most rows: the logarithm of 1 / 0.000000001, rounded up.
const MAX_DEPTH: u8 = 21;

/// No stored sketch is longer: all counters have eight bytes then.
pub const MAX_STORED_LEN: usize = 32 + MAX_WIDTH as usize * MAX_DEPTH as usize * 8;

/// How many counters there are: `depth` rows of `width`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shape {
    /// Counters in a row.
    pub width: u32,
    /// Rows.
    pub depth: u8,
}

impl Shape {
    /// The shape by which a count is too high by at most `epsilon * total`, but for a share `delta` of the
    /// values: `ceil(e / epsilon)` counters in each of `ceil(ln(1 / delta))` rows.
    pub fn new(epsilon: f64, delta: f64) -> Result<Shape> {
        let epsilon = check("epsilon", epsilon, LEAST_EPSILON, "from 0.000001 to 0.5")?;
        let delta = check("delta", delta, LEAST_DELTA, "from 0.000000001 to 0.5")?;
        let width = (E / epsilon).ceil() as u32;
        let depth = libm::ceil(-libm::log(delta)) as u8;
        Ok(Shape { width, depth })
    }

    /// The shape, if a sketch may have it.
    pub(super) fn checked(width: u32, depth: u8) -> Option<Shape> {
        let is_sound = (1..=MAX_WIDTH).contains(&width) && (1..=MAX_DEPTH).contains(&depth);
        is_sound.then_some(Shape { width, depth })
    }

    /// How many counters there are.
    #[inline]
    pub fn counters(self) -> usize {
        self.width as usize * usize::from(self.depth)
    }

    /// The epsilon that this many counters in a row give.
    pub fn epsilon(self) -> f64 {
        E / f64::from(self.width)
    }

    /// The delta that this many rows give.
    pub fn delta(self) -> f64 {
        libm::exp(-f64::from(self.depth))
    }
}

impl Default for Shape {
    fn default() -> Shape {
        // What `Shape::new` makes of the default parameters.
        Shape { width: 2_719, depth: 5 }
    }
}

fn check(name: &str, value: f64, least: f64, allowed: &str) -> Result<f64> {
    match (least..=0.5).contains(&value) {
        true => Ok(value),
        false => {
            let value = format!("{value:?}").replace("inf", "Infinity");
            Err(Error::out_of_range(name, value, allowed))
        }
    }
}

/// Refuses parameters other than those of the rows before.
pub fn check_shape_unchanged(from: Shape, to: Shape) -> Result<()> {
    match from == to {
        true => Ok(()),
        false => {
            let of = |shape: Shape| format!("{} x {}", shape.width, shape.depth);
            Err(Error::changed("number of counters", of(from), of(to)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shape_follows_from_the_parameters() {
        assert_eq!(Shape::new(DEFAULT_EPSILON, DEFAULT_DELTA), Ok(Shape::default()));
        let shape = |epsilon, delta| Shape::new(epsilon, delta).map(|it| (it.width, it.depth));
        assert_eq!(shape(LEAST_EPSILON, LEAST_DELTA), Ok((MAX_WIDTH, MAX_DEPTH)));
        assert_eq!(shape(0.5, 0.5), Ok((6, 1)));
        assert_eq!(shape(0.01, 0.05), Ok((272, 3)));
        for (epsilon, delta) in [(0.0, 0.1), (0.51, 0.1), (f64::NAN, 0.1), (0.1, 0.0), (0.1, 0.6)] {
            assert!(Shape::new(epsilon, delta).is_err(), "{epsilon} {delta}");
        }
    }

    #[test]
    fn a_shape_keeps_what_was_asked_for() {
        for (epsilon, delta) in [(0.5, 0.5), (0.013, 0.2), (0.001, 0.01), (1e-6, 1e-9)] {
            let shape = Shape::new(epsilon, delta).unwrap();
            assert!(shape.epsilon() <= epsilon && shape.delta() <= delta);
            assert_eq!(Shape::checked(shape.width, shape.depth), Some(shape));
        }
    }
}
