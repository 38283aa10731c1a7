//! Stored form of a `bloom`, version 1. Little-endian; read by [`View::read`] and [`decode`].
//!
//! ```text
//!   byte 0     1         2        3        4      12
//!  +--------+---------+--------+--------+------+---//--+
//!  | 'B'    | 1       | layers | domain | rate | body  |
//!  +--------+---------+--------+--------+------+---//--+
//!   layers  0: a list of hashes; else the number of layers, up to 64
//!   domain  of the keys, see hash.rs; 0 while there are none
//!   rate    the false-positive rate that was asked for, a double
//!
//!  list     the capacity, eight bytes; then the upper 56 bits of the hash of every key, seven bytes
//!           each, in ascending order; as long as they take about as few bytes as bits would, and are
//!           no more than 1,024
//!           capacity 0: the filter is at work, and its number of keys will decide; up to 4,194,304
//!           hashes, also none. Aggregates that are split over machines send such lists; no function
//!           and no aggregate returns one
//!  layers   a record of 32 bytes for each, see layer.rs, ordered by level and capacity; then the
//!           blocks of the first layer, those of the second, and so on. What stands in a block, see
//!           block.rs
//! ```
//! Example: the bigints 1 and 2 in a filter for 1,000 keys at a rate of 0.01; the same bytes stand in
//! tests/golden/bloom/.
//!
//! ```text
//!  42 01 00 01              bloom, version 1, a list, integers
//!  7b 14 ae 47 e1 7a 84 3f  the rate
//!  e8 03 00 00 00 00 00 00  the capacity
//!  e2 ee 91 5c c6 86 20     0x2086c65c91eee2, of 2
//!  79 db 64 35 59 bc 2f     0x2fbc593564db79, of 1
//! ```
//! As long as there is one layer at most, the bytes are a function of capacity, rate and the set of
//! hashes, of nothing else. [`decode`] refuses another kind or version, a rate or a capacity out of
//! range, a filter that would be too large, an unknown domain, keys without a domain and the other
//! way round, a list that is out of order or too long, layers out of order, without those of the
//! level before, or of another shape than their capacity calls for, a count of ones that is not
//! theirs, bytes too few or too many.
//!
//! Changing this: add version 2, keep reading 1, add golden files, never edit one.

use super::layer::{Layer, RECORD_LEN};
use super::table::{self, CAPACITY, COUNT, DOMAIN, LIMIT, RATE};
use super::{
    Bloom, MAX_LAYERS, MAX_STORED_LEN, NAME, UNSIZED_LIMIT, block, check_capacity, check_rate,
    list_limit, size_class,
};
use crate::bytes::{HEADER_LEN, Header, kind};
use crate::error::{Error, Result};
use crate::hash::{Domain, SketchHash};

/// The format version that is written.
pub const VERSION: u8 = 1;
/// What stands before the list, or before the records.
pub(super) const FIXED_LEN: usize = HEADER_LEN + 8;
/// The length of a hash in a list.
const HASH_LEN: usize = 7;

/// Whether stored bytes are a list whose number of keys will decide on a capacity.
pub(super) fn is_undecided_list(bytes: &[u8]) -> bool {
    let capacity = bytes.get(FIXED_LEN..FIXED_LEN + 8);
    matches!(bytes, [kind::BLOOM, _, 0, ..]) && capacity == Some(&[0; 8])
}

/// Stored bytes, or those of a `bloom` at work, taken apart but not copied.
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

/// The hashes of a list or of a table at work.
#[derive(Debug, Clone, Copy)]
pub struct Hashes<'a> {
    /// The capacity of the filter to come; none while it is not decided.
    pub capacity: Option<u64>,
    /// In order, seven bytes each; empty in a table.
    list: &'a [[u8; HASH_LEN]],
    /// As in table.rs; empty in a list.
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
        self.list.iter().map(from_list).chain(table::hashes(self.slots))
    }

    fn contains(&self, hash: SketchHash) -> bool {
        let wanted = hash.hash_bits();
        self.list.binary_search_by_key(&wanted, from_list).is_ok()
            || table::hashes(self.slots).any(|bits| bits == wanted)
    }
}

fn from_list(bytes: &[u8; HASH_LEN]) -> u64 {
    let mut hash = [0; 8];
    hash[1..].copy_from_slice(bytes);
    u64::from_le_bytes(hash)
}

/// The layers of a filter.
#[derive(Debug, Clone, Copy)]
pub struct Layers<'a> {
    /// All the bytes of the filter.
    pub bytes: &'a [u8],
    records: &'a [[u8; RECORD_LEN]],
    bits: &'a [u8],
}

impl<'a> Layers<'a> {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.records.len()
    }

    /// Each of them, with its bits.
    pub fn iter(&self) -> impl Iterator<Item = (Layer, &'a [u8])> + Clone + use<'a> {
        let mut rest = self.bits;
        self.records.iter().map(move |record| {
            let layer = Layer::read(record);
            let (bits, others) = rest.split_at(layer.shape.len().min(rest.len()));
            rest = others;
            (layer, bits)
        })
    }

    fn contains(&self, hash: SketchHash) -> bool {
        self.iter().any(|(layer, bits)| layer.contains(bits, hash))
    }
}

impl<'a> View<'a> {
    /// Takes bytes apart. Enough is checked that nothing later reads out of bounds or loops; that
    /// the bytes are canonical is checked by [`decode`], at the doors of the database.
    pub fn read(bytes: &'a [u8]) -> Result<View<'a>> {
        if bytes.first() == Some(&kind::BLOOM_TABLE) {
            return View::read_table(bytes);
        }
        let (header, rest) = Header::read(bytes, kind::BLOOM, VERSION, NAME)?;
        let (rate, rest) = read_rate(rest)?;
        let domain = header.domain;
        let body = match header.shape {
            0 => Body::Hashes(read_list(rest)?),
            layers => Body::Layers(read_layers(bytes, layers.into())?),
        };
        let view = View { rate, domain, body };
        if view.is_empty() != domain.is_none() {
            return Err(bad("There are keys without a domain, or a domain without keys"));
        }
        Ok(view)
    }

    fn read_table(bytes: &'a [u8]) -> Result<View<'a>> {
        let damaged = || bad("The bytes of a filter at work are damaged");
        let (header, slots) =
            bytes.split_first_chunk::<{ table::HEADER_LEN }>().ok_or_else(damaged)?;
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| header[at + byte]));
        let half = |at: usize| u32::from_le_bytes(std::array::from_fn(|byte| header[at + byte]));
        let rate = check_rate(f64::from_bits(word(RATE))).map_err(|_| damaged())?;
        let capacity = match word(CAPACITY) {
            0 => None,
            capacity => Some(check_stored_capacity(capacity)?),
        };
        let domain = Domain::from_byte(header[DOMAIN]);
        let count = half(COUNT) as usize;
        let limit = table::limit(capacity, rate);
        let sound = slots.len().is_multiple_of(table::SLOT_LEN)
            && half(LIMIT) as usize == limit
            && count <= table::load_limit(slots.len()).min(limit)
            && table::are_sound(slots, count)
            && if count == 0 { header[DOMAIN] == 0 } else { domain.is_some() };
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
        other => Err(Error::DomainMismatch { sketch: keys, other }),
    }
}

/// The rate at the start of what follows the header.
pub(super) fn read_rate(bytes: &[u8]) -> Result<(f64, &[u8])> {
    let (rate, rest) = bytes.split_first_chunk().ok_or_else(|| bad("The rate is cut off"))?;
    let rate = check_rate(f64::from_le_bytes(*rate));
    Ok((rate.map_err(|_| bad("The rate is out of range"))?, rest))
}

fn check_stored_capacity(capacity: u64) -> Result<u64> {
    let checked = i64::try_from(capacity).ok().map(check_capacity);
    checked.and_then(Result::ok).ok_or_else(|| bad("The capacity is out of range"))
}

fn read_list(bytes: &[u8]) -> Result<Hashes<'_>> {
    let (capacity, list) =
        bytes.split_first_chunk().ok_or_else(|| bad("The capacity is cut off"))?;
    let (capacity, longest) = match u64::from_le_bytes(*capacity) {
        0 => (None, UNSIZED_LIMIT),
        capacity => (Some(check_stored_capacity(capacity)?), super::LONGEST_LIST),
    };
    match list.as_chunks() {
        (list, []) if list.len() <= longest => {
            Ok(Hashes { capacity, list, slots: &[], count: list.len() })
        }
        _ => Err(bad(format!("A list does not take {} bytes", list.len()))),
    }
}

fn read_layers(bytes: &[u8], count: usize) -> Result<Layers<'_>> {
    let (head, bits) = bytes
        .split_at_checked(FIXED_LEN + count * RECORD_LEN)
        .ok_or_else(|| bad("The records of the layers are cut off"))?;
    let records = read_records(&head[FIXED_LEN..])?;
    let len: usize = records.iter().map(|record| Layer::read(record).shape.len()).sum();
    match len == bits.len() {
        true => Ok(Layers { bytes, records, bits }),
        false => Err(bad(format!("The layers take {len} bytes, there are {}", bits.len()))),
    }
}

/// The records of layers, each of a shape that can be worked with.
pub(super) fn read_records(bytes: &[u8]) -> Result<&[[u8; RECORD_LEN]]> {
    let records = bytes.as_chunks().0;
    let sound = |record| {
        let layer = Layer::read(record);
        check_stored_capacity(layer.capacity).is_ok() && layer.is_sound()
    };
    match (1..=MAX_LAYERS).contains(&records.len()) && records.iter().all(sound) {
        true => Ok(records),
        false => Err(bad("There are more layers than there may be, or one of no possible shape")),
    }
}

/// The filter of stored bytes, which must be those of a filter that was made here.
pub fn decode(bytes: &[u8]) -> Result<Bloom> {
    Bloom::from_view(&check(bytes)?)
}

/// Takes stored bytes apart that must be those of a filter that was made here.
pub fn check(bytes: &[u8]) -> Result<View<'_>> {
    if matches!(bytes, [kind::BLOOM_TABLE | kind::BLOOM_FILLING, ..]) {
        return Err(bad("The bytes are those of a filter at work"));
    }
    if bytes.len() > MAX_STORED_LEN {
        return Err(bad(format!("There are more than {MAX_STORED_LEN} bytes")));
    }
    let view = View::read(bytes)?;
    match &view.body {
        Body::Hashes(hashes) => check_list(hashes, view.rate)?,
        Body::Layers(layers) => check_layers(layers, view.rate)?,
    }
    Ok(view)
}

fn check_list(hashes: &Hashes, rate: f64) -> Result<()> {
    if let Some(capacity) = hashes.capacity {
        // The filter that it may become must be possible.
        if Layer::new(capacity, rate, 0).is_err() {
            return Err(bad("The filter that the list may become would be too large"));
        }
        if hashes.count > list_limit(capacity, rate) {
            return Err(bad("The list holds more keys than a list may"));
        }
    }
    match hashes.list.is_sorted_by_key(from_list)
        && hashes.list.windows(2).all(|pair| pair[0] != pair[1])
    {
        true => Ok(()),
        false => Err(bad("The list is not in order")),
    }
}

fn check_layers(layers: &Layers, rate: f64) -> Result<()> {
    let order = layers.iter().map(|(layer, _)| (layer.level, layer.capacity));
    if !order.is_sorted() || layers.iter().any(|(layer, _)| layer.ones == 0) {
        return Err(bad("The layers are out of order, or one is empty"));
    }
    let mut highest = 0;
    for (layer, bits) in layers.iter() {
        // A layer of the next level is opened when those before are full.
        if layer.level > highest {
            return Err(bad("A layer before others is missing"));
        }
        highest = layer.level + 1;
        layer.check(rate)?;
        if block::ones(bits) != layer.ones {
            return Err(bad("A layer does not have as many bits set as it says"));
        }
    }
    Ok(())
}

/// The stored bytes of a filter.
pub fn encode(view: &View) -> Result<Vec<u8>> {
    match &view.body {
        Body::Hashes(hashes) => {
            let capacity = hashes.capacity.unwrap_or(size_class(hashes.count));
            match hashes.count <= list_limit(capacity, view.rate) {
                true => Ok(write_list(view, hashes, capacity)),
                false => Ok(Bloom::filter_of(view, capacity)?.into_buffer()),
            }
        }
        Body::Layers(layers) => Ok(layers.bytes.to_vec()),
    }
}

/// The bytes that leave the process: the stored ones, unless there is no capacity yet.
pub fn send(view: &View) -> Result<Vec<u8>> {
    match &view.body {
        Body::Hashes(hashes) if hashes.capacity.is_none() => Ok(write_list(view, hashes, 0)),
        _ => encode(view),
    }
}

/// The length of a list.
pub(super) fn list_len(hashes: usize) -> usize {
    FIXED_LEN + 8 + HASH_LEN * hashes
}

fn write_list(view: &View, hashes: &Hashes, capacity: u64) -> Vec<u8> {
    let mut sorted: Vec<u64> = hashes.iter().collect();
    sorted.sort_unstable();
    // Only a table that was not made here could hold one twice.
    sorted.dedup();
    let header = Header { version: VERSION, shape: 0, domain: view.domain };
    let mut out = header.write(kind::BLOOM).to_vec();
    out.extend(view.rate.to_le_bytes());
    out.extend(capacity.to_le_bytes());
    sorted.iter().for_each(|hash| out.extend(&hash.to_le_bytes()[1..]));
    out
}

pub(super) fn bad(reason: impl Into<String>) -> Error {
    Error::bad_bytes(NAME, reason)
}
