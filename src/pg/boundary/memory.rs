//! Memory contexts of Postgres, for what lives longer than a call: [`in_context`] for a value, [`Palloc`]
//! for a collection that grows. Postgres frees all of it with the context, also after an error.

use allocator_api2::alloc::{AllocError, Allocator, Layout};
use pgrx::pg_sys;
use std::ptr::NonNull;

/// Runs the body with that context as the current one.
///
/// # Safety
/// The context lives at least as long as what the body allocates is used.
pub unsafe fn in_context<T>(context: pg_sys::MemoryContext, body: impl FnOnce() -> T) -> T {
    // SAFETY: the context is alive; after an error Postgres itself goes back to another one.
    unsafe {
        let caller = pg_sys::MemoryContextSwitchTo(context);
        let result = body();
        pg_sys::MemoryContextSwitchTo(caller);
        result
    }
}

/// Allocates in the memory context that is current at that moment, and grows a piece of memory in the
/// context where it is. What was allocated may be forgotten when the context is deleted. It must not be
/// dropped after that.
#[derive(Clone, Copy, Default)]
pub struct Palloc;

/// What palloc aligns to.
const ALIGNMENT: usize = pg_sys::MAXIMUM_ALIGNOF as usize;

// SAFETY: palloc returns memory that belongs to the caller until it is freed, or raises an error. The
// context outlives whoever allocates in it.
unsafe impl Allocator for Palloc {
    fn allocate(&self, layout: Layout) -> Result<NonNull<[u8]>, AllocError> {
        // SAFETY: there always is a current context.
        piece(layout, |size| unsafe {
            pg_sys::MemoryContextAllocHuge(pg_sys::CurrentMemoryContext, size)
        })
    }

    unsafe fn deallocate(&self, memory: NonNull<u8>, _: Layout) {
        // SAFETY: it was allocated here, and the caller gives it up.
        unsafe { pg_sys::pfree(memory.as_ptr().cast()) };
    }

    unsafe fn grow(
        &self,
        memory: NonNull<u8>,
        _: Layout,
        layout: Layout,
    ) -> Result<NonNull<[u8]>, AllocError> {
        // SAFETY: it was allocated here, and the caller takes what is returned in its place.
        piece(layout, |size| unsafe { pg_sys::repalloc_huge(memory.as_ptr().cast(), size) })
    }
}

fn piece(
    layout: Layout,
    palloc: impl FnOnce(usize) -> *mut std::ffi::c_void,
) -> Result<NonNull<[u8]>, AllocError> {
    if layout.align() > ALIGNMENT {
        return Err(AllocError);
    }
    let memory = NonNull::new(palloc(layout.size()).cast()).ok_or(AllocError)?;
    Ok(NonNull::slice_from_raw_parts(memory, layout.size()))
}
