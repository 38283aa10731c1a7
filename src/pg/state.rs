//! The memory that aggregates work in.
//!
//! The transition value is a sketch at work, a varlena in the aggregate's memory context, changed in
//! place. Where it grows, the function returns a new one in the current context: the executor copies
//! that into the aggregate's context and frees the old one.

use super::datum::{FromSql, IntoSql, Raw, Varlena};
use super::error::{SqlResult, not_in_an_aggregate};
use crate::bytes::kind;
use crate::hll::Hll;
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
pub struct Transition(pg_sys::Datum);

impl FromSql<'_> for Transition {
    /// `hll`, as the state of an aggregate.
    #[inline]
    unsafe fn from_sql(datum: pg_sys::Datum) -> Transition {
        Transition(datum)
    }
}

impl Transition {
    /// The sketch at work: the aggregate's own memory where it already is one, else a copy.
    #[inline]
    pub fn resume(self) -> SqlResult<State<Memory>> {
        let value = self.0.cast_mut_ptr::<pg_sys::varlena>();
        // SAFETY: the transition value is a varlena in the aggregate's memory context. One with a
        // four-byte header and the first byte of a sketch at work was made by `Memory::zeroed`: no
        // input function accepts that byte.
        unsafe {
            if varlena::varatt_is_4b_u(value)
                && varlena::varsize_4b(value) > pg_sys::VARHDRSZ
                && *varlena::vardata_4b(value).cast::<u8>() == kind::HLL_STATE
            {
                return Ok(State::resume(Memory { value })?);
            }
            let bytes = Raw::<Hll>::from_sql(self.0).bytes();
            if Hll::is_canonical(bytes) {
                return Ok(State::from_stored(&Stored::read(bytes)?)?);
            }
            let mut copy = Memory::zeroed(bytes.len());
            copy.as_mut().copy_from_slice(bytes);
            Ok(State::resume_unknown(copy)?)
        }
    }
}

impl IntoSql for State<Memory> {
    #[inline]
    fn into_sql(self, fcinfo: pg_sys::FunctionCallInfo) -> pg_sys::Datum {
        Varlena(pg_sys::Datum::from(self.into_buffer().value)).into_sql(fcinfo)
    }
}

/// Refuses a call from outside an aggregate, whose first argument must not be changed.
#[inline]
pub fn check_in_aggregate(fcinfo: pg_sys::FunctionCallInfo) -> SqlResult<()> {
    // SAFETY: fcinfo is the call's; a context that is not null starts with a node tag.
    let tag = unsafe {
        match (*fcinfo).context.is_null() {
            true => pg_sys::NodeTag::T_Invalid,
            false => (*(*fcinfo).context).type_,
        }
    };
    match tag {
        pg_sys::NodeTag::T_AggState | pg_sys::NodeTag::T_WindowAggState => Ok(()),
        _ => Err(not_in_an_aggregate()),
    }
}
