//! What a `cms` holds, in a plain matrix, and the bytes that this makes: a second, slow and simple
//! implementation of src/cms/stored.rs and of src/cms/columns.rs.

use crate::keys::Keys;
use arbitrary::Arbitrary;
use pg_sketch::cms::error::{shape_mismatch, total_overflow, underflow};
use pg_sketch::cms::{Cms, MAX_TOTAL, Shape};
use pg_sketch::domain::{self, Domain};
use pg_sketch::error::Result;
use pg_sketch::hash::SketchHash;

/// Keys, and how often they are added.
#[derive(Debug, Clone, Arbitrary)]
pub struct Weighted {
    keys: Keys,
    weight: Weight,
}

#[derive(Debug, Clone, Copy, Arbitrary)]
enum Weight {
    Small(u8),
    Any(u64),
}

impl Weighted {
    /// The hashes and their weights.
    pub fn items(&self, domain: Domain) -> Vec<(SketchHash, u64)> {
        let weight = match self.weight {
            Weight::Small(weight) => weight.into(),
            Weight::Any(weight) => weight,
        };
        let bits = self.keys.hash_bits().into_iter();
        bits.map(|bits| (crate::keys::hash(bits, domain), weight)).collect()
    }
}

/// The counters of a sketch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matrix {
    /// Its shape.
    pub shape: Shape,
    /// The domain, if anything was added.
    pub domain: Option<Domain>,
    total: u128,
    counters: Vec<u128>,
}

impl Matrix {
    /// Of an empty sketch.
    pub fn new(shape: Shape) -> Matrix {
        Matrix { shape, domain: None, total: 0, counters: vec![0; shape.counters()] }
    }

    fn columns(&self, hash: SketchHash) -> Vec<usize> {
        let column = |row: u64| {
            let step = 0x9e37_79b9_7f4a_7c15u64.wrapping_mul(row + 1);
            let mut word = (hash.bits() & !0xff).wrapping_add(step);
            word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            word ^= word >> 31;
            let column = u128::from(word) * u128::from(self.shape.width) / (1 << 64);
            (u128::from(row) * u128::from(self.shape.width) + column) as usize
        };
        (0..u64::from(self.shape.depth)).map(column).collect()
    }

    fn check_domain(&self, other: Option<Domain>) -> Result<()> {
        match (self.domain, other) {
            (Some(own), Some(other)) if own != other => Err(domain::mismatch(own, other)),
            _ => Ok(()),
        }
    }

    /// Adds occurrences of a value, or says why not.
    pub fn add(&mut self, (hash, weight): (SketchHash, u64)) -> Result<()> {
        let mut other = Matrix::new(self.shape);
        other.check_domain(None)?;
        self.check_domain(Some(hash.domain().unwrap()))?;
        if weight > 0 {
            other.domain = Some(hash.domain().unwrap());
            other.total = weight.into();
            self.columns(hash).into_iter().for_each(|at| other.counters[at] += u128::from(weight));
            self.merge(&other)?;
        }
        Ok(())
    }

    /// Adds all that another sketch holds, or says why not.
    pub fn merge(&mut self, other: &Matrix) -> Result<()> {
        match (self.domain, other.domain) {
            (None, None) if other.shape < self.shape => *self = Matrix::new(other.shape),
            (None, Some(_)) if other.shape != self.shape => *self = Matrix::new(other.shape),
            (Some(_), Some(_)) if other.shape != self.shape => {
                return Err(shape_mismatch(self.shape, other.shape));
            }
            _ => {}
        }
        if other.domain.is_none() {
            return Ok(());
        }
        self.check_domain(other.domain)?;
        if self.total + other.total > MAX_TOTAL.into() {
            return Err(total_overflow(self.total as u64, other.total as u64));
        }
        self.domain = other.domain;
        self.total += other.total;
        self.counters.iter_mut().zip(&other.counters).for_each(|(own, other)| *own += other);
        Ok(())
    }

    /// Takes out all that another sketch holds, or says why not.
    pub fn subtract(&mut self, other: &Matrix) -> Result<()> {
        if other.domain.is_none() {
            return Ok(());
        }
        if self.shape != other.shape && self.domain.is_some() {
            return Err(shape_mismatch(self.shape, other.shape));
        }
        self.check_domain(other.domain)?;
        if self.total < other.total
            || self.counters.iter().zip(&other.counters).any(|(own, other)| own < other)
        {
            return Err(underflow());
        }
        self.total -= other.total;
        self.counters.iter_mut().zip(&other.counters).for_each(|(own, other)| *own -= other);
        if self.total == 0 {
            self.domain = None;
        }
        Ok(())
    }

    /// The lowest counter of a value.
    pub fn count(&self, hash: SketchHash) -> u64 {
        self.columns(hash).into_iter().map(|at| self.counters[at]).min().unwrap() as u64
    }

    /// The bytes of the sketch.
    pub fn bytes(&self) -> Vec<u8> {
        let mut sparse = Vec::new();
        let mut zeros = 0;
        for counter in &self.counters {
            if *counter == 0 {
                zeros += 1;
                continue;
            }
            leb128(zeros, &mut sparse);
            leb128(*counter, &mut sparse);
            zeros = 0;
        }
        let highest = self.counters.iter().max().unwrap();
        let width = [1, 2, 4, 8].into_iter().find(|width| highest >> (8 * width) == 0).unwrap();
        let is_sparse = sparse.len() < self.counters.len();
        let mut bytes = vec![b'C', 1, self.shape.depth, self.domain.map_or(0, Domain::byte)];
        bytes.extend(self.shape.width.to_le_bytes());
        bytes.extend((self.total as u64).to_le_bytes());
        bytes.push(if is_sparse { 0 } else { width as u8 });
        match is_sparse {
            true => bytes.extend(sparse),
            false => {
                for counter in &self.counters {
                    bytes.extend(&counter.to_le_bytes()[..width]);
                }
            }
        }
        bytes
    }

    /// Asserts that a sketch has these bytes.
    pub fn assert_sketch(&self, sketch: &Cms) {
        crate::assert_same(&sketch.encode(), &self.bytes());
    }
}

fn leb128(mut number: u128, bytes: &mut Vec<u8>) {
    loop {
        let byte = (number % 128) as u8;
        number /= 128;
        bytes.push(if number > 0 { byte + 128 } else { byte });
        if number == 0 {
            return;
        }
    }
}
