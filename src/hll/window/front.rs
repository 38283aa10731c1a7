//! The older rows of a frame, and how to take each of them back.

use super::rows::{Rows, append};
use crate::domain::Domain;
use crate::error::Result;
use crate::hash::SketchHash;
use crate::hll::entry::{Entry, RANK_BITS};
use crate::hll::state::State;
use crate::hll::view::View;
use allocator_api2::alloc::Allocator;
use allocator_api2::vec::Vec;

/// The older rows, of which none joins any more.
pub(super) struct Front<A: Allocator + Default> {
    /// The union of all rows. Once only rows with entries are left it is stale, and `changes` are the
    /// entries of their union.
    union: State<Vec<u8, A>>,
    /// What the rows changed, the newest row first.
    changes: Vec<u32, A>,
    /// The newest first.
    rows: Vec<Row, A>,
    /// The registers before the last row was added.
    before: Vec<u32, A>,
}

/// A row, and what the union of it and all newer ones is.
pub(super) struct Row {
    /// How many words of the changes are its own.
    words: u32,
    pub(super) change: Change,
    pub(super) precision: u8,
    pub(super) domain: Option<Domain>,
}

/// What a row changed in the union of those that are newer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
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
    pub(super) fn new() -> Front<A> {
        Front {
            union: State::default(),
            changes: Vec::new_in(A::default()),
            rows: Vec::new_in(A::default()),
            before: Vec::new_in(A::default()),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(super) fn oldest(&self) -> Option<&Row> {
        self.rows.last()
    }

    /// The union of all rows, unless only rows with entries are left.
    pub(super) fn union(&self) -> &State<Vec<u8, A>> {
        &self.union
    }

    /// The entries of the union, as long as it has no registers.
    pub(super) fn entries(&self) -> impl Iterator<Item = Entry> + '_ {
        self.changes.iter().filter_map(|bits| Entry::from_bits(*bits))
    }

    /// Takes all rows over, the newest first.
    #[inline(always)]
    pub(super) fn move_all(
        &mut self,
        rows: &mut Rows<A>,
        precision: u8,
        mut pause: impl FnMut(),
    ) -> Result<()> {
        while let Some(row) = rows.newest() {
            pause();
            match row.try_into() {
                Ok(hash) => self.add_value(u64::from_le_bytes(hash), precision)?,
                Err(_) => self.add_sketch(&View::read(row)?)?,
            }
            rows.pop();
        }
        Ok(())
    }

    fn add_value(&mut self, bits: u64, precision: u8) -> Result<()> {
        let hash = SketchHash::from_bits(bits)?;
        self.add_row(Some(hash.domain()?), precision, |front| {
            front.raise(Entry::from_hash(hash));
            Ok(Change::Raised)
        })
    }

    #[inline(always)]
    fn add_sketch(&mut self, sketch: &View) -> Result<()> {
        self.add_row(
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

    /// Adds a row of that domain and precision, which joins the union as `merge` does it; that
    /// tells how registers were changed that were there before.
    #[inline(always)]
    fn add_row(
        &mut self,
        domain: Option<Domain>,
        precision: u8,
        merge: impl FnOnce(&mut Self) -> Result<Change>,
    ) -> Result<()> {
        if self.rows.is_empty() {
            self.union = State::new(precision)?;
        }
        self.union.make_compatible(domain, precision)?;
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

    pub(super) fn remove_oldest(&mut self) {
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

/// The registers, as many at once as a word holds.
#[inline(always)]
fn words(registers: &[u8]) -> impl Iterator<Item = u32> + '_ {
    registers.as_chunks().0.iter().map(|ranks| u32::from_le_bytes(*ranks))
}
