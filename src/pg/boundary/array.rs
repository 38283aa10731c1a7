//! An array as an argument, and one of texts as a result.

use super::argument::Bytes;
use super::buffer::{Memory, inline_bytes};
use super::datum::{FromSql, IntoSql};
use super::error::check_interrupts;
use crate::error::Result;
use crate::placement::error::dimensions;
use crate::sketch::Buffer;
use pgrx::pg_sys;
use pgrx::varlena;
use std::ffi::CStr;
use std::marker::PhantomData;

/// An array argument, of which nothing is fetched yet.
pub struct Array<'fcx, T> {
    datum: pg_sys::Datum,
    marker: PhantomData<(&'fcx (), T)>,
}

impl<T> Clone for Array<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Array<'_, T> {}

impl<'fcx, T: Element> FromSql<'fcx> for Array<'fcx, T> {
    /// An array of the elements' type.
    #[inline]
    unsafe fn from_sql(datum: pg_sys::Datum) -> Array<'fcx, T> {
        Array { datum, marker: PhantomData }
    }
}

/// What an array can be of.
pub trait Element {
    /// An element, as it is in the array.
    type Item<'a>;
    /// The type in SQL.
    const TYPE: pg_sys::Oid;
    /// Its length, or -1.
    const LENGTH: i32;
    /// Whether it is no reference.
    const IS_BY_VALUE: bool;
    /// What it is aligned to.
    const ALIGNMENT: u8;

    /// Takes an element.
    ///
    /// # Safety
    /// The datum is of that type, and lives as long as `'a`.
    unsafe fn of<'a>(datum: pg_sys::Datum) -> Self::Item<'a>;
}

/// `text`
impl Element for Bytes {
    type Item<'a> = &'a [u8];
    const TYPE: pg_sys::Oid = pg_sys::TEXTOID;
    const LENGTH: i32 = -1;
    const IS_BY_VALUE: bool = false;
    const ALIGNMENT: u8 = pg_sys::TYPALIGN_INT;

    unsafe fn of<'a>(datum: pg_sys::Datum) -> Self::Item<'a> {
        // SAFETY: it is a text, and what is in an array is neither out of line nor compressed.
        unsafe { inline_bytes(datum.cast_mut_ptr()) }.unwrap_or_default()
    }
}

/// `double precision`
impl Element for f64 {
    type Item<'a> = f64;
    const TYPE: pg_sys::Oid = pg_sys::FLOAT8OID;
    const LENGTH: i32 = size_of::<f64>() as i32;
    const IS_BY_VALUE: bool = true;
    const ALIGNMENT: u8 = pg_sys::TYPALIGN_DOUBLE;

    unsafe fn of<'a>(datum: pg_sys::Datum) -> Self::Item<'a> {
        // SAFETY: it is of that type.
        unsafe { f64::from_sql(datum) }
    }
}

impl<'fcx, T: Element> Array<'fcx, T> {
    /// What the datum points to, as it is: arrays of the same bytes have the same elements. Of an array
    /// that is stored out of line these are the bytes of its pointer, since what is stored never changes.
    /// None of an array that may change in memory.
    #[inline]
    pub fn image(&self) -> Option<&'fcx [u8]> {
        let value = self.datum.cast_mut_ptr::<pg_sys::varlena>();
        // SAFETY: the datum points to a varlena, which lives as long as the call. Its first bytes tell how
        // many bytes are there.
        unsafe {
            let is_elsewhere = varlena::varatt_is_1b_e(value)
                && u32::from(varlena::vartag_1b_e(value)) != pg_sys::vartag_external::VARTAG_ONDISK;
            let bytes = || std::slice::from_raw_parts(value.cast(), varlena::varsize_any(value));
            (!is_elsewhere).then(bytes)
        }
    }

    /// The same array in one piece, in memory: a copy if it is not so yet.
    pub fn flat(self) -> Array<'fcx, T> {
        // SAFETY: the datum points to a varlena. A copy is in the current memory context, which outlives
        // the call.
        let array = unsafe { pg_sys::pg_detoast_datum(self.datum.cast_mut_ptr()) };
        Array { datum: array.into(), marker: PhantomData }
    }

    /// The elements, if they are in one dimension or there are none. `check` refuses a number of them. The
    /// name of the array is for errors.
    pub fn elements(
        self,
        name: &str,
        check: impl FnOnce(usize) -> Result<()>,
    ) -> Result<Vec<Option<T::Item<'fcx>>>> {
        let array = self.flat().datum.cast_mut_ptr::<pg_sys::ArrayType>();
        let (mut values, mut nulls) = (std::ptr::null_mut(), std::ptr::null_mut());
        let mut number = 0;
        // SAFETY: it is an array in one piece, in memory, of elements of that type. There are as many
        // numbers behind it as it has dimensions. As many values and marks of NULL are returned as there
        // are elements, in the current memory context.
        unsafe {
            let lengths = array.add(1).cast();
            if (*array).ndim > 1 {
                return Err(dimensions(name, (*array).ndim));
            }
            check(pg_sys::ArrayGetNItems((*array).ndim, lengths) as usize)?;
            pg_sys::deconstruct_array(
                array,
                T::TYPE,
                T::LENGTH,
                T::IS_BY_VALUE,
                T::ALIGNMENT as std::ffi::c_char,
                &mut values,
                &mut nulls,
                &mut number,
            );
            let element = |place| (!*nulls.add(place)).then(|| T::of(*values.add(place)));
            Ok((0..number as usize).map(element).collect())
        }
    }
}

impl Array<'_, Bytes> {
    /// The array of texts that a literal gives, in the current memory context, which outlives the call. One
    /// that gives none is an error.
    pub fn read(literal: &CStr) -> Array<'static, Bytes> {
        // SAFETY: the input function of arrays reads a text that ends in NUL.
        let datum = unsafe {
            pg_sys::OidInputFunctionCall(
                pg_sys::Oid::from(pg_sys::F_ARRAY_IN),
                literal.as_ptr().cast_mut(),
                pg_sys::TEXTOID,
                -1,
            )
        };
        Array { datum, marker: PhantomData }
    }
}

/// A `text[]` to return, in the current memory context.
pub struct Texts(pg_sys::Datum);

impl Texts {
    /// Of these texts, in the server's encoding.
    pub fn new<'a>(texts: impl Iterator<Item = &'a [u8]>) -> Texts {
        let copy = |text| {
            check_interrupts();
            Memory::copy_of(text).into_datum()
        };
        let mut values: Vec<_> = texts.map(copy).collect();
        // SAFETY: there are that many texts; the array has copies of them.
        let array = unsafe {
            pg_sys::construct_array(
                values.as_mut_ptr(),
                values.len() as i32,
                pg_sys::TEXTOID,
                -1,
                false,
                pg_sys::TYPALIGN_INT as std::ffi::c_char,
            )
        };
        Texts(array.into())
    }
}

impl IntoSql for Texts {
    fn into_sql(self, _: pg_sys::FunctionCallInfo) -> pg_sys::Datum {
        self.0
    }
}
