//! Sketches on their way from one function to the next.
//!
//! The result of a function is an expanded object that holds the sketch at work. The next function
//! takes it up as it is; where a value is stored, sorted or sent, Postgres asks for it flat, and gets
//! canonical bytes. It passes as read-only, so no one but this file ever changes it, and it lives in
//! the memory context that it was returned in, like any other result.

use super::datum::Sql;
use super::memory::in_context;
use super::varlena::{Memory, Varlena};
use crate::error::Result;
use pgrx::pg_sys;
use pgrx::pg_sys::panic::{ErrorReport, ErrorReportable};
use pgrx::varlena;

/// From the bytes of a sketch at work to its canonical ones.
type Canonical = fn(&[u8]) -> Result<Vec<u8>>;

/// What Postgres sees of a sketch at work.
#[repr(C)]
struct Object {
    header: pg_sys::ExpandedObjectHeader,
    state: Memory,
    canonical: Canonical,
    /// The flat form, once it was asked for.
    flat: Option<Memory>,
}

static METHODS: pg_sys::ExpandedObjectMethods = pg_sys::ExpandedObjectMethods {
    get_flat_size: Some(flat_size),
    flatten_into: Some(flatten_into),
};

const POINTER_LEN: usize = pg_sys::VARHDRSZ_EXTERNAL + size_of::<pg_sys::varatt_expanded>();

/// The result of a function that returns a sketch at work.
pub fn expanded(state: Memory, canonical: Canonical) -> Sql<Varlena> {
    // SAFETY: palloc returns so many bytes, aligned for any of the two, or raises an error. The
    // pointer that EOH_init_header makes inside of the object is copied to a piece of memory of its
    // own: Postgres 15 tells from what stands before a result whether it must be copied.
    unsafe {
        let object = pg_sys::palloc(size_of::<Object>()).cast::<Object>();
        let header = &raw mut (*object).header;
        pg_sys::EOH_init_header(header, &METHODS, pg_sys::CurrentMemoryContext);
        (&raw mut (*object).state).write(state);
        (&raw mut (*object).canonical).write(canonical);
        (&raw mut (*object).flat).write(None);
        let pointer = pg_sys::palloc(POINTER_LEN);
        pointer.copy_from_nonoverlapping((&raw const (*header).eoh_ro_ptr).cast(), POINTER_LEN);
        Sql(Varlena::from_datum(pg_sys::Datum::from(pointer)))
    }
}

/// The bytes of the sketch at work that a datum points to, if it is an object made here.
///
/// # Safety
/// The datum points to a varlena, which lives as long as `'fcx`.
pub unsafe fn bytes_of<'fcx>(datum: pg_sys::Datum) -> Option<&'fcx [u8]> {
    let value = datum.cast_mut_ptr::<pg_sys::varlena>();
    // SAFETY: an external varlena has a tag, which tells whether it points to an expanded object,
    // and the methods of that tell whether it is one of ours.
    unsafe {
        if !varlena::varatt_is_1b_e(value)
            || !varlena::vartag_is_expanded(varlena::vartag_1b_e(value).into())
        {
            return None;
        }
        let header = pg_sys::DatumGetEOHP(datum);
        let is_ours = std::ptr::eq((*header).eoh_methods, &METHODS);
        is_ours.then(|| (*header.cast::<Object>()).state.as_ref())
    }
}

#[pgrx::pg_guard]
unsafe extern "C-unwind" fn flat_size(header: *mut pg_sys::ExpandedObjectHeader) -> usize {
    // SAFETY: Postgres passes an object with these methods, so one of ours; its context is alive.
    unsafe {
        let object = &mut *header.cast::<Object>();
        if object.flat.is_none() {
            let bytes = (object.canonical)(object.state.as_ref());
            let bytes = bytes.map_err(ErrorReport::from).unwrap_or_report();
            let flat = in_context((*header).eoh_context, || Memory::holding(&bytes));
            object.flat = Some(flat);
        }
        object.flat.as_ref().map_or(0, |flat| flat.whole().len())
    }
}

#[pgrx::pg_guard]
unsafe extern "C-unwind" fn flatten_into(
    header: *mut pg_sys::ExpandedObjectHeader,
    result: *mut std::ffi::c_void,
    size: usize,
) {
    // SAFETY: Postgres passes an object of ours, and as many bytes as `flat_size` has told it.
    unsafe {
        if let Some(flat) = &(*header.cast::<Object>()).flat {
            let flat = flat.whole();
            result.copy_from_nonoverlapping(flat.as_ptr().cast(), flat.len().min(size));
        }
    }
}
