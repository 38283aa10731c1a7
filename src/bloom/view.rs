//! A filter where it is, stored or in memory: taken apart, not copied.

use super::error::bad_bytes;
use super::layers::Layers;
use super::layout::{self, TableHead};
use super::list::{LONGEST_LIST, UNSIZED_LIMIT};
use super::parameters::{NAME, check_rate, is_capacity};
use super::stored::{HASH_LEN, VERSION};
use crate::bytes::{Header, kind};
use crate::domain::{self, Domain};
use crate::error::Result;
use crate::hash::SketchHash;
use crate::record;

/// Stored bytes, or those of an in-memory form, taken apart but not copied.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// The rate that was asked for.
    pub rate: f64,
    /// The domain of the keys, if there are any.
    pub domain: Option<Domain>,
    /// The keys.
    pub body: Body<'a>,
}

/// What the keys left.
#[derive(Debug, Clone, Copy)]
pub enum Body<'a> {
    /// Their hashes.
    Hashes(Hashes<'a>),
    /// Bits.
    Layers(Layers<'a>),
}

/// The hashes of a stored list or of a table in memory.
#[derive(Debug, Clone, Copy)]
pub struct Hashes<'a> {
    /// The capacity of the filter to come; none while it is not decided.
    pub capacity: Option<u64>,
    /// In order, seven bytes each; empty in a table.
    pub(super) list: &'a [[u8; HASH_LEN]],
    /// As in layout.rs; empty in a list.
    slots: &'a [u8],
    count: usize,
}

impl Hashes<'_> {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Whether they come in the order of a table.
    pub fn are_slots(&self) -> bool {
        !self.slots.is_empty()
    }

    /// Each of them, the hash in the upper 56 bits.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.list.iter().map(from_list).chain(layout::hashes(self.slots))
    }

    fn contains(&self, hash: SketchHash) -> bool {
        let wanted = hash.hash_bits();
        self.list.binary_search_by_key(&wanted, from_list).is_ok()
            || layout::hashes(self.slots).any(|bits| bits == wanted)
    }
}

pub(super) fn from_list(bytes: &[u8; HASH_LEN]) -> u64 {
    let mut hash = [0; 8];
    hash[1..].copy_from_slice(bytes);
    u64::from_le_bytes(hash)
}

impl<'a> View<'a> {
    /// Takes bytes apart. Enough is checked that nothing later reads out of bounds or loops; that
    /// the bytes are canonical is checked by [`decode`], in the input functions.
    pub fn read(bytes: &'a [u8]) -> Result<View<'a>> {
        if bytes.first() == Some(&kind::BLOOM_TABLE) {
            return View::read_table(bytes);
        }
        let (header, rest) = Header::read(bytes, kind::BLOOM, VERSION, NAME)?;
        let (rate, rest) = read_rate(rest)?;
        let domain = header.domain;
        let body = match header.shape {
            0 => Body::Hashes(read_list(rest)?),
            layers => Body::Layers(Layers::read(bytes, layers.into())?),
        };
        let view = View { rate, domain, body };
        if view.is_empty() != domain.is_none() {
            return Err(bad_bytes("There are keys without a domain, or a domain without keys"));
        }
        Ok(view)
    }

    fn read_table(bytes: &'a [u8]) -> Result<View<'a>> {
        let damaged = || bad_bytes("The bytes of a transition state are damaged");
        let (head, slots): (TableHead, _) = record::read(bytes).ok_or_else(damaged)?;
        let TableHead { rate, capacity, domain, count, limit: stored_limit, .. } = head;
        let rate = check_rate(rate).map_err(|_| damaged())?;
        let capacity = match capacity {
            0 => None,
            capacity => Some(stored_capacity(capacity)?),
        };
        let count = count as usize;
        let limit = layout::limit(capacity, rate);
        let has_sound_domain = match Domain::from_byte(domain) {
            Some(_) => count > 0,
            None => count == 0 && domain == 0,
        };
        let domain = Domain::from_byte(domain);
        let sound = slots.len().is_multiple_of(layout::SLOT_LEN)
            && stored_limit as usize == limit
            && count <= layout::load_limit(slots.len()).min(limit)
            && layout::are_sound(slots, count)
            && has_sound_domain;
        match sound {
            true => {
                let hashes = Hashes { capacity, list: &[], slots, count };
                Ok(View { rate, domain, body: Body::Hashes(hashes) })
            }
            false => Err(damaged()),
        }
    }

    /// Which of two filters without keys their union is.
    pub(super) fn is_preferred_to(&self, other: &View) -> bool {
        let capacity = |view: &View| match view.body {
            Body::Hashes(hashes) => hashes.capacity,
            Body::Layers(_) => None,
        };
        self.rate < other.rate || self.rate == other.rate && capacity(self) > capacity(other)
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        matches!(&self.body, Body::Hashes(hashes) if hashes.count == 0)
    }

    /// Whether the key may be there; if not, it was not added.
    pub fn contains(&self, hash: SketchHash) -> Result<bool> {
        let Some(domain) = self.domain else { return Ok(false) };
        check_domain(domain, hash)?;
        Ok(match &self.body {
            Body::Hashes(hashes) => hashes.contains(hash),
            Body::Layers(layers) => layers.contains(hash),
        })
    }
}

/// Refuses to look for a value of another domain than the keys.
pub(super) fn check_domain(keys: Domain, hash: SketchHash) -> Result<()> {
    match hash.domain()? {
        same if same == keys => Ok(()),
        other => Err(domain::mismatch(keys, other)),
    }
}

/// The rate at the start of what follows the header.
pub(super) fn read_rate(bytes: &[u8]) -> Result<(f64, &[u8])> {
    let (rate, rest) = record::read(bytes).ok_or_else(|| bad_bytes("The rate is cut off"))?;
    let rate = check_rate(rate);
    Ok((rate.map_err(|_| bad_bytes("The rate is out of range"))?, rest))
}

fn stored_capacity(capacity: u64) -> Result<u64> {
    match is_capacity(capacity) {
        true => Ok(capacity),
        false => Err(bad_bytes("The capacity is out of range")),
    }
}

fn read_list(bytes: &[u8]) -> Result<Hashes<'_>> {
    let (capacity, list) =
        record::read(bytes).ok_or_else(|| bad_bytes("The capacity is cut off"))?;
    let (capacity, longest) = match capacity {
        0 => (None, UNSIZED_LIMIT),
        capacity => (Some(stored_capacity(capacity)?), LONGEST_LIST),
    };
    match list.as_chunks() {
        (list, []) if list.len() <= longest => {
            Ok(Hashes { capacity, list, slots: &[], count: list.len() })
        }
        _ => Err(bad_bytes(format!("A list does not take {} bytes", list.len()))),
    }
}
