//! From a hash to the counters of a value: one in each row.
//!
//! Each row mixes the whole hash in its own way, so that two values that share a counter in one row share
//! one in another row no more often than any two do. Were the columns of all rows multiples of one hash,
//! two values that share one counter would share all.
//!
//! In row r, from 0 on, the column is `mix(hash + (r + 1) * 0x9e3779b97f4a7c15) * width / 2^64`, where
//! the hash has its upper 56 bits and zeros below, and `mix` is the finalizer of SplitMix64 (Steele, Lea,
//! Flood 2014). The counters are numbered row by row.

use super::parameters::Shape;
use crate::hash::SketchHash;

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The numbers of the counters of a value.
#[inline]
pub fn counters(hash: SketchHash, shape: Shape) -> impl Iterator<Item = usize> {
    let bits = hash.hash_bits();
    let width = shape.width as usize;
    (0..usize::from(shape.depth)).map(move |row| {
        let mixed = mix(bits.wrapping_add(STEP.wrapping_mul(row as u64 + 1)));
        row * width + ((u128::from(mixed) * width as u128) >> 64) as usize
    })
}

#[inline]
fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_one_in_each_row() {
        for shape in [(6, 1), (272, 3), (2_719, 5), (2_718_282, 21)] {
            let shape = Shape { width: shape.0, depth: shape.1 };
            for key in 0..1_000 {
                let rows = counters(SketchHash::integer(key), shape)
                    .map(|counter| counter / shape.width as usize);
                assert!(rows.eq(0..usize::from(shape.depth)));
            }
        }
    }

    /// Of all pairs of values, one in width shares the counter of a row, and one in width squared those of
    /// two rows.
    #[test]
    fn rows_do_not_agree() {
        let shape = Shape { width: 100, depth: 5 };
        let of = |key: i64| counters(SketchHash::integer(key), shape).collect::<Vec<_>>();
        let all: Vec<_> = (0..2_000).map(of).collect();
        let (mut one, mut two) = ([0; 5], [[0; 5]; 5]);
        let mut pairs = 0;
        for (at, left) in all.iter().enumerate() {
            for right in &all[..at] {
                pairs += 1;
                for row in (0..5).filter(|row| left[*row] == right[*row]) {
                    one[row] += 1;
                    (0..row)
                        .filter(|low| left[*low] == right[*low])
                        .for_each(|low| two[row][low] += 1);
                }
            }
        }
        let expected = f64::from(pairs) / 100.0;
        for row in 0..5 {
            assert!((f64::from(one[row]) / expected - 1.0).abs() < 0.05, "{one:?}");
            for low in 0..row {
                let expected = expected / 100.0;
                assert!((f64::from(two[row][low]) / expected - 1.0).abs() < 0.4, "{two:?}");
            }
        }
    }

    /// These are part of the format.
    #[test]
    fn they_stay_where_they_are() {
        let shape = Shape::default();
        let of = |hash| counters(hash, shape).collect::<Vec<_>>();
        assert_eq!(of(SketchHash::integer(1)), [91, 4286, 6812, 9884, 13221]);
        assert_eq!(of(SketchHash::text(b"abc")), [2433, 3329, 7937, 9514, 11887]);
    }
}
