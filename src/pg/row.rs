//! Rows as results: [`Row`] is of a composite type that sql/ declares, [`column`] a value in it. The type is
//! looked up, and compared with the values, once a call site.

use super::call::Call;
use super::call_site::kept;
use super::datum::IntoSql;
use super::error::{SqlResult, wrong_row_type};
use pgrx::datum::IntoDatum;
use pgrx::pg_sys::panic::ErrorReportable;
use pgrx::{PgTupleDesc, pg_sys};

/// A row to return, of a composite type that sql/ declares.
pub struct Row<const COLUMNS: usize>(pub [Column; COLUMNS]);

/// A value in a row.
pub struct Column {
    value: Option<pg_sys::Datum>,
    type_oid: fn() -> pg_sys::Oid,
}

/// A value as a column of a row.
pub fn column<T: IntoDatum>(value: T) -> Column {
    Column { value: value.into_datum(), type_oid: T::type_oid }
}

impl<const COLUMNS: usize> IntoSql for Row<COLUMNS> {
    fn into_sql(self, fcinfo: pg_sys::FunctionCallInfo) -> pg_sys::Datum {
        let types = self.0.iter().map(|column| (column.type_oid)());
        // SAFETY: fcinfo is the call's.
        let descriptor = row_type(unsafe { Call::new(fcinfo) }, types).unwrap_or_report();
        let mut nulls = self.0.each_ref().map(|column| column.value.is_none());
        let mut values = self.0.map(|column| column.value.unwrap_or(pg_sys::Datum::null()));
        // SAFETY: the descriptor has as many columns as there are values, and of their types.
        unsafe {
            let tuple =
                pg_sys::heap_form_tuple(descriptor, values.as_mut_ptr(), nulls.as_mut_ptr());
            pg_sys::heap_copy_tuple_as_datum(tuple, descriptor)
        }
    }
}

/// The type of the rows that a call site returns.
struct RowType(pg_sys::TupleDesc);

/// That of the call, which is looked up once.
fn row_type(
    call: Call<'_>,
    columns: impl Iterator<Item = pg_sys::Oid> + Clone,
) -> SqlResult<pg_sys::TupleDesc> {
    // SAFETY: a function that returns a row keeps nothing else, and the descriptor it keeps stays.
    match unsafe { kept(call, || RowType::of(call, columns.clone()))? } {
        Some((row_type, _)) => Ok(row_type.0),
        None => Err(wrong_row_type(columns.count())),
    }
}

impl RowType {
    /// That of the call, in the current memory context, if it has columns of these types.
    fn of(
        call: Call<'_>,
        columns: impl Iterator<Item = pg_sys::Oid> + Clone,
    ) -> SqlResult<RowType> {
        let Some(descriptor) = call.row_type() else {
            return Err(wrong_row_type(columns.count()));
        };
        // SAFETY: Postgres makes a descriptor for whoever asks, in the current memory context.
        let descriptor = unsafe { PgTupleDesc::from_pg_is_copy(descriptor) };
        match descriptor.iter().map(|column| column.atttypid).eq(columns.clone()) {
            // SAFETY: as above.
            true => Ok(RowType(unsafe { pg_sys::BlessTupleDesc(descriptor.into_pg()) })),
            false => Err(wrong_row_type(columns.count())),
        }
    }
}
