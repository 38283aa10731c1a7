//! Pairs of sketches of sets that share a given number of values.

use crate::values::random_values;
use pg_sketch::hash::SketchHash;
use pg_sketch::hll::Hll;

pub fn build(precision: u8, values: &[SketchHash]) -> Hll {
    let mut sketch = Hll::new(precision).unwrap();
    values.iter().for_each(|value| sketch.add(*value).unwrap());
    sketch
}

/// Sketches of two sets with these numbers of values: in the left one alone, in both, in the right one alone.
pub fn pair(precision: u8, [left_only, both, right_only]: [usize; 3], seed: u64) -> [Hll; 2] {
    let values = random_values(left_only + both + right_only, seed << 32);
    let left = build(precision, &values[..left_only + both]);
    [left, build(precision, &values[left_only..])]
}
