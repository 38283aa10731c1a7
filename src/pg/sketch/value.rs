//! A sketch as an argument and as a result.

use crate::pg::boundary::argument::Raw;
use crate::pg::boundary::buffer::Varlena;
use crate::pg::boundary::error::SqlResult;
use crate::sketch::Sketch;

impl<T: Sketch> Raw<'_, T> {
    /// The sketch that the bytes hold.
    pub fn read(&self) -> SqlResult<T> {
        Ok(T::read(self.bytes())?)
    }

    /// Whether the argument may be returned as it was passed: it has canonical bytes, or is an expanded
    /// object, of which Postgres makes such.
    pub fn may_be_returned(&self) -> bool {
        self.is_expanded() || T::is_encoded(self.bytes())
    }
}

/// The result of a function that returns a sketch.
pub fn encoded<T: Sketch>(sketch: &T) -> Varlena {
    sketch.encode().into()
}
