//! The in-memory form of an `hll`: what aggregates change in place, from the first value on compact.
//!
//! The bytes it consists of are drawn in layout.rs.

use super::dense;
use super::entry::{self, Entry};
use super::error::{bad_bytes, cannot_refine};
use super::estimate::{self, Histogram};
use super::layout::{
    COUNT, DOMAIN, FORM, HEADER_LEN, Head, PENDING, PRECISION, REGISTERS, SLOT_LEN, SLOTS,
    add_in_place, insert_in_place, load_limit, slots_size,
};
use super::parameters::{
    DEFAULT_PRECISION, MAX_PRECISION, MIN_PRECISION, check_precision, sparse_limit,
};
use super::stored::{Body, Stored};
use crate::bytes::kind;
use crate::domain::{Domain, common_domain};
use crate::error::{Error, Result};
use crate::hash::SketchHash;
use crate::record::{self, field};
use crate::sketch::Buffer;
use crate::table;

/// A sketch in some memory, which may be borrowed to be read alone.
#[derive(Debug, Clone, Copy)]
pub struct State<B> {
    buffer: B,
}

/// A sketch on the Rust heap.
pub type Hll = State<Vec<u8>>;

impl<B: AsRef<[u8]>> State<B> {
    /// The state of bytes that this extension left in memory, without a pending value.
    ///
    /// The lengths are checked, so that no later step reaches past them.
    #[inline]
    pub fn resume(buffer: B) -> Result<State<B>> {
        let bytes = buffer.as_ref();
        let sound = match bytes {
            [kind::HLL_STATE, precision @ MIN_PRECISION..=MAX_PRECISION, _, REGISTERS, ..] => {
                bytes.len() == HEADER_LEN + (1 << precision) && bytes[PENDING..HEADER_LEN] == [0; 4]
            }
            [kind::HLL_STATE, MIN_PRECISION..=MAX_PRECISION, _, SLOTS, ..] => {
                bytes.len() > HEADER_LEN && bytes.len() % SLOT_LEN == 0
            }
            _ => false,
        };
        match sound {
            true => Ok(State { buffer }),
            false => Err(bad_state()),
        }
    }

    /// The state of bytes from elsewhere, without a pending value. They are checked in full.
    pub fn resume_unknown(buffer: B) -> Result<State<B>> {
        let state = State::resume(buffer)?;
        let bytes = state.buffer.as_ref();
        let highest = entry::max_rank(bytes[PRECISION]);
        let sound = match state.registers() {
            // Looking at all of them is quicker than stopping at the first that is too high.
            Some(registers) => registers.iter().fold(0, |most, rank| most.max(*rank)) <= highest,
            None => {
                let taken = table::keys(state.slots()).count();
                taken == state.entries().count()
                    && taken == state.entry_count()
                    && taken <= load_limit(bytes.len() - HEADER_LEN)
                    && taken <= sparse_limit(bytes[PRECISION])
            }
        };
        let empty = state.entry_count() == 0 && state.registers().is_none();
        let domain = match state.domain() {
            Some(_) => !empty,
            None => empty && bytes[DOMAIN] == 0,
        };
        if sound && domain { Ok(state) } else { Err(bad_state()) }
    }

    /// The memory, to be resumed later.
    pub fn into_buffer(self) -> B {
        self.buffer
    }

    /// The precision.
    #[inline]
    pub fn precision(&self) -> u8 {
        self.buffer.as_ref()[PRECISION]
    }

    /// The domain of what was added, if anything was.
    pub fn domain(&self) -> Option<Domain> {
        Domain::from_byte(self.buffer.as_ref()[DOMAIN])
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.buffer.as_ref()[DOMAIN] == 0
    }

    /// The registers, once there are any.
    #[inline]
    pub fn registers(&self) -> Option<&[u8]> {
        let bytes = self.buffer.as_ref();
        (bytes[FORM] == REGISTERS).then(|| &bytes[HEADER_LEN..])
    }

    /// How many entries there are, as long as there are no registers.
    pub fn entry_count(&self) -> usize {
        u32::from_le_bytes(field(self.buffer.as_ref(), COUNT)) as usize
    }

    /// The entries in order, as long as there are no registers.
    pub fn sorted_entries(&self) -> Vec<Entry> {
        let mut entries: Vec<Entry> = Vec::with_capacity(self.entry_count());
        entries.extend(self.entries());
        entries.sort_unstable();
        // Only a state that was not made here could hold one twice.
        entries.dedup();
        entries
    }

    /// The entries in the order of their slots.
    ///
    /// In this order they go into registers, or into a table with more room for all of them; for any
    /// other table see [`State::scattered_entries`].
    fn entries(&self) -> impl Iterator<Item = Entry> + '_ {
        table::keys(self.slots()).filter_map(|slot| Entry::from_bits(slot as u32))
    }

    /// The entries from all over the table, to be inserted elsewhere.
    ///
    /// In the order of their slots they would crowd another table, see table.rs.
    pub(super) fn scattered_entries(&self) -> impl Iterator<Item = Entry> + '_ {
        table::scattered(self.slots()).filter_map(|slot| Entry::from_bits(slot as u32))
    }

    fn slots(&self) -> &[[u8; SLOT_LEN]] {
        match self.registers() {
            Some(_) => &[],
            None => self.buffer.as_ref()[HEADER_LEN..].as_chunks().0,
        }
    }

    /// Whether both have the same bytes. A union of a copy with something else has if that was there
    /// already; of equal sets that were built apart the bytes may differ.
    pub fn is_same(&self, other: &State<B>) -> bool {
        self.buffer.as_ref() == other.buffer.as_ref()
    }

    /// The estimated number of distinct values, a whole number.
    #[inline(always)]
    pub fn cardinality(&self) -> f64 {
        self.estimate().round()
    }

    /// The estimated number of distinct values, not rounded.
    #[inline(always)]
    pub fn estimate(&self) -> f64 {
        match self.registers() {
            Some(registers) => {
                estimate::from_registers(&Histogram::of_registers(registers, self.precision()))
            }
            None => estimate::from_entries(self.entry_count()),
        }
    }
}

impl<B: Buffer> State<B> {
    /// An empty sketch.
    pub fn new(precision: u8) -> Result<State<B>> {
        check_precision(precision.into())?;
        Ok(State::with_room(precision, 0, 1))
    }

    pub(super) fn with_room(precision: u8, domain: u8, entries: usize) -> State<B> {
        State::allocate(precision, domain, SLOTS, slots_size(entries, precision))
    }

    /// A table with room for that many entries, or registers.
    fn for_entries(precision: u8, domain: u8, entries: usize) -> State<B> {
        match entries > sparse_limit(precision) {
            true => State::with_registers(precision, domain),
            false => State::with_room(precision, domain, entries),
        }
    }

    fn with_registers(precision: u8, domain: u8) -> State<B> {
        State::allocate(precision, domain, REGISTERS, HEADER_LEN + (1 << precision))
    }

    fn allocate(precision: u8, domain: u8, form: u8, len: usize) -> State<B> {
        let mut buffer = B::zeroed(len);
        let kind = kind::HLL_STATE;
        let head = Head { kind, precision, domain, form, count: 0, pending: 0 };
        buffer.as_mut()[..HEADER_LEN].copy_from_slice(&record::write::<_, HEADER_LEN>(&head));
        State { buffer }
    }

    /// What the stored bytes hold.
    pub fn from_stored(stored: &Stored) -> Result<State<B>> {
        let domain = stored.domain.map_or(0, Domain::byte);
        let mut state = match &stored.body {
            Body::Empty => State::with_room(stored.precision, domain, 1),
            Body::Sparse(list) => State::with_room(stored.precision, domain, list.count()),
            Body::Dense(_) => State::with_registers(stored.precision, domain),
        };
        state.merge_body(&stored.body)?;
        Ok(state)
    }

    /// A copy in memory of its own.
    pub fn copy_of<C: AsRef<[u8]>>(other: &State<C>) -> State<B> {
        State { buffer: B::copy_of(other.buffer.as_ref()) }
    }

    /// Adds a value.
    #[inline]
    pub fn add(&mut self, hash: SketchHash) -> Result<()> {
        if add_in_place(self.buffer.as_mut(), hash) {
            return Ok(());
        }
        self.take_domain(Some(hash.domain()?))?;
        self.insert(Entry::from_hash(hash));
        Ok(())
    }

    #[cold]
    pub(super) fn take_domain(&mut self, other: Option<Domain>) -> Result<()> {
        let domain = common_domain(self.domain(), other)?;
        self.buffer.as_mut()[DOMAIN] = domain.map_or(0, Domain::byte);
        Ok(())
    }

    pub(super) fn insert(&mut self, entry: Entry) {
        while !self.try_insert(entry) {
            self.grow();
        }
    }

    fn try_insert(&mut self, entry: Entry) -> bool {
        insert_in_place(self.buffer.as_mut(), entry)
    }

    /// Moves to a larger table, or to registers.
    #[cold]
    fn grow(&mut self) {
        self.move_to(State::for_entries(
            self.precision(),
            self.buffer.as_ref()[DOMAIN],
            self.entry_count() + 1,
        ));
    }

    /// Makes room for that many entries in all, if the state has entries.
    pub(super) fn reserve(&mut self, entries: usize) {
        let has_room = || entries <= load_limit(self.buffer.as_ref().len() - HEADER_LEN);
        if self.registers().is_none() && !has_room() {
            let domain = self.buffer.as_ref()[DOMAIN];
            self.move_to(State::for_entries(self.precision(), domain, entries));
        }
    }

    fn move_to(&mut self, mut larger: State<B>) {
        self.entries().for_each(|entry| _ = larger.try_insert(entry));
        *self = larger;
    }

    pub(super) fn buffer_mut(&mut self) -> &mut [u8] {
        self.buffer.as_mut()
    }

    /// The registers, to be raised.
    pub(super) fn registers_mut(&mut self) -> Option<&mut [u8]> {
        let bytes = self.buffer.as_mut();
        (bytes[FORM] == REGISTERS).then(|| &mut bytes[HEADER_LEN..])
    }

    pub(super) fn need_registers(&mut self) {
        if self.registers().is_none() {
            self.move_to(State::with_registers(self.precision(), self.buffer.as_ref()[DOMAIN]));
        }
    }

    /// The same set at a lower precision, as if it had been built there.
    pub fn downsample(&self, precision: u8) -> Result<State<B>> {
        check_precision(precision.into())?;
        if self.is_empty() {
            return State::new(precision);
        }
        if precision > self.precision() {
            return Err(cannot_refine(self.precision(), precision));
        }
        let domain = self.buffer.as_ref()[DOMAIN];
        let Some(registers) = self.registers() else {
            let mut coarse = State::for_entries(precision, domain, self.entry_count());
            self.scattered_entries().for_each(|entry| coarse.insert(entry));
            return Ok(coarse);
        };
        let mut coarse: State<B> = State::with_registers(precision, domain);
        let body = &mut coarse.buffer.as_mut()[HEADER_LEN..];
        dense::coarsen(registers, self.precision(), body, precision);
        Ok(coarse)
    }
}

impl<B: Buffer> Default for State<B> {
    fn default() -> State<B> {
        State::with_room(DEFAULT_PRECISION, 0, 1)
    }
}

fn bad_state() -> Error {
    bad_bytes("The bytes of a transition state are damaged")
}

#[cfg(test)]
mod tests;
