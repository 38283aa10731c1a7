//! How large a filter must be, and how often it errs.
//!
//! A key chooses a block and, in it, `probes` bits. Blocks fill unevenly: the keys of one are
//! binomially distributed, and a full block errs far more often than an empty one saves. So the rate
//! is summed over the number of keys in a block instead of taken from the classical formula, and the
//! size is the smallest whose rate is no more than the one asked for.
//!
//! A block is as long as it may be, [`MAX_BLOCK_LEN`] bytes: the longer, the more even. At that
//! length a filter takes 1.01 to 1.04 times the classical optimum of log2(1/rate) / ln 2 bits a key.
//!
//! Two servers must come to the same shape, or their filters could not be merged. So [`Shape::new`]
//! needs no more than the four operations and the root of IEEE 754, which are the same
//! everywhere, and no `ln`.
//!
//! Putze, Sanders, Singler: Cache-, Hash- and Space-Efficient Bloom Filters (2007).
//! Bose et al.: On the false-positive rate of Bloom filters (2008): why the variance counts.

use super::error;
use super::parameters::{MAX_BITS_LEN, MAX_STORED_LEN};
use crate::error::Result;
use serde::{Deserialize, Serialize};
use std::f64::consts::LOG2_E;

/// The longest block, in bytes.
pub const MAX_BLOCK_LEN: usize = 256;
/// The shortest block, in bytes.
const MIN_BLOCK_LEN: usize = 8;

/// How much more often than at its capacity a full layer may err. Of large ones it is 1.01, of those
/// for a few keys this takes some more bits.
const OVERFULL: f64 = 1.34;

/// Two values of one domain have equal hashes with this probability.
pub(super) const COLLISION: f64 = 1.0 / (1u64 << 56) as f64;

/// What filters must share to be merged bit by bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[repr(C)]
pub struct Shape {
    /// How many blocks there are.
    pub blocks: u32,
    /// The length of each, in bytes.
    pub block_len: u16,
    /// How many bits a key sets.
    pub probes: u8,
}

/// How many bits are set.
#[derive(Debug, Clone, Copy)]
pub struct Ones {
    /// On average.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
    /// How many more a further key sets, on average.
    pub next: f64,
}

/// When a layer takes no more keys.
#[derive(Debug, Clone, Copy)]
pub struct Full {
    /// The number of bits that are set.
    pub ones: u64,
    /// The number of keys that set as many on average.
    pub keys: u64,
}

impl Shape {
    /// The smallest shape whose rate at that many keys is no more than the one asked for, and not much
    /// more by the time it is full.
    pub fn new(capacity: u64, rate: f64) -> Result<Shape> {
        // Keys of equal hashes are taken for each other however many bits there are. A layer of a
        // filter that has grown far may be asked for less than that: then bits err as often again.
        let possible = rate.max(2.0 * capacity as f64 * COLLISION);
        // log2(1/rate) lies between these two, and the best number of probes near them.
        let doublings = doublings(possible);
        let classical = |doublings: u32| capacity as f64 * f64::from(doublings) * LOG2_E / 8.0;
        let too_large = |bytes: f64| {
            let what = format!("a bloom filter of capacity {capacity} and rate {rate:?}");
            error::too_large(&what, bytes as u64)
        };
        if classical(doublings - 1) > MAX_STORED_LEN as f64 {
            return Err(too_large(classical(doublings)));
        }
        let shortest = (classical(doublings - 1) as usize).max(MIN_BLOCK_LEN) - 1;
        let longest = (1.4 * classical(doublings)) as usize + 2 * MIN_BLOCK_LEN;
        let candidates = (doublings.saturating_sub(2).max(1)..=doublings).filter_map(|probes| {
            let fits = |len: usize| {
                let shape = Shape::with_len(len, probes as u8);
                let errs_no_more = shape.rate(capacity) <= possible
                    && shape.rate(shape.when_full(capacity).keys) <= OVERFULL * possible;
                errs_no_more.then_some(shape)
            };
            smallest(shortest, longest, fits)
        });
        let best = candidates.min_by_key(Shape::len);
        match best {
            Some(shape) if shape.len() <= MAX_BITS_LEN => Ok(shape),
            Some(shape) => Err(too_large(shape.len() as f64)),
            None => Err(too_large(longest as f64)),
        }
    }

    fn with_len(len: usize, probes: u8) -> Shape {
        let blocks = len.div_ceil(MAX_BLOCK_LEN);
        let block_len = len.div_ceil(blocks);
        Shape { blocks: blocks as u32, block_len: block_len as u16, probes }
    }

    /// The length of all blocks, in bytes.
    pub fn len(&self) -> usize {
        self.blocks as usize * usize::from(self.block_len)
    }

    /// Whether it has no blocks.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many bits there are.
    pub fn bits(&self) -> u64 {
        self.len() as u64 * 8
    }

    /// How often a key that was not added is found, after that many were added.
    pub fn rate(&self, keys: u64) -> f64 {
        let probes = u32::from(self.probes);
        let bits = f64::from(self.block_len) * 8.0;
        // The chance that a bit, and that each of two bits, is still zero after one key.
        let (one, two) =
            (power(1.0 - 1.0 / bits, probes.into()), power(1.0 - 2.0 / bits, probes.into()));
        let pairs = f64::from(probes * (probes - 1) / 2);
        let mut weights = 0.0;
        let mut sum = 0.0;
        self.for_each_load(keys, one, two, |weight, zero, both_zero| {
            let fill = 1.0 - zero;
            let variance = (zero - both_zero) / bits + both_zero - zero * zero;
            // The mean of fill^probes is a little more than the power of the mean, by the second
            // term of its series.
            let raised = power(fill, probes.into());
            let second = if fill > 0.0 { pairs * raised / (fill * fill) * variance } else { 0.0 };
            weights += weight;
            sum += weight * (raised + second.max(0.0)).min(1.0);
        });
        (sum / weights + keys as f64 * COLLISION).min(1.0)
    }

    /// Calls for every number of keys that a block may have, with its weight, and with the chances
    /// that a bit, and that two bits, are still zero after as many keys, of which one leaves them so
    /// with the chances given. The weights do not add up to one.
    fn for_each_load(&self, keys: u64, one: f64, two: f64, mut call: impl FnMut(f64, f64, f64)) {
        const NEGLIGIBLE: f64 = 1e-25;
        let likeliest = keys / u64::from(self.blocks);
        let (mut zero, mut both) = (power(one, likeliest), power(two, likeliest));
        call(1.0, zero, both);
        if self.blocks == 1 {
            return;
        }
        let others = f64::from(self.blocks - 1);
        let mut weight = 1.0;
        for load in likeliest..keys {
            weight *= (keys - load) as f64 / (load + 1) as f64 / others;
            (zero, both) = (zero * one, both * two);
            if weight < NEGLIGIBLE {
                break;
            }
            call(weight, zero, both);
        }
        (zero, both) = (power(one, likeliest), power(two, likeliest));
        weight = 1.0;
        for load in (0..likeliest).rev() {
            weight *= (load + 1) as f64 * others / (keys - load) as f64;
            (zero, both) = (zero / one, both / two);
            if weight < NEGLIGIBLE {
                break;
            }
            call(weight, zero, both);
        }
    }

    /// How many bits are set after that many keys were added.
    pub fn expected_ones(&self, keys: u64) -> Ones {
        let bits = self.bits() as f64;
        let block_bits = f64::from(self.block_len) * 8.0;
        let probes = u64::from(self.probes);
        // The chances that a key sets one bit, and either of two of one block.
        let chosen = 1.0 / f64::from(self.blocks);
        let hit = |bits: f64| chosen * (1.0 - power(1.0 - bits / block_bits, probes));
        let (set, either) = (hit(1.0), hit(2.0));
        // The chances that after all keys a bit is zero, that two of one block are, and two of
        // different blocks. The last differs from the square of the first by so little that
        // subtracting them would leave nothing but rounding.
        let zero = 1.0 + power_less_one(-set, keys);
        let both_of_one = 1.0 + power_less_one(-either, keys);
        let both_of_two = 1.0 + power_less_one(-2.0 * set, keys);
        let odds = set / (1.0 - set);
        let covariance = zero * zero * power_less_one(-odds * odds, keys);
        let variance = bits * (zero - both_of_one)
            + bits * block_bits * (both_of_one - both_of_two)
            + bits * bits * covariance;
        Ones {
            mean: bits * (1.0 - zero),
            deviation: variance.max(0.0).sqrt(),
            next: bits * zero * set,
        }
    }

    /// When a layer of that capacity is full: at four standard deviations more ones than its capacity
    /// makes, so that hardly one is full before.
    pub fn when_full(&self, capacity: u64) -> Full {
        const SIGMAS: f64 = 4.0;
        let expected = self.expected_ones(capacity);
        let ones = (expected.mean + SIGMAS * expected.deviation).ceil() as u64;
        // A layer takes at least one key, and has no more bits than it has.
        let ones = ones.max(self.probes.into()).min(self.bits());
        // Newton's method, from below since each key sets fewer bits than the one before.
        let keys = (0..4).fold(capacity, |keys, _| {
            let expected = self.expected_ones(keys);
            let further = (ones as f64 - expected.mean) / expected.next;
            keys.saturating_add(further.max(0.0).ceil() as u64)
        });
        Full { ones, keys }
    }

    /// The number of keys for which that many bits are expected to be set.
    ///
    /// Swamidass, Baldi: Mathematical Correction for Fingerprint Similarity Measures to Improve
    /// Chemical Retrieval (2007).
    pub fn keys_for(&self, ones: f64) -> f64 {
        let bits = self.bits() as f64;
        // When all are set, no number is the likeliest: take it that half a bit was left.
        let zero = ((bits - ones) / bits).max(0.5 / bits);
        zero.ln() / (-self.hit()).ln_1p()
    }

    /// How many more bits a further key sets on average, where that many are set.
    pub fn next_ones(&self, ones: f64) -> f64 {
        (self.bits() as f64 - ones) * self.hit()
    }

    /// The chance that a key sets a bit.
    fn hit(&self) -> f64 {
        let chosen = 1.0 / f64::from(self.blocks);
        let bits = f64::from(self.block_len) * 8.0;
        chosen * (1.0 - (1.0 - 1.0 / bits).powi(self.probes.into()))
    }
}

/// The first of the sizes that fits, to a thousandth.
fn smallest(
    mut too_small: usize,
    mut enough: usize,
    fits: impl Fn(usize) -> Option<Shape>,
) -> Option<Shape> {
    let mut found = loop {
        match fits(enough) {
            Some(shape) => break shape,
            None if enough > MAX_STORED_LEN => return None,
            // A few keys, or the lowest rates, may take more than expected.
            None => (too_small, enough) = (enough, 2 * enough),
        }
    };
    while enough - too_small > 1 + enough / 1024 {
        let middle = too_small.midpoint(enough);
        match fits(middle) {
            Some(shape) => (enough, found) = (middle, shape),
            None => too_small = middle,
        }
    }
    Some(found)
}

/// A power by squaring, the same on every machine.
fn power(mut base: f64, mut exponent: u64) -> f64 {
    let mut product = 1.0;
    while exponent > 0 {
        if exponent & 1 == 1 {
            product *= base;
        }
        base *= base;
        exponent >>= 1;
    }
    product
}

/// (1 + difference)^exponent - 1, exact also where the difference is so small that 1 would swallow it.
fn power_less_one(mut difference: f64, mut exponent: u64) -> f64 {
    let mut product = 0.0;
    while exponent > 0 {
        if exponent & 1 == 1 {
            product += difference + product * difference;
        }
        difference *= 2.0 + difference;
        exponent >>= 1;
    }
    product
}

/// A number divided by two that many times.
pub(super) fn halved(number: f64, times: u32) -> f64 {
    number * power(0.5, times.into())
}

/// log2(1/rate), rounded up.
pub(super) fn doublings(rate: f64) -> u32 {
    (1..).find(|times| halved(1.0, *times) <= rate).unwrap_or(1)
}
