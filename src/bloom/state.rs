//! The in-memory form of a `bloom`: what aggregates change in place.
//!
//! It is a table of hashes (layout.rs) while there are few of them, so that thousands of small groups
//! take little memory even where the filters to come are large; then it is the filter itself, the
//! bytes as they are stored.

use super::error::{bad_bytes, of_growth, too_large, too_many_layers};
use super::layer::{Layer, MAX_LEVEL, RECORD_LEN};
use super::layers::{Layers, walk};
use super::layout::{self, DOMAIN, TABLE_HEAD_LEN, TableHead, add_in_place};
use super::list::size_class;
use super::parameters::{MAX_LAYERS, MAX_STORED_LEN, check_capacity, check_rate};
use super::stored::{FIXED_LEN, Fixed, VERSION};
use super::view::{Body, View};
use crate::bytes::{Header, kind};
use crate::domain::{Domain, common_domain};
use crate::error::{Error, Result};
use crate::hash::SketchHash;
use crate::record;
use crate::sketch::Buffer;

/// A filter in some memory.
#[derive(Debug, Clone)]
pub struct State<B> {
    buffer: B,
}

/// A filter on the Rust heap.
pub type Bloom = State<Vec<u8>>;

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

    pub(super) fn table(capacity: Option<u64>, rate: f64, domain: u8, hashes: usize) -> State<B> {
        State::table_with(layout::random_seed(), capacity, rate, domain, hashes)
    }

    fn table_with(
        seed: u16,
        capacity: Option<u64>,
        rate: f64,
        domain: u8,
        hashes: usize,
    ) -> State<B> {
        let head = TableHead {
            kind: kind::BLOOM_TABLE,
            seed,
            domain,
            rate,
            capacity: capacity.unwrap_or(0),
            count: 0,
            limit: layout::limit(capacity, rate) as u32,
        };
        let mut buffer = B::zeroed(layout::size_for(hashes));
        let bytes = &mut buffer.as_mut()[..TABLE_HEAD_LEN];
        bytes.copy_from_slice(&record::write::<_, TABLE_HEAD_LEN>(&head));
        State { buffer }
    }

    /// A filter of these layers. It orders them by level and capacity, and compatible ones by their bits:
    /// `a || b` and `b || a` have the same bytes.
    pub(super) fn filter(
        rate: f64,
        domain: Domain,
        layers: &mut [(Layer, &[u8])],
    ) -> Result<State<B>> {
        layers.sort_by_key(|(layer, bits)| (layer.level, layer.capacity, *bits));
        let head_len = FIXED_LEN + layers.len() * RECORD_LEN;
        let len = head_len + layers.iter().map(|(layer, _)| layer.shape.len()).sum::<usize>();
        if layers.len() > MAX_LAYERS {
            return Err(too_many_layers());
        }
        if len > MAX_STORED_LEN {
            let what = format!("a bloom filter of {} layers", layers.len());
            return Err(too_large(&what, len as u64));
        }
        let mut buffer = B::zeroed(len);
        let (head, all_bits) = buffer.as_mut().split_at_mut(head_len);
        let shape = layers.len() as u8;
        let header = Header { version: VERSION, shape, domain: Some(domain) };
        let (fixed, records) = head.split_at_mut(FIXED_LEN);
        let head = header.head(kind::BLOOM);
        fixed.copy_from_slice(&record::write::<_, FIXED_LEN>(&Fixed { head, rate }));
        let records = records.as_chunks_mut().0;
        for ((layer, _), record) in layers.iter().zip(&mut *records) {
            *record = layer.write();
        }
        for ((_, range), (_, bits)) in walk(records).zip(layers) {
            // A layer that is new has no bits yet.
            all_bits[range][..bits.len()].copy_from_slice(bits);
        }
        Ok(State { buffer })
    }

    /// What the bytes hold, in memory of its own.
    pub fn from_view(view: &View) -> Result<State<B>> {
        match &view.body {
            Body::Hashes(hashes) => {
                let domain = view.domain.map_or(0, Domain::byte);
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

    /// The state of bytes that this extension left in memory.
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

    pub(super) fn domain_byte(&self) -> u8 {
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
        self.buffer.as_mut()[DOMAIN] = domain.map_or(0, Domain::byte);
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
            return Err(bad_bytes("A filter is no table"));
        };
        let (capacity, count) = (hashes.capacity, hashes.count());
        if count >= layout::limit(capacity, view.rate) {
            return State::filter_of(&view, capacity.unwrap_or(size_class(count + 1)));
        }
        // With one seed the slots of both are in one order, and both are gone through in it.
        let own_seed =
            record::read(self.buffer.as_ref()).map(|(head, _): (TableHead, _)| head.seed);
        let seed = own_seed.filter(|_| hashes.are_slots()).unwrap_or_else(layout::random_seed);
        let mut larger: State<B> =
            State::table_with(seed, capacity, view.rate, self.domain_byte(), count + 1);
        if let Some(domain) = view.domain {
            larger.insert_each(hashes.iter(), domain)?;
        }
        Ok(larger)
    }

    /// A filter of that capacity with the hashes of the view.
    pub(super) fn filter_of(view: &View, capacity: u64) -> Result<State<B>> {
        let Some(domain) = view.domain else {
            return Err(bad_bytes("A filter without a domain has no keys"));
        };
        let layer = Layer::new(capacity, view.rate, 0)?;
        let mut filter = State::filter(view.rate, domain, &mut [(layer, &[])])?;
        filter.insert_all(view)?;
        Ok(filter)
    }

    /// Adds all hashes of the view, in their order: that of a table is random, and it must not decide
    /// which of them a full layer takes.
    pub(super) fn insert_all(&mut self, view: &View) -> Result<()> {
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
        hashes.try_for_each(|bits| {
            self.add(SketchHash::from_stored_bits(bits | u64::from(domain.byte())))
        })
    }

    /// The layers, which a list and a table do not have.
    pub(super) fn layers(&self) -> Result<(f64, Domain, Layers<'_>)> {
        let view = self.view()?;
        match (view.body, view.domain) {
            (Body::Layers(layers), Some(domain)) => Ok((view.rate, domain, layers)),
            _ => Err(bad_bytes("A list has no layers")),
        }
    }

    /// The records of a filter and the bits of all its layers.
    pub(super) fn records_and_bits(&mut self) -> (&mut [[u8; RECORD_LEN]], &mut [u8]) {
        let bytes = self.buffer.as_mut();
        let head_len = FIXED_LEN + usize::from(bytes[2]) * RECORD_LEN;
        let (head, bits) = bytes.split_at_mut(head_len);
        (head[FIXED_LEN..].as_chunks_mut().0, bits)
    }

    fn with_another_layer(&self) -> Result<State<B>> {
        let (rate, domain, own) = self.layers()?;
        let mut layers: Vec<(Layer, &[u8])> = own.iter().collect();
        let capacity = layers.iter().map(|(layer, _)| layer.capacity).max().unwrap_or(1);
        let level = layers.iter().map(|(layer, _)| layer.level).max().unwrap_or(0);
        // No filter grows so far, but a damaged one may say that it has.
        let level = (level + 1).min(MAX_LEVEL);
        let another = Layer::new(2 * capacity, rate, level).map_err(of_growth)?;
        layers.push((another, &[]));
        State::filter(rate, domain, &mut layers).map_err(of_growth)
    }

    /// Refuses parameters other than those of the rows before.
    pub fn check_unchanged(&self, capacity: u64, rate: f64) -> Result<()> {
        let view = self.view()?;
        let own = match &view.body {
            Body::Hashes(hashes) => hashes.capacity,
            Body::Layers(layers) => layers.iter().map(|(layer, _)| layer.capacity).next(),
        };
        let own = own.unwrap_or_default();
        if own != capacity {
            return Err(Error::changed("capacity", own, capacity));
        }
        if view.rate != rate {
            return Err(Error::changed("fpr", format!("{:?}", view.rate), format!("{rate:?}")));
        }
        Ok(())
    }
}
