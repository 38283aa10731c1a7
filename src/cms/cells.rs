//! Counters in bytes: dense, all of them, or sparse, those that are not zero.

use super::error::bad_bytes;
use crate::error::Result;
use crate::varint;

/// A counter in bytes.
pub(super) trait Counter: Copy {
    /// Its value.
    fn value(self) -> u64;

    /// The counter of a value that fits into it.
    fn of(value: u64) -> Self;
}

macro_rules! counters {
    ($($integer:ty: $len:literal),*) => {
        $(impl Counter for [u8; $len] {
            #[inline(always)]
            fn value(self) -> u64 {
                <$integer>::from_le_bytes(self).into()
            }

            #[inline(always)]
            fn of(value: u64) -> [u8; $len] {
                (value as $integer).to_le_bytes()
            }
        })*
    };
}
counters!(u8: 1, u16: 2, u32: 4, u64: 8);

/// Counters, each of which can be visited.
pub(super) trait Cells {
    /// Visits those that are not zero, in order.
    fn visit(&self, visit: impl FnMut(usize, u64));
}

impl<C: Counter> Cells for &[C] {
    #[inline]
    fn visit(&self, mut visit: impl FnMut(usize, u64)) {
        for (at, counter) in self.iter().enumerate() {
            let count = counter.value();
            if count != 0 {
                visit(at, count);
            }
        }
    }
}

/// Numbers of counters, in order, with their counts.
impl Cells for &[(u32, u64)] {
    fn visit(&self, mut visit: impl FnMut(usize, u64)) {
        self.iter().for_each(|(at, count)| visit(*at as usize, *count));
    }
}

/// All counters, each of as many bytes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Dense<'a> {
    One(&'a [[u8; 1]]),
    Two(&'a [[u8; 2]]),
    Four(&'a [[u8; 4]]),
    Eight(&'a [[u8; 8]]),
}

/// Does the same with counters of any length.
macro_rules! with_counters {
    ($dense:expr, $counters:ident => $body:expr) => {
        match $dense {
            Dense::One($counters) => $body,
            Dense::Two($counters) => $body,
            Dense::Four($counters) => $body,
            Dense::Eight($counters) => $body,
        }
    };
}
pub(super) use with_counters;

impl<'a> Dense<'a> {
    pub(super) fn new(bytes: &'a [u8], width: u8) -> Dense<'a> {
        match width {
            1 => Dense::One(bytes.as_chunks().0),
            2 => Dense::Two(bytes.as_chunks().0),
            4 => Dense::Four(bytes.as_chunks().0),
            _ => Dense::Eight(bytes.as_chunks().0),
        }
    }

    /// The counter of that number.
    pub(super) fn get(&self, at: usize) -> Option<u64> {
        with_counters!(self, counters => counters.get(at).map(|counter| counter.value()))
    }
}

impl Cells for Dense<'_> {
    fn visit(&self, visit: impl FnMut(usize, u64)) {
        with_counters!(self, counters => counters.visit(visit))
    }
}

/// The counters that are not zero, in bytes that nothing is known about.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sparse<'a> {
    bytes: &'a [u8],
    counters: usize,
}

impl<'a> Sparse<'a> {
    /// Those of so many counters.
    pub(super) fn new(bytes: &'a [u8], counters: usize) -> Sparse<'a> {
        Sparse { bytes, counters }
    }

    /// No more than that many are not zero.
    pub(super) fn most(&self) -> usize {
        (self.bytes.len() / 2).min(self.counters)
    }

    /// Visits them in order.
    pub(super) fn try_visit(&self, mut visit: impl FnMut(usize, u64)) -> Result<()> {
        let bad = |_| bad_bytes("The sparse counters are damaged");
        let (mut rest, mut next) = (self.bytes, 0u64);
        while !rest.is_empty() {
            let (zeros, behind) = varint::read(rest).map_err(bad)?;
            let (count, behind) = varint::read(behind).map_err(bad)?;
            rest = behind;
            let at = next.saturating_add(zeros);
            if at >= self.counters as u64 || count == 0 {
                return Err(bad_bytes("A sparse counter is zero, or there is none of its number"));
            }
            visit(at as usize, count);
            next = at + 1;
        }
        Ok(())
    }
}

/// Appends the counters in sparse form.
pub(super) fn write_sparse(cells: &impl Cells, out: &mut Vec<u8>) {
    let mut next = 0;
    cells.visit(|at, count| {
        varint::write((at - next) as u64, out);
        varint::write(count, out);
        next = at + 1;
    });
}

/// Appends all of so many counters, each of that many bytes.
pub(super) fn write_dense(cells: &impl Cells, counters: usize, width: u8, out: &mut Vec<u8>) {
    fn write<C: Counter>(cells: &impl Cells, out: &mut [C]) {
        cells.visit(|at, count| {
            if let Some(counter) = out.get_mut(at) {
                *counter = C::of(count);
            }
        });
    }
    let start = out.len();
    out.resize(start + counters * usize::from(width), 0);
    let bytes = &mut out[start..];
    match width {
        1 => write::<[u8; 1]>(cells, bytes.as_chunks_mut().0),
        2 => write::<[u8; 2]>(cells, bytes.as_chunks_mut().0),
        4 => write::<[u8; 4]>(cells, bytes.as_chunks_mut().0),
        _ => write::<[u8; 8]>(cells, bytes.as_chunks_mut().0),
    }
}

/// What decides on the form of counters.
#[derive(Default)]
pub(super) struct Measure {
    highest: u64,
    sparse_len: usize,
    next: usize,
}

impl Measure {
    /// Takes the next counter that is not zero.
    #[inline]
    pub(super) fn add(&mut self, at: usize, count: u64) {
        self.highest = self.highest.max(count);
        self.sparse_len += varint::len((at - self.next) as u64) + varint::len(count);
        self.next = at + 1;
    }

    /// The bytes of each of so many counters, 0 for the sparse form.
    pub(super) fn width(&self, counters: usize) -> u8 {
        match self.highest {
            _ if self.sparse_len < counters => 0,
            0..0x100 => 1,
            0x100..0x1_0000 => 2,
            0x1_0000..0x1_0000_0000 => 4,
            _ => 8,
        }
    }
}
