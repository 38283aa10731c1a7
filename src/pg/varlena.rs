//! The bytes of a varlena: [`Placed`] knows where they are, [`Raw`] has all of them, [`OutOfLine`] is
//! for those of which not all are wanted, [`Varlena`] to return, [`Memory`] to be written to first.

use super::datum::{FromSql, IntoSql, Sql};
use super::error::{SqlResult, check_interrupts};
use super::expanded;
use crate::bytes;
use crate::cache::Key;
use crate::sketch::{Buffer, Sketch};
use pgrx::pg_sys;
use pgrx::varlena;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::marker::PhantomData;

/// A varlena argument of which nothing is fetched yet.
pub struct Placed<'fcx, T> {
    datum: pg_sys::Datum,
    /// Where its bytes are.
    pub place: Place<'fcx>,
    marker: PhantomData<T>,
}

/// Where the bytes of a varlena are.
pub enum Place<'fcx> {
    /// In line and not compressed, as most are.
    InLine(&'fcx [u8]),
    /// In memory: those of a sketch at work.
    Expanded(&'fcx [u8]),
    /// Out of line.
    Stored(OutOfLine),
    /// Elsewhere: all of it has to be fetched, or decompressed.
    Packed,
}

impl<'fcx, T> FromSql<'fcx> for Placed<'fcx, T> {
    /// That of `T`; any varlena type if that is [`Bytes`].
    #[inline]
    unsafe fn from_sql(datum: pg_sys::Datum) -> Placed<'fcx, T> {
        // SAFETY: the datum points to a varlena.
        Placed { datum, place: unsafe { Place::of(datum) }, marker: PhantomData }
    }
}

impl<'fcx> Place<'fcx> {
    /// That of the bytes of a datum.
    ///
    /// # Safety
    /// The datum points to a varlena, which lives as long as `'fcx`.
    #[inline]
    unsafe fn of(datum: pg_sys::Datum) -> Place<'fcx> {
        let value = datum.cast_mut_ptr::<pg_sys::varlena>();
        // SAFETY: the datum points to a varlena. One that is neither out of line nor compressed has
        // all its bytes behind its header.
        unsafe {
            if !varlena::varatt_is_1b_e(value) && !varlena::varatt_is_4b_c(value) {
                let len = varlena::varsize_any_exhdr(value);
                let data = varlena::vardata_any(value).cast();
                return Place::InLine(std::slice::from_raw_parts(data, len));
            }
            match (OutOfLine::of(datum), expanded::bytes_of(datum)) {
                (Some(stored), _) => Place::Stored(stored),
                (None, Some(bytes)) => Place::Expanded(bytes),
                (None, None) => Place::Packed,
            }
        }
    }
}

/// What was read of a value that is not in line: freed when it is dropped, for sorts and index
/// builds compare and hash in a context that lives as long as they do.
pub struct Fetched(*mut pg_sys::varlena);

impl Drop for Fetched {
    fn drop(&mut self) {
        // SAFETY: Postgres allocated it for whoever asked, and no one else has it.
        unsafe { pg_sys::pfree(self.0.cast()) };
    }
}

impl Fetched {
    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: it is a varlena, and no one else has it.
        match unsafe { Place::of(self.0.into()) } {
            Place::InLine(bytes) => bytes,
            // What Postgres makes of a value that is not in line is one in line.
            _ => &[],
        }
    }

    /// A copy of bytes, in the current memory context.
    pub fn copy_of(bytes: &[u8]) -> Fetched {
        Fetched(Memory::copy_of(bytes).0)
    }
}

/// The bytes of a varlena argument, fetched and decompressed where they were stored so.
pub struct Raw<'fcx, T> {
    datum: pg_sys::Datum,
    whole: Whole<'fcx>,
    marker: PhantomData<T>,
}

/// All the bytes of an argument.
enum Whole<'fcx> {
    /// As they stand in line.
    InLine(&'fcx [u8]),
    /// Those of a sketch at work.
    Expanded(&'fcx [u8]),
    /// As they were fetched.
    Fetched(Fetched),
}

impl Whole<'_> {
    /// The bytes.
    #[inline]
    fn bytes(&self) -> &[u8] {
        match self {
            Whole::InLine(bytes) | Whole::Expanded(bytes) => bytes,
            Whole::Fetched(fetched) => fetched.bytes(),
        }
    }
}

/// What the bytes of a [`Raw`] are that no sketch stands behind.
pub struct Bytes;

impl<'fcx, T> FromSql<'fcx> for Raw<'fcx, T> {
    /// That of `T`; any varlena type if that is [`Bytes`].
    #[inline]
    unsafe fn from_sql(datum: pg_sys::Datum) -> Raw<'fcx, T> {
        // SAFETY: the datum is of that type.
        unsafe { Placed::from_sql(datum) }.fetch()
    }
}

impl<'fcx, T> Placed<'fcx, T> {
    /// All the bytes, fetched and decompressed where they were stored so.
    #[inline]
    pub fn fetch(self) -> Raw<'fcx, T> {
        let whole = match self.place {
            Place::InLine(bytes) => Whole::InLine(bytes),
            Place::Expanded(bytes) => Whole::Expanded(bytes),
            // SAFETY: the datum points to a varlena; what is fetched is allocated for this argument,
            // in the current memory context, which outlives the call.
            Place::Stored(_) | Place::Packed => Whole::Fetched(Fetched(unsafe {
                pg_sys::pg_detoast_datum_packed(self.datum.cast_mut_ptr())
            })),
        };
        Raw { datum: self.datum, whole, marker: PhantomData }
    }

    /// The argument as it was passed.
    pub fn unchanged(self) -> Sql<Varlena> {
        Sql(Varlena(self.datum))
    }
}

impl<T> Raw<'_, T> {
    /// The bytes.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        self.whole.bytes()
    }
}

impl<T: Sketch> Raw<'_, T> {
    /// The sketch that the bytes hold.
    pub fn read(&self) -> SqlResult<T> {
        Ok(T::read(self.bytes())?)
    }

    /// The canonical bytes; those passed, unless an aggregate has the sketch at work.
    pub fn canonical(&self) -> SqlResult<Cow<'_, [u8]>> {
        match T::is_encoded(self.bytes()) {
            true => Ok(self.bytes().into()),
            false => Ok(self.read()?.encode().into()),
        }
    }

    /// What an output function writes, see [`Sketch::portable`].
    pub fn sent(&self) -> SqlResult<Cow<'_, [u8]>> {
        match T::is_encoded(self.bytes()) {
            true => Ok(self.bytes().into()),
            false => Ok(self.read()?.portable().into()),
        }
    }

    /// The order of the canonical bytes.
    pub fn compare(&self, other: &Raw<'_, T>) -> SqlResult<Ordering> {
        Ok(self.canonical()?.cmp(&other.canonical()?))
    }

    /// A hash of the canonical bytes.
    pub fn hash(&self, seed: u64) -> SqlResult<u64> {
        Ok(bytes::hash(&self.canonical()?, seed))
    }

    /// Whether the argument may be returned as it was passed: canonical bytes, or an object of which
    /// Postgres makes such.
    pub fn is_settled(&self) -> bool {
        matches!(self.whole, Whole::Expanded(_)) || T::is_encoded(self.bytes())
    }

    /// The argument as it was passed.
    pub fn unchanged(self) -> Sql<Varlena> {
        Sql(Varlena(self.datum))
    }

    /// The argument as it was passed if the result has the same bytes, else the result: what did not
    /// change need not be stored again.
    pub fn changed_to(self, result: impl AsRef<[u8]> + Into<Varlena>) -> Sql<Varlena> {
        match result.as_ref() == self.bytes() {
            true => self.unchanged(),
            false => Sql(result.into()),
        }
    }
}

/// A value that is stored out of line, in the TOAST table of its table.
pub struct OutOfLine {
    datum: pg_sys::Datum,
    pointer: Pointer,
}

/// Where such a value is stored. What it points to never changes.
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
    /// That of a datum, if its value is stored so.
    ///
    /// # Safety
    /// The datum points to a varlena.
    #[inline]
    unsafe fn of(datum: pg_sys::Datum) -> Option<OutOfLine> {
        let value = datum.cast_mut_ptr::<pg_sys::varlena>();
        // SAFETY: the datum points to a varlena; behind a tag that says so stands the pointer, which
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
    pub fn whole(&self) -> Fetched {
        // SAFETY: the datum points to a varlena.
        Fetched(unsafe { pg_sys::pg_detoast_datum(self.datum.cast_mut_ptr()) })
    }

    /// A part of it, as far as there is one.
    pub fn slice(&self, start: usize, len: usize) -> Fetched {
        // SAFETY: as above; no value is so long that its positions are no i32.
        Fetched(unsafe {
            let value = self.datum.cast_mut_ptr();
            pg_sys::pg_detoast_datum_slice(value, start as i32, len as i32)
        })
    }
}

/// A varlena to return.
pub struct Varlena(pg_sys::Datum);

impl IntoSql for Varlena {
    #[inline]
    fn into_sql(self, _: pg_sys::FunctionCallInfo) -> pg_sys::Datum {
        self.0
    }
}

impl Varlena {
    /// A copy of the bytes in the current memory context.
    pub fn new(bytes: &[u8]) -> Varlena {
        Memory::copy_of(bytes).into()
    }

    /// A varlena of any kind.
    ///
    /// # Safety
    /// The datum points to a varlena in the current memory context.
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

/// The result of a function that returns a sketch.
pub fn sketch<T: Sketch>(result: &T) -> Sql<Varlena> {
    Sql(result.encode().into())
}

/// The bytes of a varlena that may be written to.
pub struct Memory(*mut pg_sys::varlena);

impl Memory {
    /// That of a datum.
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
    /// Postgres has allocated it, and no one looks at it any more.
    pub unsafe fn free(self) {
        // SAFETY: see above.
        unsafe { pg_sys::pfree(self.0.cast()) };
    }

    /// All bytes of the varlena, its length word among them.
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

impl IntoSql for Memory {
    #[inline]
    fn into_sql(self, _: pg_sys::FunctionCallInfo) -> pg_sys::Datum {
        self.into_datum()
    }
}
