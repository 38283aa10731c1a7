//! Values in and out of Postgres: [`Sql`] is an argument or a result of a SQL function, of whatever
//! type. Those that are varlenas stand in varlena.rs.

use super::error::{SqlResult, check_interrupts, too_long_for_text};
use crate::hex;
use pgrx::callconv::{Arg, ArgAbi, BoxRet, FcInfo};
use pgrx::datum::Datum;
use pgrx::pg_sys;
use pgrx::pgrx_sql_entity_graph::metadata::{
    ArgumentError, ReturnsError, ReturnsRef, SqlMappingRef, SqlTranslatable, TypeOrigin,
};
use std::ffi::{CStr, CString};
use std::marker::PhantomData;

/// A value on its way from or to SQL.
pub struct Sql<T>(pub T);

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

/// An argument that is taken later, since an error may come of it.
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

/// What can be returned.
pub trait IntoSql {
    /// The datum, in the current memory context where it is a reference.
    fn into_sql(self, fcinfo: pg_sys::FunctionCallInfo) -> pg_sys::Datum;
}

// SAFETY: the functions are declared by hand in sql/, each argument with the type that the
// implementation of FromSql names; arguments live as long as the call.
unsafe impl<'fcx, T: FromSql<'fcx>> ArgAbi<'fcx> for Sql<T> {
    #[inline]
    unsafe fn unbox_arg_unchecked(arg: Arg<'_, 'fcx>) -> Self {
        // SAFETY: see above; pgrx asks only for arguments that are not NULL.
        unsafe { arg.unbox_arg_using_from_datum::<Passed>().map(|raw| Sql(T::from_sql(raw.0))) }
            .unwrap_or_else(|| unreachable!("pgrx tests for NULL before"))
    }
}

/// A datum, read as nothing but that.
struct Passed(pg_sys::Datum);

impl pgrx::FromDatum for Passed {
    #[inline]
    unsafe fn from_polymorphic_datum(
        datum: pg_sys::Datum,
        is_null: bool,
        _: pg_sys::Oid,
    ) -> Option<Passed> {
        (!is_null).then_some(Passed(datum))
    }
}

// SAFETY: the functions are declared by hand in sql/, each with the type of its result.
unsafe impl<T: IntoSql> BoxRet for Sql<T> {
    #[inline]
    unsafe fn box_into<'fcx>(self, fcinfo: &mut FcInfo<'fcx>) -> Datum<'fcx> {
        // SAFETY: see above.
        unsafe {
            let datum = self.0.into_sql(fcinfo.as_mut_ptr());
            fcinfo.return_raw_datum(datum)
        }
    }
}

// SAFETY: no SQL is generated from this; pgrx wants it all the same.
unsafe impl<T> SqlTranslatable for Sql<T> {
    const TYPE_IDENT: &'static str = "pg_sketch::Sql";
    const TYPE_ORIGIN: TypeOrigin = TypeOrigin::External;
    const ARGUMENT_SQL: Result<SqlMappingRef, ArgumentError> = Ok(SqlMappingRef::Skip);
    const RETURN_SQL: Result<ReturnsRef, ReturnsError> = Ok(ReturnsRef::One(SqlMappingRef::Skip));
}

impl IntoSql for bool {
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

/// What is left of the message that a receive function reads.
pub struct Message<'fcx>(pub &'fcx [u8]);

impl<'fcx> FromSql<'fcx> for Message<'fcx> {
    /// `internal`, as receive functions get it: a StringInfo.
    unsafe fn from_sql(datum: pg_sys::Datum) -> Message<'fcx> {
        let message = datum.cast_mut_ptr::<pg_sys::StringInfoData>();
        // SAFETY: a StringInfo has len bytes, and its cursor stands among them.
        unsafe {
            let start = (*message).cursor;
            (*message).cursor = (*message).len;
            let data = (*message).data.add(start as usize).cast();
            Message(std::slice::from_raw_parts(data, ((*message).len - start) as usize))
        }
    }
}

/// The modifiers of a column type.
pub struct Modifiers<'fcx>(pub &'fcx [i32]);

impl<'fcx> FromSql<'fcx> for Modifiers<'fcx> {
    /// `cstring[]`, as functions for type modifiers get it.
    unsafe fn from_sql(datum: pg_sys::Datum) -> Modifiers<'fcx> {
        // SAFETY: the datum is an array; the result is that many numbers in the current memory
        // context, or an error.
        unsafe {
            let mut count = 0;
            let array = pg_sys::pg_detoast_datum(datum.cast_mut_ptr()).cast();
            let modifiers = pg_sys::ArrayGetIntegerTypmods(array, &mut count);
            Modifiers(std::slice::from_raw_parts(modifiers, count as usize))
        }
    }
}

/// The result of an output function that is short.
pub fn text(result: String) -> CString {
    // The text forms are made of digits, which hold no NUL.
    CString::new(result).unwrap_or_default()
}

/// The text form of bytes to return, a `cstring`.
pub struct Hex(pg_sys::Datum);

impl Hex {
    /// That of the bytes of a sketch of that type.
    pub fn new(bytes: &[u8], type_name: &str) -> SqlResult<Hex> {
        // So many bytes palloc returns, one of them for the NUL.
        const LONGEST: usize = 0x3fff_ffff - 1;
        let len = hex::len(bytes);
        if len > LONGEST {
            return Err(too_long_for_text(type_name, len, LONGEST));
        }
        // SAFETY: palloc0 returns that many bytes or raises an error; the last one remains NUL.
        unsafe {
            let text = pg_sys::palloc0(len + 1).cast::<u8>();
            let text = std::slice::from_raw_parts_mut(text, len);
            hex::encode(bytes, text, check_interrupts);
            Ok(Hex(pg_sys::Datum::from(text.as_mut_ptr())))
        }
    }
}

impl IntoSql for Hex {
    fn into_sql(self, _: pg_sys::FunctionCallInfo) -> pg_sys::Datum {
        self.0
    }
}

/// An argument of which no more is asked than whether it is NULL.
pub struct Untouched;

impl FromSql<'_> for Untouched {
    /// Any type.
    unsafe fn from_sql(_: pg_sys::Datum) -> Untouched {
        Untouched
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
    /// `name`, `cstring`
    #[inline]
    unsafe fn from_sql(datum: pg_sys::Datum) -> &'fcx CStr {
        // SAFETY: both end in NUL.
        unsafe { CStr::from_ptr(datum.cast_mut_ptr()) }
    }
}
