//! The maximum of a likelihood, with or without a constraint on the parts.
//!
//! Parts are not negative, and where the maximum lies at zero it shall be found there: so it is
//! searched for in square roots, whose parabola has its vertex at zero just there, and in which
//! the likelihood of a Poisson mean is concave. The steps are Newton's, damped after Levenberg and
//! Marquardt until they go up, so that none ends lower than it began, wherever that is.

use super::likelihood::{Likelihood, LogLikelihood, Parts};

/// The parts that are allowed: `offset` and positive multiples of some directions.
#[derive(Debug, Clone, Copy)]
pub struct Constraint<const N: usize> {
    /// Where all multiples are zero.
    pub offset: Parts,
    /// What each multiple adds.
    pub directions: [Parts; N],
}

/// A maximum.
#[derive(Debug, Clone, Copy)]
pub struct Maximum {
    /// Where it is.
    pub parts: Parts,
    /// The logarithm of the likelihood.
    pub value: f64,
    /// Its first derivatives, all zero inside the range of the parts, but for a constraint.
    pub gradient: Parts,
}

/// All parts there can be.
const UNCONSTRAINED: Constraint<3> = Constraint {
    offset: [0.0; 3],
    directions: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
};

/// No step is taken after so many; some ten are enough.
const MOST_STEPS: usize = 200;
/// A step that gains less is the last one: a hundred thousandth of a standard error.
const LEAST_GAIN: f64 = 1e-10;
/// The range of a root: from nothing, but so that there is a way back, to all hashes.
const ROOTS: (f64, f64) = (1e-4, (1u64 << 28) as f64);

/// Where the search is: roots of multiples, and the derivatives of the logarithm for these.
struct Iterate<const N: usize> {
    roots: [f64; N],
    parts: Parts,
    value: f64,
    /// By the parts.
    slopes: Parts,
    /// By the roots.
    gradient: [f64; N],
    hessian: [[f64; N]; N],
}

impl<const N: usize> Constraint<N> {
    fn parts(&self, roots: &[f64; N]) -> Parts {
        let mut parts = self.offset;
        for (root, direction) in roots.iter().zip(&self.directions) {
            parts.iter_mut().zip(direction).for_each(|(part, by)| *part += root * root * by);
        }
        parts
    }

    fn iterate(&self, likelihood: &Likelihood, roots: [f64; N]) -> Iterate<N> {
        let parts = self.parts(&roots);
        let LogLikelihood { value, gradient: slopes, hessian } = likelihood.at(parts);
        let dot = |left: &Parts, right: &Parts| {
            left.iter().zip(right).map(|(left, right)| left * right).sum::<f64>()
        };
        let along = self.directions.map(|direction| dot(&direction, &slopes));
        let curvatures = self.directions.map(|direction| hessian.map(|row| dot(&row, &direction)));
        let curvature = |row: usize, column: usize| {
            let straight = dot(&self.directions[row], &curvatures[column]);
            let curvature = 4.0 * roots[row] * roots[column] * straight;
            if row == column { curvature + 2.0 * along[row] } else { curvature }
        };
        Iterate {
            roots,
            parts,
            value,
            slopes,
            gradient: std::array::from_fn(|row| 2.0 * roots[row] * along[row]),
            hessian: std::array::from_fn(|row| {
                std::array::from_fn(|column| curvature(row, column))
            }),
        }
    }

    /// The maximum that is found from this point on.
    pub fn maximize(&self, likelihood: &Likelihood, start: [f64; N]) -> Maximum {
        let in_range = |root: f64| root.abs().clamp(ROOTS.0, ROOTS.1).copysign(root);
        let mut here = self.iterate(likelihood, start.map(|multiple| in_range(multiple.sqrt())));
        let mut damping = 1e-3;
        if !here.value.is_finite() {
            here.value = f64::NEG_INFINITY;
            return here.found();
        }
        for _ in 0..MOST_STEPS {
            let Some(step) = here.step(damping) else {
                damping = (4.0 * damping).max(0.1);
                continue;
            };
            let roots: [f64; N] = std::array::from_fn(|at| in_range(here.roots[at] + step[at]));
            let gain = |at: usize| here.gradient[at] * (roots[at] - here.roots[at]);
            let gain: f64 = (0..N).map(gain).sum();
            let next = self.iterate(likelihood, roots);
            // Logarithms closer than that do not differ but by rounding.
            let no_lower = next.value >= here.value - 1e-14 * here.value.abs();
            if no_lower {
                here = next;
                damping = (damping / 8.0).max(1e-12);
            } else {
                damping *= 4.0;
            }
            if gain < LEAST_GAIN || damping > 1e12 {
                break;
            }
        }
        here.found()
    }
}

impl Likelihood {
    /// The parts that make the registers the most likely.
    pub fn maximum(&self) -> Maximum {
        let [left, right, union] = self.estimates();
        let most = left.min(right);
        let both = (left + right - union).clamp(0.01 * most, 0.99 * most);
        UNCONSTRAINED.maximize(self, [left - both, right - both, both])
    }
}

impl<const N: usize> Iterate<N> {
    fn found(&self) -> Maximum {
        Maximum { parts: self.parts, value: self.value, gradient: self.slopes }
    }

    /// Cholesky's decomposition of the Hessian, turned round and damped; none where the likelihood
    /// is not curved down with so little damping.
    fn decompose(&self, damping: f64) -> Option<[[f64; N]; N]> {
        let mut lower = [[0.0; N]; N];
        for row in 0..N {
            for column in 0..=row {
                let mut rest = -self.hessian[row][column];
                if row == column {
                    rest += damping * self.hessian[row][row].abs().max(f64::MIN_POSITIVE);
                }
                let before = lower[row].iter().zip(&lower[column]).take(column);
                rest -= before.map(|(one, other)| one * other).sum::<f64>();
                if row != column {
                    lower[row][column] = rest / lower[column][column];
                } else if rest > 0.0 {
                    lower[row][row] = rest.sqrt();
                } else {
                    return None;
                }
            }
        }
        Some(lower)
    }

    /// The step to the maximum of a parabola that is curved down more than the likelihood; none
    /// where the parabola has no maximum.
    fn step(&self, damping: f64) -> Option<[f64; N]> {
        let lower = self.decompose(damping)?;
        let mut step = self.gradient;
        for row in 0..N {
            for before in 0..row {
                step[row] -= lower[row][before] * step[before];
            }
            step[row] /= lower[row][row];
        }
        for row in (0..N).rev() {
            for after in row + 1..N {
                step[row] -= lower[after][row] * step[after];
            }
            step[row] /= lower[row][row];
        }
        step.iter().all(|step| step.is_finite()).then_some(step)
    }
}

#[cfg(test)]
mod tests {
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
                registers[sets.clone()]
                    .iter_mut()
                    .for_each(|set| set[index] = rank.max(set[index]));
            }
        }
        registers
    }

    fn assert_one_maximum([left, right]: &[Vec<u8>; 2], precision: u8) {
        let likelihood = Likelihood::of_registers(left, right, precision);
        let maximum = likelihood.maximum();
        let [left, right, _] = likelihood.estimates();
        for share in [1e-9, 1e-3, 0.3, 0.9, 1.0 - 1e-9] {
            let both = share * left.min(right);
            let other = UNCONSTRAINED.maximize(&likelihood, [left - both, right - both, both]);
            let noise = 1e-8 + 1e-13 * maximum.value.abs();
            assert!((maximum.value - other.value).abs() < noise, "{maximum:?} {other:?}");
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
                let few = [0, 1, highest - 1, highest, random(highest)];
                let below = random(highest) + 1;
                let mut few = || (0..1 << precision).map(|_| few[usize::from(random(5))]).collect();
                assert_one_maximum(&[few(), few()], precision);
                let mut any = || (0..1 << precision).map(|_| random(below)).collect();
                assert_one_maximum(&[any(), any()], precision);
            }
        }
    }
}
