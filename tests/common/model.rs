//! The least error that an estimate from registers can have, after Cramer and Rao.
//!
//! It follows from the probabilities of all pairs of ranks, which are differences of the distribution
//! function. None of it uses the code that it is compared with.

use pg_sketch::hll::entry::max_rank;

/// P(K1 <= left, K2 <= right) and its logarithm's derivatives, for loads a, b, x a register.
fn below(loads: [f64; 3], left: i32, right: i32, highest: i32) -> (f64, [f64; 3]) {
    if left < 0 || right < 0 {
        return (0.0, [0.0; 3]);
    }
    let step = |rank: i32| if rank >= highest { 0.0 } else { 0.5f64.powi(rank) };
    let steps = [step(left), step(right), step(left.min(right))];
    let sum: f64 = loads.iter().zip(steps).map(|(load, step)| load * step).sum();
    ((-sum).exp(), steps.map(|step| -step * (-sum).exp()))
}

/// The information of one register on the loads.
fn information(loads: [f64; 3], highest: i32) -> [[f64; 3]; 3] {
    let mut information = [[0.0; 3]; 3];
    for (left, right) in
        (0..=highest).flat_map(|left| (0..=highest).map(move |right| (left, right)))
    {
        let mut height = 0.0;
        let mut slopes = [0.0; 3];
        for (off, sign) in [((0, 0), 1.0), ((1, 0), -1.0), ((0, 1), -1.0), ((1, 1), 1.0)] {
            let corner = below(loads, left - off.0, right - off.1, highest);
            height += sign * corner.0;
            slopes.iter_mut().zip(corner.1).for_each(|(slope, part)| *slope += sign * part);
        }
        // Rarer pairs are lost in rounding, and contribute nothing.
        if height > 1e-11 {
            for (row, one) in information.iter_mut().zip(slopes) {
                row.iter_mut().zip(slopes).for_each(|(sum, other)| *sum += one * other / height);
            }
        }
    }
    information
}

/// The product of the inverse of a symmetric matrix with a vector from both sides.
fn inverse_form(matrix: [[f64; 3]; 3], vector: [f64; 3]) -> f64 {
    let minor = |row: usize, column: usize| {
        let at = |down: usize, right: usize| matrix[(row + down) % 3][(column + right) % 3];
        at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1)
    };
    let determinant: f64 = (0..3).map(|column| matrix[0][column] * minor(0, column)).sum();
    let terms = (0..9).map(|at| vector[at / 3] * vector[at % 3] * minor(at / 3, at % 3));
    terms.sum::<f64>() / determinant
}

/// The least relative standard errors of the intersection, the difference and the Jaccard coefficient.
pub fn least_errors(precision: u8, left: u64, right: u64, both: u64) -> [f64; 3] {
    let registers = f64::from(1u32 << precision);
    let parts = [left - both, right - both, both].map(|values| values as f64);
    let information = information(parts.map(|part| part / registers), max_rank(precision).into());
    let union: f64 = parts.iter().sum();
    let jaccard = parts[2] / union;
    let slope = -jaccard / union;
    let slopes = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [slope, slope, (1.0 - jaccard) / union]];
    let errors = slopes.map(|slopes| {
        // The number of values is fixed, so the variances of Poisson variables are subtracted.
        let poisson: f64 = slopes.iter().zip(parts).map(|(slope, part)| slope * slope * part).sum();
        (registers * inverse_form(information, slopes) - poisson).max(0.0).sqrt()
    });
    [errors[0] / parts[2], errors[1] / parts[0], errors[2] / jaccard]
}
