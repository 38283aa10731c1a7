//! The maximum of a likelihood, with or without a constraint on the parts.
//!
//! Parts are not negative, and where the maximum lies at zero it shall be found there: so it is
//! searched for in square roots, whose parabola has its vertex at zero just there, and in which
//! the likelihood of a Poisson mean is concave.
//!
//! Registers may say well how large a set is and next to nothing of how much of it the other one
//! has. The likelihood then is a ridge along which two parts have the same sum: straight in the
//! parts, but bent in their roots, so that a search in roots creeps and ends on its way. From near
//! the maximum the search therefore goes on in the parts themselves. Those that are zero stay there
//! as long as the likelihood falls from there on (Bertsekas: Projected Newton Methods for
//! Optimization Problems with Simple Constraints, 1982).
//!
//! The steps are Newton's, damped after Levenberg and Marquardt until they go up, so that none ends
//! lower than it began but for rounding, wherever that is.

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

/// The most steps in roots, and then in parts. About ten and two are enough.
const MOST_STEPS: usize = 100;
/// A step in roots that gains less is the last one: a hundredth of a standard error.
const LEAST_GAIN: f64 = 1e-4;
/// The same for a step in parts, which is off by the square of what is missing.
const LEAST_LAST_GAIN: f64 = 1e-14;
/// Less damping than that is none, where the likelihood is a parabola but for little.
const LEAST_DAMPING: f64 = 1e-3;
/// What a logarithm is off by, relative to itself.
const ROUNDING: f64 = 1e-14;
/// More damping leaves no step to be taken.
const MOST_DAMPING: f64 = 1e12;
/// The range of a root: from nothing, but so that there is a way back, to all hashes.
const ROOTS: (f64, f64) = (1e-4, (1u64 << 28) as f64);
/// The range of a multiple.
pub const MULTIPLES: (f64, f64) = (ROOTS.0 * ROOTS.0, ROOTS.1 * ROOTS.1);

/// Where the search is: multiples or their roots, and the derivatives of the logarithm for these.
struct Iterate<const N: usize> {
    at: [f64; N],
    parts: Parts,
    value: f64,
    /// By the parts.
    slopes: Parts,
    /// By what the search goes in.
    gradient: [f64; N],
    hessian: [[f64; N]; N],
}

/// A step in multiples.
struct StepInRange<const N: usize> {
    there: [f64; N],
    /// What the whole step, as long as it would be without a range, would gain on a straight line;
    /// infinite while a multiple stays at the edge only because of what the others do.
    gain: f64,
}

impl<const N: usize> Constraint<N> {
    fn iterate(&self, likelihood: &Likelihood, multiples: [f64; N]) -> Iterate<N> {
        let mut parts = self.offset;
        for (multiple, direction) in multiples.iter().zip(&self.directions) {
            parts.iter_mut().zip(direction).for_each(|(part, by)| *part += multiple * by);
        }
        let LogLikelihood { value, gradient: slopes, hessian } = likelihood.at(parts);
        let dot = |left: &Parts, right: &Parts| {
            left.iter().zip(right).map(|(left, right)| left * right).sum::<f64>()
        };
        let curvatures = self.directions.map(|direction| hessian.map(|row| dot(&row, &direction)));
        Iterate {
            at: multiples,
            parts,
            value,
            slopes,
            gradient: self.directions.map(|direction| dot(&direction, &slopes)),
            hessian: self.directions.map(|row| curvatures.map(|column| dot(&row, &column))),
        }
    }

    fn iterate_in_roots(&self, likelihood: &Likelihood, roots: [f64; N]) -> Iterate<N> {
        let mut here = self.iterate(likelihood, roots.map(|root| root * root));
        for row in 0..N {
            for column in 0..N {
                here.hessian[row][column] *= 4.0 * roots[row] * roots[column];
            }
            here.hessian[row][row] += 2.0 * here.gradient[row];
            here.gradient[row] *= 2.0 * roots[row];
        }
        here.at = roots;
        here
    }

    /// The maximum that is found from this point on.
    pub fn maximize(&self, likelihood: &Likelihood, start: [f64; N]) -> Maximum {
        let Iterate { parts, value, slopes, .. } = self.search(likelihood, start);
        let value = if value.is_finite() { value } else { f64::NEG_INFINITY };
        Maximum { parts, value, gradient: slopes }
    }

    fn search(&self, likelihood: &Likelihood, start: [f64; N]) -> Iterate<N> {
        let near = self.climb(likelihood, start);
        match near.value.is_finite() {
            true => self.refine(likelihood, near.at),
            false => near,
        }
    }

    /// Goes up in roots, to near the maximum; the result is in multiples.
    fn climb(&self, likelihood: &Likelihood, start: [f64; N]) -> Iterate<N> {
        let in_range = |root: f64| root.abs().clamp(ROOTS.0, ROOTS.1).copysign(root);
        let start = start.map(|multiple| in_range(multiple.sqrt()));
        let mut here = self.iterate_in_roots(likelihood, start);
        let mut damping = 1e-3;
        for _ in 0..MOST_STEPS {
            if !here.value.is_finite() || damping > MOST_DAMPING {
                break;
            }
            let Some(step) = here.step(damping) else {
                damping = (4.0 * damping).max(0.1);
                continue;
            };
            let roots: [f64; N] = std::array::from_fn(|at| in_range(here.at[at] + step[at]));
            let gain = here.gain(&roots);
            let next = self.iterate_in_roots(likelihood, roots);
            if next.is_no_lower(&here) {
                here = next;
                damping = (damping / 8.0).max(1e-12);
            } else {
                damping *= 4.0;
            }
            if gain < LEAST_GAIN {
                break;
            }
        }
        here.at = here.at.map(|root| (root * root).clamp(MULTIPLES.0, MULTIPLES.1));
        here
    }

    /// Goes up to the maximum from near it, in multiples.
    fn refine(&self, likelihood: &Likelihood, near: [f64; N]) -> Iterate<N> {
        let mut here = self.iterate(likelihood, near);
        let mut damping: f64 = 0.0;
        for _ in 0..MOST_STEPS {
            let Some(step) = here.step_in_range(damping) else {
                damping = (4.0 * damping).max(LEAST_DAMPING);
                continue;
            };
            let next = self.iterate(likelihood, step.there);
            let is_last = step.gain < LEAST_LAST_GAIN && damping == 0.0;
            if next.is_no_lower(&here) {
                here = next;
                damping = if damping > LEAST_DAMPING { damping / 8.0 } else { 0.0 };
            } else {
                damping = (4.0 * damping).max(LEAST_DAMPING);
            }
            if is_last || damping > MOST_DAMPING {
                break;
            }
        }
        here
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
    /// What a straight line would gain on the way there.
    fn gain(&self, there: &[f64; N]) -> f64 {
        (0..N).map(|at| self.gradient[at] * (there[at] - self.at[at])).sum()
    }

    fn is_no_lower(&self, before: &Iterate<N>) -> bool {
        self.value >= before.value - ROUNDING * before.value.abs()
    }

    /// A step in multiples that leads to none out of range.
    fn step_in_range(&self, damping: f64) -> Option<StepInRange<N>> {
        let at_edge = self.active(&self.gradient);
        let mut active = at_edge;
        let step = loop {
            let step = self.fixing(&active).step(damping)?;
            // What the others would push out of range stays where it is, too.
            match self
                .active(&step)
                .into_iter()
                .zip(&mut active)
                .find(|(out, active)| *out && !**active)
            {
                Some((_, active)) => *active = true,
                None => break step,
            }
        };
        let gain = match active == at_edge {
            true => step.iter().zip(&self.gradient).map(|(step, slope)| step * slope).sum(),
            false => f64::INFINITY,
        };
        // One that leaves the range is shortened as a whole: it would leave the ridge without a part.
        let limits = step.map(|step| if step < 0.0 { MULTIPLES.0 } else { MULTIPLES.1 });
        let shares: [f64; N] = std::array::from_fn(|at| match step[at] {
            0.0 => f64::INFINITY,
            step => (limits[at] - self.at[at]) / step,
        });
        let share = shares.into_iter().fold(1.0, f64::min);
        let there = std::array::from_fn(|at| match shares[at] <= share {
            true => limits[at],
            false => self.at[at] + share * step[at],
        });
        Some(StepInRange { there, gain })
    }

    /// The active set: which multiples are at the edge of their range and cannot go that way.
    fn active(&self, way: &[f64; N]) -> [bool; N] {
        std::array::from_fn(|at| match way[at] {
            ..=0.0 => self.at[at] <= MULTIPLES.0,
            _ => self.at[at] >= MULTIPLES.1,
        })
    }

    /// The same, but that some multiples do not change.
    fn fixing(&self, active: &[bool; N]) -> Iterate<N> {
        let mut free = Iterate { ..*self };
        for at in (0..N).filter(|at| active[*at]) {
            free.gradient[at] = 0.0;
            for other in 0..N {
                free.hessian[at][other] = 0.0;
                free.hessian[other][at] = 0.0;
            }
            free.hessian[at][at] = -1.0;
        }
        free
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
mod tests;
