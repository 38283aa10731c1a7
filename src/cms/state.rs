//! The in-memory form of a `cms`: what aggregates change in place.
//!
//! The bytes it consists of are drawn in layout.rs.

use super::cells::{Cells, Counter};
use super::codec::encode;
use super::columns::counters;
use super::error::{bad_state, total_overflow};
use super::layout::{
    CELLS, DOMAIN, FORM, HASHES, HEAD_LEN, Head, HeadBytes, NARROW, SLOT_LEN, Slot, TOTAL, WIDE,
    add_in_place, count, find, increase, key, shape, slots_for, taken, total,
};
use super::parameters::{MAX_TOTAL, Shape};
use super::stored::Front;
use crate::bytes::kind;
use crate::domain::{Domain, common_domain};
use crate::error::Result;
use crate::hash::SketchHash;
use crate::record::{self, set_field};
use crate::sketch::Buffer;
use crate::table::{load_limit, scattered_numbers};
use std::hash::{BuildHasher, Hasher, RandomState};

/// A sketch in some memory, which may be borrowed to be read alone.
#[derive(Debug, Clone, Copy)]
pub struct State<B> {
    buffer: B,
}

/// A sketch on the Rust heap.
pub type Cms = State<Vec<u8>>;

/// What a state holds.
pub(super) enum Parts<'a> {
    Hashes(&'a [Slot]),
    Cells(&'a [Slot]),
    Narrow(&'a [[u8; 4]]),
    Wide(&'a [[u8; 8]]),
}

impl<B: AsRef<[u8]>> State<B> {
    /// The state of bytes that this extension left in memory. The lengths are checked, so that no later
    /// step reaches past them.
    pub fn resume(buffer: B) -> Result<State<B>> {
        let is_sound = match buffer.as_ref().split_first_chunk::<HEAD_LEN>() {
            Some((head, rest)) if head[0] == kind::CMS_STATE => {
                let shape = shape(head);
                let is_long_enough = match head[FORM] {
                    HASHES | CELLS => rest.len() >= SLOT_LEN && rest.len() % SLOT_LEN == 0,
                    NARROW => rest.len() == 4 * shape.counters(),
                    WIDE => rest.len() == 8 * shape.counters(),
                    _ => false,
                };
                is_long_enough
                    && Shape::checked(shape.width, shape.depth).is_some()
                    && total(head) <= MAX_TOTAL
                    && (total(head) == 0) == (head[DOMAIN] == 0)
            }
            _ => false,
        };
        if is_sound { Ok(State { buffer }) } else { Err(bad_state()) }
    }

    /// The state of bytes from elsewhere. They are checked in full.
    pub fn resume_unknown(buffer: B) -> Result<State<B>> {
        let state = State::resume(buffer)?;
        let (shape, domain) = (state.shape(), state.head()[DOMAIN]);
        let mut rows = vec![0u64; shape.depth.into()];
        let mut is_sound = true;
        let mut add = |at: usize, count: u64| match rows.get_mut(at / shape.width as usize) {
            Some(row) => *row = row.saturating_add(count),
            None => is_sound = false,
        };
        let slots = match state.parts() {
            Parts::Hashes(slots) => {
                let are_of_domain = pairs(slots).all(|(bits, _)| bits as u8 == domain);
                let sum = pairs(slots).fold(0u64, |sum, (_, count)| sum.saturating_add(count));
                rows.fill(sum);
                is_sound = are_of_domain;
                slots
            }
            Parts::Cells(slots) => {
                pairs(slots).for_each(|(key, count)| add(key as usize - 1, count));
                slots
            }
            Parts::Narrow(cells) => {
                cells.visit(add);
                &[]
            }
            Parts::Wide(cells) => {
                cells.visit(add);
                &[]
            }
        };
        let found = slots.iter().filter(|slot| key(slot) != 0).count();
        let are_sound = found == taken(state.head())
            && found <= load_limit(slots.len())
            && rows.iter().all(|row| *row == state.total());
        if is_sound && are_sound { Ok(state) } else { Err(bad_state()) }
    }

    /// The memory, to be resumed later.
    pub fn into_buffer(self) -> B {
        self.buffer
    }

    /// The same sketch, borrowed.
    pub fn borrowed(&self) -> State<&[u8]> {
        State { buffer: self.buffer.as_ref() }
    }

    pub(super) fn head(&self) -> &HeadBytes {
        self.buffer.as_ref().first_chunk().unwrap_or(&[0; HEAD_LEN])
    }

    /// How many counters there are.
    pub fn shape(&self) -> Shape {
        shape(self.head())
    }

    /// The domain of what was added, if anything was.
    pub fn domain(&self) -> Option<Domain> {
        Domain::from_byte(self.head()[DOMAIN])
    }

    /// The sum of all that was added.
    pub fn total(&self) -> u64 {
        total(self.head())
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.total() == 0
    }

    pub(super) fn parts(&self) -> Parts<'_> {
        let rest = &self.buffer.as_ref()[HEAD_LEN..];
        match self.head()[FORM] {
            HASHES => Parts::Hashes(rest.as_chunks().0),
            CELLS => Parts::Cells(rest.as_chunks().0),
            NARROW => Parts::Narrow(rest.as_chunks().0),
            _ => Parts::Wide(rest.as_chunks().0),
        }
    }

    /// The stored bytes.
    pub fn encode(&self) -> Vec<u8> {
        let front =
            Front { shape: self.shape(), domain: self.domain(), total: self.total(), bytes: 0 };
        match self.parts() {
            Parts::Hashes(slots) => encode(front, &sorted_cells(slots, front.shape).as_slice()),
            Parts::Cells(slots) => {
                let cells = pairs(slots).map(|(key, count)| ((key - 1) as u32, count));
                encode(front, &sorted(cells).as_slice())
            }
            Parts::Narrow(counters) => encode(front, &counters),
            Parts::Wide(counters) => encode(front, &counters),
        }
    }
}

/// The keys whose count is not zero, and their counts.
///
/// They come from all over the table: in the order of the slots they would crowd another one, see
/// table.rs.
pub(super) fn pairs(slots: &[Slot]) -> impl Iterator<Item = (u64, u64)> + '_ {
    let slots = scattered_numbers(slots.len()).map(|at| &slots[at]);
    slots.map(|slot| (key(slot), count(slot))).filter(|(key, count)| *key != 0 && *count != 0)
}

/// The counters of hashes, in order.
pub(super) fn sorted_cells(slots: &[Slot], shape: Shape) -> Vec<(u32, u64)> {
    sorted(pairs(slots).flat_map(|(bits, count)| {
        counters(SketchHash::from_stored_bits(bits), shape).map(move |at| (at as u32, count))
    }))
}

/// Counters in order, each of them once.
fn sorted(cells: impl Iterator<Item = (u32, u64)>) -> Vec<(u32, u64)> {
    let mut cells: Vec<(u32, u64)> = cells.collect();
    cells.sort_unstable();
    cells.dedup_by(|next, first| {
        let is_same = next.0 == first.0;
        if is_same {
            first.1 = first.1.wrapping_add(next.1);
        }
        is_same
    });
    cells
}

impl<B: Buffer> State<B> {
    /// A sketch of nothing.
    pub fn new(shape: Shape) -> State<B> {
        State::with_slots(HASHES, shape, 1)
    }

    /// A sketch of nothing, with room for that many keys.
    pub(super) fn with_slots(form: u8, shape: Shape, keys: usize) -> State<B> {
        let seed = random_seed();
        State::with_body(form, shape, seed, slots_for(keys) * SLOT_LEN)
    }

    /// A sketch of nothing with counters that hold that total.
    pub(super) fn with_counters(shape: Shape, total: u64) -> State<B> {
        match total <= u32::MAX.into() {
            true => State::with_body(NARROW, shape, 0, 4 * shape.counters()),
            false => State::with_body(WIDE, shape, 0, 8 * shape.counters()),
        }
    }

    fn with_body(form: u8, shape: Shape, seed: u16, len: usize) -> State<B> {
        let Shape { width, depth } = shape;
        let head = Head {
            kind: kind::CMS_STATE,
            form,
            depth,
            domain: 0,
            width,
            total: 0,
            taken: 0,
            seed,
            reserved: 0,
        };
        let mut buffer = B::zeroed(HEAD_LEN + len);
        buffer.as_mut()[..HEAD_LEN].copy_from_slice(&record::write::<_, HEAD_LEN>(&head));
        State { buffer }
    }

    /// A copy of bytes of this form.
    pub(super) fn copy_of(state: &State<&[u8]>) -> State<B> {
        State { buffer: B::copy_of(state.buffer) }
    }

    pub(super) fn split(&mut self) -> (&mut HeadBytes, &mut [u8]) {
        let bytes = self.buffer.as_mut();
        let (head, rest) = bytes.split_at_mut(HEAD_LEN);
        (head.first_chunk_mut().unwrap_or_else(|| unreachable!("it has that length")), rest)
    }

    /// Takes over the domain and the total of what is about to be added.
    pub(super) fn take(&mut self, domain: Option<Domain>, weight: u64) -> Result<()> {
        let domain = common_domain(self.domain(), domain)?;
        let total = self.total();
        let sum = total.checked_add(weight).filter(|sum| *sum <= MAX_TOTAL);
        let sum = sum.ok_or_else(|| total_overflow(total, weight))?;
        if self.head()[FORM] == NARROW && sum > u32::MAX.into() {
            self.change_to(|shape| State::with_counters(shape, sum));
        }
        self.set(domain, sum);
        Ok(())
    }

    pub(super) fn set(&mut self, domain: Option<Domain>, total: u64) {
        let (head, _) = self.split();
        head[DOMAIN] = domain.map_or(0, Domain::byte);
        set_field(head, TOTAL, total.to_le_bytes());
    }

    /// Adds occurrences of a value.
    pub fn add(&mut self, (hash, weight): (SketchHash, u64)) -> Result<()> {
        if weight == 0 {
            common_domain(self.domain(), Some(hash.domain()?)).map(drop)
        } else if add_in_place(self.buffer.as_mut(), (hash, weight)) {
            Ok(())
        } else {
            self.take(Some(hash.domain()?), weight)?;
            self.increase_hash(hash, weight);
            Ok(())
        }
    }

    /// Adds to the counters of a value, but not to the total.
    pub(super) fn increase_hash(&mut self, hash: SketchHash, weight: u64) {
        if self.head()[FORM] == HASHES && self.increase_key(hash.bits(), weight) {
            return;
        }
        counters(hash, self.shape()).for_each(|at| self.increase_cell(at, weight));
    }

    /// Adds to a counter. There are no hashes.
    pub(super) fn increase_cell(&mut self, at: usize, weight: u64) {
        if self.head()[FORM] == CELLS && self.increase_key(at as u64 + 1, weight) {
            return;
        }
        fn add<C: Counter>(cells: &mut [C], at: usize, weight: u64) {
            if let Some(cell) = cells.get_mut(at) {
                *cell = C::of(cell.value().wrapping_add(weight));
            }
        }
        let (head, rest) = self.split();
        match head[FORM] {
            NARROW => add::<[u8; 4]>(rest.as_chunks_mut().0, at, weight),
            _ => add::<[u8; 8]>(rest.as_chunks_mut().0, at, weight),
        }
    }

    /// A counter. There are no hashes.
    pub(super) fn cell(&self, at: usize) -> u64 {
        let value = match self.parts() {
            Parts::Hashes(slots) | Parts::Cells(slots) => {
                let slot = find(self.head(), slots, at as u64 + 1).map(|at| &slots[at]);
                slot.filter(|slot| key(slot) != 0).map(count)
            }
            Parts::Narrow(cells) => cells.get(at).map(|cell| cell.value()),
            Parts::Wide(cells) => cells.get(at).map(|cell| cell.value()),
        };
        value.unwrap_or(0)
    }

    /// Adds to the count of a key, and makes room for it where that is needed. False if there are counters
    /// now, and the key is yet to be added.
    fn increase_key(&mut self, key: u64, weight: u64) -> bool {
        let (head, rest) = self.split();
        if increase(head, rest.as_chunks_mut().0, key, weight) {
            return true;
        }
        self.make_room(1);
        let (head, rest) = self.split();
        match head[FORM] {
            HASHES | CELLS => increase(head, rest.as_chunks_mut().0, key, weight),
            _ => false,
        }
    }
}

impl<B: Buffer> Default for State<B> {
    fn default() -> State<B> {
        State::new(Shape::default())
    }
}

/// A seed for a new table. A fuzzer, which goes on from what an input reaches, has to reach the same with it
/// again.
fn random_seed() -> u16 {
    match cfg!(fuzzing) {
        true => 0,
        false => RandomState::new().build_hasher().finish() as u16,
    }
}
