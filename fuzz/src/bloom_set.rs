//! A set of hashes, and the `bloom` that it must give. The bytes follow the pictures in bloom/stored.rs,
//! bloom/layer.rs and bloom/block.rs. Only the number of blocks comes from the crate.

use crate::assert_same;
use crate::keys::{Keys, hash};
use pg_sketch::bloom::head::{Head, HeadLen, head_len};
use pg_sketch::bloom::layer::Layer;
use pg_sketch::bloom::probe::contains_in_place;
use pg_sketch::bloom::view::View;
use pg_sketch::bloom::{Bloom, list_limit, size_class};
use pg_sketch::domain::Domain;
use pg_sketch::error::Result;
use pg_sketch::hash::SketchHash;
use pg_sketch::sketch::Sketch;
use std::collections::BTreeSet;

/// A set, and the parameters of its filter.
#[derive(Debug, Clone)]
pub struct Set {
    /// The capacity, or none if it follows from the number of keys.
    pub capacity: Option<u64>,
    /// The rate that was asked for.
    pub rate: f64,
    /// The domain of the keys, if there are any.
    pub domain: Option<Domain>,
    /// The hashes of the keys.
    pub hashes: BTreeSet<u64>,
}

impl Set {
    /// An empty one.
    pub fn new(capacity: Option<u64>, rate: f64) -> Set {
        Set { capacity, rate, domain: None, hashes: BTreeSet::new() }
    }

    /// An empty filter of these parameters.
    pub fn empty_filter(&self) -> Result<Bloom> {
        match self.capacity {
            Some(capacity) => Bloom::new(capacity, self.rate),
            None => Ok(Bloom::unsized_with(self.rate)),
        }
    }

    /// Adds keys to the set and to a filter. Both must accept a key, or both refuse it.
    pub fn add(&mut self, filter: &mut Bloom, keys: &Keys, domain: Domain) {
        let Set { domain: own, hashes, .. } = self;
        keys.add_to(own, hashes, domain, |hash| filter.add(hash));
    }

    /// The keys.
    pub fn keys(&self) -> impl Iterator<Item = SketchHash> + '_ {
        let domain = self.domain;
        self.hashes.iter().filter_map(move |bits| domain.map(|domain| hash(*bits, domain)))
    }

    /// The stored bytes, or none if the keys do not fit into one layer.
    pub fn bytes(&self) -> Option<Vec<u8>> {
        let capacity = self.capacity.unwrap_or(size_class(self.hashes.len()));
        let domain = self.domain.map_or(0, Domain::byte);
        if self.hashes.len() <= list_limit(capacity, self.rate) {
            let mut bytes = vec![b'B', 1, 0, domain];
            bytes.extend(self.rate.to_le_bytes());
            bytes.extend(capacity.to_le_bytes());
            self.hashes.iter().for_each(|hash| bytes.extend(&hash.to_le_bytes()[1..]));
            return Some(bytes);
        }
        let layer = Layer::new(capacity, self.rate, 0).unwrap();
        let bits = bits(&self.hashes, &layer);
        let ones = bits.iter().map(|byte| u64::from(byte.count_ones())).sum::<u64>();
        if ones > layer.limit {
            return None;
        }
        let mut bytes = vec![b'B', 1, 1, domain];
        bytes.extend(self.rate.to_le_bytes());
        bytes.extend([capacity, ones, layer.limit].map(u64::to_le_bytes).as_flattened());
        bytes.extend(layer.shape.blocks.to_le_bytes());
        bytes.extend(layer.shape.block_len.to_le_bytes());
        bytes.extend([layer.shape.probes, 0]);
        bytes.extend(bits);
        Some(bytes)
    }

    /// A filter that has all the keys, and bytes that every input function accepts.
    pub fn assert_filter(&self, filter: &Bloom) {
        let stored = filter.encode();
        assert_same(&Bloom::decode(&stored).unwrap().encode(), &stored);
        let view = filter.view().unwrap();
        let stored_view = View::read(&stored).unwrap();
        let info = stored_view.info();
        let keys = info.cardinality.unwrap_or(info.lower);
        assert!(0.0 <= info.lower && info.lower <= keys && keys <= info.upper, "{info:?}");
        assert!(info.lower.is_finite() && keys.is_finite(), "{info:?}");
        assert!((0.0..=1.0).contains(&info.estimated_rate), "{info:?}");
        if info.layers == 0 {
            assert_eq!(info.cardinality, Some(self.hashes.len() as f64));
        }
        for key in self.keys() {
            assert!(view.contains(key).unwrap() && stored_view.contains(key).unwrap());
            assert!(contains_in_place(&stored, key).is_none_or(|found| found));
            assert!(contains_in_blocks(&stored, key).is_none_or(|found| found));
        }
        if info.layers > 0 {
            let some = self.keys().next().unwrap();
            assert!(contains_in_place(&stored, some).is_some());
            assert!(contains_in_blocks(&stored, some).is_some());
        }
    }
}

/// Whether a key may be in a filter. Reads only the head and one block of each layer.
fn contains_in_blocks(stored: &[u8], key: SketchHash) -> Option<bool> {
    let HeadLen::Bytes(len) = head_len(stored).unwrap() else { return None };
    let head = Head::read(&stored[..len], stored.len()).unwrap();
    let mut blocks = head.blocks(key);
    Some(blocks.any(|block| block.contains(&stored[block.offset..][..block.len], key)))
}

/// The bits that the keys set.
fn bits(hashes: &BTreeSet<u64>, layer: &Layer) -> Vec<u8> {
    let shape = layer.shape;
    let block_bits = u128::from(shape.block_len) * 8;
    let mut bits = vec![0; shape.blocks as usize * usize::from(shape.block_len)];
    for hash in hashes {
        let mixed = hash.wrapping_mul(0xda94_2042_e4dd_58b5);
        let block = (u128::from(mixed) * u128::from(shape.blocks)) >> 64;
        let mut state = hash ^ hash >> 32;
        for _ in 0..shape.probes {
            state = state.wrapping_mul(0xd134_2543_de82_ef95);
            let bit = block * block_bits + ((u128::from(state >> 32) * block_bits) >> 32);
            bits[bit as usize / 8] |= 1 << (bit % 8);
        }
    }
    bits
}
