//! What SQL needs of a sketch, whichever it is.

use crate::error::Result;
use allocator_api2::alloc::Allocator;

/// A value with canonical bytes.
pub trait Sketch: Sized {
    /// The SQL name of the type.
    const NAME: &'static str;

    /// The canonical bytes.
    fn encode(&self) -> Vec<u8>;

    /// What is written where a sketch leaves the process, as the state of an aggregate may: the
    /// canonical bytes, or those of a sketch whose canonical form is not decided yet.
    fn sent(&self) -> Vec<u8> {
        self.encode()
    }

    /// Whether bytes that the database kept are canonical as they stand; a sketch that an aggregate
    /// has at work is not.
    fn is_canonical(bytes: &[u8]) -> bool;

    /// The sketch of bytes that the database kept, or that an aggregate has at work: checked as far
    /// as needed to be safe.
    fn read(bytes: &[u8]) -> Result<Self>;

    /// The sketch of bytes that [`Sketch::sent`] writes; of all others, an error.
    fn decode(bytes: &[u8]) -> Result<Self>;
}

/// A sketch that can take up another one.
pub trait Merge: Sketch {
    /// Makes this the sketch of the union.
    fn merge(&mut self, other: &Self) -> Result<()>;
}

/// Memory that a sketch at work lives in.
pub trait Buffer: AsRef<[u8]> + AsMut<[u8]> {
    /// So many zero bytes.
    fn zeroed(len: usize) -> Self;

    /// A copy of the bytes.
    fn copy_of(bytes: &[u8]) -> Self;

    /// Called now and then where much is to be done, so that whoever waits for it can be heard.
    fn hear_interrupts() {}
}

impl Buffer for Vec<u8> {
    fn zeroed(len: usize) -> Vec<u8> {
        vec![0; len]
    }

    fn copy_of(bytes: &[u8]) -> Vec<u8> {
        bytes.to_vec()
    }
}

impl<A: Allocator + Default> Buffer for allocator_api2::vec::Vec<u8, A> {
    fn zeroed(len: usize) -> Self {
        allocator_api2::vec::from_elem_in(0, len, A::default())
    }

    fn copy_of(bytes: &[u8]) -> Self {
        let mut copy = Self::zeroed(bytes.len());
        copy.copy_from_slice(bytes);
        copy
    }
}
