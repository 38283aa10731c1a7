//! A function call as Postgres makes it, for the functions that run once a row.
//!
//! What `#[pg_extern]` puts around a function costs several times what it takes to hash a value, so
//! these few take their arguments themselves. What can neither fail nor panic is done at once, the
//! rest inside [`Call::guarded`].

use super::datum::{FromSql, IntoSql};
use super::error::SqlResult;
use pgrx::pg_sys::panic::ErrorReportable;
use pgrx::{PgTupleDesc, pg_sys};
use std::marker::PhantomData;

/// Declares a function by the version 1 call convention, as PG_FUNCTION_INFO_V1 does in C: the name of
/// its information record, and what it does with a [`Call`] and its arguments. If one of these is no
/// `Option`, the function is STRICT.
macro_rules! pg_function_v1 {
    (
        $info:ident,
        fn $name:ident(
            $call:ident: Call<'_> $(, $argument:ident: $type:ty)* $(,)?
        ) -> $result:ty $body:block
    ) => {
        #[doc(hidden)]
        #[unsafe(no_mangle)]
        pub extern "C" fn $info() -> &'static pgrx::pg_sys::Pg_finfo_record {
            &pgrx::pg_sys::Pg_finfo_record { api_version: 1 }
        }

        #[doc(hidden)]
        #[unsafe(no_mangle)]
        pub unsafe extern "C-unwind" fn $name(
            fcinfo: pgrx::pg_sys::FunctionCallInfo,
        ) -> pgrx::pg_sys::Datum {
            // SAFETY: Postgres passes the call in progress, to the function that sql/ declares with
            // these arguments and this result: tests/sql_symbols compares the two.
            let ($call, ($($argument,)*)) = unsafe {
                let call = $crate::pg::call::Call::new(fcinfo);
                #[allow(unused_mut, unused_variables, reason = "of a function without arguments")]
                let mut arguments = call.arguments();
                (call, ($(arguments.next::<$type>(),)*))
            };
            let returned: $crate::pg::call::Returned<$result> = $body;
            returned.datum()
        }
    };
}
pub(super) use pg_function_v1;

/// What a call returns, a value of that type or NULL.
#[must_use]
pub struct Returned<T>(pg_sys::Datum, PhantomData<T>);

impl<T> Returned<T> {
    /// The datum.
    #[inline]
    pub fn datum(self) -> pg_sys::Datum {
        self.0
    }
}

/// The arguments of a call, from the first one on.
pub struct Arguments<'call> {
    call: Call<'call>,
    number: usize,
}

impl<'call> Arguments<'call> {
    /// Takes the next one.
    ///
    /// # Safety
    /// sql/ declares the function with an argument of that number and type, and as STRICT unless the
    /// type is an `Option`.
    #[inline]
    pub unsafe fn next<T: FromSql<'call>>(&mut self) -> T {
        // SAFETY: see above.
        let argument = unsafe { T::from_argument(&*(*self.call.0).args.as_ptr().add(self.number)) };
        self.number += 1;
        argument
    }
}

/// A call in progress.
#[derive(Clone, Copy)]
pub struct Call<'call>(pg_sys::FunctionCallInfo, PhantomData<&'call ()>);

impl<'call> Call<'call> {
    /// Takes what Postgres passes.
    ///
    /// # Safety
    /// `fcinfo` is that of the call in progress.
    #[inline]
    pub unsafe fn new(fcinfo: pg_sys::FunctionCallInfo) -> Call<'call> {
        Call(fcinfo, PhantomData)
    }

    /// Its arguments.
    #[inline]
    pub fn arguments(self) -> Arguments<'call> {
        Arguments { call: self, number: 0 }
    }

    /// What Postgres keeps of the function as long as the statement runs, or null.
    #[inline]
    pub fn function(self) -> *mut pg_sys::FmgrInfo {
        // SAFETY: fcinfo is the call's.
        unsafe { (*self.0).flinfo }
    }

    /// The type of the row that the function returns, as it is now, if it returns one.
    ///
    /// # Safety
    /// The descriptor is not in use any more when the catalogue is read again.
    pub unsafe fn row_type(self) -> Option<PgTupleDesc<'call>> {
        // SAFETY: flinfo is the call's, or null. The type cache lends its descriptor.
        unsafe {
            let function = self.function().as_ref()?;
            let row_type = match function.fn_expr.is_null() {
                true => pg_sys::get_func_rettype(function.fn_oid),
                false => pg_sys::get_fn_expr_rettype(self.function()),
            };
            let known = pg_sys::lookup_type_cache(row_type, pg_sys::TYPECACHE_TUPDESC as i32);
            let descriptor = (*known).tupDesc;
            (!descriptor.is_null()).then(|| PgTupleDesc::from_pg_unchecked(descriptor))
        }
    }

    /// The collation of the arguments, 0 where they have none or several that are in conflict.
    #[inline]
    pub fn collation(self) -> pg_sys::Oid {
        // SAFETY: fcinfo is the call's.
        unsafe { (*self.0).fncollation }
    }

    /// Returns a value.
    #[inline]
    pub fn value<T: IntoSql>(self, value: T) -> Returned<T> {
        Returned(value.into_sql(self.0), PhantomData)
    }

    /// Runs what may fail, and returns its value or raises its error.
    pub fn guarded<T: IntoSql>(self, body: impl FnOnce() -> SqlResult<Option<T>>) -> Returned<T> {
        // SAFETY: fcinfo is the call's, and the frames of the body are left by unwinding alone.
        let datum = unsafe {
            pg_sys::panic::pgrx_extern_c_guard(|| match body().unwrap_or_report() {
                Some(value) => value.into_sql(self.0),
                None => {
                    (*self.0).isnull = true;
                    pg_sys::Datum::null()
                }
            })
        };
        Returned(datum, PhantomData)
    }

    /// Runs what may fail and returns nothing, or raises its error.
    pub fn check(self, body: impl FnOnce() -> SqlResult<()>) {
        // SAFETY: the frames of the body are left by unwinding alone.
        unsafe { pg_sys::panic::pgrx_extern_c_guard(|| body().unwrap_or_report()) }
    }

    /// Whether an aggregate makes the call, so that its first argument may be changed in place.
    #[inline]
    pub fn is_in_aggregate(self) -> bool {
        matches!(self.caller(), pg_sys::NodeTag::T_AggState | pg_sys::NodeTag::T_WindowAggState)
    }

    /// Whether an aggregate makes the call that may ask for a result after each row.
    #[inline]
    pub fn is_in_window(self) -> bool {
        matches!(self.caller(), pg_sys::NodeTag::T_WindowAggState)
    }

    #[inline]
    fn caller(self) -> pg_sys::NodeTag {
        // SAFETY: a context that is not null starts with a node tag.
        unsafe {
            match (*self.0).context.is_null() {
                true => pg_sys::NodeTag::T_Invalid,
                false => (*(*self.0).context).type_,
            }
        }
    }

    /// The memory context of the aggregate that makes the call, if one does.
    pub fn aggregate_context(self) -> Option<pg_sys::MemoryContext> {
        let mut context = std::ptr::null_mut();
        // SAFETY: fcinfo is the call's.
        let kind = unsafe { pg_sys::AggCheckCallContext(self.0, &mut context) };
        (kind != 0).then_some(context)
    }
}
