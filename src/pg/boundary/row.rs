//! Rows as results: a [`Row`] is of a composite type that sql/ declares, and [`column`] makes a value in
//! it. Every call compares the type with the values, since the owner of the type may alter it between two
//! calls of a statement, or of a transaction in PL/pgSQL.

use super::call::Call;
use super::datum::IntoSql;
use super::error::{SqlResult, wrong_row_type};
use pgrx::datum::IntoDatum;
use pgrx::pg_sys::panic::ErrorReportable;
use pgrx::{PgTupleDesc, pg_sys};
use std::ffi::CStr;

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
        // SAFETY: fcinfo is the call's; what forms a row reads no catalogue.
        let descriptor = unsafe { self.descriptor(Call::new(fcinfo)) }.unwrap_or_report();
        // An attribute that was dropped keeps its place, with NULL in it.
        let mut values = vec![pg_sys::Datum::null(); descriptor.len()];
        let mut nulls = vec![true; descriptor.len()];
        for (place, column) in places(&descriptor).zip(self.0) {
            if let Some(value) = column.value {
                values[place] = value;
                nulls[place] = false;
            }
        }
        // SAFETY: there is a value for each attribute of the descriptor, of its type or NULL.
        unsafe {
            let descriptor = descriptor.as_ptr();
            let tuple =
                pg_sys::heap_form_tuple(descriptor, values.as_mut_ptr(), nulls.as_mut_ptr());
            pg_sys::heap_copy_tuple_as_datum(tuple, descriptor)
        }
    }
}

impl<const COLUMNS: usize> Row<COLUMNS> {
    /// The descriptor of the type that the call returns, if it has columns of these types.
    ///
    /// # Safety
    /// The descriptor is not in use any more when the catalogue is read again.
    unsafe fn descriptor<'call>(&self, call: Call<'call>) -> SqlResult<PgTupleDesc<'call>> {
        let types = || self.0.iter().map(|column| (column.type_oid)());
        // SAFETY: as above; the types of columns are known without the catalogue.
        match unsafe { call.row_type() } {
            Some(descriptor)
                if places(&descriptor)
                    .filter_map(|place| descriptor.get(place))
                    .map(|attribute| attribute.atttypid)
                    .eq(types()) =>
            {
                Ok(descriptor)
            }
            _ => Err(wrong_row_type(&types().map(name_of_type).collect::<Vec<_>>().join(", "))),
        }
    }
}

/// Where the attributes are that have not been dropped.
fn places(descriptor: &PgTupleDesc<'_>) -> impl Iterator<Item = usize> {
    descriptor
        .iter()
        .enumerate()
        .filter(|(_, attribute)| !attribute.attisdropped)
        .map(|(place, _)| place)
}

fn name_of_type(type_oid: pg_sys::Oid) -> String {
    // SAFETY: the result is a C string in the current memory context.
    unsafe { CStr::from_ptr(pg_sys::format_type_be(type_oid)) }.to_string_lossy().into_owned()
}
