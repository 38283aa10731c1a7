//! The union over a window frame that slides: rows join as the newest and leave as the oldest.
//!
//! ```text
//!  oldest                                                       newest
//!  |<------------- front ------------->|<------------ back ----------->|
//!    one union, and for each row what     the rows as they came, and
//!    it alone changed: to leave is to     their union
//!    take that back
//! ```
//! A row joins by a union with `back`. As soon as one has to leave and `front` is empty, the rows of
//! `back` move there, the newest first: the union that a row meets is that of all rows younger than
//! itself, so taking back what it changed leaves just those. On average a row costs two unions on its
//! way through, however wide the frame is, and the union of the frame is one more.
//!
//! While the union has entries, what a row changed is the list of those that it brought. Once it has
//! registers, these are what was raised, and from what; a row that raised many leaves a copy of all.
//! Of n rows the oldest raises about one register in n, so the front takes some copies of the
//! registers, whereas the unions of all suffixes would be n of them.
//!
//! Tangwongsan, Hirzel, Schneider: Low-Latency Sliding-Window Aggregation in Worst-Case Constant
//! Time (2017), section 3, calls it two stacks.

use super::entry::{Entry, RANK_BITS};
use super::parameters::check_precision;
use super::state::State;
use super::view::View;
use crate::domain::Domain;
use crate::error::Result;
use crate::hash::SketchHash;
use crate::sketch::Buffer;
use allocator_api2::alloc::Allocator;
use allocator_api2::vec::Vec;

/// The union over a frame of rows, each of them a value or a sketch.
pub struct Window<A: Allocator + Default> {
    precision: u8,
    rows: Rows<A>,
    back: State<Vec<u8, A>>,
    front: Front<A>,
}

impl<A: Allocator + Default> Window<A> {
    /// An empty frame; the precision is that of values, and of a union without rows.
    pub fn new(precision: u8) -> Result<Window<A>> {
        check_precision(precision.into())?;
        Ok(Window {
            precision,
            rows: Rows { bytes: Vec::new_in(A::default()), lens: Vec::new_in(A::default()) },
            back: State::new(precision)?,
            front: Front::new(),
        })
    }

    /// The precision that it was made with.
    pub fn precision(&self) -> u8 {
        self.precision
    }

    /// A value joins.
    pub fn add_value(&mut self, hash: SketchHash) -> Result<()> {
        self.back.add(hash)?;
        self.rows.push(&hash.bits().to_le_bytes());
        Ok(())
    }

    /// The sketch of these bytes joins, stored or at work.
    #[inline(always)]
    pub fn add_sketch(&mut self, bytes: &[u8]) -> Result<()> {
        let sketch = View::read(bytes)?;
        if self.rows.lens.is_empty() {
            self.back = State::new(sketch.precision())?;
        }
        self.back.merge_view(&sketch)?;
        self.rows.push(bytes);
        Ok(())
    }

    /// The oldest row leaves. Where that takes long, `pause` is called now and then.
    #[inline(always)]
    pub fn remove_oldest(&mut self, pause: impl FnMut()) -> Result<()> {
        if self.front.rows.is_empty() {
            self.front.take_up(&mut self.rows, self.precision, pause)?;
            self.back = State::new(self.precision)?;
        }
        self.front.remove_oldest();
        Ok(())
    }

    /// The union of all rows in the frame.
    #[inline(always)]
    pub fn union<B: Buffer>(&self) -> Result<State<B>> {
        let back = (!self.rows.lens.is_empty()).then_some(&self.back);
        let Some(front) = self.front.rows.last() else {
            return Ok(State::copy_of(&self.back));
        };
        if front.change != Change::Entries {
            let mut union = State::copy_of(&self.front.union);
            if let Some(back) = back {
                union.merge(back)?;
            }
            return Ok(union);
        }
        let mut union: State<B> = State::new(front.precision)?;
        union.admit(front.domain, front.precision)?;
        if let Some(back) = back {
            union.admit(back.domain(), back.precision())?;
            if !back.is_empty() {
                union = State::copy_of(back);
            }
        }
        self.front.entries().for_each(|entry| union.insert(entry));
        Ok(union)
    }
}

/// Rows as they came, one behind the other: the bytes of a sketch, or the eight of a hash, which is
/// a length that no sketch has.
struct Rows<A: Allocator> {
    bytes: Vec<u8, A>,
    lens: Vec<u32, A>,
}

impl<A: Allocator> Rows<A> {
    #[inline]
    fn push(&mut self, row: &[u8]) {
        append(&mut self.bytes, row);
        self.lens.push(row.len() as u32);
    }
}

/// The older rows, of which none joins any more.
struct Front<A: Allocator + Default> {
    /// The union of all rows. Once only rows with entries are left it is stale, and `changes` are the
    /// entries of their union.
    union: State<Vec<u8, A>>,
    /// What the rows changed, the newest row first.
    changes: Vec<u32, A>,
    /// The newest first.
    rows: Vec<Row, A>,
    /// The registers before the last row was taken up.
    before: Vec<u32, A>,
}

/// A row, and what the union of it and all newer ones is.
struct Row {
    /// So many words among the changes are its own.
    words: u32,
    change: Change,
    precision: u8,
    domain: Option<Domain>,
}

/// What a row changed in the union of those that are newer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    /// It brought entries; a word is one of them.
    Entries,
    /// It made registers of the entries. What was there before is still among the changes.
    FirstRegisters,
    /// It raised registers; a word is the index of one, and its old rank.
    Raised,
    /// It raised many registers; the words are all of them as they were.
    Copied,
}

/// How many ranks there are in a word of a copy.
const RANKS: usize = size_of::<u32>();
/// A row that changed at least this part of the words leaves a copy of all: longer, but quicker to
/// write and to take back.
const COPIED_FROM: usize = 16;
/// Words that are compared at once.
const BLOCK: usize = 16;

impl<A: Allocator + Default> Front<A> {
    fn new() -> Front<A> {
        Front {
            union: State::default(),
            changes: Vec::new_in(A::default()),
            rows: Vec::new_in(A::default()),
            before: Vec::new_in(A::default()),
        }
    }

    /// The entries of the union, as long as it has no registers.
    fn entries(&self) -> impl Iterator<Item = Entry> + '_ {
        self.changes.iter().filter_map(|bits| Entry::from_bits(*bits))
    }

    /// Takes up all rows, the newest first.
    #[inline(always)]
    fn take_up(
        &mut self,
        rows: &mut Rows<A>,
        precision: u8,
        mut pause: impl FnMut(),
    ) -> Result<()> {
        while let Some(len) = rows.lens.pop() {
            pause();
            let start = rows.bytes.len() - len as usize;
            match rows.bytes[start..].try_into() {
                Ok(hash) => self.take_up_value(u64::from_le_bytes(hash), precision)?,
                Err(_) => self.take_up_sketch(&View::read(&rows.bytes[start..])?)?,
            }
            rows.bytes.truncate(start);
        }
        Ok(())
    }

    fn take_up_value(&mut self, bits: u64, precision: u8) -> Result<()> {
        let hash = SketchHash::from_bits(bits)?;
        self.take_up_row(Some(hash.domain()?), precision, |front| {
            front.raise(Entry::from_hash(hash));
            Ok(Change::Raised)
        })
    }

    #[inline(always)]
    fn take_up_sketch(&mut self, sketch: &View) -> Result<()> {
        self.take_up_row(
            sketch.domain(),
            sketch.precision(),
            #[inline(always)]
            |front| {
                match (sketch.has_registers(), front.union.registers()) {
                    (true, Some(_)) => return front.raise_all(sketch),
                    (true, None) => front.union.merge_view(sketch),
                    (false, _) => sketch.visit_entries(|entry| front.raise(entry)),
                }
                .map(|()| Change::Raised)
            },
        )
    }

    /// Takes up a row of that domain and precision, which joins the union as `merge` does it; that
    /// tells how registers were changed that were there before.
    #[inline(always)]
    fn take_up_row(
        &mut self,
        domain: Option<Domain>,
        precision: u8,
        merge: impl FnOnce(&mut Self) -> Result<Change>,
    ) -> Result<()> {
        if self.rows.is_empty() {
            self.union = State::new(precision)?;
        }
        self.union.admit(domain, precision)?;
        let had_registers = self.union.registers().is_some();
        let start = self.changes.len();
        let mut change = merge(self)?;
        if self.union.registers().is_none() {
            change = Change::Entries;
        } else if !had_registers {
            self.changes.truncate(start);
            change = Change::FirstRegisters;
        }
        self.rows.push(Row {
            words: (self.changes.len() - start) as u32,
            change,
            precision: self.union.precision(),
            domain: self.union.domain(),
        });
        Ok(())
    }

    fn raise(&mut self, entry: Entry) {
        let precision = self.union.precision();
        if let Some(registers) = self.union.registers_mut() {
            let (index, rank) = entry.register_and_rank(precision);
            if registers[index] < rank {
                self.changes.push(old_rank(index, registers[index]));
                registers[index] = rank;
            }
            return;
        }
        let entries = self.union.entry_count();
        self.union.insert(entry);
        if self.union.entry_count() > entries {
            self.changes.push(entry.bits());
        }
    }

    /// Raises registers by others.
    #[inline(always)]
    fn raise_all(&mut self, sketch: &View) -> Result<Change> {
        let Front { union, before, changes, .. } = self;
        let registers = union.registers().unwrap_or_default();
        before.resize(registers.len() / RANKS, 0);
        before.iter_mut().zip(words(registers)).for_each(|(before, word)| *before = word);
        union.merge_view(sketch)?;
        let registers = union.registers().unwrap_or_default();
        let pairs = before.iter().zip(words(registers));
        let changed = pairs.map(|(before, after)| u32::from(*before != after)).sum::<u32>();
        if changed as usize >= before.len() / COPIED_FROM {
            append(changes, before);
            return Ok(Change::Copied);
        }
        let blocks = before.as_chunks().0.iter().zip(registers.as_chunks().0);
        for ((before, after), index) in blocks.zip((0..).step_by(BLOCK * RANKS)) {
            visit_changes(before, after, |offset, rank| {
                changes.push(old_rank(index + offset, rank));
            });
        }
        Ok(Change::Raised)
    }

    fn remove_oldest(&mut self) {
        let Some(row) = self.rows.pop() else { return };
        let start = self.changes.len() - row.words as usize;
        let changes = &self.changes[start..];
        let registers = self.union.registers_mut().unwrap_or_default();
        match row.change {
            Change::Entries | Change::FirstRegisters => {}
            // One that was raised twice gets the older of its old ranks last.
            Change::Raised => changes.iter().rev().for_each(|change| {
                registers[(change >> RANK_BITS) as usize] = (change & RANK_MASK) as u8;
            }),
            Change::Copied => {
                let words = registers.as_chunks_mut::<RANKS>().0.iter_mut();
                words.zip(changes).for_each(|(ranks, copy)| *ranks = copy.to_le_bytes());
            }
        }
        self.changes.truncate(start);
    }
}

const RANK_MASK: u32 = (1 << RANK_BITS) - 1;

/// The word for a register and the rank that it had.
fn old_rank(index: usize, rank: u8) -> u32 {
    (index as u32) << RANK_BITS | u32::from(rank)
}

/// Visits those registers of a block that changed, with the ranks they had.
#[inline(always)]
fn visit_changes(
    before: &[u32; BLOCK],
    after: &[u8; BLOCK * RANKS],
    mut visit: impl FnMut(usize, u8),
) {
    let pairs = || before.iter().zip(words(after));
    if pairs().fold(0, |changed, (before, after)| changed | (before ^ after)) == 0 {
        return;
    }
    for ((before, after), index) in pairs().zip((0..).step_by(RANKS)) {
        let mut changed = before ^ after;
        while changed != 0 {
            let rank = changed.trailing_zeros() / u8::BITS;
            visit(index + rank as usize, before.to_le_bytes()[rank as usize]);
            changed &= !(0xff << (rank * u8::BITS));
        }
    }
}

/// The registers, so many at once as a word of a copy holds.
#[inline(always)]
fn words(registers: &[u8]) -> impl Iterator<Item = u32> + '_ {
    registers.as_chunks().0.iter().map(|ranks| u32::from_le_bytes(*ranks))
}

/// Appends all at once; `extend_from_slice` of such a vector takes them one by one.
#[inline(always)]
fn append<T: Copy + Default, A: Allocator>(vec: &mut Vec<T, A>, more: &[T]) {
    let start = vec.len();
    vec.resize(start + more.len(), T::default());
    vec[start..].copy_from_slice(more);
}
