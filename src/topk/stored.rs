//! Stored form of a `topk`, version 1. Written by `encode`, read by `decode` (codec.rs).
//!
//! ```text
//!   byte 0      1   2   3        4
//!  +---------+---+---+--------+----------+-------+-------+-------+---//----+
//!  | 'T'     | 1 | 0 | domain | capacity | total | bound | count | entries |
//!  +---------+---+---+--------+----------+-------+-------+-------+---//----+
//!   domain    of the values, see domain.rs; 0 in an empty sketch
//!   capacity  1 to 100,000; this and the numbers behind it are LEB128, see varint.rs
//!   total     the sum of all weights
//!   bound     no value that is not listed was added more often
//!   count     how many entries there are, no more than the capacity
//!
//!  an entry  +------+-------+-------+      upper and lower are the bounds of the count of the value
//!            | step | slack | value |
//!            +------+-------+-------+
//!   step   by how much its upper is less than that of the entry before; of the first: than the total
//!   slack  upper - lower, mostly 0
//!   value  of a domain whose values have one length (value/mod.rs): as they are, but integers as a LEB128
//!          number, with the sign in its lowest bit; of others: the length and the canonical bytes
//! ```
//! Entries follow one another by descending upper, then by descending lower, then by ascending canonical
//! bytes. So a list of the first ten needs the first bytes alone.
//!
//! Example: the texts `a`, three times, and `b` and `c` at capacity 2; the same bytes stand in
//! tests/golden/topk/.
//!
//! ```text
//!  54 01 00 02   topk, version 1, texts
//!  02 05 01 02   capacity 2, total 5, bound 1, 2 entries
//!  02 00 01 61   upper 5 - 2 = 3, lower 3: `a`
//!  02 00 01 62   upper 3 - 2 = 1, lower 1: `b`
//! ```
//!
//! `decode` refuses what `encode` cannot write: another kind or version, an unknown domain, a capacity out of
//! range, more entries than that, an empty sketch with a domain, a bound or a total, numbers that take more
//! bytes than they need, entries out of order or twice, bytes that no value of the domain has, bounds of a
//! count that are not above 0 or contradict that of the sketch, bytes too few or too many. With bound 0 the
//! counts must sum up to the total. With another bound there must be as many entries as the capacity says,
//! and the sum of upper - bound, and capacity + 1 times the bound, must not be more than the total.
//!
//! Changing this: add version 2, keep reading 1, add golden files, never edit one.

use super::entry::Entry;
use super::error::bad_bytes;
use super::parameters::{MAX_TOTAL, NAME, is_capacity};
use crate::bytes::{Header, kind};
use crate::canonical;
use crate::domain::Domain;
use crate::error::{Error, Result};
use crate::value;
use crate::varint::{self, Flaw, unzigzag, zigzag};
use std::ops::Deref;

/// The format version that is written.
pub const VERSION: u8 = 1;
/// As many bytes as hold what stands before the entries.
pub const FIRST_SLICE: usize = 32;
/// No entry is shorter.
pub(super) const SHORTEST_ENTRY: usize = 3;

/// Stored bytes, taken apart but not copied.
#[derive(Debug, Clone, Copy)]
pub struct Stored<'a> {
    /// How many values are kept.
    pub capacity: u32,
    /// The domain of the values, if there are any.
    pub domain: Option<Domain>,
    /// The sum of all weights.
    pub total: u64,
    /// No value that is not listed was added more often.
    pub bound: u64,
    /// How many values are listed.
    pub count: usize,
    /// The entries.
    pub(super) body: &'a [u8],
}

/// A value that is listed, and the bounds of its count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listed<'a> {
    /// The highest possible count.
    pub upper: u64,
    /// The lowest possible count.
    pub lower: u64,
    /// The canonical bytes.
    pub value: Bytes<'a>,
}

/// Canonical bytes: in the stored bytes, or those of an integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bytes<'a> {
    /// There.
    There(&'a [u8]),
    /// Here.
    Integer([u8; 8]),
}

impl Listed<'_> {
    /// The count that is shown: the middle of both bounds, rounded down.
    #[inline]
    pub fn count(&self) -> u64 {
        self.lower.midpoint(self.upper)
    }
}

impl Deref for Bytes<'_> {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Bytes::There(bytes) => bytes,
            Bytes::Integer(bytes) => bytes,
        }
    }
}

/// Bytes that end too early.
pub(super) fn cut_short() -> Error {
    bad_bytes("The bytes are cut short")
}

fn flawed(flaw: Flaw) -> Error {
    match flaw {
        Flaw::Short => cut_short(),
        Flaw::Wrong => bad_bytes("A number is not in its shortest form, or a length is too high"),
    }
}

impl<'a> Stored<'a> {
    /// Takes stored bytes apart. What the header says is checked, and what the entries say where they are
    /// read. That the bytes are canonical is checked by `decode`, in the input functions.
    pub fn read(bytes: &'a [u8]) -> Result<Stored<'a>> {
        Stored::read_start(bytes)?.ok_or_else(cut_short)
    }

    /// Takes the first bytes of stored ones apart; none if they are too few.
    pub fn read_start(start: &'a [u8]) -> Result<Option<Stored<'a>>> {
        let (Header { shape, domain, .. }, mut body) =
            Header::read(start, kind::TOPK, VERSION, NAME)?;
        if shape != 0 {
            return Err(bad_bytes(format!("The third byte is {shape}, not 0")));
        }
        let mut numbers = [0; 4];
        for number in &mut numbers {
            (*number, body) = match varint::read(body) {
                Ok(read) => read,
                Err(Flaw::Short) => return Ok(None),
                Err(flaw) => return Err(flawed(flaw)),
            };
        }
        let [capacity, total, bound, count] = numbers;
        let Some(capacity) = u32::try_from(capacity).ok().filter(|it| is_capacity(*it)) else {
            return Err(bad_bytes(format!("There is no capacity {capacity}")));
        };
        if count > capacity.into() || bound > total || total > MAX_TOTAL {
            return Err(bad_bytes("The numbers before the entries contradict one another"));
        }
        if (count > 0) != domain.is_some() || (count > 0) != (total > 0) {
            return Err(bad_bytes("An empty sketch has a domain or a total, or another has none"));
        }
        Ok(Some(Stored { capacity, domain, total, bound, count: count as usize, body }))
    }

    /// Reads the entries.
    #[inline]
    pub fn entries(&self) -> Entries<'a> {
        let fixed_len = self.domain.and_then(value::fixed_len);
        let is_integer = self.domain == Some(Domain::Integer);
        Entries { upper: self.total, bound: self.bound, fixed_len, is_integer, body: self.body }
    }

    /// Visits the entries, of which there must be as many as the header says, and nothing behind them.
    #[inline]
    pub fn visit(&self, mut visit: impl FnMut(Listed<'a>) -> Result<()>) -> Result<()> {
        let mut entries = self.entries();
        for _ in 0..self.count {
            let listed = entries.read()?.ok_or_else(cut_short)?;
            visit(listed)?;
        }
        match entries.body {
            [] => Ok(()),
            _ => Err(bad_bytes("There are bytes behind the last entry")),
        }
    }
}

/// Reads entries, one after the other.
#[derive(Debug, Clone)]
pub struct Entries<'a> {
    upper: u64,
    bound: u64,
    fixed_len: Option<usize>,
    is_integer: bool,
    body: &'a [u8],
}

impl<'a> Entries<'a> {
    /// The next entry; none where the bytes end before the entry does.
    #[inline]
    pub fn read(&mut self) -> Result<Option<Listed<'a>>> {
        match self.try_read() {
            Ok((step, slack, value, rest)) => {
                let upper = self.upper.checked_sub(step).filter(|upper| *upper >= self.bound);
                let Some(upper) = upper.filter(|upper| slack <= self.bound && slack < *upper)
                else {
                    return Err(bad_bytes("The bounds of a count contradict one another"));
                };
                (self.upper, self.body) = (upper, rest);
                Ok(Some(Listed { upper, lower: upper - slack, value }))
            }
            Err(Flaw::Short) => Ok(None),
            Err(flaw) => Err(flawed(flaw)),
        }
    }

    #[inline]
    fn try_read(&self) -> std::result::Result<(u64, u64, Bytes<'a>, &'a [u8]), Flaw> {
        let (step, rest) = varint::read(self.body)?;
        let (slack, rest) = varint::read(rest)?;
        if self.is_integer {
            let (number, rest) = varint::read(rest)?;
            return Ok((step, slack, Bytes::Integer(canonical::integer(unzigzag(number))), rest));
        }
        let (len, rest) = match self.fixed_len {
            Some(len) => (len, rest),
            None => match varint::read(rest)? {
                (len, rest) if len <= value::MAX_LEN as u64 => (len as usize, rest),
                _ => return Err(Flaw::Wrong),
            },
        };
        let (value, rest) = rest.split_at_checked(len).ok_or(Flaw::Short)?;
        Ok((step, slack, Bytes::There(value), rest))
    }
}

/// Appends an entry of a sketch of that domain and bound, after one with that upper bound. Returns its own.
pub(super) fn write_entry(
    entry: &Entry,
    domain: Domain,
    bound: u64,
    last_upper: u64,
    out: &mut Vec<u8>,
) -> u64 {
    // Only the counts of a damaged state are not in order.
    let upper = entry.above.saturating_add(bound);
    varint::write(last_upper.saturating_sub(upper), out);
    varint::write(upper.saturating_sub(entry.lower), out);
    match (domain, entry.value.first_chunk()) {
        (Domain::Integer, Some(number)) => {
            varint::write(zigzag(i64::from_le_bytes(*number)), out);
        }
        _ => {
            if value::fixed_len(domain).is_none() {
                varint::write(entry.value.len() as u64, out);
            }
            out.extend_from_slice(entry.value);
        }
    }
    upper
}
