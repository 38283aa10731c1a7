//! What is cached from one call to the next: [`cached`] by a call site, [`shared`] by all call sites of a
//! query. A call site is a place in an expression.
//!
//! The memory is in the context that Postgres gives the call site, which lives as long as the query, or in
//! PL/pgSQL as long as the transaction. Postgres frees it with that context, and nothing is dropped
//! before: an error may end the statement at any time.

use super::call::Call;
use super::memory::in_context;
use pgrx::pg_sys;
use std::ffi::c_void;

/// What a function caches at the call site, and the memory context of the cache. The first call makes
/// it, in that context. None where Postgres gives the call site no memory.
///
/// # Safety
/// The function caches one thing, of that type, and no earlier reference to it is in use.
pub unsafe fn cached<T>(
    call: Call<'_>,
    make: impl FnOnce(pg_sys::MemoryContext) -> T,
) -> Option<(&mut T, pg_sys::MemoryContext)> {
    // SAFETY: the pointer is null at first. Then it points to what was put there, which lives as long as
    // its context. palloc returns that many bytes, aligned for any type, or raises an error.
    unsafe {
        let function = call.function().as_mut()?;
        if function.fn_extra.is_null() {
            let place = in_context(function.fn_mcxt, || {
                let place = pg_sys::palloc(size_of::<T>()).cast::<T>();
                place.write(make(function.fn_mcxt));
                place
            });
            function.fn_extra = place.cast();
        }
        function.fn_extra.cast::<T>().as_mut().map(|thing| (thing, function.fn_mcxt))
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

/// Something in a memory context, and how it is found there.
#[repr(C)]
struct Shared<T> {
    callback: pg_sys::MemoryContextCallback,
    thing: T,
}

/// The one thing that is shared in a memory context. The first call makes it there.
///
/// # Safety
/// All calls are for things of that type. The context is one in which Postgres keeps what a call site
/// caches.
pub unsafe fn shared<T>(context: pg_sys::MemoryContext, make: impl FnOnce() -> T) -> *mut T {
    // SAFETY: the callbacks of a context are in a list. One with that function is the start of what was
    // put there, and lives as long as the context does. palloc returns that many bytes, aligned for any
    // type, or raises an error.
    unsafe {
        let mut callback = (*context).reset_cbs;
        while let Some(known) = callback.as_ref() {
            if known
                .func
                .is_some_and(|function| function as usize == on_reset as *const () as usize)
            {
                return &raw mut (*callback.cast::<Shared<T>>()).thing;
            }
            callback = known.next;
        }
        in_context(context, || {
            let place = pg_sys::palloc(size_of::<Shared<T>>()).cast::<Shared<T>>();
            let callback = pg_sys::MemoryContextCallback {
                func: Some(on_reset),
                arg: std::ptr::null_mut(),
                next: std::ptr::null_mut(),
            };
            place.write(Shared { callback, thing: make() });
            pg_sys::MemoryContextRegisterResetCallback(context, place.cast());
            &raw mut (*place).thing
        })
    }
}

/// Tells our callbacks from those of others. There is nothing to do: the memory goes with the context.
unsafe extern "C-unwind" fn on_reset(_: *mut c_void) {}
