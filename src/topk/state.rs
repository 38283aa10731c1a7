//! The in-memory form of a `topk`: what aggregates change in place, from the first value on compact.
//!
//! The bytes it consists of are drawn in layout.rs. Until it holds very many values nothing is dropped from
//! it: then it is a sum of what was added and merged, in which order it came does not matter, and a part of
//! it can be taken away again.

use super::entry::{Entry, read_entry};
use super::error::{bad_state, total_overflow};
use super::layout::{
    BOUND, CAPACITY, COUNT, CUT, DOMAIN, FORM, FRAME, HEAD_LEN, Head, HeadBytes, TOTAL, TWO_COUNTS,
    add_in_place, arena, increase, number, random_seed, word,
};
use super::parameters::{MAX_TOTAL, byte_limit, check_capacity, is_capacity, value_limit};
use super::room::{Parts, Room};
use super::sums::Sums;
use super::view::View;
use crate::bytes::kind;
use crate::domain::{Domain, common_domain};
use crate::error::{Error, Result};
use crate::record::{self, set_field};
use crate::sketch::Buffer;
use crate::value::{self, Value, shortened};

/// A sketch in some memory, which may be borrowed to be read alone.
#[derive(Debug, Clone, Copy)]
pub struct State<B> {
    buffer: B,
}

/// A sketch on the Rust heap.
pub type Topk = State<Vec<u8>>;

impl<B: AsRef<[u8]>> State<B> {
    /// The state of bytes that this extension left in memory. Their lengths are checked.
    #[inline]
    pub fn resume(buffer: B) -> Result<State<B>> {
        let bytes = buffer.as_ref();
        let sound = bytes.first() == Some(&kind::TOPK_STATE) && arena(bytes).is_some();
        match sound && is_capacity(number(bytes, CAPACITY) as u32) {
            true => Ok(State { buffer }),
            false => Err(bad_state()),
        }
    }

    /// The state of bytes from elsewhere. All but the slots is checked, to read its entries alone.
    pub fn resume_unknown(buffer: B) -> Result<State<B>> {
        let state = State::resume(buffer)?;
        let (bytes, domain) = (state.buffer.as_ref(), state.domain());
        let mut rest = arena(bytes).unwrap_or_default();
        let mut sums = Sums::default();
        while !rest.is_empty() {
            let (entry, behind) = read_entry(rest, state.form()).ok_or_else(bad_state)?;
            rest = behind;
            let is_flawed = |own| value::flaw(own, entry.value).is_some();
            if entry.is_there() && (domain.is_none_or(is_flawed) || !sums.add(&entry)) {
                return Err(bad_state());
            }
        }
        let consistent = sums.count == state.entry_count() as u64
            && (bytes[DOMAIN] == 0) == (sums.count == 0)
            && sums.are_of(state.total(), state.bound(), state.capacity());
        if consistent { Ok(state) } else { Err(bad_state()) }
    }

    /// The memory, to be resumed later.
    pub fn into_buffer(self) -> B {
        self.buffer
    }

    pub(super) fn form(&self) -> u8 {
        self.buffer.as_ref()[FORM]
    }

    /// How many values the sketch keeps when it is stored.
    pub fn capacity(&self) -> u32 {
        number(self.buffer.as_ref(), CAPACITY) as u32
    }

    /// The domain of what was added, if anything was.
    pub fn domain(&self) -> Option<Domain> {
        Domain::from_byte(self.buffer.as_ref()[DOMAIN])
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.buffer.as_ref()[DOMAIN] == 0
    }

    /// The sum of all weights.
    pub fn total(&self) -> u64 {
        word(self.buffer.as_ref(), TOTAL)
    }

    /// No value that has no entry was added more often.
    pub fn bound(&self) -> u64 {
        word(self.buffer.as_ref(), BOUND)
    }

    /// How many entries there are.
    pub fn entry_count(&self) -> usize {
        number(self.buffer.as_ref(), COUNT)
    }

    /// Whether values were dropped while the state was in memory, so that nothing can be taken from it.
    pub fn was_cut(&self) -> bool {
        self.form() & CUT != 0
    }

    /// The entries, in the order in which they came.
    pub fn entries(&self) -> impl Iterator<Item = Entry<'_>> + Clone {
        let form = self.form();
        let mut rest = arena(self.buffer.as_ref()).unwrap_or_default();
        let all = std::iter::from_fn(move || {
            let (entry, behind) = read_entry(rest, form)?;
            rest = behind;
            Some(entry)
        });
        all.filter(Entry::is_there)
    }

    /// The bytes of the in-memory form.
    pub fn as_bytes(&self) -> &[u8] {
        self.buffer.as_ref()
    }

    /// The sketch where it is.
    pub fn view(&self) -> View<'_> {
        View::InMemory(State { buffer: self.buffer.as_ref() })
    }

    /// The sketch in another table.
    pub(super) fn moved<C: Buffer>(&self, form: u8, room: Room) -> State<C> {
        self.with_entries(form, self.capacity(), room, self.entries())
    }

    /// A table with that room and these entries, with the domain, the total and the bound of this one.
    pub(super) fn with_entries<'e, C: Buffer>(
        &self,
        form: u8,
        capacity: u32,
        room: Room,
        entries: impl Iterator<Item = Entry<'e>>,
    ) -> State<C> {
        let mut state = State::with_room(capacity, form, self.domain(), room);
        let (head, rest) = state.parts_mut();
        entries.for_each(|entry| _ = increase(head, rest, entry));
        state.set_total(self.total());
        state.set_bound(self.bound());
        state
    }

    /// How much room the entries take.
    pub(super) fn room(&self) -> Room {
        self.entries().fold(Room::default(), |room, entry| room.and(entry.value.len()))
    }
}

impl<B: Buffer> State<B> {
    /// An empty sketch.
    pub fn new(capacity: u32) -> Result<State<B>> {
        Ok(State::empty(check_capacity(capacity.into())?, 0))
    }

    /// The same for the rows of a window frame, which are taken out of it again: it holds more values before
    /// any is dropped.
    pub fn into_frame(mut self) -> State<B> {
        self.set_form(self.form() | FRAME);
        self
    }

    pub(super) fn empty(capacity: u32, form: u8) -> State<B> {
        State::with_room(capacity, form, None, Room::default())
    }

    /// A state of that domain that has room for these entries.
    pub(super) fn with_room(
        capacity: u32,
        form: u8,
        domain: Option<Domain>,
        room: Room,
    ) -> State<B> {
        let limit = value_limit(capacity, form & FRAME != 0);
        let Parts { slots, len } = room.parts(form, limit);
        let head = Head {
            kind: kind::TOPK_STATE,
            form,
            reserved: 0,
            domain: domain.map_or(0, Domain::byte),
            capacity,
            seed: random_seed(),
            total: 0,
            bound: 0,
            count: 0,
            size: slots as u32,
            used: 0,
        };
        let mut buffer = B::zeroed(len);
        buffer.as_mut()[..HEAD_LEN].copy_from_slice(&record::write::<_, HEAD_LEN>(&head));
        State { buffer }
    }

    /// Adds occurrences of a value: as many as its weight.
    #[inline]
    pub fn add(&mut self, item: (Value<'_>, u64)) -> Result<()> {
        match add_in_place(self.buffer.as_mut(), item) {
            true => Ok(()),
            false => self.add_with_care(item),
        }
    }

    #[cold]
    fn add_with_care(&mut self, (value, weight): (Value<'_>, u64)) -> Result<()> {
        let domain = value.domain()?;
        common_domain(self.domain(), Some(domain))?;
        let total = self.total_with(weight)?;
        if weight == 0 {
            return Ok(());
        }
        let kept = shortened(domain, value.bytes());
        if let Some(flaw) = value::flaw(domain, &kept) {
            return Err(Error::bad_bytes(value::NAME, flaw));
        }
        self.set_domain(Some(domain));
        self.increase(Entry { above: weight, lower: weight, value: &kept })?;
        self.set_total(total);
        Ok(())
    }

    /// The total with that much more.
    pub(super) fn total_with(&self, added: u64) -> Result<u64> {
        let total = self.total();
        match total.checked_add(added) {
            Some(sum @ ..=MAX_TOTAL) => Ok(sum),
            _ => Err(total_overflow(total, added)),
        }
    }

    /// Adds counts to an entry, which need not be there yet. Entries may be dropped to make room for it.
    #[inline]
    pub(super) fn increase(&mut self, entry: Entry<'_>) -> Result<()> {
        match self.try_increase(entry) {
            true => Ok(()),
            false => {
                self.make_room(entry.value.len());
                self.try_increase(entry).then_some(()).ok_or_else(bad_state)
            }
        }
    }

    #[inline]
    fn try_increase(&mut self, entry: Entry<'_>) -> bool {
        let (head, rest) = self.parts_mut();
        increase(head, rest, entry)
    }

    /// Moves to a larger table, or drops values, so that there is room for one more.
    #[cold]
    fn make_room(&mut self, value_len: usize) {
        B::check_interrupts();
        let (room, limit) = (self.room(), self.value_limit());
        let most_bytes = byte_limit(self.capacity(), self.form() & FRAME != 0);
        *self = match room.entries < limit && room.bytes + value_len <= most_bytes {
            true => self.moved(self.form(), room.and(value_len).grown(self.form(), limit)),
            false => self.halved(value_len),
        };
    }

    /// The most values that it holds.
    pub(super) fn value_limit(&self) -> usize {
        value_limit(self.capacity(), self.form() & FRAME != 0)
    }

    /// Makes sure that entries have two counts.
    pub(super) fn need_two_counts(&mut self) {
        if self.form() & TWO_COUNTS == 0 {
            let form = self.form() | TWO_COUNTS;
            *self = self.moved(form, self.room().grown(form, self.value_limit()));
        }
    }

    pub(super) fn set_form(&mut self, form: u8) {
        self.buffer.as_mut()[FORM] = form;
    }

    pub(super) fn set_domain(&mut self, domain: Option<Domain>) {
        self.buffer.as_mut()[DOMAIN] = domain.map_or(0, Domain::byte);
    }

    pub(super) fn set_total(&mut self, total: u64) {
        set_field(self.buffer.as_mut(), TOTAL, total.to_le_bytes());
    }

    pub(super) fn set_bound(&mut self, bound: u64) {
        set_field(self.buffer.as_mut(), BOUND, bound.to_le_bytes());
    }

    pub(super) fn parts_mut(&mut self) -> (&mut HeadBytes, &mut [u8]) {
        // Every state has a head.
        self.buffer.as_mut().split_first_chunk_mut().unwrap_or_else(|| unreachable!())
    }
}

#[cfg(test)]
mod tests;
