//! The result of one function as the argument of the next one, not encoded in between.
//!
//! The result of a function is an expanded object, which holds the in-memory form of a sketch. The next
//! function reads that form. Where a value is stored, sorted or sent, Postgres asks for the flat form
//! and gets canonical bytes. The object lives in the memory context in which it was made, like any
//! other result.
//!
//! An aggregate over a sliding frame is a special case. Postgres copies each of its results into the
//! aggregate's own context, for rows that may have the same frame. Encoding every result for that copy
//! would cost more than the sliding. So these results live in that context too, each until the next
//! one replaces it, and a copy that is made in that context is a pointer to the object. Only Postgres
//! itself can make a copy there.
//!
//! utils/expandeddatum.h asks for more, in three ways. An object should have a context of its own; it
//! should be returned read-write; and a copy should be flat. Each omission is safe because no pointer
//! to an object is ever a read-write one: only the owner of such a pointer may write to an object,
//! delete it or move it. The third one also rests on executor/nodeWindowAgg.c and on `datumCopy`: the
//! context of a sliding aggregate is current while the aggregate's own functions run and while its
//! results are copied, and at no other time. Read both again with each major version.

use super::buffer::{Memory, Varlena};
use super::memory::in_context;
use crate::error::Result;
use crate::sketch::Buffer;
use pgrx::pg_sys;
use pgrx::pg_sys::panic::{ErrorReport, ErrorReportable};
use pgrx::varlena;

/// Makes canonical bytes of the in-memory form of a sketch.
pub type Canonical = fn(&[u8]) -> Result<Vec<u8>>;

/// An expanded object, whose header Postgres reads.
#[repr(C)]
struct Object {
    header: pg_sys::ExpandedObjectHeader,
    state: Memory,
    canonical: Canonical,
    /// The flat form, once Postgres has asked for it.
    flat: Option<Memory>,
    /// Whether a copy in the object's own context may be a pointer.
    is_shared: bool,
}

static METHODS: pg_sys::ExpandedObjectMethods = pg_sys::ExpandedObjectMethods {
    get_flat_size: Some(flat_size),
    flatten_into: Some(flatten_into),
};

const POINTER_LEN: usize = pg_sys::VARHDRSZ_EXTERNAL + size_of::<pg_sys::varatt_expanded>();

/// A sketch as an expanded object, which lives until its context is reset, or it is freed.
pub struct Expanded(*mut Object);

impl Expanded {
    /// One in the current memory context, for the result of a function.
    pub fn new(state: Memory, canonical: Canonical) -> Expanded {
        Expanded::allocate(state, canonical, false)
    }

    /// One in the current memory context, for the result of an aggregate over a sliding frame. The
    /// current context is that aggregate's.
    pub fn shared(state: Memory, canonical: Canonical) -> Expanded {
        Expanded::allocate(state, canonical, true)
    }

    fn allocate(state: Memory, canonical: Canonical, is_shared: bool) -> Expanded {
        // SAFETY: palloc returns that many bytes, aligned for pointers, or raises an error.
        unsafe {
            let object = pg_sys::palloc(size_of::<Object>()).cast::<Object>();
            let header = pg_sys::ExpandedObjectHeader::default();
            object.write(Object { header, state, canonical, flat: None, is_shared });
            let header = &raw mut (*object).header;
            pg_sys::EOH_init_header(header, &METHODS, pg_sys::CurrentMemoryContext);
            Expanded(object)
        }
    }

    /// A value that points to it, in the current memory context. Postgres 15 would copy a result that is
    /// in another one.
    pub fn pointer(&self) -> Varlena {
        // SAFETY: palloc returns that many bytes or raises an error.
        unsafe {
            let pointer = pg_sys::palloc(POINTER_LEN);
            write_pointer(self.0, pointer);
            Varlena::from_datum(pg_sys::Datum::from(pointer))
        }
    }

    /// Frees it.
    ///
    /// # Safety
    /// Nothing refers to it any more.
    pub unsafe fn free(self) {
        // SAFETY: palloc has returned it and what it holds.
        unsafe {
            let Object { state, flat, .. } = self.0.read();
            state.free();
            if let Some(flat) = flat {
                flat.free();
            }
            pg_sys::pfree(self.0.cast());
        }
    }
}

/// Writes a read-only pointer to the object.
///
/// # Safety
/// The object is alive, and that many bytes may be written.
unsafe fn write_pointer(object: *const Object, place: *mut std::ffi::c_void) {
    // SAFETY: its header holds such a pointer.
    unsafe {
        let pointer = &raw const (*object).header.eoh_ro_ptr;
        place.copy_from_nonoverlapping(pointer.cast(), POINTER_LEN);
    }
}

/// Whether Postgres copies the result of a sliding aggregate for itself.
///
/// # Safety
/// The object is alive.
unsafe fn is_copied_at_home(object: *const Object) -> bool {
    // SAFETY: see above.
    unsafe { (*object).is_shared && (*object).header.eoh_context == pg_sys::CurrentMemoryContext }
}

/// The in-memory form that a datum points to, if it is an object made here.
///
/// # Safety
/// The datum points to a varlena, which lives as long as `'fcx`.
pub unsafe fn bytes_of<'fcx>(datum: pg_sys::Datum) -> Option<&'fcx [u8]> {
    let value = datum.cast_mut_ptr::<pg_sys::varlena>();
    // SAFETY: an external varlena has a tag, which says whether it points to an expanded object,
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
    let object = header.cast::<Object>();
    // SAFETY: Postgres passes an object with these methods, so one of ours; its context is alive.
    unsafe {
        if is_copied_at_home(object) {
            return POINTER_LEN;
        }
        let object = &mut *object;
        let flat = object.flat.get_or_insert_with(|| {
            let bytes = (object.canonical)(object.state.as_ref());
            let bytes = bytes.map_err(ErrorReport::from).unwrap_or_report();
            in_context(object.header.eoh_context, || Memory::copy_of(&bytes))
        });
        flat.whole().len()
    }
}

#[pgrx::pg_guard]
unsafe extern "C-unwind" fn flatten_into(
    header: *mut pg_sys::ExpandedObjectHeader,
    result: *mut std::ffi::c_void,
    size: usize,
) {
    let object = header.cast::<Object>();
    // SAFETY: Postgres passes an object of ours, and as many bytes as `flat_size` has returned.
    unsafe {
        if is_copied_at_home(object) {
            write_pointer(object, result);
        } else if let Some(flat) = &(*object).flat {
            let flat = flat.whole();
            result.copy_from_nonoverlapping(flat.as_ptr().cast(), flat.len().min(size));
        }
    }
}
