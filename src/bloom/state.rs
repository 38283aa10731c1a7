//! A `bloom` at work in memory: what aggregates change in place.
//!
//! It is a table of hashes (table.rs) while there are few of them, so that thousands of small groups
//! take little memory even where the filters to come are large; then it is the filter itself, the
//! bytes as they are stored.

use super::layer::{Layer, MAX_LEVEL, RECORD_LEN};
use super::stored::{self, Body, FIXED_LEN, Layers, VERSION, View};
use super::table::{self, CAPACITY, COUNT, DOMAIN, LIMIT, RATE, SEED};
use super::{MAX_LAYERS, MAX_STORED_LEN, block, check_capacity, check_rate, size_class, union};
use crate::bytes::{HEADER_LEN, Header, common_domain, kind};
use crate::error::{Error, Result};
use crate::hash::{Domain, SketchHash};
use crate::sketch::Buffer;

/// What stands between the header and the records.
const RATE_LEN: usize = FIXED_LEN - HEADER_LEN;

/// A filter at work in some memory.
#[derive(Debug, Clone)]
pub struct State<B> {
    buffer: B,
}

/// Adds a value to the bytes of a state, unless it is the first, of another domain, or needs more
/// room. It does not panic, whatever the bytes are.
#[inline]
pub fn add_in_place(bytes: &mut [u8], hash: SketchHash) -> bool {
    match bytes {
        [kind::BLOOM_TABLE, ..] => table::insert_in_place(bytes, hash),
        [kind::BLOOM, VERSION, layers, domain, rest @ ..] if *domain == hash.domain_byte() => {
            let records_len = usize::from(*layers) * RECORD_LEN;
            let Some((head, bits)) = rest.split_at_mut_checked(RATE_LEN + records_len) else {
                return false;
            };
            insert(head[RATE_LEN..].as_chunks_mut().0, bits, hash)
        }
        _ => false,
    }
}

/// The number of the domain of the keys, 0 while there are none.
#[inline]
pub(super) fn domain_byte(bytes: &[u8]) -> Option<u8> {
    bytes.get(DOMAIN).copied()
}

/// Tells of the bytes that [`add_in_place`] will look at. It does not panic, whatever the bytes are.
#[inline]
pub(super) fn fetch(bytes: &[u8], hash: SketchHash, fetch: impl Fn(&u8)) {
    /// No processor has shorter cache lines.
    const LINE: usize = 64;
    let [kind::BLOOM, VERSION, layers, _, rest @ ..] = bytes else {
        return table::home(bytes, hash).into_iter().for_each(fetch);
    };
    let records_len = usize::from(*layers) * RECORD_LEN;
    let Some((head, mut bits)) = rest.split_at_checked(RATE_LEN + records_len) else { return };
    for record in head[RATE_LEN..].as_chunks().0 {
        let layer = Layer::read(record);
        let block = bits.get(layer.block(hash)).unwrap_or_default();
        let (lines, rest) = block.as_chunks::<LINE>();
        lines.iter().filter_map(|line| line.first()).chain(rest.first()).for_each(&fetch);
        block.last().into_iter().for_each(&fetch);
        bits = bits.get(layer.shape.len()..).unwrap_or_default();
    }
}

/// Sets the bits of a key in the last layer that has room, unless a layer has them all. Where no layer
/// has room and there can be no further one, the last takes the key.
#[inline]
fn insert(records: &mut [[u8; RECORD_LEN]], bits: &mut [u8], hash: SketchHash) -> bool {
    match records {
        [record] if Layer::read(record).surely_has_room() => {
            let layer = Layer::read(record);
            let block = bits.get_mut(layer.block(hash));
            block.map(|block| set(record, &layer, block, hash)).is_some()
        }
        _ => insert_with_care(records, bits, hash),
    }
}

fn insert_with_care(records: &mut [[u8; RECORD_LEN]], bits: &mut [u8], hash: SketchHash) -> bool {
    let mut room = None;
    let mut start = 0;
    let count = records.len();
    for (number, record) in records.iter_mut().enumerate() {
        let layer = Layer::read(record);
        let range = layer.block(hash);
        let range = start + range.start..start + range.end;
        let Some(block) = bits.get(range.clone()) else { return false };
        let has_room = layer.has_room_for(block, hash);
        // The only layer takes the key in any case, if it has room.
        if !(count == 1 && has_room) && block::contains(block, hash, layer.shape.probes) {
            return true;
        }
        let is_last_resort = room.is_none() && number + 1 == MAX_LAYERS;
        if has_room || is_last_resort {
            room = Some((record, layer, range));
        }
        start += layer.shape.len();
    }
    let Some((record, layer, range)) = room else { return false };
    let block = bits.get_mut(range);
    block.map(|block| set(record, &layer, block, hash)).is_some()
}

/// Sets the bits of a key in its block of a layer.
#[inline]
fn set(record: &mut [u8; RECORD_LEN], layer: &Layer, block: &mut [u8], hash: SketchHash) {
    let ones = layer.ones.saturating_add(block::insert(block, hash, layer.shape.probes));
    // A damaged count may not be one of these bits.
    let ones = ones.min(layer.shape.bits());
    record[8..16].copy_from_slice(&ones.to_le_bytes());
}

/// Whether the bytes are a state of that capacity and rate. It does not panic.
#[inline]
pub fn has_parameters(bytes: &[u8], capacity: i64, rate: f64) -> bool {
    let same = |at: usize, expected: u64| {
        bytes.get(at..at + 8).is_some_and(|bytes| *bytes == expected.to_le_bytes())
    };
    // The capacity stands behind the rate in both forms: in a table, and in the first record.
    same(RATE, rate.to_bits()) && same(CAPACITY, capacity as u64)
}

impl<B: Buffer> State<B> {
    /// An empty filter.
    pub fn new(capacity: u64, rate: f64) -> Result<State<B>> {
        let capacity = check_capacity(capacity.try_into().unwrap_or(i64::MAX))?;
        // A filter of that size must be possible.
        Layer::new(capacity, check_rate(rate)?, 0)?;
        Ok(State::table(Some(capacity), rate, 0, 1))
    }

    /// An empty filter whose capacity is decided in the end, by what it holds.
    pub fn unsized_with(rate: f64) -> State<B> {
        State::table(None, rate, 0, 1)
    }

    fn table(capacity: Option<u64>, rate: f64, domain: u8, hashes: usize) -> State<B> {
        let limit = table::limit(capacity, rate) as u32;
        let mut buffer = B::zeroed(table::size_for(hashes));
        let bytes = buffer.as_mut();
        bytes[0] = kind::BLOOM_TABLE;
        bytes[SEED..DOMAIN].copy_from_slice(&table::random_seed());
        bytes[DOMAIN] = domain;
        bytes[RATE..CAPACITY].copy_from_slice(&rate.to_le_bytes());
        bytes[CAPACITY..COUNT].copy_from_slice(&capacity.unwrap_or(0).to_le_bytes());
        bytes[LIMIT..table::HEADER_LEN].copy_from_slice(&limit.to_le_bytes());
        State { buffer }
    }

    /// A filter of these layers, ordered by level and capacity; those alike by their bits, for it must
    /// not matter which of two filters is added to the other.
    fn filter(rate: f64, domain: Domain, layers: &mut [(Layer, &[u8])]) -> Result<State<B>> {
        layers.sort_by_key(|(layer, bits)| (layer.level, layer.capacity, *bits));
        let head_len = FIXED_LEN + layers.len() * RECORD_LEN;
        let len = head_len + layers.iter().map(|(layer, _)| layer.shape.len()).sum::<usize>();
        if layers.len() > MAX_LAYERS {
            return Err(Error::TooManyLayers { limit: MAX_LAYERS });
        }
        if len > MAX_STORED_LEN {
            let what = format!("a bloom filter of {} layers", layers.len());
            return Err(Error::TooLarge { what, bytes: len as u64, limit: MAX_STORED_LEN });
        }
        let mut buffer = B::zeroed(len);
        let (head, mut rest) = buffer.as_mut().split_at_mut(head_len);
        let shape = layers.len() as u8;
        let header = Header { version: VERSION, shape, domain: Some(domain) };
        let (fixed, records) = head.split_at_mut(FIXED_LEN);
        fixed[..RATE].copy_from_slice(&header.write(kind::BLOOM));
        fixed[RATE..].copy_from_slice(&rate.to_le_bytes());
        for ((layer, bits), record) in layers.iter().zip(records.as_chunks_mut().0) {
            *record = layer.write();
            let (own, others) = rest.split_at_mut(layer.shape.len());
            // A layer that is new has no bits yet.
            own[..bits.len()].copy_from_slice(bits);
            rest = others;
        }
        Ok(State { buffer })
    }

    /// What the bytes hold, in memory of its own.
    pub fn from_view(view: &View) -> Result<State<B>> {
        match &view.body {
            Body::Hashes(hashes) => {
                let domain = view.domain.map_or(0, |domain| domain as u8);
                let mut state = State::table(hashes.capacity, view.rate, domain, hashes.count());
                state.insert_all(view)?;
                Ok(state)
            }
            Body::Layers(layers) => {
                let mut buffer = B::zeroed(layers.bytes.len());
                buffer.as_mut().copy_from_slice(layers.bytes);
                Ok(State { buffer })
            }
        }
    }

    /// Takes up the bytes of a state that this extension left in memory.
    pub fn resume(buffer: B) -> State<B> {
        State { buffer }
    }

    /// The memory, to be resumed later.
    pub fn into_buffer(self) -> B {
        self.buffer
    }

    /// What there is, taken apart.
    pub fn view(&self) -> Result<View<'_>> {
        View::read(self.buffer.as_ref())
    }

    /// Whether the bytes are already those to be stored.
    pub fn is_filter(&self) -> bool {
        matches!(self.buffer.as_ref(), [kind::BLOOM, _, 1..=u8::MAX, ..])
    }

    fn domain_byte(&self) -> u8 {
        self.buffer.as_ref()[DOMAIN]
    }

    /// Adds a value.
    #[inline]
    pub fn add(&mut self, hash: SketchHash) -> Result<()> {
        match add_in_place(self.buffer.as_mut(), hash) {
            true => Ok(()),
            false => self.add_with_care(hash),
        }
    }

    #[cold]
    fn add_with_care(&mut self, hash: SketchHash) -> Result<()> {
        let own = Domain::from_byte(self.domain_byte());
        let domain = common_domain(own, Some(hash.domain()?))?;
        self.buffer.as_mut()[DOMAIN] = domain.map_or(0, |domain| domain as u8);
        while !add_in_place(self.buffer.as_mut(), hash) {
            *self = match self.is_filter() {
                true => self.with_another_layer()?,
                false => self.with_more_room()?,
            };
        }
        Ok(())
    }

    /// A larger table, or a filter, of the hashes of this one.
    fn with_more_room(&self) -> Result<State<B>> {
        let view = self.view()?;
        let Body::Hashes(hashes) = view.body else {
            return Err(stored::bad("A filter is no table"));
        };
        let (capacity, count) = (hashes.capacity, hashes.count());
        if count >= table::limit(capacity, view.rate) {
            return State::filter_of(&view, capacity.unwrap_or(size_class(count + 1)));
        }
        let mut larger: State<B> = State::table(capacity, view.rate, self.domain_byte(), count + 1);
        if hashes.are_slots() {
            // With one seed the slots of both are in one order, and both are gone through in it.
            larger.buffer.as_mut()[SEED..DOMAIN]
                .copy_from_slice(&self.buffer.as_ref()[SEED..DOMAIN]);
        }
        if let Some(domain) = view.domain {
            larger.insert_each(hashes.iter(), domain)?;
        }
        Ok(larger)
    }

    /// A filter of that capacity with the hashes of the view.
    pub(super) fn filter_of(view: &View, capacity: u64) -> Result<State<B>> {
        let Some(domain) = view.domain else {
            return Err(stored::bad("A filter without a domain has no keys"));
        };
        let layer = Layer::new(capacity, view.rate, 0)?;
        let mut filter = State::filter(view.rate, domain, &mut [(layer, &[])])?;
        filter.insert_all(view)?;
        Ok(filter)
    }

    /// Adds all hashes of the view, in their order: that of a table is random, and it must not decide
    /// which of them a full layer takes.
    fn insert_all(&mut self, view: &View) -> Result<()> {
        let (Body::Hashes(hashes), Some(domain)) = (&view.body, view.domain) else {
            return Ok(());
        };
        if !hashes.are_slots() {
            return self.insert_each(hashes.iter(), domain);
        }
        let mut sorted: Vec<u64> = hashes.iter().collect();
        sorted.sort_unstable();
        self.insert_each(sorted.into_iter(), domain)
    }

    fn insert_each(&mut self, mut hashes: impl Iterator<Item = u64>, domain: Domain) -> Result<()> {
        hashes.try_for_each(|bits| self.add(SketchHash::from_stored_bits(bits | domain as u64)))
    }

    /// The layers, which a list and a table do not have.
    fn layers(&self) -> Result<(f64, Domain, Layers<'_>)> {
        let view = self.view()?;
        match (view.body, view.domain) {
            (Body::Layers(layers), Some(domain)) => Ok((view.rate, domain, layers)),
            _ => Err(stored::bad("A list has no layers")),
        }
    }

    fn with_another_layer(&self) -> Result<State<B>> {
        let (rate, domain, own) = self.layers()?;
        let mut layers: Vec<(Layer, &[u8])> = own.iter().collect();
        let capacity = layers.iter().map(|(layer, _)| layer.capacity).max().unwrap_or(1);
        let level = layers.iter().map(|(layer, _)| layer.level).max().unwrap_or(0);
        // No filter grows so far, but a damaged one may say that it has.
        let level = (level + 1).min(MAX_LEVEL);
        let another = Layer::new(2 * capacity, rate, level).map_err(Error::of_growth)?;
        layers.push((another, &[]));
        State::filter(rate, domain, &mut layers).map_err(Error::of_growth)
    }

    /// Adds all that another filter holds.
    pub fn merge_view(&mut self, other: &View) -> Result<()> {
        let own = self.view()?;
        if own.is_empty() && (!other.is_empty() || other.is_preferred_to(&own)) {
            *self = State::from_view(other)?;
            return Ok(());
        }
        if other.is_empty() {
            return Ok(());
        }
        if own.rate != other.rate {
            return Err(Error::RateMismatch { left: own.rate, right: other.rate });
        }
        common_domain(own.domain, other.domain)?;
        match (&own.body, &other.body) {
            (Body::Hashes(hashes), Body::Hashes(others)) => {
                let capacity = hashes.capacity.max(others.capacity);
                if capacity != hashes.capacity {
                    let count = hashes.count() + others.count();
                    let mut union = State::table(capacity, own.rate, self.domain_byte(), count);
                    union.insert_all(&own)?;
                    *self = union;
                }
                self.insert_all(other)?;
            }
            (Body::Hashes(_), Body::Layers(_)) => {
                let mut union = State::from_view(other)?;
                union.insert_all(&own)?;
                *self = union;
            }
            (Body::Layers(_), Body::Hashes(_)) => self.insert_all(other)?,
            (Body::Layers(_), Body::Layers(layers)) => self.merge_layers(layers)?,
        }
        Ok(())
    }

    /// Puts each layer of another filter into one that is alike, or beside them.
    fn merge_layers(&mut self, others: &Layers) -> Result<()> {
        let mut beside = Vec::new();
        for (layer, bits) in others.iter() {
            // Each layer so far is complete, so that a filter is left behind whatever happens here.
            B::hear_interrupts();
            let (.., own) = self.layers()?;
            let crowded = own.count() + beside.len() >= MAX_LAYERS;
            match union::place(&own, &layer, bits, crowded) {
                Some((number, ones)) => self.unite(number, ones, bits),
                None => beside.push((layer, bits)),
            }
        }
        if !beside.is_empty() {
            let (rate, domain, own) = self.layers()?;
            let layers = own.iter().chain(beside).map(|(layer, bits)| (layer, bits.into()));
            let layers = union::at_most(MAX_LAYERS, layers.collect(), B::hear_interrupts);
            let mut layers: Vec<_> = layers.iter().map(|(layer, bits)| (*layer, &**bits)).collect();
            *self = State::filter(rate, domain, &mut layers)?;
        }
        Ok(())
    }

    /// Sets the bits of a layer that is alike.
    fn unite(&mut self, number: usize, ones: u64, bits: &[u8]) {
        let bytes = self.buffer.as_mut();
        let (head, mut rest) = bytes.split_at_mut(FIXED_LEN + usize::from(bytes[2]) * RECORD_LEN);
        for (at, record) in head[FIXED_LEN..].as_chunks_mut().0.iter_mut().enumerate() {
            let layer = Layer::read(record);
            let (own, others) = rest.split_at_mut(layer.shape.len());
            if at == number {
                *record = Layer { ones, ..layer }.write();
                return block::unite(own, bits);
            }
            rest = others;
        }
    }

    /// Refuses parameters other than those of the rows before.
    pub fn check_unchanged(&self, capacity: u64, rate: f64) -> Result<()> {
        let view = self.view()?;
        let own = match &view.body {
            Body::Hashes(hashes) => hashes.capacity,
            Body::Layers(layers) => layers.iter().map(|(layer, _)| layer.capacity).next(),
        };
        let own = own.unwrap_or_default();
        let changed =
            |parameter, from: String, to: String| Err(Error::Changed { parameter, from, to });
        if own != capacity {
            return changed("capacity", own.to_string(), capacity.to_string());
        }
        if view.rate != rate {
            return changed("fpr", format!("{:?}", view.rate), format!("{rate:?}"));
        }
        Ok(())
    }
}
