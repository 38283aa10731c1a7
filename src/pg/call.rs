//! A function call as Postgres makes it, for the functions that run once a row.
//!
//! What `#[pg_extern]` puts around a function costs several times what it takes to hash a value, so
//! these few take their arguments themselves. What can neither fail nor panic is done at once, the
//! rest inside [`Call::guarded`].

use super::datum::{FromSql, IntoSql};
use super::error::SqlResult;
use pgrx::pg_sys;
use pgrx::pg_sys::panic::ErrorReportable;
use std::marker::PhantomData;

/// Declares a function by the version 1 call convention, as PG_FUNCTION_INFO_V1 does in C: its name,
/// that of its information record, and what it does with a [`Call`].
macro_rules! pg_function_v1 {
    ($info:ident, $name:ident, $body:expr) => {
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
            let body: fn($crate::pg::call::Call<'_>) -> pgrx::pg_sys::Datum = $body;
            // SAFETY: Postgres passes the call in progress, to the function that sql/ declares.
            body(unsafe { $crate::pg::call::Call::new(fcinfo) })
        }
    };
}
pub(super) use pg_function_v1;

/// A call in progress.
#[derive(Clone, Copy)]
pub struct Call<'call>(pg_sys::FunctionCallInfo, PhantomData<&'call ()>);

impl<'call> Call<'call> {
    /// Takes what Postgres passes.
    ///
    /// # Safety
    /// `fcinfo` is that of the call in progress, to a function that sql/ declares with the argument
    /// types that the body asks for.
    #[inline]
    pub unsafe fn new(fcinfo: pg_sys::FunctionCallInfo) -> Call<'call> {
        Call(fcinfo, PhantomData)
    }

    /// An argument, none where it is NULL.
    #[inline]
    pub fn argument<T: FromSql<'call>>(self, number: usize) -> Option<T> {
        // SAFETY: sql/ declares the function with an argument of that number and type.
        unsafe {
            let argument = &*(*self.0).args.as_ptr().add(number);
            (!argument.isnull).then(|| T::from_sql(argument.value))
        }
    }

    /// An argument of a function that is STRICT.
    #[inline]
    pub fn strict_argument<T: FromSql<'call>>(self, number: usize) -> T {
        // SAFETY: sql/ declares the function as STRICT, with an argument of that number and type.
        unsafe { T::from_sql((*(*self.0).args.as_ptr().add(number)).value) }
    }

    /// What Postgres keeps of the function as long as the statement runs, or null.
    #[inline]
    pub fn function(self) -> *mut pg_sys::FmgrInfo {
        // SAFETY: fcinfo is the call's.
        unsafe { (*self.0).flinfo }
    }

    /// The collation of the arguments, 0 where they have none or several that are in conflict.
    #[inline]
    pub fn collation(self) -> pg_sys::Oid {
        // SAFETY: fcinfo is the call's.
        unsafe { (*self.0).fncollation }
    }

    /// Returns a value.
    #[inline]
    pub fn value<T: IntoSql>(self, value: T) -> pg_sys::Datum {
        value.into_sql(self.0)
    }

    /// Runs what may fail, and returns its value or raises its error.
    pub fn guarded<T: IntoSql>(self, body: impl FnOnce() -> SqlResult<Option<T>>) -> pg_sys::Datum {
        // SAFETY: fcinfo is the call's, and the frames of the body are left by unwinding alone.
        unsafe {
            pg_sys::panic::pgrx_extern_c_guard(|| match body().unwrap_or_report() {
                Some(value) => value.into_sql(self.0),
                None => {
                    (*self.0).isnull = true;
                    pg_sys::Datum::null()
                }
            })
        }
    }

    /// Whether an aggregate makes the call, so that its first argument may be changed in place.
    #[inline]
    pub fn is_in_aggregate(self) -> bool {
        // SAFETY: a context that is not null starts with a node tag.
        let tag = unsafe {
            match (*self.0).context.is_null() {
                true => pg_sys::NodeTag::T_Invalid,
                false => (*(*self.0).context).type_,
            }
        };
        matches!(tag, pg_sys::NodeTag::T_AggState | pg_sys::NodeTag::T_WindowAggState)
    }

    /// The memory context of the aggregate that makes the call, if one does.
    pub fn aggregate_context(self) -> Option<pg_sys::MemoryContext> {
        let mut context = std::ptr::null_mut();
        // SAFETY: fcinfo is the call's.
        let kind = unsafe { pg_sys::AggCheckCallContext(self.0, &mut context) };
        (kind != 0).then_some(context)
    }
}
