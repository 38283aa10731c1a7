//! Aggregates over window frames that slide, in the moving-aggregate mode of Postgres: rows join by a
//! transition function and leave by its inverse, the oldest first.
//!
//! The transition value is an `internal`, a [`Window`] in the aggregate's memory context, which goes with
//! that context. A row that is NULL neither joins nor leaves.

use super::call::Call;
use super::datum::{FromSql, IntoSql};
use super::error::{SqlResult, not_in_an_aggregate};
use super::memory::{Palloc, in_context};
use super::processor::vectorized;
use crate::error::Result;
use crate::hll::window::Window;
use pgrx::pg_sys;

/// The transition value.
pub struct Moving<'fcx>(pub &'fcx mut Window<Palloc>);

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
pub fn step<'call>(
    call: Call<'call>,
    window: impl FnOnce() -> Result<Window<Palloc>>,
    body: impl FnOnce(&mut Window<Palloc>) -> Result<()>,
) -> SqlResult<Option<Moving<'call>>> {
    let context = call.aggregate_context().ok_or_else(not_in_an_aggregate)?;
    let step = || {
        let moving = match call.argument::<Moving<'_>>(0) {
            Some(moving) => moving,
            None => Moving(kept(window()?)),
        };
        vectorized(|| body(&mut *moving.0))?;
        Ok(Some(moving))
    };
    // SAFETY: the aggregate's context lives as long as its transition value.
    unsafe { in_context(context, step) }
}

/// Puts a window where the context keeps it.
fn kept<'call>(window: Window<Palloc>) -> &'call mut Window<Palloc> {
    // SAFETY: palloc returns so many bytes, aligned for pointers, or raises an error.
    unsafe {
        let place = pg_sys::palloc(size_of::<Window<Palloc>>()).cast::<Window<Palloc>>();
        place.write(window);
        &mut *place
    }
}
