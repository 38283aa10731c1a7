//! The SQLSTATE of an error, and how the error is raised or handed to a caller that asks for it.

use crate::error::{Error, Kind, Result};
use pgrx::pg_sys;
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;

/// What SQL functions return.
pub type SqlResult<T> = std::result::Result<T, ErrorReport>;

impl From<Error> for ErrorReport {
    fn from(error: Error) -> ErrorReport {
        report(&error, PgSqlErrorCode::ERRCODE_DATA_CORRUPTED)
    }
}

/// The report of an error in what a client sent: bad bytes are then no damage in a table.
pub fn bad_input(error: Error) -> ErrorReport {
    report(&error, BAD_INPUT)
}

/// The result of an input function. Its error is raised, unless the caller asks for it: in Postgres 16
/// and later `pg_input_is_valid` and COPY with ON_ERROR do. Then the result is NULL.
pub fn input_result<T>(
    fcinfo: pg_sys::FunctionCallInfo,
    result: Result<T>,
) -> SqlResult<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) => match save_error(fcinfo, &error) {
            true => Ok(None),
            false => Err(bad_input(error)),
        },
    }
}

#[cfg(feature = "pg15")]
fn save_error(_: pg_sys::FunctionCallInfo, _: &Error) -> bool {
    false
}

/// Whether the caller asks for the error; if so, it gets it, as from errsave().
#[cfg(not(feature = "pg15"))]
fn save_error(fcinfo: pg_sys::FunctionCallInfo, error: &Error) -> bool {
    // SAFETY: fcinfo is the call's; a context that is not null starts with a tag that says what it is.
    // InputFunctionCallSafe() passes one for errors. It looks there before it looks at the result, and
    // expects texts from palloc.
    unsafe {
        let context = (*fcinfo).context.cast::<pg_sys::ErrorSaveContext>();
        if context.is_null() || (*context).type_ != pg_sys::NodeTag::T_ErrorSaveContext {
            return false;
        }
        (*context).error_occurred = true;
        if (*context).details_wanted {
            let data = pg_sys::palloc0(size_of::<pg_sys::ErrorData>()).cast::<pg_sys::ErrorData>();
            (*data).elevel = PgLogLevel::ERROR as i32;
            (*data).sqlerrcode = code(error, BAD_INPUT) as i32;
            (*data).message = palloc_text(&error.to_string());
            (*data).detail = palloc_text(error.detail());
            (*data).hint = error.hint().map_or(std::ptr::null_mut(), palloc_text);
            (*data).assoc_context = pg_sys::CurrentMemoryContext;
            (*context).error_data = data;
        }
        true
    }
}

#[cfg(not(feature = "pg15"))]
fn palloc_text(text: &str) -> *mut std::ffi::c_char {
    // SAFETY: the text has that many bytes.
    unsafe { pg_sys::pnstrdup(text.as_ptr().cast(), text.len()) }
}

const BAD_INPUT: PgSqlErrorCode = PgSqlErrorCode::ERRCODE_INVALID_BINARY_REPRESENTATION;

fn report(error: &Error, bad_bytes: PgSqlErrorCode) -> ErrorReport {
    let with_detail =
        ErrorReport::new(code(error, bad_bytes), error.to_string(), "").set_detail(error.detail());
    match error.hint() {
        Some(hint) => with_detail.set_hint(hint),
        None => with_detail,
    }
}

fn code(error: &Error, bad_bytes: PgSqlErrorCode) -> PgSqlErrorCode {
    match error.kind() {
        Kind::OutOfRange | Kind::Changed => PgSqlErrorCode::ERRCODE_INVALID_PARAMETER_VALUE,
        Kind::Null => PgSqlErrorCode::ERRCODE_NULL_VALUE_NOT_ALLOWED,
        Kind::Mismatch => PgSqlErrorCode::ERRCODE_DATATYPE_MISMATCH,
        Kind::TooLarge => PgSqlErrorCode::ERRCODE_PROGRAM_LIMIT_EXCEEDED,
        Kind::Overflow => PgSqlErrorCode::ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE,
        Kind::BadText => PgSqlErrorCode::ERRCODE_INVALID_TEXT_REPRESENTATION,
        Kind::BadBytes => bad_bytes,
        Kind::Newer => PgSqlErrorCode::ERRCODE_FEATURE_NOT_SUPPORTED,
    }
}

/// Raises an error if the query is to be cancelled.
pub fn check_interrupts() {
    pgrx::check_for_interrupts!();
}

/// The report of a call from outside an aggregate to a function that only aggregates may call.
pub fn not_in_an_aggregate() -> ErrorReport {
    ErrorReport::new(
        PgSqlErrorCode::ERRCODE_FEATURE_NOT_SUPPORTED,
        "aggregate support function called outside an aggregate",
        "",
    )
    .set_detail("It changes its first argument in place, which only an aggregate may allow.")
}

/// The report of a row type that is not the one that the extension has made, of columns of these types.
pub fn wrong_row_type(types: &str) -> ErrorReport {
    ErrorReport::new(
        PgSqlErrorCode::ERRCODE_DATATYPE_MISMATCH,
        "function does not return the row that is declared",
        "",
    )
    .set_detail(format!("It returns columns of these types, in this order: {types}."))
    .set_hint(
        "Declare it as the extension does. Where the type of its row was altered, drop all its attributes, \
         and then add these in this order. Values go to attributes by their order, not by their names.",
    )
}

/// The report of a text that a cast hashes or keeps, under a collation by which texts of different bytes may be equal.
pub fn nondeterministic_collation(cast: &str) -> ErrorReport {
    ErrorReport::new(
        PgSqlErrorCode::ERRCODE_FEATURE_NOT_SUPPORTED,
        "nondeterministic collations are not supported for sketches",
        "",
    )
    .set_detail("Texts that the collation calls equal would hash apart and count as several.")
    .set_hint(format!(
        "Hash a form that all equal ones share, such as lower(value COLLATE \"default\"), or \
         {cast}(value COLLATE \"C\") if only texts of the same bytes are one value. \
         A COLLATE clause around the whole argument has no effect."
    ))
}

/// The report of a text to hash whose collation is not known, because texts in it are in conflict.
pub fn conflicting_collations(cast: &str) -> ErrorReport {
    indeterminate_collation()
        .set_detail("It is of texts, put together, whose collations are in conflict.")
        .set_hint(format!(
            "Choose one with {cast}(value COLLATE \"C\"), or with a COLLATE clause on one of the \
             texts. A COLLATE clause around the whole argument has no effect."
        ))
}

/// The report of a text to hash whose collation is not known, because Postgres passes none.
pub fn missing_collation(cast: &str) -> ErrorReport {
    indeterminate_collation()
        .set_detail(
            "Postgres tells none where it casts an array, or what PL/pgSQL assigns or returns.",
        )
        .set_hint(format!(
            "Hash the value itself, as in SELECT {cast}(value) INTO variable, \
             RETURN {cast}(value), or \
             ARRAY(SELECT {cast}(value) FROM unnest(texts) AS value)."
        ))
}

/// The message is that of Postgres.
fn indeterminate_collation() -> ErrorReport {
    ErrorReport::new(
        PgSqlErrorCode::ERRCODE_INDETERMINATE_COLLATION,
        "could not determine which collation to use for string hashing",
        "",
    )
}

/// The report of a sketch whose text form would be longer than any text.
pub fn too_long_for_text(type_name: &str, len: usize, longest: usize) -> ErrorReport {
    ErrorReport::new(
        PgSqlErrorCode::ERRCODE_PROGRAM_LIMIT_EXCEEDED,
        format!("{type_name} is too large for its text form"),
        "",
    )
    .set_detail(format!("The text would take {len} bytes; a text holds {longest}."))
    .set_hint("Use COPY with (FORMAT binary), or a client that asks for results in binary form.")
}
