//! Aggregates over window frames that slide, in the moving-aggregate mode of Postgres: rows join by a
//! transition function and leave by its inverse, the oldest first.
//!
//! The transition value is an `internal`, a [`Window`] in the aggregate's memory context, which goes with
//! that context, as does the result for the current row. A row that is NULL neither joins nor leaves.

use super::call::Call;
use super::datum::{FromSql, IntoSql};
use super::error::{SqlResult, not_in_an_aggregate};
use super::expanded::{Canonical, Expanded};
use super::memory::{Palloc, in_context};
use super::processor::vectorized;
use super::varlena::{Memory, Varlena};
use crate::error::Result;
use crate::hll::state::State;
use crate::hll::window::Window;
use pgrx::pg_sys;

/// What the aggregate keeps.
pub struct Frame {
    window: Window<Palloc>,
    /// The result for the row before.
    result: Option<Expanded>,
}

/// The transition value.
pub struct Moving<'fcx>(&'fcx mut Frame);

impl<'fcx> FromSql<'fcx> for Moving<'fcx> {
    /// `internal`, as these aggregates have it.
    unsafe fn from_sql(datum: pg_sys::Datum) -> Moving<'fcx> {
        // SAFETY: the datum is what a transition function returned, and the aggregate alone has it.
        Moving(unsafe { &mut *datum.cast_mut_ptr() })
    }
}

impl IntoSql for Moving<'_> {
    fn into_sql(self, _: pg_sys::FunctionCallInfo) -> pg_sys::Datum {
        pg_sys::Datum::from(&raw mut *self.0)
    }
}

/// Lets a row join or leave, which the body does in the aggregate's memory; `window` makes the one for the
/// first row.
#[inline(always)]
pub fn step<'call>(
    call: Call<'call>,
    window: impl FnOnce() -> Result<Window<Palloc>>,
    body: impl FnOnce(&mut Window<Palloc>) -> Result<()>,
) -> SqlResult<Option<Moving<'call>>> {
    let context = call.aggregate_context().ok_or_else(not_in_an_aggregate)?;
    let step = || {
        let moving = match call.argument::<Moving<'_>>(0) {
            Some(moving) => moving,
            None => Moving(kept(Frame { window: window()?, result: None })),
        };
        vectorized(
            #[inline(always)]
            || body(&mut moving.0.window),
        )?;
        Ok(Some(moving))
    };
    // SAFETY: the aggregate's context lives as long as its transition value.
    unsafe { in_context(context, step) }
}

/// Puts a frame where the current context keeps it.
fn kept<'call>(frame: Frame) -> &'call mut Frame {
    // SAFETY: palloc returns so many bytes, aligned for pointers, or raises an error.
    unsafe {
        let place = pg_sys::palloc(size_of::<Frame>()).cast::<Frame>();
        place.write(frame);
        &mut *place
    }
}

/// The union of the frame; none if no row has ever joined.
pub fn union(call: Call<'_>) -> Result<Option<State<Memory>>> {
    let moving = call.argument::<Moving<'_>>(0);
    moving.map(|moving| moving.0.union()).transpose()
}

/// The union of the frame as the result for a row; none if no row has ever joined.
pub fn result(call: Call<'_>, canonical: Canonical) -> SqlResult<Option<Varlena>> {
    let Some(Moving(frame)) = call.argument::<Moving<'_>>(0) else {
        return Ok(None);
    };
    let context = call.aggregate_context().ok_or_else(not_in_an_aggregate)?;
    // SAFETY: the aggregate's context lives as long as the frame. Whoever asks for the result of a
    // row is done with that of the row before.
    unsafe {
        if let Some(last) = frame.result.take() {
            last.free();
        }
        let union = in_context(context, || frame.union())?;
        let result = in_context(context, || Expanded::shared(union.into_buffer(), canonical));
        let pointer = result.pointer();
        frame.result = Some(result);
        Ok(Some(pointer))
    }
}

impl Frame {
    fn union(&self) -> Result<State<Memory>> {
        vectorized(
            #[inline(always)]
            || self.window.union(),
        )
    }
}
