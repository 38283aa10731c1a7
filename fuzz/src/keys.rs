//! The hashes of a plan.

use crate::common::Random;
use arbitrary::Arbitrary;
use pg_sketch::domain::{self, Domain};
use pg_sketch::error::Result;
use pg_sketch::hash::SketchHash;
use std::collections::BTreeSet;

/// Keys: one that the input chooses bit by bit, or hundreds of random ones.
#[derive(Debug, Clone, Arbitrary)]
pub enum Keys {
    /// The key with these bits.
    One(u64),
    /// A key with leading zeros.
    Low(u16),
    /// A key with trailing zeros.
    High(u16),
    /// That many random ones. Those of one seed begin with the same ones.
    Many(u8, u16),
}

/// The most random keys in one step.
const MANY: u16 = 300;

impl Keys {
    /// The upper 56 bits of each, over a byte that is zero.
    pub fn hash_bits(&self) -> Vec<u64> {
        let bits = match *self {
            Keys::One(bits) => vec![bits],
            Keys::Low(bits) => vec![u64::from(bits) << 8],
            Keys::High(bits) => vec![u64::from(bits) << 48],
            Keys::Many(seed, count) => {
                let mut random = Random(seed.into());
                (0..count % MANY).map(|_| random.bits()).collect()
            }
        };
        bits.into_iter().map(|bits| bits & !0xff).collect()
    }

    /// Adds the keys to a set of one domain, and to its sketch. Both must accept a key, or both refuse it.
    pub fn add_to(
        &self,
        own: &mut Option<Domain>,
        hashes: &mut BTreeSet<u64>,
        domain: Domain,
        mut add: impl FnMut(SketchHash) -> Result<()>,
    ) {
        for bits in self.hash_bits() {
            let expected = match *own {
                Some(sketch) if sketch != domain => Err(domain::mismatch(sketch, domain)),
                _ => Ok(()),
            };
            assert_eq!(add(hash(bits, domain)), expected);
            if expected.is_ok() {
                *own = Some(domain);
                hashes.insert(bits);
            }
        }
    }
}

/// The hash of these bits and that domain.
pub fn hash(hash_bits: u64, domain: Domain) -> SketchHash {
    SketchHash::from_stored_bits(hash_bits | u64::from(domain.byte()))
}

/// A domain, of which there are fewer than bytes.
pub fn domain(number: u8) -> Domain {
    Domain::ALL[usize::from(number) % Domain::ALL.len()]
}
