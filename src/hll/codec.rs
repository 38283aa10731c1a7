//! From a sketch to its canonical bytes (stored.rs), and back.

use super::dense;
use super::entry::{INDEX_BITS, MAX_ENTRY_RANK};
use super::error::bad_bytes;
use super::estimate::Histogram;
use super::parameters::sparse_limit;
use super::sparse;
use super::state::{Hll, State};
use super::stored::{DENSE, SPARSE, Stored, VERSION};
use crate::bytes::{HEADER_LEN, Header, kind};
use crate::error::Result;
use crate::record;

/// The stored bytes of a sketch.
#[inline(always)]
pub fn encode<B: AsRef<[u8]>>(state: &State<B>) -> Vec<u8> {
    let precision = state.precision();
    let header = Header { version: VERSION, shape: precision, domain: state.domain() };
    let mut out = record::write::<_, HEADER_LEN>(&header.head(kind::HLL)).to_vec();
    if state.is_empty() {
        return out;
    }
    match state.registers() {
        Some(registers) => {
            out.push(DENSE);
            dense::write(registers, precision, &mut out);
        }
        None => {
            out.push(SPARSE);
            sparse::write(&state.sorted_entries(), &mut out);
        }
    }
    out
}

/// The sketch of stored bytes, which must be exactly what [`encode`] writes.
pub fn decode(bytes: &[u8]) -> Result<Hll> {
    let state = Hll::from_stored(&Stored::read(bytes)?)?;
    if let Some(registers) = state.registers() {
        check_reachable(&Histogram::of_registers(registers, state.precision()))?;
    }
    match encode(&state) == bytes {
        true => Ok(state),
        false => Err(bad_bytes("The bytes are not the canonical form of the sketch they hold")),
    }
}

/// A sketch has registers only if it has more entries than a list may hold. Refuses registers that fewer
/// entries could not leave.
fn check_reachable(histogram: &Histogram) -> Result<()> {
    let precision = histogram.precision();
    let behind = INDEX_BITS - u32::from(precision);
    let ranks = u64::from(MAX_ENTRY_RANK);
    // Of the indices of one register, all but 2^(behind - rank) have a rank up to that one.
    let entries_up_to = |rank: u32| match rank {
        0 => 0,
        low if low <= behind => ranks * ((1u64 << behind) - (1 << (behind - low))),
        high => ranks * ((1u64 << behind) - 1) + u64::from(high - behind),
    };
    let counts = histogram.counts().iter().zip(0..);
    let most: u64 = counts.map(|(&count, rank)| u64::from(count) * entries_up_to(rank)).sum();
    match most > sparse_limit(precision) as u64 {
        true => Ok(()),
        false => Err(bad_bytes("The registers hold too few values to be registers")),
    }
}
