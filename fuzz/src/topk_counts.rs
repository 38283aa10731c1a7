//! What a `topk` holds, in a plain map, and the bytes that this makes: a second, slow and simple
//! implementation of src/topk/stored.rs. It also has the exact counts, which no sketch knows.

use crate::common::Random;
use arbitrary::Arbitrary;
use pg_sketch::domain::{self, Domain};
use pg_sketch::error::Result;
use pg_sketch::sketch::Sketch;
use pg_sketch::topk::error::{capacity_mismatch, total_overflow};
use pg_sketch::topk::list;
use pg_sketch::topk::view::View;
use pg_sketch::topk::{MAX_TOTAL, Topk};
use pg_sketch::value::{self, Value};
use std::collections::BTreeMap;

/// Values that are added together.
#[derive(Debug, Clone, Arbitrary)]
pub enum Keys {
    /// One that the input chooses.
    One(u8, u8),
    /// One of many, with any weight.
    Weighted(u8, u64),
    /// That many rows, of which few values are frequent.
    Skewed(u8, u8),
}

impl Keys {
    /// The values and their weights.
    pub fn items(&self, domain: Domain) -> Vec<(Vec<u8>, u64)> {
        match *self {
            Keys::One(key, weight) => vec![(canonical(domain, key), weight.into())],
            Keys::Weighted(key, weight) => vec![(canonical(domain, key), weight)],
            Keys::Skewed(seed, rows) => {
                let mut random = Random(seed.into());
                let key = |bits: u64| (bits as u8) & (bits >> 8) as u8 & (bits >> 16) as u8;
                (0..rows).map(|_| (canonical(domain, key(random.bits())), 1)).collect()
            }
        }
    }
}

/// The bytes of a value of a domain: for each key another one, if it has as many.
fn canonical(domain: Domain, key: u8) -> Vec<u8> {
    match domain {
        Domain::Boolean => vec![key % 2],
        Domain::Integer => {
            i64::from(key as i8).wrapping_mul(0x0101_0101_0101_0101).to_le_bytes().into()
        }
        Domain::Inet => vec![4, 32, 10, 0, 0, key],
        Domain::Numeric => key.to_string().into(),
        Domain::Text | Domain::Char => format!("{key:o}").repeat(1 + usize::from(key) % 80).into(),
        Domain::Bytea => vec![4; key.into()],
        _ => {
            let mut bytes = vec![0; value::fixed_len(domain).unwrap()];
            bytes[0] = key;
            bytes
        }
    }
}

/// What is known of a value, and how often it was added.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    above: u64,
    lower: u64,
    exact: u64,
}

/// The counts of a sketch.
#[derive(Debug, Clone)]
pub struct Counts {
    /// The capacity.
    pub capacity: u32,
    /// The domain, if anything was added.
    pub domain: Option<Domain>,
    total: u64,
    bound: u64,
    counts: BTreeMap<Vec<u8>, Count>,
}

impl Counts {
    /// Of an empty sketch.
    pub fn new(capacity: u32) -> Counts {
        Counts { capacity, domain: None, total: 0, bound: 0, counts: BTreeMap::new() }
    }

    fn total_with(&self, added: u64) -> Result<u64> {
        let sum = self.total.checked_add(added).filter(|sum| *sum <= MAX_TOTAL);
        sum.ok_or_else(|| total_overflow(self.total, added))
    }

    /// Adds occurrences of a value, or says why not.
    pub fn add(&mut self, domain: Domain, value: &[u8], weight: u64) -> Result<()> {
        self.check_domain(Some(domain))?;
        self.total = self.total_with(weight)?;
        if weight > 0 {
            self.domain = Some(domain);
            let count = self.counts.entry(value.into()).or_default();
            count.above += weight;
            count.lower += weight;
            count.exact += weight;
        }
        Ok(())
    }

    fn check_domain(&self, other: Option<Domain>) -> Result<()> {
        match (self.domain, other) {
            (Some(own), Some(other)) if own != other => Err(domain::mismatch(own, other)),
            _ => Ok(()),
        }
    }

    /// Adds all that another sketch counts, or says why not.
    pub fn merge(&mut self, other: &Counts) -> Result<()> {
        self.check_domain(other.domain)?;
        match (self.domain, other.domain) {
            (None, Some(_)) => self.capacity = other.capacity,
            (None, None) => self.capacity = self.capacity.min(other.capacity),
            (Some(_), Some(_)) if self.capacity != other.capacity => {
                return Err(capacity_mismatch(self.capacity, other.capacity));
            }
            _ => {}
        }
        self.total = self.total_with(other.total)?;
        self.bound += other.bound;
        self.domain = self.domain.or(other.domain);
        for (value, count) in &other.counts {
            let own = self.counts.entry(value.clone()).or_default();
            own.above += count.above;
            own.lower += count.lower;
            own.exact += count.exact;
        }
        Ok(())
    }

    /// Takes away what was added or merged.
    pub fn unmerge(&mut self, other: &Counts) {
        self.total -= other.total;
        self.bound -= other.bound;
        for (value, count) in &other.counts {
            let own = self.counts.get_mut(value).unwrap();
            own.above -= count.above;
            own.lower -= count.lower;
            own.exact -= count.exact;
        }
        self.counts.retain(|_, count| *count != Count::default());
        if self.total == 0 {
            self.domain = None;
        }
    }

    /// The values that are listed, in the order in which they are stored.
    fn listed(&self) -> Vec<(&[u8], Count)> {
        let listed = self.counts.iter().filter(|(_, count)| count.lower > 0);
        let mut listed: Vec<_> = listed.map(|(value, count)| (value.as_slice(), *count)).collect();
        listed.sort_by_key(|(_, count)| std::cmp::Reverse((count.above, count.lower)));
        listed
    }

    /// Drops what is not stored at that capacity.
    pub fn truncate(&mut self, capacity: u32) {
        self.capacity = capacity;
        let listed = self.listed();
        let Some((_, first_dropped)) = listed.get(capacity as usize) else { return };
        let raised = first_dropped.above;
        let kept: Vec<Vec<u8>> =
            listed[..capacity as usize].iter().map(|(value, _)| value.to_vec()).collect();
        for (value, count) in &mut self.counts {
            let stays = kept.contains(value);
            count.above = if stays { count.above - raised } else { 0 };
            count.lower = if stays { count.lower } else { 0 };
        }
        self.bound += raised;
    }

    /// The bytes of the sketch.
    pub fn bytes(&self) -> Vec<u8> {
        let mut stored = self.clone();
        stored.truncate(self.capacity);
        let listed = stored.listed();
        let mut bytes = vec![b'T', 1, 0, stored.domain.map_or(0, |domain| domain as u8)];
        for number in [stored.capacity.into(), stored.total, stored.bound, listed.len() as u64] {
            leb128(number.into(), &mut bytes);
        }
        let mut last = stored.total;
        for (value, count) in listed {
            let upper = count.above + stored.bound;
            leb128((last - upper).into(), &mut bytes);
            leb128((upper - count.lower).into(), &mut bytes);
            last = upper;
            if stored.domain == Some(Domain::Integer) {
                let number = i128::from(i64::from_le_bytes(value.try_into().unwrap()));
                let folded = if number < 0 { -2 * number - 1 } else { 2 * number };
                leb128(folded as u128, &mut bytes);
                continue;
            }
            if value::fixed_len(stored.domain.unwrap()).is_none() {
                leb128(value.len() as u128, &mut bytes);
            }
            bytes.extend(value);
        }
        bytes
    }

    /// Asserts that a sketch has these bytes, and that what it says is true.
    pub fn assert_sketch(&self, sketch: &Topk) {
        let stored = sketch.encode();
        crate::assert_same(&stored, &self.bytes());
        self.assert_true(&stored);
    }

    /// Asserts that what stored bytes say is true of the exact counts.
    pub fn assert_true(&self, stored: &[u8]) {
        let view = View::read(stored).unwrap();
        assert!(view.bound() <= view.total() / (u64::from(view.capacity()) + 1));
        let Some(domain) = self.domain else { return };
        for (value, count) in &self.counts {
            let bounds = view.bounds(Value::new(domain, value)).unwrap();
            assert!(
                bounds.lower <= count.exact && count.exact <= bounds.upper,
                "{bounds:?} {count:?}"
            );
        }
        let whole = list::first(stored, true, usize::MAX).unwrap().unwrap().rows;
        for most in [1, 5] {
            let found = list::first(&stored[..stored.len() * 2 / 3], false, most);
            if let Ok(Some(found)) = found {
                let rows = found.rows.iter().map(|row| (row.value, row.count));
                assert!(rows.eq(whole.iter().take(most).map(|row| (row.value, row.count))));
            }
        }
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
