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
//! itself, so taking back what it changed leaves just those. A row costs two unions on its way through,
//! however wide the frame is, and the union of the frame is one more.
//!
//! While the union has entries, what a row changed is the list of those that it brought. Once it has
//! registers, these are what was raised, and from what; a row that raised many leaves a copy of all.
//! Of n rows the oldest raises about one register in n, so the front takes a few copies of the
//! registers, whereas the unions of all suffixes would be n of them.
//!
//! Tangwongsan, Hirzel, Schneider: Low-Latency Sliding-Window Aggregation in Worst-Case Constant
//! Time (2017), section 3, calls it two stacks.

use super::entry::{Entry, RANK_BITS};
use super::state::State;
use super::view::View;
use super::{check_precision, check_precision_unchanged};
use crate::error::Result;
use crate::hash::{Domain, SketchHash};
use crate::sketch::Buffer;
use allocator_api2::alloc::Allocator;
use allocator_api2::vec::Vec;

/// The union over a frame of rows, each of them a value or a sketch.
pub struct Window<A: Allocator + Default> {
    /// That of a union without rows.
    precision: u8,
    rows: Rows<A>,
    back: State<Vec<u8, A>>,
    front: Front<A>,
}

impl<A: Allocator + Default> Window<A> {
    /// An empty frame.
    pub fn new(precision: u8) -> Result<Window<A>> {
        check_precision(precision.into())?;
        Ok(Window {
            precision,
            rows: Rows { bytes: Vec::new_in(A::default()), lens: Vec::new_in(A::default()) },
            back: State::new(precision)?,
            front: Front::new()?,
        })
    }

    /// Refuses a precision other than that of the rows before.
    pub fn check_precision_unchanged(&self, precision: u8) -> Result<()> {
        check_precision_unchanged(self.precision, precision)
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

    /// The oldest row leaves.
    #[inline(always)]
    pub fn remove_oldest(&mut self) -> Result<()> {
        if self.front.rows.is_empty() {
            self.front.take_up(&mut self.rows, self.precision)?;
            self.back = State::new(self.precision)?;
        }
        self.front.remove_oldest();
        Ok(())
    }

    /// The union of all rows in the frame.
    #[inline(always)]
    pub fn union<B: Buffer>(&self) -> Result<State<B>> {
        let newer = (!self.rows.lens.is_empty()).then_some(&self.back);
        let Some(older) = self.front.rows.last() else {
            return Ok(State::copy_of(&self.back));
        };
        if let Some(registers) = self.front.with_registers() {
            let mut union = State::copy_of(registers);
            if let Some(newer) = newer {
                union.merge(newer)?;
            }
            return Ok(union);
        }
        let mut union: State<B> = State::new(older.precision)?;
        union.admit(older.domain, older.precision)?;
        if let Some(newer) = newer {
            union.admit(newer.domain(), newer.precision())?;
            if !newer.is_empty() {
                union = State::copy_of(newer);
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
        let start = self.bytes.len();
        self.bytes.resize(start + row.len(), 0);
        self.bytes[start..].copy_from_slice(row);
        self.lens.push(row.len() as u32);
    }
}

/// The older rows, of which none joins any more.
struct Front<A: Allocator + Default> {
    /// The union of all of them, as long as it has registers; of those with entries alone it is one
    /// from before some left.
    union: State<Vec<u8, A>>,
    /// What each row changed, the newest row first. While there are entries: those that it brought.
    /// With registers: the index and the old rank of those that it raised, or all ranks before it.
    changes: Vec<u32, A>,
    /// The newest first.
    rows: Vec<Row, A>,
    /// So many of the newest rows have entries alone, as has their union.
    rows_with_entries: usize,
    /// What the last row raised.
    raised: Vec<u32, A>,
}

/// A row, and what the union of it and all newer ones is.
struct Row {
    changes: u32,
    precision: u8,
    domain: Option<Domain>,
}

/// How many ranks there are in a word of a copy.
const RANKS: usize = size_of::<u32>();
/// A row that changed at least this part of the words leaves a copy of all: longer, but quicker to
/// write and to take back.
const COPIED_FROM: usize = 16;
/// Words that are compared at once.
const BLOCK: usize = 16;

impl<A: Allocator + Default> Front<A> {
    fn new() -> Result<Front<A>> {
        Ok(Front {
            union: State::default(),
            changes: Vec::new_in(A::default()),
            rows: Vec::new_in(A::default()),
            rows_with_entries: 0,
            raised: Vec::new_in(A::default()),
        })
    }

    /// The union, if it has registers.
    fn with_registers(&self) -> Option<&State<Vec<u8, A>>> {
        (self.rows.len() > self.rows_with_entries).then_some(&self.union)
    }

    /// The entries of the union, if it has no registers.
    fn entries(&self) -> impl Iterator<Item = Entry> + '_ {
        self.changes.iter().filter_map(|bits| Entry::from_bits(*bits))
    }

    /// Takes up all rows, the newest first.
    #[inline(always)]
    fn take_up(&mut self, rows: &mut Rows<A>, precision: u8) -> Result<()> {
        self.rows_with_entries = 0;
        while let Some(len) = rows.lens.pop() {
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
        self.take_up_row(hash.domain().ok(), precision, |front| {
            front.raise(Entry::from_hash(hash));
            Ok(())
        })
    }

    #[inline(always)]
    fn take_up_sketch(&mut self, sketch: &View) -> Result<()> {
        self.take_up_row(
            sketch.domain(),
            sketch.precision(),
            #[inline(always)]
            |front| match (sketch.has_registers(), front.union.registers().is_some()) {
                (true, true) => front.raise_all(sketch),
                (true, false) => front.union.merge_view(sketch),
                (false, _) => sketch.visit_entries(|entry| front.raise(entry)),
            },
        )
    }

    /// Takes up a row of that domain and precision, which joins the union as `merge` does it.
    #[inline(always)]
    fn take_up_row(
        &mut self,
        domain: Option<Domain>,
        precision: u8,
        merge: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        if self.rows.is_empty() {
            self.union = State::new(precision)?;
        }
        self.union.admit(domain, precision)?;
        let had_entries = self.union.registers().is_none();
        let start = self.changes.len();
        merge(self)?;
        match self.union.registers() {
            None => self.rows_with_entries += 1,
            // When it leaves, all that is left are the entries of the rows before.
            Some(_) if had_entries => self.changes.truncate(start),
            Some(_) => {}
        }
        self.rows.push(Row {
            changes: (self.changes.len() - start) as u32,
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
                self.changes.push(change(index, registers[index]));
                registers[index] = rank;
            }
            return;
        }
        let entries = self.union.entry_count();
        self.union.insert(entry);
        if self.union.registers().is_none() && self.union.entry_count() > entries {
            self.changes.push(entry.bits());
        }
    }

    /// Raises registers by others.
    #[inline(always)]
    fn raise_all(&mut self, sketch: &View) -> Result<()> {
        let start = self.changes.len();
        let registers = self.union.registers().unwrap_or_default();
        self.changes.resize(start + registers.len() / RANKS, 0);
        let before = &mut self.changes[start..];
        before.iter_mut().zip(words(registers)).for_each(|(before, word)| *before = word);
        self.union.merge_view(sketch)?;
        let registers = self.union.registers().unwrap_or_default();
        let pairs = || before.iter().copied().zip(words(registers));
        let changed = pairs().map(|(before, after)| u32::from(before != after)).sum::<u32>();
        if changed as usize >= before.len() / COPIED_FROM {
            return Ok(());
        }
        self.raised.clear();
        let blocks = before.as_chunks::<BLOCK>().0.iter().zip(registers.as_chunks().0);
        for ((before, after), index) in blocks.zip((0..).step_by(BLOCK * RANKS)) {
            let after: &[u8; BLOCK * RANKS] = after;
            visit_changes(before, after, |offset, rank| {
                self.raised.push(change(index + offset, rank));
            });
        }
        self.changes.resize(start + self.raised.len(), 0);
        self.changes[start..].copy_from_slice(&self.raised);
        Ok(())
    }

    fn remove_oldest(&mut self) {
        let Some(row) = self.rows.pop() else { return };
        let start = self.changes.len() - row.changes as usize;
        if self.rows.len() > self.rows_with_entries
            && let Some(registers) = self.union.registers_mut()
        {
            take_back(registers, &self.changes[start..]);
        }
        self.changes.truncate(start);
    }
}

fn change(index: usize, old_rank: u8) -> u32 {
    (index as u32) << RANK_BITS | u32::from(old_rank)
}

/// Gives registers their old ranks again.
fn take_back(registers: &mut [u8], changes: &[u32]) {
    if changes.len() == registers.len() / RANKS {
        let words = registers.as_chunks_mut::<RANKS>().0.iter_mut();
        words.zip(changes).for_each(|(ranks, copy)| *ranks = copy.to_le_bytes());
        return;
    }
    // One that was raised twice gets the older of its old ranks last.
    for change in changes.iter().rev() {
        registers[(change >> RANK_BITS) as usize] = (change & ((1 << RANK_BITS) - 1)) as u8;
    }
}

/// Visits those registers of a block that changed, with the ranks they had.
#[inline(always)]
fn visit_changes(
    before: &[u32; BLOCK],
    after: &[u8; BLOCK * RANKS],
    mut visit: impl FnMut(usize, u8),
) {
    let pairs = || before.iter().copied().zip(words(after));
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
