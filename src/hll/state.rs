//! An `hll` at work in memory: what aggregates change in place, from the first value on compact.
//!
//! The bytes it consists of are drawn in layout.rs.

use super::dense::{self, DenseRef};
use super::entry::{self, Entry};
use super::estimate::{self, Histogram};
use super::layout::{
    COUNT, DOMAIN, FORM, HEADER_LEN, PRECISION, REGISTERS, SLOT_LEN, SLOTS, add_in_place,
    insert_in_place, load_limit, slots_size,
};
use super::sparse::SparseRef;
use super::stored::{Body, Stored};
use super::view::View;
use super::{DEFAULT_PRECISION, MAX_PRECISION, MIN_PRECISION, check_precision, sparse_limit};
use crate::bytes::{common_domain, kind};
use crate::error::{Error, Result};
use crate::hash::{Domain, SketchHash};
use crate::sketch::Buffer;

/// A sketch at work in some memory, which may be borrowed to be read alone.
#[derive(Debug, Clone, Copy)]
pub struct State<B> {
    buffer: B,
}

impl<B: AsRef<[u8]>> State<B> {
    /// Takes up the bytes of a state that this extension left in memory.
    ///
    /// The lengths are checked, so that no later step reaches past them.
    #[inline]
    pub fn resume(buffer: B) -> Result<State<B>> {
        let bytes = buffer.as_ref();
        let sound = match bytes {
            [kind::HLL_STATE, precision @ MIN_PRECISION..=MAX_PRECISION, _, REGISTERS, ..] => {
                bytes.len() == HEADER_LEN + (1 << precision)
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

    /// Takes up the bytes of a state from somewhere else: nothing about them is believed.
    pub fn resume_unknown(buffer: B) -> Result<State<B>> {
        let state = State::resume(buffer)?;
        let bytes = state.buffer.as_ref();
        let highest = entry::max_rank(bytes[PRECISION]);
        let sound = match state.registers() {
            // Looking at all of them is quicker than stopping at the first that is too high.
            Some(registers) => registers.iter().fold(0, |most, rank| most.max(*rank)) <= highest,
            None => {
                let slots = bytes[HEADER_LEN..].as_chunks::<SLOT_LEN>().0;
                let taken = slots.iter().filter(|slot| **slot != [0; SLOT_LEN]).count();
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
        let bytes = self.buffer.as_ref();
        u32::from_le_bytes([bytes[COUNT], bytes[COUNT + 1], bytes[COUNT + 2], bytes[COUNT + 3]])
            as usize
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

    pub(super) fn entries(&self) -> impl Iterator<Item = Entry> + '_ {
        let slots = match self.registers() {
            Some(_) => &[],
            None => &self.buffer.as_ref()[HEADER_LEN..],
        };
        slots.as_chunks().0.iter().filter_map(|slot| Entry::from_bits(u32::from_le_bytes(*slot)))
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

    fn with_room(precision: u8, domain: u8, entries: usize) -> State<B> {
        State::allocate(precision, domain, SLOTS, slots_size(entries, precision))
    }

    fn with_registers(precision: u8, domain: u8) -> State<B> {
        State::allocate(precision, domain, REGISTERS, HEADER_LEN + (1 << precision))
    }

    fn allocate(precision: u8, domain: u8, form: u8, len: usize) -> State<B> {
        let mut buffer = B::zeroed(len);
        buffer.as_mut()[..=FORM].copy_from_slice(&[kind::HLL_STATE, precision, domain, form]);
        State { buffer }
    }

    /// What the stored bytes hold.
    pub fn from_stored(stored: &Stored) -> Result<State<B>> {
        let domain = stored.domain.map_or(0, |domain| domain as u8);
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
    fn take_domain(&mut self, other: Option<Domain>) -> Result<()> {
        let domain = common_domain(self.domain(), other)?;
        self.buffer.as_mut()[DOMAIN] = domain.map_or(0, |domain| domain as u8);
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
        let (precision, domain) = (self.precision(), self.buffer.as_ref()[DOMAIN]);
        let mut larger = match self.entry_count() + 1 {
            beyond if beyond > sparse_limit(precision) => State::with_registers(precision, domain),
            entries => State::with_room(precision, domain, entries),
        };
        for entry in self.entries() {
            larger.try_insert(entry);
        }
        *self = larger;
    }

    /// Adds all that the stored bytes hold.
    #[inline(always)]
    pub fn merge_stored(&mut self, other: &Stored) -> Result<()> {
        self.admit(other.domain, other.precision)?;
        self.merge_body(&other.body)
    }

    /// Adds all that another state holds.
    #[inline(always)]
    pub fn merge<C: AsRef<[u8]>>(&mut self, other: &State<C>) -> Result<()> {
        self.admit(other.domain(), other.precision())?;
        match other.registers() {
            Some(registers) => {
                self.need_registers();
                let own = &mut self.buffer.as_mut()[HEADER_LEN..];
                own.iter_mut().zip(registers).for_each(|(own, other)| *own = (*own).max(*other));
            }
            None => other.entries().for_each(|entry| self.insert(entry)),
        }
        Ok(())
    }

    /// Adds all that another sketch holds, stored or at work.
    #[inline(always)]
    pub fn merge_view(&mut self, other: &View) -> Result<()> {
        match other {
            View::Stored(stored) => self.merge_stored(stored),
            View::AtWork(state) => self.merge(state),
        }
    }

    /// Makes ready for what another sketch holds: takes on its domain, and where this one is empty
    /// its precision. Two empty ones make one of the lower precision, in whichever order they come.
    pub(super) fn admit(&mut self, domain: Option<Domain>, precision: u8) -> Result<()> {
        let yields = match domain {
            Some(_) => precision != self.precision(),
            None => precision < self.precision(),
        };
        if yields && self.is_empty() {
            *self = State::with_room(precision, 0, 1);
        }
        match domain {
            None => Ok(()),
            Some(_) if self.precision() == precision => self.take_domain(domain),
            Some(_) => Err(Error::PrecisionMismatch { left: self.precision(), right: precision }),
        }
    }

    #[inline(always)]
    fn merge_body(&mut self, body: &Body) -> Result<()> {
        match body {
            Body::Empty => Ok(()),
            Body::Sparse(list) => self.merge_entries(list),
            Body::Dense(registers) => self.merge_registers(registers),
        }
    }

    fn merge_entries(&mut self, list: &SparseRef) -> Result<()> {
        for entry in list.entries() {
            self.insert(entry?);
        }
        Ok(())
    }

    #[inline(always)]
    fn merge_registers(&mut self, registers: &DenseRef) -> Result<()> {
        self.need_registers();
        let precision = self.precision();
        registers.merge_into(&mut self.buffer.as_mut()[HEADER_LEN..], precision)
    }

    /// The registers, to be raised.
    pub(super) fn registers_mut(&mut self) -> Option<&mut [u8]> {
        let bytes = self.buffer.as_mut();
        (bytes[FORM] == REGISTERS).then(|| &mut bytes[HEADER_LEN..])
    }

    fn need_registers(&mut self) {
        if self.registers().is_none() {
            let mut dense = State::with_registers(self.precision(), self.buffer.as_ref()[DOMAIN]);
            for entry in self.entries() {
                dense.try_insert(entry);
            }
            *self = dense;
        }
    }

    /// The same set at a lower precision, as if it had been built there.
    pub fn downsample(&self, precision: u8) -> Result<State<B>> {
        check_precision(precision.into())?;
        if self.is_empty() {
            return State::new(precision);
        }
        if precision > self.precision() {
            return Err(Error::CannotRefine { from: self.precision(), to: precision });
        }
        let domain = self.buffer.as_ref()[DOMAIN];
        let Some(registers) = self.registers() else {
            let mut coarse = State::with_room(precision, domain, 1);
            self.entries().for_each(|entry| coarse.insert(entry));
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
    Error::bad_bytes(super::NAME, "The bytes of a sketch at work are damaged")
}
