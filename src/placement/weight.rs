//! The score of a weighted node, -w / ln u, where u is its hash as a number between 0 and 1. The chance that
//! a node has the highest score is its part of the sum of all weights.
//!
//! Christian Schindelhauer and Gunnar Schomaker, "Weighted Distributed Hash Tables", 2005.
//!
//! Weights may differ by a factor of 10^600, and the quotient may be greater or less than any `f64`. So a
//! score is the quotient for a weight between 1 and 2, with the exponent of the weight added to that of the
//! quotient. Both are of powers of two, so that nothing is rounded but the quotient.

/// Bits of a double below its exponent.
const MANTISSA_BITS: u32 = 52;
const MANTISSA: u64 = (1 << MANTISSA_BITS) - 1;
const ONE: u64 = 1.0_f64.to_bits();

/// A weight: 1 <= mantissa < 2, times two to the power of the exponent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weight {
    mantissa: f64,
    exponent: i64,
}

impl Weight {
    /// Splits a finite number above 0.
    pub fn new(weight: f64) -> Weight {
        // Numbers below 2^-1022 have fewer bits: those of a multiple are complete.
        const TO_NORMAL: i64 = 64;
        let (weight, less) = match weight.is_normal() {
            true => (weight, 0),
            false => (weight * (1_u128 << TO_NORMAL) as f64, TO_NORMAL),
        };
        let bits = weight.to_bits();
        Weight {
            mantissa: f64::from_bits((bits & MANTISSA) | ONE),
            exponent: (bits >> MANTISSA_BITS) as i64 - (ONE >> MANTISSA_BITS) as i64 - less,
        }
    }

    /// The score at that hash. Scores compare as the numbers that they stand for.
    #[inline]
    pub fn score(self, hash: u64) -> u64 {
        self.scored(self.mantissa / -libm::log(fraction(hash)))
    }

    /// A number that the score is never above, and mostly little below where it is high. It takes no
    /// logarithm: -ln u > 2 (1 - u) / (1 + u).
    #[inline]
    pub fn bound(self, hash: u64) -> u64 {
        // More than all that is rounded on the way to the bound, and to the score.
        const ROUNDED: u64 = 16;
        let fraction = fraction(hash);
        let quotient = self.mantissa * (1.0 + fraction) / (2.0 * (1.0 - fraction));
        self.scored(quotient) + ROUNDED
    }

    /// The quotient, with the exponent of the weight added to its own.
    #[inline]
    fn scored(self, quotient: f64) -> u64 {
        // A double above 0 is greater where its bits are, as a number. Of the quotient, from 2^-6 to 2^54,
        // and the weight, from 2^-1074 to 2^1024, no sum of exponents leaves the twelve upper bits.
        let above_one = quotient.to_bits() as i64 - ONE as i64;
        let score = above_one + (self.exponent << MANTISSA_BITS);
        (score as u64) ^ (1 << 63)
    }
}

/// The upper 53 bits and 1/2 as a part of 2^53, rounded as a double is, but never to 1.
#[inline]
fn fraction(hash: u64) -> f64 {
    const BITS: u32 = 53;
    const BELOW_ONE: f64 = 1.0 - f64::EPSILON / 2.0;
    let part = ((hash >> (u64::BITS - BITS)) as f64 + 0.5) / (1_u64 << BITS) as f64;
    part.min(BELOW_ONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fraction_lies_between_zero_and_one() {
        assert_eq!(fraction(0), 0.5 / 2_f64.powi(53));
        assert_eq!(fraction(u64::MAX), 1.0 - 2_f64.powi(-53));
        assert_eq!(fraction(1 << 63), 0.5);
    }

    #[test]
    fn a_score_is_the_quotient_where_that_is_a_double() {
        let quotient = |weight: f64, hash| -weight / libm::log(fraction(hash));
        let hashes = [0, 1, 1 << 32, 1 << 63, 3 << 62, u64::MAX - 4096, u64::MAX];
        let weights = [1e-280, 0.1, 1.0, 3.0, 1e6, 1e280];
        let cases: Vec<_> =
            weights.iter().flat_map(|weight| hashes.map(|hash| (*weight, hash))).collect();
        for (weight, hash) in &cases {
            for (other_weight, other_hash) in &cases {
                let score = Weight::new(*weight).score(*hash);
                let other = Weight::new(*other_weight).score(*other_hash);
                let expected =
                    quotient(*weight, *hash).total_cmp(&quotient(*other_weight, *other_hash));
                assert_eq!(
                    score.cmp(&other),
                    expected,
                    "{weight} {hash} {other_weight} {other_hash}"
                );
            }
        }
    }

    #[test]
    fn no_score_is_above_its_bound() {
        let mut hash = 0x9e37_79b9_7f4a_7c15_u64;
        for number in 0..100_000 {
            hash = hash.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            for hash in [hash, number << 11, !(number << 11), hash >> (number % 64)] {
                for weight in [1.0, 1.9, 1e-310].map(Weight::new) {
                    assert!(weight.score(hash) <= weight.bound(hash), "{hash:x}");
                }
            }
        }
    }

    #[test]
    fn the_least_and_the_greatest_weight_have_scores() {
        let least = f64::from_bits(1);
        assert_eq!(Weight::new(least), Weight { mantissa: 1.0, exponent: -1074 });
        assert_eq!(Weight::new(f64::MAX).exponent, 1023);
        for weights in [[least, least * 2.0], [f64::MAX / 2.0, f64::MAX], [least, f64::MAX]] {
            for hash in [0, u64::MAX] {
                assert!(Weight::new(weights[0]).score(hash) < Weight::new(weights[1]).score(hash));
            }
        }
        assert!(Weight::new(least).score(u64::MAX) < Weight::new(f64::MAX).score(0));
        assert!(Weight::new(1.0).score(0) < Weight::new(1.0).score(u64::MAX));
    }
}
