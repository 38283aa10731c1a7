//! What a call site keeps from one call to the next, for as long as Postgres keeps the expression: a
//! statement, or in PL/pgSQL a transaction. `bloom_contains` keeps filters there.
//!
//! The memory is that of Postgres, in the context that it gives a call site. It goes with that context,
//! without being dropped: an error may end the statement at any time.

use super::call::Call;
use super::error::SqlResult;
use super::memory::in_context;
use pgrx::pg_sys;

/// What a function keeps at the call site, and the context it is in; made when the call is the first,
/// in that context. None where Postgres gives it no memory.
///
/// # Safety
/// The function keeps things of that type alone, and nothing that was taken of it before is in use.
pub unsafe fn kept<T>(
    call: Call<'_>,
    make: impl FnOnce() -> SqlResult<T>,
) -> SqlResult<Option<(&mut T, pg_sys::MemoryContext)>> {
    // SAFETY: what the function keeps is null at first, then what is put there, and lives as long as
    // its context. palloc returns so many bytes, aligned for all, or raises an error.
    unsafe {
        let Some(function) = call.function().as_mut() else { return Ok(None) };
        if function.fn_extra.is_null() {
            let place = in_context(function.fn_mcxt, || {
                let thing = make()?;
                let place = pg_sys::palloc(size_of::<T>()).cast::<T>();
                place.write(thing);
                SqlResult::Ok(place)
            })?;
            function.fn_extra = place.cast();
        }
        Ok(function.fn_extra.cast::<T>().as_mut().map(|thing| (thing, function.fn_mcxt)))
    }
}

/// What a function keeps at the call site, if it has kept something. This can neither fail nor panic.
///
/// # Safety
/// The function keeps things of that type alone. What is returned is not in use any more when
/// [`kept`] is called.
#[inline]
pub unsafe fn found<T>(call: Call<'_>) -> Option<&T> {
    // SAFETY: as above.
    unsafe { call.function().as_ref()?.fn_extra.cast::<T>().as_ref() }
}
