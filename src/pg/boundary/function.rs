//! Declares Rust functions as the C functions that SQL calls.
//!
//! Each argument is taken out of the call as its type says, see [`FromSql`]. A function that returns
//! [`Returned`] takes the call itself: it guards what can fail, and nothing else, since a guard costs
//! several times what it takes to hash a value. All other functions are guarded as a whole.

use super::call::{Call, Returned};
use super::datum::{FromSql, IntoSql};
use pgrx::pg_sys;

/// Declares C functions by the version 1 call convention, as PG_FUNCTION_INFO_V1 does in C. The name
/// of each is that of the Rust function after `pg_sketch_`. `name = function` gives another name, and
/// so declares a generic function for a type. tests/sql_symbols compares the list with sql/.
macro_rules! sql_functions {
    ($($name:ident $(= $function:expr)?),* $(,)?) => {
        $($crate::pg::boundary::function::sql_functions! {
            @declare $name, $crate::pg::boundary::function::sql_functions!(@body $name $(, $function)?)
        })*
    };
    (@body $name:ident) => { $name };
    (@body $name:ident, $function:expr) => { $function };
    (@declare $name:ident, $function:expr) => {
        const _: () = {
            #[unsafe(export_name = concat!("pg_finfo_pg_sketch_", stringify!($name)))]
            extern "C" fn record() -> &'static pgrx::pg_sys::Pg_finfo_record {
                &pgrx::pg_sys::Pg_finfo_record { api_version: 1 }
            }

            #[unsafe(export_name = concat!("pg_sketch_", stringify!($name)))]
            unsafe extern "C-unwind" fn function(
                fcinfo: pgrx::pg_sys::FunctionCallInfo,
            ) -> pgrx::pg_sys::Datum {
                // SAFETY: Postgres passes the call in progress, to the function that sql/ declares
                // with these arguments and this result: tests/sql_symbols compares the two.
                unsafe { $crate::pg::boundary::function::run(fcinfo, $function) }
            }
        };
    };
}
pub(in crate::pg) use sql_functions;

/// Calls a function as Postgres asks for it.
///
/// # Safety
/// `fcinfo` is that of the call in progress. SQL declares the function with arguments of the types
/// that the implementations of [`FromSql`] name, and as STRICT unless these are of `Option`.
#[inline]
pub unsafe fn run<'call, A>(
    fcinfo: pg_sys::FunctionCallInfo,
    function: impl SqlFunction<'call, A>,
) -> pg_sys::Datum {
    // SAFETY: see above.
    unsafe { function.run(Call::new(fcinfo)) }
}

/// What a function takes: an argument of the SQL function, or the call.
pub trait Argument<'call>: Sized {
    /// Takes it out of the call.
    ///
    /// # Safety
    /// As of [`run`].
    unsafe fn take(arguments: &mut Arguments<'call>) -> Self;
}

/// The arguments of a call, from the first one on.
pub struct Arguments<'call> {
    call: Call<'call>,
    number: usize,
}

impl<'call> Argument<'call> for Call<'call> {
    #[inline]
    unsafe fn take(arguments: &mut Arguments<'call>) -> Call<'call> {
        arguments.call
    }
}

impl<'call, T: FromSql<'call>> Argument<'call> for T {
    #[inline]
    unsafe fn take(arguments: &mut Arguments<'call>) -> T {
        let number = arguments.number;
        arguments.number += 1;
        // SAFETY: the function is declared with that argument, and of that type.
        unsafe { T::from_argument(arguments.call.argument(number)) }
    }
}

/// What a function returns.
pub trait Outcome: Sized {
    /// Runs the function, and gives Postgres its result or raises its error.
    fn of(call: Call<'_>, body: impl FnOnce() -> Self) -> pg_sys::Datum;
}

impl<T> Outcome for Returned<T> {
    #[inline]
    fn of(_: Call<'_>, body: impl FnOnce() -> Returned<T>) -> pg_sys::Datum {
        body().datum()
    }
}

impl<T: IntoSql> Outcome for T {
    #[inline]
    fn of(call: Call<'_>, body: impl FnOnce() -> T) -> pg_sys::Datum {
        call.guard(body)
    }
}

/// A function of arguments `A`.
pub trait SqlFunction<'call, A> {
    /// Runs it.
    ///
    /// # Safety
    /// As of [`run`].
    unsafe fn run(self, call: Call<'call>) -> pg_sys::Datum;
}

/// Implements the trait for functions of that many arguments.
macro_rules! of_arguments {
    ($($argument:ident)*) => {
        impl<'call, F, R, $($argument),*> SqlFunction<'call, ($($argument,)*)> for F
        where
            F: FnOnce($($argument),*) -> R,
            R: Outcome,
            $($argument: Argument<'call>,)*
        {
            #[inline]
            unsafe fn run(self, call: Call<'call>) -> pg_sys::Datum {
                R::of(call, || {
                    #[allow(unused_mut, unused_variables, reason = "of a function without arguments")]
                    let mut arguments = Arguments { call, number: 0 };
                    // SAFETY: see above.
                    $(#[allow(non_snake_case)] let $argument = unsafe { $argument::take(&mut arguments) };)*
                    self($($argument),*)
                })
            }
        }
    };
}
of_arguments!();
of_arguments!(A);
of_arguments!(A B);
of_arguments!(A B C);
of_arguments!(A B C D);
of_arguments!(A B C D E);
of_arguments!(A B C D E G);
