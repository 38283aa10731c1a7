//! From a sketch to its stored bytes (stored.rs), and back.

use super::cut::{Kept, keep};
use super::entry::Entry;
use super::error::bad_bytes;
use super::state::{State, Topk};
use super::stored::{Bytes, SHORTEST_ENTRY, Stored, VERSION, write_entry};
use super::sums::Sums;
use super::view::View;
use crate::bytes::{HEADER_LEN, Header, kind};
use crate::domain::Domain;
use crate::error::Result;
use crate::record;
use crate::value;
use crate::varint;

/// The stored bytes of a sketch.
pub fn encode<B: AsRef<[u8]>>(state: &State<B>) -> Vec<u8> {
    let Kept { mut entries, raised } = keep(state.entries(), state.capacity() as usize);
    entries.sort_unstable_by(Entry::order);
    let (total, bound) = (state.total(), state.bound().saturating_add(raised));
    let header = Header { version: VERSION, shape: 0, domain: state.domain() };
    let mut out = record::write::<_, HEADER_LEN>(&header.head(kind::TOPK)).to_vec();
    for number in [state.capacity().into(), total, bound, entries.len() as u64] {
        varint::write(number, &mut out);
    }
    if let Some(domain) = state.domain() {
        let write = |upper, entry: &Entry| write_entry(entry, domain, bound, upper, &mut out);
        entries.iter().fold(total, write);
    }
    out
}

/// The sketch of stored bytes, which must be exactly what [`encode`] writes.
pub fn decode(bytes: &[u8]) -> Result<Topk> {
    let stored = Stored::read(bytes)?;
    match stored.domain {
        Some(domain) => check(&stored, domain)?,
        None => stored.visit(|_| Ok(()))?,
    }
    State::from_view(&View::Stored(stored))
}

fn check(stored: &Stored, domain: Domain) -> Result<()> {
    let mut sums = Sums::default();
    let most = stored.body.len() / SHORTEST_ENTRY;
    let mut values = Vec::with_capacity(stored.count.min(most));
    let mut last = None;
    stored.visit(|listed| {
        if let Some(flaw) = value::flaw(domain, &listed.value) {
            return Err(bad_bytes(flaw));
        }
        let above = listed.upper - stored.bound;
        let entry = Entry { above, lower: listed.lower, value: &listed.value };
        let is_sorted = last.is_none_or(|(above, lower, value): (_, _, Bytes)| {
            Entry { above, lower, value: &value }.order(&entry).is_lt()
        });
        if !is_sorted || !sums.add(&entry) {
            return Err(bad_bytes("The entries are out of order"));
        }
        last = Some((above, listed.lower, listed.value));
        values.push(listed.value);
        Ok(())
    })?;
    values.sort_unstable_by(|one, other| one[..].cmp(&other[..]));
    if values.windows(2).any(|pair| *pair[0] == *pair[1]) {
        return Err(bad_bytes("A value is listed twice"));
    }
    match sums.are_of(stored.total, stored.bound, stored.capacity) {
        true => Ok(()),
        false => Err(bad_bytes("The counts contradict the total, the bound or the capacity")),
    }
}
