//! Memory of Postgres without a guard, for functions that run once a row.
//!
//! The guard would cost more than the allocation, which is the only one of these functions.

use super::buffer::Varlena;
use pgrx::{pg_sys, varlena};
use std::ffi::c_void;

unsafe extern "C-unwind" {
    fn palloc(size: pg_sys::Size) -> *mut c_void;
}

/// A copy of the bytes in the current memory context.
///
/// # Safety
/// No frame between the caller and Postgres has anything to drop, or a guard: if there is no memory left,
/// Postgres leaves all of them at once, as it leaves those of C.
#[inline]
pub unsafe fn copy(bytes: &[u8]) -> Varlena {
    // SAFETY: see above.
    unsafe { join([], bytes) }
}

/// A copy of bytes behind others.
///
/// # Safety
/// As of [`copy`].
#[inline]
pub unsafe fn join<const FIRST: usize>(first: [u8; FIRST], rest: &[u8]) -> Varlena {
    let size = pg_sys::VARHDRSZ + FIRST + rest.len();
    // SAFETY: palloc returns that many bytes, or does not return. The length word says how many they are.
    unsafe {
        let value = palloc(size).cast::<pg_sys::varlena>();
        varlena::set_varsize_4b(value, size as i32);
        let data = value.cast::<u8>().add(pg_sys::VARHDRSZ);
        data.copy_from_nonoverlapping(first.as_ptr(), FIRST);
        data.add(FIRST).copy_from_nonoverlapping(rest.as_ptr(), rest.len());
        Varlena::from_datum(value.into())
    }
}
