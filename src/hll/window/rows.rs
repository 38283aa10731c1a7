//! The rows of a frame as they came.

use allocator_api2::alloc::Allocator;
use allocator_api2::vec::Vec;

/// Rows as they came, one behind the other: the bytes of a sketch, or the eight of a hash, which is
/// a length that no sketch has.
pub(super) struct Rows<A: Allocator> {
    bytes: Vec<u8, A>,
    lens: Vec<u32, A>,
}

impl<A: Allocator + Default> Rows<A> {
    pub(super) fn new() -> Rows<A> {
        Rows { bytes: Vec::new_in(A::default()), lens: Vec::new_in(A::default()) }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lens.is_empty()
    }

    /// The newest row.
    pub(super) fn newest(&self) -> Option<&[u8]> {
        let len = *self.lens.last()? as usize;
        self.bytes.get(self.bytes.len() - len..)
    }

    /// Drops the newest row.
    pub(super) fn pop(&mut self) {
        if let Some(len) = self.lens.pop() {
            self.bytes.truncate(self.bytes.len() - len as usize);
        }
    }

    #[inline]
    pub(super) fn push(&mut self, row: &[u8]) {
        append(&mut self.bytes, row);
        self.lens.push(row.len() as u32);
    }
}

/// Appends all at once; `extend_from_slice` of such a vector takes them one by one.
#[inline(always)]
pub(super) fn append<T: Copy + Default, A: Allocator>(vec: &mut Vec<T, A>, more: &[T]) {
    let start = vec.len();
    vec.resize(start + more.len(), T::default());
    vec[start..].copy_from_slice(more);
}
