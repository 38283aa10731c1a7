//! The union over a window frame that slides: rows join as the newest and leave as the oldest.
//!
//! ```text
//!  oldest                                                       newest
//!  |<------------- front ------------->|<------------ back ----------->|
//!    one union, and for each row what     the rows as they came, and
//!    it alone changed: to leave is to     their union
//!    take that back
//! ```
//! A row joins by a union with `back`. As soon as one has to leave and `front` is empty, the rows of
//! `back` move there, the newest first: the union that a row meets is that of all rows younger than
//! itself, so taking back what it changed leaves just those. On average a row costs two unions on its
//! way through, however wide the frame is, and the union of the frame is one more.
//!
//! While the union has entries, what a row changed is the list of those that it brought. Once it has
//! registers, these are what was raised, and from what; a row that raised many leaves a copy of all.
//! Of n rows the oldest raises about one register in n, so the front takes some copies of the
//! registers, whereas the unions of all suffixes would be n of them.
//!
//! Tangwongsan, Hirzel, Schneider: Low-Latency Sliding-Window Aggregation in Worst-Case Constant
//! Time (2017), section 3, calls it two stacks.

mod front;
mod rows;

use super::parameters::check_precision;
use super::state::State;
use super::view::View;
use crate::error::Result;
use crate::hash::SketchHash;
use crate::sketch::Buffer;
use allocator_api2::alloc::Allocator;
use allocator_api2::vec::Vec;
use front::{Change, Front};
use rows::Rows;

/// The union over a frame of rows, each of them a value or a sketch.
pub struct Window<A: Allocator + Default> {
    precision: u8,
    rows: Rows<A>,
    back: State<Vec<u8, A>>,
    front: Front<A>,
}

impl<A: Allocator + Default> Window<A> {
    /// An empty frame; the precision is that of values, and of a union without rows.
    pub fn new(precision: u8) -> Result<Window<A>> {
        check_precision(precision.into())?;
        Ok(Window {
            precision,
            rows: Rows::new(),
            back: State::new(precision)?,
            front: Front::new(),
        })
    }

    /// The precision that it was made with.
    pub fn precision(&self) -> u8 {
        self.precision
    }

    /// A value joins.
    pub fn add_value(&mut self, hash: SketchHash) -> Result<()> {
        self.back.add(hash)?;
        self.rows.push(&hash.bits().to_le_bytes());
        Ok(())
    }

    /// The sketch of these bytes joins, stored or in memory.
    #[inline(always)]
    pub fn add_sketch(&mut self, bytes: &[u8]) -> Result<()> {
        let sketch = View::read(bytes)?;
        if self.rows.is_empty() {
            self.back = State::new(sketch.precision())?;
        }
        self.back.merge_view(&sketch)?;
        self.rows.push(bytes);
        Ok(())
    }

    /// The oldest row leaves. Where that takes long, `pause` is called now and then.
    #[inline(always)]
    pub fn remove_oldest(&mut self, pause: impl FnMut()) -> Result<()> {
        if self.front.is_empty() {
            self.front.move_all(&mut self.rows, self.precision, pause)?;
            self.back = State::new(self.precision)?;
        }
        self.front.remove_oldest();
        Ok(())
    }

    /// The union of all rows in the frame.
    #[inline(always)]
    pub fn union<B: Buffer>(&self) -> Result<State<B>> {
        let back = (!self.rows.is_empty()).then_some(&self.back);
        let Some(front) = self.front.oldest() else {
            return Ok(State::copy_of(&self.back));
        };
        if front.change != Change::Entries {
            let mut union = State::copy_of(self.front.union());
            if let Some(back) = back {
                union.merge(back)?;
            }
            return Ok(union);
        }
        let mut union: State<B> = State::new(front.precision)?;
        union.make_compatible(front.domain, front.precision)?;
        if let Some(back) = back {
            union.make_compatible(back.domain(), back.precision())?;
            if !back.is_empty() {
                union = State::copy_of(back);
            }
        }
        self.front.entries().for_each(|entry| union.insert(entry));
        Ok(union)
    }
}
