//! A varlena in memory: [`Memory`] can be written to, [`Varlena`] is to be returned, [`Detoasted`] is
//! what Postgres has made of a value that was out of line or compressed.

use super::datum::IntoSql;
use super::error::check_interrupts;
use crate::sketch::Buffer;
use pgrx::pg_sys;
use pgrx::varlena;

/// The bytes of a varlena that may be written to.
pub struct Memory(*mut pg_sys::varlena);

impl Memory {
    /// That of a datum, unless its header is short, or its bytes are elsewhere or compressed.
    ///
    /// # Safety
    /// The datum points to a varlena that may be written to as long as this lives, and that no one
    /// else refers to meanwhile.
    #[inline]
    pub unsafe fn of(datum: pg_sys::Datum) -> Option<Memory> {
        let value = datum.cast_mut_ptr::<pg_sys::varlena>();
        // SAFETY: the datum points to a varlena.
        unsafe { varlena::varatt_is_4b_u(value) }.then_some(Memory(value))
    }

    /// The datum that points to it.
    pub fn into_datum(self) -> pg_sys::Datum {
        pg_sys::Datum::from(self.0)
    }

    /// Frees it.
    ///
    /// # Safety
    /// Postgres has allocated it, and nothing refers to it any more.
    pub unsafe fn free(self) {
        // SAFETY: see above.
        unsafe { pg_sys::pfree(self.0.cast()) };
    }

    /// All bytes of the varlena, its length word included.
    pub fn whole(&self) -> &[u8] {
        // SAFETY: it is a varlena with a four-byte header, all of it in memory.
        unsafe { std::slice::from_raw_parts(self.0.cast(), varlena::varsize_4b(self.0)) }
    }
}

impl AsRef<[u8]> for Memory {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        // SAFETY: it is a varlena with a four-byte header, all of it in memory, and it is not freed
        // while the call lasts.
        unsafe {
            let len = varlena::varsize_4b(self.0) - pg_sys::VARHDRSZ;
            std::slice::from_raw_parts(self.0.cast::<u8>().add(pg_sys::VARHDRSZ), len)
        }
    }
}

impl AsMut<[u8]> for Memory {
    #[inline]
    fn as_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above; nothing else refers to it.
        unsafe {
            let len = varlena::varsize_4b(self.0) - pg_sys::VARHDRSZ;
            std::slice::from_raw_parts_mut(self.0.cast::<u8>().add(pg_sys::VARHDRSZ), len)
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
            Memory(value)
        }
    }

    fn copy_of(bytes: &[u8]) -> Memory {
        let size = bytes.len() + pg_sys::VARHDRSZ;
        // SAFETY: palloc returns that many bytes or raises an error, and the length word says so.
        unsafe {
            let value = pg_sys::palloc(size).cast::<pg_sys::varlena>();
            varlena::set_varsize_4b(value, size as i32);
            let data = value.cast::<u8>().add(pg_sys::VARHDRSZ);
            data.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
            Memory(value)
        }
    }

    fn check_interrupts() {
        check_interrupts();
    }
}

/// A varlena to return.
pub struct Varlena(pg_sys::Datum);

impl Varlena {
    /// A copy of the bytes in the current memory context.
    pub fn new(bytes: &[u8]) -> Varlena {
        Memory::copy_of(bytes).into()
    }

    /// A varlena of any form.
    ///
    /// # Safety
    /// The datum points to a varlena, an argument of the call or one in the current memory context.
    pub unsafe fn from_datum(datum: pg_sys::Datum) -> Varlena {
        Varlena(datum)
    }
}

impl From<Vec<u8>> for Varlena {
    fn from(bytes: Vec<u8>) -> Varlena {
        Varlena::new(&bytes)
    }
}

impl From<Memory> for Varlena {
    fn from(memory: Memory) -> Varlena {
        Varlena(memory.into_datum())
    }
}

impl IntoSql for Varlena {
    #[inline]
    fn into_sql(self, _: pg_sys::FunctionCallInfo) -> pg_sys::Datum {
        self.0
    }
}

/// The bytes of a varlena, if they follow its header and are not compressed.
///
/// # Safety
/// It is a varlena, which lives as long as `'a`.
#[inline]
pub unsafe fn inline_bytes<'a>(value: *const pg_sys::varlena) -> Option<&'a [u8]> {
    // SAFETY: a varlena that is neither out of line nor compressed has all its bytes behind its
    // header, whose length depends on its first byte.
    unsafe {
        if varlena::varatt_is_1b_e(value) || varlena::varatt_is_4b_c(value) {
            return None;
        }
        let len = varlena::varsize_any_exhdr(value);
        let data = varlena::vardata_any(value).cast();
        Some(std::slice::from_raw_parts(data, len))
    }
}

/// A copy that Postgres has made of a value that was out of line or compressed. It is freed when it is
/// dropped: sorts and index builds compare and hash in a context that lives as long as they do.
pub struct Detoasted(*mut pg_sys::varlena);

impl Detoasted {
    /// The copy that the body lets Postgres make.
    ///
    /// # Safety
    /// The body returns a varlena that Postgres has allocated, and that nothing else refers to. It is
    /// neither out of line nor compressed.
    pub unsafe fn new(body: impl FnOnce() -> *mut pg_sys::varlena) -> Detoasted {
        Detoasted(body())
    }

    /// A copy of bytes, in the current memory context.
    pub fn copy_of(bytes: &[u8]) -> Detoasted {
        Detoasted(Memory::copy_of(bytes).0)
    }

    /// The bytes.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: it is a varlena, which lives as long as this.
        unsafe { inline_bytes(self.0) }.unwrap_or_default()
    }
}

impl Drop for Detoasted {
    fn drop(&mut self) {
        // SAFETY: Postgres has allocated it, and nothing else refers to it.
        unsafe { pg_sys::pfree(self.0.cast()) };
    }
}
