//! The most frequent values of a stored sketch. The first bytes of it may be enough.
//!
//! Values are listed by descending counts, and the count that is shown is the one that they are listed by:
//! the middle of the bounds. Entries are stored by descending upper bounds. So the first n values are known
//! as soon as the next upper bound is below the n-th of the counts: from there on no count is higher.

use super::stored::{Bytes, Listed, Stored, cut_short};
use crate::bytes::kind;
use crate::domain::Domain;
use crate::error::Result;
use crate::value::Value;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Values by descending counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List<'a> {
    /// The domain of the values, if there are any.
    pub domain: Option<Domain>,
    /// The values.
    pub rows: Vec<Row<'a>>,
}

/// A value and how often it was added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row<'a> {
    /// The canonical bytes.
    pub value: Bytes<'a>,
    /// The estimate: the middle of both bounds.
    pub count: u64,
    /// It was added no less often.
    pub lower: u64,
    /// It was added no more often.
    pub upper: u64,
    /// Whether no value that is not in the list can have been added more often.
    pub certain: bool,
}

impl Row<'_> {
    /// The text of the value, in a list of that domain.
    pub fn text(&self, domain: Domain) -> Result<Cow<'_, str>> {
        Value::new(domain, &self.value).text()
    }
}

/// How many of the first bytes mostly are enough for that many values.
pub fn first_slice(rows: usize) -> usize {
    /// A name of some length, and two numbers.
    const LIKELY_ENTRY: usize = 48;
    const LIKELY_HEAD: usize = 32;
    LIKELY_HEAD.saturating_add(rows.saturating_add(1).saturating_mul(LIKELY_ENTRY))
}

/// The first values, at most that many, of a sketch that starts with these bytes; none if more of its bytes
/// are needed. An in-memory form must be made [`stored_bytes`](super::view::stored_bytes) first.
pub fn first(start: &[u8], is_whole: bool, most: usize) -> Result<Option<List<'_>>> {
    if start.first() == Some(&kind::TOPK_STATE) && !is_whole {
        return Ok(None);
    }
    let stored = Stored::read_start(start)?;
    let listed = match &stored {
        Some(stored) => read(stored, most)?,
        None => None,
    };
    match stored.zip(listed) {
        Some((stored, listed)) => Ok(Some(list(&stored, listed, most))),
        None if is_whole => Err(cut_short()),
        None => Ok(None),
    }
}

/// Reads entries until no other one can be among the first that many; none if the bytes end before that.
fn read<'a>(stored: &Stored<'a>, most: usize) -> Result<Option<Vec<Listed<'a>>>> {
    let mut entries = stored.entries();
    let mut listed = Vec::new();
    // The highest counts that were read, at most that many, the lowest of them on top.
    let mut highest = BinaryHeap::new();
    for _ in 0..stored.count {
        let Some(entry) = entries.read()? else { return Ok(None) };
        listed.push(entry);
        highest.push(Reverse(entry.count()));
        if highest.len() > most {
            highest.pop();
        }
        let lowest = highest.peek().map_or(u64::MAX, |Reverse(count)| *count);
        if highest.len() == most && entry.upper < lowest {
            break;
        }
    }
    Ok(Some(listed))
}

/// The first of the values that were read. All others are no more frequent than the last of these.
fn list<'a>(stored: &Stored<'a>, mut listed: Vec<Listed<'a>>, most: usize) -> List<'a> {
    listed.sort_unstable_by(|one, other| {
        let counts = (other.count(), other.lower).cmp(&(one.count(), one.lower));
        counts.then_with(|| one.value.cmp(&other.value))
    });
    let (first, others) = listed.split_at(most.min(listed.len()));
    let highest_other = others.iter().map(|other| other.upper).fold(stored.bound, u64::max);
    let row = |listed: &Listed<'a>| Row {
        value: listed.value,
        count: listed.count(),
        lower: listed.lower,
        upper: listed.upper,
        certain: listed.lower >= highest_other,
    };
    List { domain: stored.domain, rows: first.iter().map(row).collect() }
}
