//! A set of hashes, and the `hll` that it must give. The bytes follow the pictures in hll/stored.rs,
//! hll/sparse.rs and hll/dense.rs.

use crate::bits::{low_bits, pack, unary};
use crate::keys::{Keys, hash};
use pg_sketch::domain::{self, Domain};
use pg_sketch::error::Result;
use pg_sketch::hll::Hll;
use pg_sketch::hll::error::{cannot_refine, precision_mismatch};
use std::collections::BTreeSet;

/// A set, and the precision of its sketch.
#[derive(Debug, Clone)]
pub struct Set {
    /// The precision.
    pub precision: u8,
    /// The domain of the values, if there are any.
    pub domain: Option<Domain>,
    hashes: BTreeSet<u64>,
}

/// The index and the rank of a hash, at a precision.
fn index_and_rank(hash: u64, precision: u32) -> (u64, u64) {
    let rest = 56 - precision;
    let bits = hash >> 8;
    let zeros = (0..rest).rev().take_while(|at| bits >> at & 1 == 0).count();
    (bits >> rest, zeros as u64 + 1)
}

impl Set {
    /// An empty one.
    pub fn new(precision: u8) -> Set {
        Set { precision, domain: None, hashes: BTreeSet::new() }
    }

    /// Adds keys to the set and to a sketch. Both must accept a key, or both refuse it.
    pub fn add(&mut self, sketch: &mut Hll, keys: &Keys, domain: Domain) {
        let Set { domain: own, hashes, .. } = self;
        keys.add_to(own, hashes, domain, |hash| sketch.add(hash));
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }

    /// Adds all of another set, if their sketches can merge.
    pub fn union(&mut self, other: &Set) -> Result<()> {
        match (self.domain, other.domain) {
            (None, None) => self.precision = self.precision.min(other.precision),
            (_, None) => {}
            (None, _) => *self = other.clone(),
            _ if self.precision != other.precision => {
                let (left, right) = (self.precision, other.precision);
                return Err(precision_mismatch(left, right));
            }
            (Some(sketch), Some(other)) if sketch != other => {
                return Err(domain::mismatch(sketch, other));
            }
            _ => self.hashes.extend(&other.hashes),
        }
        Ok(())
    }

    /// The same set at another precision, if that is not higher.
    pub fn downsample(&mut self, precision: u8) -> Result<()> {
        if precision > self.precision && !self.is_empty() {
            return Err(cannot_refine(self.precision, precision));
        }
        self.precision = precision;
        Ok(())
    }

    /// A new sketch of the set.
    pub fn build(&self) -> Hll {
        let mut sketch = Hll::new(self.precision).unwrap();
        let hashes = self.domain.map(|domain| self.hashes.iter().map(move |bits| (*bits, domain)));
        let mut hashes = hashes.into_iter().flatten();
        hashes.try_for_each(|(bits, domain)| sketch.add(hash(bits, domain))).unwrap();
        sketch
    }

    fn entries(&self) -> BTreeSet<(u64, u64)> {
        self.hashes.iter().map(|hash| index_and_rank(*hash, 26)).collect()
    }

    fn list_limit(&self) -> usize {
        (1 << self.precision) / 8
    }

    /// The number of entries, if they fit into a list.
    pub fn listed(&self) -> Option<usize> {
        let entries = self.entries().len();
        (entries <= self.list_limit()).then_some(entries)
    }

    fn registers(&self) -> Vec<u64> {
        let mut registers = vec![0; 1 << self.precision];
        for hash in &self.hashes {
            let (index, rank) = index_and_rank(*hash, self.precision.into());
            let register = &mut registers[index as usize];
            *register = rank.max(*register);
        }
        registers
    }

    /// The stored bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![b'H', 1, self.precision, self.domain.map_or(0, Domain::byte)];
        let entries = self.entries();
        if !entries.is_empty() && entries.len() <= self.list_limit() {
            bytes.push(1);
            write_list(&entries, &mut bytes);
        } else if !entries.is_empty() {
            bytes.push(2);
            write_registers(&self.registers(), u64::from(56 - self.precision + 1), &mut bytes);
        }
        bytes
    }
}

fn write_list(entries: &BTreeSet<(u64, u64)>, bytes: &mut Vec<u8>) {
    let low = 25 - entries.len().ilog2();
    let (mut low_parts, mut unary_parts, mut last) = (Vec::new(), Vec::new(), 0);
    for (index, rank) in entries {
        let gap = index - last;
        low_parts.extend(low_bits(gap, low));
        unary_parts.extend(unary(gap >> low).chain(unary(rank - 1)));
        last = *index;
    }
    bytes.extend((entries.len() as u16).to_le_bytes());
    bytes.extend(pack(&low_parts));
    bytes.extend(pack(&unary_parts));
}

fn write_registers(registers: &[u64], highest: u64, bytes: &mut Vec<u8>) {
    let exceptions =
        |base: u64| registers.iter().filter(|rank| !(base..base + 8).contains(rank)).count();
    let base = (0..=highest - 7).min_by_key(|base| exceptions(*base)).unwrap();
    let code = |register: usize| registers[register].saturating_sub(base).min(7) as u8;
    let of = |parts: usize| registers.len() / parts;
    bytes.push(base as u8);
    bytes.extend(
        (0..of(4))
            .map(|byte| (0..4).map(|run| (code(byte + run * of(4)) & 3) << (2 * run)).sum::<u8>()),
    );
    bytes.extend(
        (0..of(8)).map(|byte| (0..8).map(|run| (code(byte + run * of(8)) >> 2) << run).sum::<u8>()),
    );
    let below = pairs(registers, |rank| rank < base);
    bytes.extend((below.len() as u32).to_le_bytes());
    bytes.extend(below.as_flattened());
    bytes.extend(pairs(registers, |rank| rank > base + 7).as_flattened());
}

fn pairs(registers: &[u64], is_listed: impl Fn(u64) -> bool) -> Vec<[u8; 2]> {
    let mut pairs = Vec::new();
    let mut gap = 0;
    for rank in registers {
        if is_listed(*rank) {
            pairs.push([gap, *rank as u8]);
            gap = 0;
            continue;
        }
        gap += 1;
        if gap == 255 {
            pairs.push([255, 0]);
            gap = 0;
        }
    }
    // Nothing is passed over behind the last one.
    while pairs.last() == Some(&[255, 0]) {
        pairs.pop();
    }
    pairs
}
