//! Aggregates over window frames that slide, of sketches that can be subtracted: their transition state is
//! that of the plain aggregate, and an inverse transition function takes out the rows that leave the frame.
//!
//! An inverse that returns NULL makes Postgres start the frame anew. It does so where the state cannot give
//! back any more what was added, and where nothing is left: the parameters of the next row may be others.

use super::aggregate::{Transition, copy, merge, resume};
use crate::error::Result;
use crate::pg::boundary::argument::Raw;
use crate::pg::boundary::buffer::Memory;
use crate::pg::boundary::call::{Call, Returned};
use crate::pg::boundary::datum::Later;
use crate::pg::boundary::error::SqlResult;
use crate::pg::boundary::processor::vectorized;
use crate::sketch::Subtract;

/// The transition function of an aggregate over sketches. Unlike that of a frame that only grows, it must
/// not return NULL. As long as all rows were NULL the state is the stored form of a sketch of nothing, whose
/// parameters are not those of any row.
pub fn enter<T: Subtract<Memory>>(
    call: Call<'_>,
    state: Option<Transition<T>>,
    sketch: Option<Later<Raw<'_, T>>>,
) -> Returned<Transition<T>> {
    call.guarded(|| {
        let Some(sketch) = sketch else {
            return state.map_or_else(|| Ok(Transition::of_nothing()?), Ok).map(Some);
        };
        let sketch = sketch.take();
        let state = match resume(call, state.filter(|state| !state.is_encoded()))? {
            None => T::into_frame(copy::<T>(sketch.bytes())?),
            Some(mut state) => {
                merge::<T>(&mut state, sketch.bytes())?;
                state
            }
        };
        Ok(Some(Transition::from_state(state)))
    })
}

/// The inverse transition function of an aggregate over sketches.
pub fn leave<T: Subtract<Memory>>(
    call: Call<'_>,
    state: Option<Transition<T>>,
    sketch: Option<Later<Raw<'_, T>>>,
) -> Returned<Transition<T>> {
    call.guarded(|| {
        take_out(call, state, |state| match sketch.map(Later::take) {
            Some(sketch) => vectorized(
                #[inline(always)]
                || T::subtract(state, sketch.bytes()),
            ),
            None => Ok(true),
        })
    })
}

/// Takes out a row of an aggregate over values.
pub fn leave_with<T: Subtract<Memory>>(
    call: Call<'_>,
    state: Option<Transition<T>>,
    item: Result<Option<T::Item<'_>>>,
) -> Returned<Transition<T>> {
    call.guarded(|| {
        take_out(call, state, |state| match item? {
            Some(item) => T::remove(state, item),
            None => Ok(true),
        })
    })
}

fn take_out<T: Subtract<Memory>>(
    call: Call<'_>,
    state: Option<Transition<T>>,
    body: impl FnOnce(&mut T::State) -> Result<bool>,
) -> SqlResult<Option<Transition<T>>> {
    let Some(mut state) = resume(call, state)? else { return Ok(None) };
    let is_done = body(&mut state)? && !T::is_empty(&state);
    Ok(is_done.then(|| Transition::from_state(state)))
}
