//! Dropping values: the most frequent ones stay, and what is said of them stays true.
//!
//! Let C be the highest count, above the bound, of the values that are dropped. C is taken from what each
//! value that stays has above the bound, and added to the bound. So the highest possible count of a value
//! that stays does not change, its lowest one does not either, and none that was dropped can have more than
//! the new bound.
//!
//! Each such step takes C from each of the `capacity` values that stay, and from one that does not. All that
//! is taken was added before. So the bound is total / (capacity + 1) at most, however sketches are merged.
//!
//! Agarwal, Cormode, Huang, Phillips, Wei, Yi: Mergeable Summaries (2012).

use super::entry::Entry;
use super::error::cannot_extend;
use super::layout::{CUT, TWO_COUNTS};
use super::parameters::check_capacity;
use super::room::Room;
use super::state::State;
use crate::error::Result;
use crate::sketch::Buffer;
use std::cmp::Reverse;

/// The values that stay of a sketch.
pub(super) struct Kept<'a> {
    /// Their entries, in no order.
    pub(super) entries: Vec<Entry<'a>>,
    /// By how much the bound is higher than before.
    pub(super) raised: u64,
}

/// The most frequent values, at most that many.
pub(super) fn keep<'a>(entries: impl Iterator<Item = Entry<'a>> + Clone, most: usize) -> Kept<'a> {
    // Numbers alone are put in order in less time than entries.
    let mut counts: Vec<u64> = entries.clone().map(|entry| entry.above).collect();
    if counts.len() <= most {
        return Kept { entries: entries.collect(), raised: 0 };
    }
    let (_, first_dropped, _) = counts.select_nth_unstable_by_key(most, |count| Reverse(*count));
    let raised = *first_dropped;
    let mut entries: Vec<Entry> = entries.filter(|entry| entry.above >= raised).collect();
    if most < entries.len() {
        entries.select_nth_unstable_by(most, Entry::order);
        entries.truncate(most);
    }
    entries.iter_mut().for_each(|entry| entry.above -= raised);
    Kept { entries, raised }
}

impl Kept<'_> {
    fn room(&self) -> Room {
        let len = |entry: &Entry| entry.value.len();
        Room { entries: self.entries.len(), bytes: self.entries.iter().map(len).sum() }
    }
}

impl<B: Buffer> State<B> {
    /// The sketch with half of its values, and room for as many others and one of that length.
    pub(super) fn halved(&self, value_len: usize) -> State<B> {
        let kept = keep(self.entries(), self.entry_count() / 2);
        let room = kept.room().and(value_len).grown(self.form() | TWO_COUNTS, self.value_limit());
        self.with_kept(self.capacity(), room, &kept)
    }

    /// The sketch as if it had been built with a lower capacity. An empty one takes any capacity.
    pub fn truncate(&self, capacity: u32) -> Result<State<B>> {
        let capacity = check_capacity(capacity.into())?;
        if self.is_empty() {
            return State::new(capacity);
        }
        if capacity > self.capacity() {
            return Err(cannot_extend(self.capacity(), capacity));
        }
        let kept = keep(self.entries(), capacity as usize);
        Ok(self.with_kept(capacity, kept.room(), &kept))
    }

    fn with_kept(&self, capacity: u32, room: Room, kept: &Kept) -> State<B> {
        let form = self.form() | TWO_COUNTS | CUT;
        let mut state = self.with_entries(form, capacity, room, kept.entries.iter().copied());
        state.set_bound(self.bound().saturating_add(kept.raised));
        state
    }
}
