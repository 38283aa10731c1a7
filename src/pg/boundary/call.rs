//! A function call as Postgres makes it.

use super::datum::IntoSql;
use super::error::SqlResult;
use pgrx::{PgTupleDesc, pg_sys};
use std::marker::PhantomData;

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

    /// The call as Postgres passes it.
    #[inline]
    pub fn fcinfo(self) -> pg_sys::FunctionCallInfo {
        self.0
    }

    /// An argument.
    ///
    /// # Safety
    /// The call has an argument of that number.
    #[inline]
    pub unsafe fn argument(self, number: usize) -> &'call pg_sys::NullableDatum {
        // SAFETY: see above.
        unsafe { &*(*self.0).args.as_ptr().add(number) }
    }

    /// What Postgres caches of the function while the statement runs, or null.
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

    /// Runs what may fail. Its error, or its panic, is raised as an error of Postgres. An error that
    /// Postgres raises meanwhile unwinds the frames of the body.
    pub(super) fn guard<R: IntoSql>(self, body: impl FnOnce() -> R) -> pg_sys::Datum {
        // SAFETY: fcinfo is the call's, and the frames of the body are left by unwinding alone.
        unsafe { pg_sys::panic::pgrx_extern_c_guard(|| body().into_sql(self.0)) }
    }

    /// Runs what may fail, and returns its value or raises its error.
    pub fn guarded<T: IntoSql>(self, body: impl FnOnce() -> SqlResult<Option<T>>) -> Returned<T> {
        Returned(self.guard(body), PhantomData)
    }

    /// Runs what may fail and returns nothing, or raises its error.
    pub fn check(self, body: impl FnOnce() -> SqlResult<()>) {
        self.guard(|| body().map(|()| true));
    }

    /// Whether an aggregate makes the call, so that its first argument may be changed in place.
    #[inline]
    pub fn is_in_aggregate(self) -> bool {
        matches!(self.caller(), pg_sys::NodeTag::T_AggState | pg_sys::NodeTag::T_WindowAggState)
    }

    /// Whether an aggregate over a window makes the call: it may ask for a result after each row.
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
