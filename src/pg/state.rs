//! The memory that aggregates work in.
//!
//! The transition value is a sketch at work, a varlena in the aggregate's memory context, changed in
//! place. Where it grows, the function returns a new one in the current context: the executor copies
//! that into the aggregate's context and frees the old one.

use super::datum::{FromSql, IntoSql, Raw};
use super::error::SqlResult;
use crate::bytes::kind;
use crate::hash::SketchHash;
use crate::hll::Hll;
use crate::hll::layout;
use crate::hll::state::{Buffer, State};
use crate::hll::stored::Stored;
use crate::sketch::Sketch;
use pgrx::{pg_sys, varlena};

/// The bytes of a varlena that may be written to.
pub struct Memory {
    value: *mut pg_sys::varlena,
}

impl AsRef<[u8]> for Memory {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        // SAFETY: `value` is a varlena with a four-byte header, all of it in memory, and it is not
        // freed while the call lasts.
        unsafe {
            let len = varlena::varsize_4b(self.value) - pg_sys::VARHDRSZ;
            std::slice::from_raw_parts(self.value.cast::<u8>().add(pg_sys::VARHDRSZ), len)
        }
    }
}

impl AsMut<[u8]> for Memory {
    #[inline]
    fn as_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above; the aggregate alone refers to it.
        unsafe {
            let len = varlena::varsize_4b(self.value) - pg_sys::VARHDRSZ;
            std::slice::from_raw_parts_mut(self.value.cast::<u8>().add(pg_sys::VARHDRSZ), len)
        }
    }
}

impl Buffer for Memory {
    fn zeroed(len: usize) -> Memory {
        let size = len + pg_sys::VARHDRSZ;
        // SAFETY: palloc0 returns that many bytes or raises an error, and the length word says so.
        unsafe {
            let value = pg_sys::palloc0(size).cast();
            varlena::set_varsize_4b(value, size as i32);
            Memory { value }
        }
    }
}

/// The transition value of an aggregate.
#[derive(Clone, Copy)]
pub struct Transition(pg_sys::Datum);

impl FromSql<'_> for Transition {
    /// `hll`, as the state of an aggregate.
    #[inline]
    unsafe fn from_sql(datum: pg_sys::Datum) -> Transition {
        Transition(datum)
    }
}

impl Transition {
    /// The memory of a sketch at work.
    ///
    /// The executor has copied the transition value into the aggregate's own memory, so it may be
    /// written to. What its bytes say is checked by whoever takes them up.
    #[inline]
    fn memory(self) -> Option<Memory> {
        let value = self.0.cast_mut_ptr::<pg_sys::varlena>();
        // SAFETY: the transition value is a varlena; the byte is read only where there is one.
        let at_work = unsafe {
            varlena::varatt_is_4b_u(value)
                && varlena::varsize_4b(value) > pg_sys::VARHDRSZ
                && *varlena::vardata_4b(value).cast::<u8>() == kind::HLL_STATE
        };
        at_work.then_some(Memory { value })
    }

    /// Adds a value in place, if it is as simple as that: this cannot panic.
    #[inline]
    pub fn add_in_place(self, hash: SketchHash) -> bool {
        self.memory().is_some_and(|mut memory| layout::add_in_place(memory.as_mut(), hash))
    }

    /// Whether it is a sketch at work of that precision.
    #[inline]
    pub fn has_precision(self, precision: i32) -> bool {
        self.memory().is_some_and(|memory| layout::has_precision(memory.as_ref(), precision))
    }

    /// The sketch at work: the aggregate's own memory where it already is one, else a copy.
    pub fn resume(self) -> SqlResult<State<Memory>> {
        if let Some(memory) = self.memory() {
            return Ok(State::resume(memory)?);
        }
        // SAFETY: the transition value is an hll.
        let value = unsafe { Raw::<Hll>::from_sql(self.0) };
        let bytes = value.bytes();
        if Hll::is_canonical(bytes) {
            return Ok(State::from_stored(&Stored::read(bytes)?)?);
        }
        let mut copy = Memory::zeroed(bytes.len());
        copy.as_mut().copy_from_slice(bytes);
        Ok(State::resume_unknown(copy)?)
    }
}

impl IntoSql for Transition {
    #[inline]
    fn into_sql(self, _: pg_sys::FunctionCallInfo) -> pg_sys::Datum {
        self.0
    }
}

impl IntoSql for State<Memory> {
    fn into_sql(self, _: pg_sys::FunctionCallInfo) -> pg_sys::Datum {
        pg_sys::Datum::from(self.into_buffer().value)
    }
}
