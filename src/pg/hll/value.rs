//! An `hll` as an argument and as a result. Between the functions of a statement it stays in its in-memory
//! form.

use crate::error::Result;
use crate::hll::bounds::Bounds;
use crate::hll::state::State;
use crate::hll::view::View;
use crate::hll::{Hll, codec};
use crate::pg::boundary::argument::Raw;
use crate::pg::boundary::buffer::{Memory, Varlena};
use crate::pg::boundary::expanded::Expanded;
use crate::pg::boundary::processor::vectorized;
use crate::pg::boundary::row::{Row, column};

impl Raw<'_, Hll> {
    /// The sketch, in the bytes of the argument.
    pub fn view(&self) -> Result<View<'_>> {
        View::read(self.bytes())
    }
}

/// A sketch in memory of Postgres.
pub fn copy(sketch: &View<'_>) -> Result<State<Memory>> {
    vectorized(
        #[inline(always)]
        || sketch.to_state(),
    )
}

/// Adds all that another sketch holds.
pub fn merge(state: &mut State<Memory>, other: &View<'_>) -> Result<()> {
    vectorized(
        #[inline(always)]
        || state.merge_view(other),
    )
}

/// The estimated number of distinct values.
pub fn cardinality(sketch: &View<'_>) -> Result<f64> {
    vectorized(
        #[inline(always)]
        || sketch.cardinality(),
    )
}

/// The canonical bytes of an in-memory form.
pub fn canonical(state: &[u8]) -> Result<Vec<u8>> {
    let state = State::resume_unknown(state)?;
    Ok(vectorized(
        #[inline(always)]
        || codec::encode(&state),
    ))
}

/// The result of a function that returns a sketch.
pub fn result(sketch: State<Memory>) -> Varlena {
    Expanded::new(sketch.into_buffer(), canonical).pointer()
}

/// An estimate between its bounds as a row.
pub fn bounds_row(bounds: Bounds) -> Row<3> {
    Row([bounds.lower, bounds.estimate, bounds.upper].map(column))
}
