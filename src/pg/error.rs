//! Which SQLSTATE an error has.

use crate::error::Error;
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::PgSqlErrorCode;

/// What SQL functions return.
pub type SqlResult<T> = std::result::Result<T, ErrorReport>;

impl From<Error> for ErrorReport {
    fn from(error: Error) -> ErrorReport {
        report(&error, PgSqlErrorCode::ERRCODE_DATA_CORRUPTED)
    }
}

/// The report of an error at an input door, where bad bytes are the user's and not the table's.
pub fn at_door(error: Error) -> ErrorReport {
    report(&error, PgSqlErrorCode::ERRCODE_INVALID_BINARY_REPRESENTATION)
}

fn report(error: &Error, bad_bytes: PgSqlErrorCode) -> ErrorReport {
    let code = match error {
        Error::OutOfRange { .. } | Error::Changed { .. } | Error::CannotRefine { .. } => {
            PgSqlErrorCode::ERRCODE_INVALID_PARAMETER_VALUE
        }
        Error::DomainMismatch { .. }
        | Error::PrecisionMismatch { .. }
        | Error::RateMismatch { .. }
        | Error::WrongPrecision { .. } => PgSqlErrorCode::ERRCODE_DATATYPE_MISMATCH,
        Error::TooLarge { .. } | Error::TooManyLayers { .. } => {
            PgSqlErrorCode::ERRCODE_PROGRAM_LIMIT_EXCEEDED
        }
        Error::BadText { .. } => PgSqlErrorCode::ERRCODE_INVALID_TEXT_REPRESENTATION,
        Error::BadBytes { .. } => bad_bytes,
        Error::NewerFormat { .. } => PgSqlErrorCode::ERRCODE_FEATURE_NOT_SUPPORTED,
        Error::NullParameter { .. } => PgSqlErrorCode::ERRCODE_NULL_VALUE_NOT_ALLOWED,
    };
    let with_detail = ErrorReport::new(code, error.to_string(), "").set_detail(error.detail());
    match error.hint() {
        Some(hint) => with_detail.set_hint(hint),
        None => with_detail,
    }
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
