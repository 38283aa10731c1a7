//! How far the counts of a `cms` are off, compared with its epsilon and delta, for values with the
//! frequencies of Zipf's law. `cargo run --release --no-default-features --example cms`

use pg_sketch::cms::view::View;
use pg_sketch::cms::{Cms, Shape};
use pg_sketch::hash::SketchHash;
use std::error::Error;

const SEED: u64 = 1;
const ROWS: u64 = 1_000_000;
const VALUES: u64 = 100_000;

/// SplitMix64: Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators (2014).
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// How often each value comes.
fn counts(exponent: f64) -> Vec<u64> {
    let mut sums = Vec::new();
    let mut sum = 0.0;
    for rank in 1..=VALUES {
        sum += (rank as f64).powf(-exponent);
        sums.push(sum);
    }
    let mut counts = vec![0; VALUES as usize];
    let mut state = SEED;
    for _ in 0..ROWS {
        let at = random(&mut state) as f64 / u64::MAX as f64 * sum;
        let rank = sums.partition_point(|sum| *sum < at).min(counts.len() - 1);
        counts[rank] += 1;
    }
    counts
}

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "{ROWS} rows of {VALUES} values, seed {SEED}; errors are shares of the total in ppm\n"
    );
    println!(
        "{:>5} {:>8} {:>6} {:>9} {:>8} {:>8} {:>8} {:>11}",
        "Zipf", "epsilon", "delta", "bytes", "too low", "rms", "largest", "> epsilon"
    );
    for exponent in [0.0, 0.8, 1.0, 1.2, 1.5] {
        let counts = counts(exponent);
        for (epsilon, delta) in [(0.01, 0.1), (0.001, 0.01), (0.0001, 0.001)] {
            let mut sketch = Cms::new(Shape::new(epsilon, delta)?);
            for (value, count) in (0..).zip(&counts) {
                sketch.add((SketchHash::integer(value), *count))?;
            }
            let stored = sketch.encode();
            let view = View::read(&stored)?;
            let (mut low, mut over, mut largest, mut squares) = (0, 0, 0, 0.0);
            for (value, count) in (0..).zip(&counts) {
                let found = view.count(SketchHash::integer(value))?;
                low += u64::from(found < *count);
                let error = found.saturating_sub(*count);
                largest = largest.max(error);
                squares += (error as f64).powi(2);
                over += u64::from(error as f64 > epsilon * ROWS as f64);
            }
            let ppm = |error: f64| error / ROWS as f64 * 1e6;
            println!(
                "{exponent:>5} {epsilon:>8} {delta:>6} {:>9} {low:>8} {:>8.1} {:>8.1} {:>10.4}%",
                stored.len(),
                ppm((squares / VALUES as f64).sqrt()),
                ppm(largest as f64),
                100.0 * over as f64 / VALUES as f64
            );
        }
    }
    Ok(())
}
