//! From a sketch to its canonical bytes (stored.rs), and back.

use super::cells::{Cells, Measure, write_dense, write_sparse};
use super::error::bad_bytes;
use super::stored::{Front, Stored};
use crate::error::Result;

/// The stored bytes of these counters.
pub(super) fn encode(mut front: Front, cells: &impl Cells) -> Vec<u8> {
    let counters = front.shape.counters();
    let mut measure = Measure::default();
    cells.visit(|at, count| measure.add(at, count));
    front.bytes = measure.width(counters);
    let mut out = front.write();
    match front.bytes {
        0 => write_sparse(cells, &mut out),
        width => write_dense(cells, counters, width, &mut out),
    }
    out
}

/// Refuses bytes that [`encode`] does not write.
pub fn check(bytes: &[u8]) -> Result<()> {
    let stored = Stored::read(bytes)?;
    let front = stored.front;
    let mut rows = vec![0u64; front.shape.depth.into()];
    let mut measure = Measure::default();
    stored.visit(|at, count| {
        let row = &mut rows[at / front.shape.width as usize];
        *row = row.saturating_add(count);
        measure.add(at, count);
    })?;
    // Whatever was added stands once in each row.
    if rows.iter().any(|row| *row != front.total) {
        return Err(bad_bytes("The counters of a row do not sum up to the total"));
    }
    match measure.width(front.shape.counters()) == front.bytes {
        true => Ok(()),
        false => Err(bad_bytes("The bytes are not the canonical form of the sketch they hold")),
    }
}
