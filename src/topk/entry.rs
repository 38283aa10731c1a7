//! What a state knows of a value, and how that stands in bytes.
//!
//! ```text
//!  +-------+-------+--------+-----------------+
//!  | above | lower | length | canonical bytes |
//!  +-------+-------+--------+-----------------+
//!   above   the highest possible count of the value, less the bound
//!   lower   how often the value was added since it has an entry; it is there if entries have two counts,
//!           and else `above` is both. An entry of zeros was removed.
//!   length  two bytes
//! ```

use super::layout::TWO_COUNTS;
use crate::domain::Domain;
use crate::value::Value;
use std::cmp::Ordering;

const COUNT_LEN: usize = 8;
pub(super) const LENGTH_LEN: usize = 2;

/// A value in the table and what is known of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The highest possible count, less the bound of the sketch.
    pub above: u64,
    /// The lowest possible count.
    pub lower: u64,
    /// The canonical bytes.
    pub value: &'a [u8],
}

impl Entry<'_> {
    /// Whether it was not removed.
    pub(super) fn is_there(&self) -> bool {
        self.above != 0 || self.lower != 0
    }

    /// The order in which entries are kept and stored: the most frequent first. Of two with one highest
    /// count the one with the higher lowest count comes first, then the one with smaller bytes.
    pub(super) fn order(&self, other: &Entry<'_>) -> Ordering {
        let counts = (other.above, other.lower).cmp(&(self.above, self.lower));
        counts.then_with(|| self.value.cmp(other.value))
    }
}

/// How many bytes the counts of an entry take.
#[inline]
pub(super) fn counts_len(form: u8) -> usize {
    COUNT_LEN * usize::from(1 + (form & TWO_COUNTS))
}

/// How many bytes of the arena an entry takes.
#[inline]
pub(super) fn entry_len(form: u8, value_len: usize) -> usize {
    counts_len(form) + LENGTH_LEN + value_len
}

/// The entry that a part of an arena starts with, and the bytes behind it.
#[inline]
pub(super) fn read_entry(arena: &[u8], form: u8) -> Option<(Entry<'_>, &[u8])> {
    let (above, mut rest) = arena.split_first_chunk()?;
    let above = u64::from_le_bytes(*above);
    let mut lower = above;
    if form & TWO_COUNTS != 0 {
        let (second, behind) = rest.split_first_chunk()?;
        (lower, rest) = (u64::from_le_bytes(*second), behind);
    }
    let (len, rest) = rest.split_first_chunk::<LENGTH_LEN>()?;
    let (value, rest) = rest.split_at_checked(u16::from_le_bytes(*len).into())?;
    Some((Entry { above, lower, value }, rest))
}

/// Adds to the counts of the entry at that place.
#[inline]
pub(super) fn increase_counts(arena: &mut [u8], place: usize, form: u8, entry: &Entry<'_>) -> bool {
    let Some(counts) = arena.get_mut(place..place + counts_len(form)) else { return false };
    let (counts, _) = counts.as_chunks_mut::<COUNT_LEN>();
    for (count, more) in counts.iter_mut().zip([entry.above, entry.lower]) {
        *count = u64::from_le_bytes(*count).wrapping_add(more).to_le_bytes();
    }
    true
}

/// Takes from the counts of the entry at that place, and returns what is left of them. Changes nothing if
/// they are lower than that.
pub(super) fn decrease_counts(
    arena: &mut [u8],
    place: usize,
    form: u8,
    less: &Entry<'_>,
) -> Option<[u64; 2]> {
    let (counts, _) = arena.get_mut(place..place + counts_len(form))?.as_chunks_mut::<COUNT_LEN>();
    let left = |count: &[u8; COUNT_LEN], less| u64::from_le_bytes(*count).checked_sub(less);
    let [above, lower] = match counts {
        [above, lower] => [left(above, less.above)?, left(lower, less.lower)?],
        [both] if less.above == less.lower => [left(both, less.above)?; 2],
        _ => return None,
    };
    // No entry was never seen, and none has more than it was seen.
    if above > lower {
        return None;
    }
    counts.iter_mut().zip([above, lower]).for_each(|(to, left)| *to = left.to_le_bytes());
    Some([above, lower])
}

/// Writes an entry behind those in use, if it fits.
pub(super) fn append(
    arena: &mut [u8],
    used: usize,
    domain: u8,
    form: u8,
    entry: &Entry<'_>,
) -> bool {
    let len = entry.value.len();
    let value = Domain::from_byte(domain).map(|domain| Value::new(domain, entry.value));
    let fits = value.is_some_and(Value::has_possible_len);
    let Some(place) = arena.get_mut(used..used + entry_len(form, len)).filter(|_| fits) else {
        return false;
    };
    let (counts, rest) = place.split_at_mut(counts_len(form));
    let both = [entry.above, entry.lower];
    counts.as_chunks_mut().0.iter_mut().zip(both).for_each(|(to, from)| *to = from.to_le_bytes());
    let (length, value) = rest.split_at_mut(LENGTH_LEN);
    length.copy_from_slice(&(len as u16).to_le_bytes());
    value.copy_from_slice(entry.value);
    true
}
