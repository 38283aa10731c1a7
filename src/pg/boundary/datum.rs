//! Arguments and results of SQL functions: the traits of their types, and the types that are not varlenas.

use super::error::SqlResult;
use pgrx::pg_sys;
use pgrx::pg_sys::panic::ErrorReportable;
use std::ffi::CStr;
use std::marker::PhantomData;

/// What can be taken out of an argument.
pub trait FromSql<'fcx>: Sized {
    /// Takes the value of an argument that is not NULL.
    ///
    /// # Safety
    /// The datum is of the SQL type that the implementation names, and lives as long as `'fcx`.
    unsafe fn from_sql(datum: pg_sys::Datum) -> Self;

    /// Takes an argument.
    ///
    /// # Safety
    /// As above; and the argument is not NULL, unless the implementation is that of an `Option`.
    #[inline]
    unsafe fn from_argument(argument: &pg_sys::NullableDatum) -> Self {
        // SAFETY: see above.
        unsafe { Self::from_sql(argument.value) }
    }
}

impl<'fcx, T: FromSql<'fcx>> FromSql<'fcx> for Option<T> {
    /// The type of what is in it.
    #[inline]
    unsafe fn from_sql(datum: pg_sys::Datum) -> Option<T> {
        // SAFETY: the datum is of that type.
        Some(unsafe { T::from_sql(datum) })
    }

    #[inline]
    unsafe fn from_argument(argument: &pg_sys::NullableDatum) -> Option<T> {
        // SAFETY: the datum is of that type where it is not NULL.
        (!argument.isnull).then(|| unsafe { T::from_sql(argument.value) })
    }
}

/// An argument that is taken later, because an error may come of it.
pub struct Later<T> {
    datum: pg_sys::Datum,
    marker: PhantomData<T>,
}

impl<'fcx, T: FromSql<'fcx>> FromSql<'fcx> for Later<T> {
    /// The type of what is taken.
    #[inline]
    unsafe fn from_sql(datum: pg_sys::Datum) -> Later<T> {
        Later { datum, marker: PhantomData }
    }
}

impl<'fcx, T: FromSql<'fcx>> Later<T> {
    /// Takes it.
    pub fn take(self) -> T {
        // SAFETY: whoever has made it has said that the datum is of that type.
        unsafe { T::from_sql(self.datum) }
    }
}

/// An argument whose value is not read; a function may still ask whether it is NULL.
pub struct Unread;

impl FromSql<'_> for Unread {
    /// Any type.
    #[inline]
    unsafe fn from_sql(_: pg_sys::Datum) -> Unread {
        Unread
    }
}

/// What can be returned.
pub trait IntoSql {
    /// The datum, in the current memory context where it is a reference.
    fn into_sql(self, fcinfo: pg_sys::FunctionCallInfo) -> pg_sys::Datum;
}

impl<T: IntoSql> IntoSql for Option<T> {
    /// The value, or NULL.
    #[inline]
    fn into_sql(self, fcinfo: pg_sys::FunctionCallInfo) -> pg_sys::Datum {
        match self {
            Some(value) => value.into_sql(fcinfo),
            None => {
                // SAFETY: fcinfo is that of the call in progress.
                unsafe { (*fcinfo).isnull = true };
                pg_sys::Datum::null()
            }
        }
    }
}

impl<T: IntoSql> IntoSql for SqlResult<T> {
    /// The value, or the error, which is raised.
    #[inline]
    fn into_sql(self, fcinfo: pg_sys::FunctionCallInfo) -> pg_sys::Datum {
        self.unwrap_or_report().into_sql(fcinfo)
    }
}

impl IntoSql for bool {
    #[inline]
    fn into_sql(self, _: pg_sys::FunctionCallInfo) -> pg_sys::Datum {
        pg_sys::Datum::from(self)
    }
}

impl IntoSql for i32 {
    #[inline]
    fn into_sql(self, _: pg_sys::FunctionCallInfo) -> pg_sys::Datum {
        pg_sys::Datum::from(self)
    }
}

impl IntoSql for i64 {
    #[inline]
    fn into_sql(self, _: pg_sys::FunctionCallInfo) -> pg_sys::Datum {
        pg_sys::Datum::from(self)
    }
}

impl IntoSql for f64 {
    #[inline]
    fn into_sql(self, _: pg_sys::FunctionCallInfo) -> pg_sys::Datum {
        pg_sys::Datum::from(self.to_bits())
    }
}

impl FromSql<'_> for i16 {
    /// `smallint`
    #[inline]
    unsafe fn from_sql(datum: pg_sys::Datum) -> i16 {
        datum.value() as i16
    }
}

impl FromSql<'_> for i32 {
    /// `integer`, `date`
    #[inline]
    unsafe fn from_sql(datum: pg_sys::Datum) -> i32 {
        datum.value() as i32
    }
}

impl FromSql<'_> for i64 {
    /// `bigint`, `timestamp`, `timestamptz`
    #[inline]
    unsafe fn from_sql(datum: pg_sys::Datum) -> i64 {
        datum.value() as i64
    }
}

impl FromSql<'_> for f32 {
    /// `real`
    #[inline]
    unsafe fn from_sql(datum: pg_sys::Datum) -> f32 {
        f32::from_bits(datum.value() as u32)
    }
}

impl FromSql<'_> for f64 {
    /// `double precision`
    #[inline]
    unsafe fn from_sql(datum: pg_sys::Datum) -> f64 {
        f64::from_bits(datum.value() as u64)
    }
}

impl FromSql<'_> for bool {
    /// `boolean`
    #[inline]
    unsafe fn from_sql(datum: pg_sys::Datum) -> bool {
        datum.value() as u8 != 0
    }
}

impl<'fcx> FromSql<'fcx> for &'fcx [u8; 16] {
    /// `uuid`
    #[inline]
    unsafe fn from_sql(datum: pg_sys::Datum) -> &'fcx [u8; 16] {
        // SAFETY: a uuid is a reference to 16 bytes.
        unsafe { &*datum.cast_mut_ptr() }
    }
}

impl<'fcx> FromSql<'fcx> for &'fcx CStr {
    /// `name`, `cstring`, `unknown`
    #[inline]
    unsafe fn from_sql(datum: pg_sys::Datum) -> &'fcx CStr {
        // SAFETY: all of them end in NUL.
        unsafe { CStr::from_ptr(datum.cast_mut_ptr()) }
    }
}
