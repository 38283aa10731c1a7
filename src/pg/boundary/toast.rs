//! A value that is stored out of line: a part of it can be read, without the rest.

use super::buffer::Detoasted;
use crate::cache::Key;
use pgrx::pg_sys;
use pgrx::varlena;

/// A value that is stored out of line, in the TOAST table of its table.
pub struct OutOfLine {
    datum: pg_sys::Datum,
    pointer: Pointer,
}

/// Where such a value is stored. What is stored there never changes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Pointer {
    raw_size: i32,
    stored_size: u32,
    value: pg_sys::Oid,
    relation: pg_sys::Oid,
}

impl Pointer {
    /// The length of the bytes.
    pub fn len(&self) -> usize {
        (self.raw_size as usize).saturating_sub(pg_sys::VARHDRSZ)
    }
}

impl Key for Pointer {
    fn spread(&self) -> u64 {
        let place = u64::from(self.relation.to_u32()) << 32 | u64::from(self.value.to_u32());
        place.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32
    }
}

impl OutOfLine {
    /// That of a datum, if its value is stored out of line.
    ///
    /// # Safety
    /// The datum points to a varlena.
    #[inline]
    pub unsafe fn of(datum: pg_sys::Datum) -> Option<OutOfLine> {
        let value = datum.cast_mut_ptr::<pg_sys::varlena>();
        // SAFETY: the datum points to a varlena. Behind a tag that says so there is the pointer, which
        // need not be aligned.
        unsafe {
            if !varlena::varatt_is_1b_e(value)
                || u32::from(varlena::vartag_1b_e(value)) != pg_sys::vartag_external::VARTAG_ONDISK
            {
                return None;
            }
            let external = value.cast::<u8>().add(pg_sys::VARHDRSZ_EXTERNAL);
            let external = external.cast::<pg_sys::varatt_external>().read_unaligned();
            let pointer = Pointer {
                raw_size: external.va_rawsize,
                stored_size: external.va_extinfo,
                value: external.va_valueid,
                relation: external.va_toastrelid,
            };
            Some(OutOfLine { datum, pointer })
        }
    }

    /// Where it is stored.
    #[inline]
    pub fn pointer(&self) -> Pointer {
        self.pointer
    }

    /// Whether it is compressed, so that no part of it can be read alone.
    pub fn is_compressed(&self) -> bool {
        let stored = self.pointer.stored_size & pg_sys::VARLENA_EXTSIZE_MASK;
        (stored as usize) < self.pointer.len()
    }

    /// All of it.
    pub fn whole(&self) -> Detoasted {
        // SAFETY: the datum points to a varlena. Postgres makes a copy of one that is out of line.
        unsafe { Detoasted::new(|| pg_sys::pg_detoast_datum(self.datum.cast_mut_ptr())) }
    }

    /// A part of it, as far as there is one.
    pub fn slice(&self, start: usize, len: usize) -> Detoasted {
        // SAFETY: as above; no value is so long that a position in it exceeds an i32.
        unsafe {
            Detoasted::new(|| {
                let value = self.datum.cast_mut_ptr();
                pg_sys::pg_detoast_datum_slice(value, start as i32, len as i32)
            })
        }
    }
}
