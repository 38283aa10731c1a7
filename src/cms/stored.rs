//! The stored bytes of a `cms`.
//!
//! ```text
//!   byte 0    1         2       3        4       8       16      17
//!  +-------+---------+-------+--------+-------+-------+-------+----
//!  | 'C'   | version | depth | domain | width | total | bytes | counters
//!  +-------+---------+-------+--------+-------+-------+-------+----
//!   total   the sum of all that was added
//!   bytes   0           sparse: for each counter that is not zero, in order, the number of zeros before it
//!                       and the counter, both LEB128
//!           1, 2, 4, 8  dense: all counters, row by row, each of that many bytes
//! ```
//! Width, total and dense counters are little-endian. The form is sparse if that takes less than a byte a
//! counter, and dense otherwise, because a dense one can be probed without reading all of it. Dense counters
//! have the bytes that the highest one needs. So the bytes follow from the shape, the domain and the
//! counters, and these from what was added, in whatever order.
//!
//! Example: the bigints 1, 2 and 3, each as often as it says, in one row of six counters; the same bytes stand
//! in tests/golden/cms/.
//!
//! ```text
//!  43 01 01 01                cms, version 1, one row, integers
//!  06 00 00 00                width 6
//!  06 00 00 00 00 00 00 00    total 6
//!  00                         sparse
//!  00 03                      no zero before the first counter, 3: that of 3, or of 1 and 2
//!  01 03                      one zero, 3
//! ```
//!
//! `decode` refuses what `encode` cannot write: a shape out of range, a total without a domain, rows that do
//! not sum up to the total, the other form, wider counters, bytes too few or too many.
//!
//! Changing this: add version 2, keep reading 1, add golden files, never edit one.

use super::cells::{Cells, Dense, Sparse};
use super::error::bad_bytes;
use super::parameters::{MAX_TOTAL, NAME, Shape};
use crate::bytes::{Header, kind};
use crate::domain::Domain;
use crate::error::Result;
use crate::record;

/// The format version that is written.
pub const VERSION: u8 = 1;

/// What stands before the counters.
#[derive(Debug, Clone, Copy)]
pub struct Front {
    pub(super) shape: Shape,
    pub(super) domain: Option<Domain>,
    /// The sum of all that was added.
    pub total: u64,
    pub(super) bytes: u8,
}

impl Front {
    /// How many bytes that is.
    pub const LEN: usize = 17;

    /// Takes it off stored bytes.
    pub fn read(bytes: &[u8]) -> Result<(Front, &[u8])> {
        let (header, rest) = Header::read(bytes, kind::CMS, VERSION, NAME)?;
        let Some(((width, total, bytes), rest)) = record::read::<(u32, u64, u8)>(rest) else {
            return Err(bad_bytes("The bytes end before the counters"));
        };
        let Some(shape) = Shape::checked(width, header.shape) else {
            let depth = header.shape;
            return Err(bad_bytes(format!("There are no {depth} rows of {width} counters")));
        };
        if !matches!(bytes, 0 | 1 | 2 | 4 | 8) {
            return Err(bad_bytes(format!("There are no counters of {bytes} bytes")));
        }
        if total > MAX_TOTAL || (total == 0) != header.domain.is_none() {
            return Err(bad_bytes("The total does not go with the domain"));
        }
        Ok((Front { shape, domain: header.domain, total, bytes }, rest))
    }

    /// The bytes.
    pub(super) fn write(&self) -> Vec<u8> {
        let header = Header { version: VERSION, shape: self.shape.depth, domain: self.domain };
        let front = (header.head(kind::CMS), self.shape.width, self.total, self.bytes);
        record::write::<_, { Front::LEN }>(&front).to_vec()
    }
}

/// Stored bytes, taken apart.
#[derive(Debug, Clone, Copy)]
pub struct Stored<'a> {
    pub(super) front: Front,
    pub(super) body: Body<'a>,
}

/// The counters.
#[derive(Debug, Clone, Copy)]
pub(super) enum Body<'a> {
    Sparse(Sparse<'a>),
    Dense(Dense<'a>),
}

impl<'a> Stored<'a> {
    /// Takes stored bytes apart. The counters are checked where they are read.
    pub fn read(bytes: &'a [u8]) -> Result<Stored<'a>> {
        let (front, rest) = Front::read(bytes)?;
        let counters = front.shape.counters();
        let body = match front.bytes {
            0 => Body::Sparse(Sparse::new(rest, counters)),
            width if rest.len() == counters * usize::from(width) => {
                Body::Dense(Dense::new(rest, width))
            }
            _ => return Err(bad_bytes("The counters do not take the bytes that there are")),
        };
        Ok(Stored { front, body })
    }

    /// `empty`, `sparse` or `dense`.
    pub(super) fn form(&self) -> &'static str {
        match self.body {
            _ if self.front.total == 0 => "empty",
            Body::Sparse(_) => "sparse",
            Body::Dense(_) => "dense",
        }
    }

    /// Visits the counters that are not zero, in order.
    pub(super) fn visit(&self, visit: impl FnMut(usize, u64)) -> Result<()> {
        match self.body {
            Body::Sparse(sparse) => sparse.try_visit(visit),
            Body::Dense(dense) => {
                dense.visit(visit);
                Ok(())
            }
        }
    }
}
