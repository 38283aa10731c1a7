//! Random hashes for tests and benches: the same ones in every run, from a seed.
//!
//! A hash looks like random bits with a domain. So random bits stand for the hashes of distinct values,
//! and cost less time. SplitMix64: Steele, Lea, Flood: Fast Splittable Pseudorandom
//! Number Generators (2014).

#![allow(dead_code)] // Each test uses a part of it.

use pg_sketch::domain::Domain;
use pg_sketch::hash::SketchHash;

/// A stream of random numbers.
pub struct Random(pub u64);

impl Random {
    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// The hash of a new value of domain integer.
    pub fn hash(&mut self) -> SketchHash {
        hash_of(self.bits())
    }
}

/// The hash of domain integer with these upper 56 bits.
pub fn hash_of(bits: u64) -> SketchHash {
    SketchHash::from_bits(bits & !0xff | u64::from(Domain::Integer.byte()))
        .expect("integer is a domain")
}
