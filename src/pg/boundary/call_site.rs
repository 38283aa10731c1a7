//! What a call site caches from one call to the next. A cache lives as long as the expression: for a
//! statement, or in PL/pgSQL for a transaction. `bloom_contains` caches filters there.
//!
//! The memory is in the context that Postgres gives the call site. Postgres frees it with that context,
//! and nothing is dropped before: an error may end the statement at any time.

use super::call::Call;
use super::error::SqlResult;
use super::memory::in_context;
use pgrx::pg_sys;

/// What a function caches at the call site, and the memory context of the cache. The first call makes
/// it, in that context. None where Postgres gives the call site no memory.
///
/// # Safety
/// The function caches one thing, of that type, and no earlier reference to it is in use.
pub unsafe fn cached<T>(
    call: Call<'_>,
    make: impl FnOnce() -> SqlResult<T>,
) -> SqlResult<Option<(&mut T, pg_sys::MemoryContext)>> {
    // SAFETY: the pointer is null at first. Then it points to what was put there, which lives as long as
    // its context. palloc returns that many bytes, aligned for any type, or raises an error.
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

/// What a function has cached at the call site, if anything. This can neither fail nor panic.
///
/// # Safety
/// The function caches one thing, of that type. What is returned is not in use any more when
/// [`cached`] is called.
#[inline]
pub unsafe fn found<T>(call: Call<'_>) -> Option<&T> {
    // SAFETY: as above.
    unsafe { call.function().as_ref()?.fn_extra.cast::<T>().as_ref() }
}
