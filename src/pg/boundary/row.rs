//! Rows as results: a [`Row`] is of a composite type that sql/ declares, [`Rows`] are those of a function in
//! FROM, and [`column`] makes a value in a row. Every call compares the type with the values, since the owner of the type may alter it between two
//! calls of a statement, or of a transaction in PL/pgSQL.

use super::buffer::Memory;
use super::call::Call;
use super::datum::IntoSql;
use super::error::{SqlResult, check_interrupts, wrong_row_type};
use crate::sketch::Buffer;
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

/// A text of the server's encoding as a column of a row.
pub fn text_column(text: &[u8]) -> Column {
    Column { value: Some(Memory::copy_of(text).into_datum()), type_oid: String::type_oid }
}

impl<const COLUMNS: usize> IntoSql for Row<COLUMNS> {
    fn into_sql(self, fcinfo: pg_sys::FunctionCallInfo) -> pg_sys::Datum {
        // SAFETY: fcinfo is the call's; what forms a row reads no catalogue.
        let descriptor = unsafe { Call::new(fcinfo).row_type() };
        let descriptor = checked(descriptor, self.types()).unwrap_or_report();
        let (mut values, mut nulls) = self.attributes(&descriptor);
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
    fn types(&self) -> impl Iterator<Item = pg_sys::Oid> + Clone {
        self.0.iter().map(|column| (column.type_oid)())
    }

    /// A value, and whether it is NULL, for each attribute of the descriptor. One that was dropped keeps
    /// its place, with NULL in it.
    fn attributes(self, descriptor: &PgTupleDesc<'_>) -> (Vec<pg_sys::Datum>, Vec<bool>) {
        let mut values = vec![pg_sys::Datum::null(); descriptor.len()];
        let mut nulls = vec![true; descriptor.len()];
        for (place, column) in places(descriptor).zip(self.0) {
            if let Some(value) = column.value {
                values[place] = value;
                nulls[place] = false;
            }
        }
        (values, nulls)
    }
}

/// The rows that a function in FROM returns, of a composite type that sql/ declares.
pub struct Rows<const COLUMNS: usize> {
    store: *mut pg_sys::Tuplestorestate,
    descriptor: pg_sys::TupleDesc,
}

impl<const COLUMNS: usize> Rows<COLUMNS> {
    /// None yet. It raises an error where the caller expects no set.
    pub fn new(call: Call<'_>) -> Rows<COLUMNS> {
        // SAFETY: fcinfo is the call's. The tuplestore and the descriptor that are made for it live as
        // long as the caller needs them.
        unsafe {
            pg_sys::InitMaterializedSRF(call.fcinfo(), 0);
            let result = (*call.fcinfo()).resultinfo.cast::<pg_sys::ReturnSetInfo>();
            Rows { store: (*result).setResult, descriptor: (*result).setDesc }
        }
    }

    /// Appends a row.
    pub fn push(&mut self, row: Row<COLUMNS>) -> SqlResult<()> {
        check_interrupts();
        // SAFETY: the descriptor is that of the call, and nothing else refers to it meanwhile.
        let descriptor = unsafe { PgTupleDesc::from_pg_unchecked(self.descriptor) };
        let descriptor = checked(Some(descriptor), row.types())?;
        let (mut values, mut nulls) = row.attributes(&descriptor);
        // SAFETY: there is a value for each attribute of the descriptor, of its type or NULL.
        unsafe {
            let (values, nulls) = (values.as_mut_ptr(), nulls.as_mut_ptr());
            pg_sys::tuplestore_putvalues(self.store, self.descriptor, values, nulls);
        }
        Ok(())
    }
}

impl<const COLUMNS: usize> IntoSql for Rows<COLUMNS> {
    /// NULL: the caller takes the rows from the tuplestore.
    fn into_sql(self, fcinfo: pg_sys::FunctionCallInfo) -> pg_sys::Datum {
        None::<bool>.into_sql(fcinfo)
    }
}

/// The descriptor, if its attributes are of these types.
fn checked(
    descriptor: Option<PgTupleDesc<'_>>,
    types: impl Iterator<Item = pg_sys::Oid> + Clone,
) -> SqlResult<PgTupleDesc<'_>> {
    match descriptor {
        Some(descriptor)
            if places(&descriptor)
                .filter_map(|place| descriptor.get(place))
                .map(|attribute| attribute.atttypid)
                .eq(types.clone()) =>
        {
            Ok(descriptor)
        }
        _ => Err(wrong_row_type(&types.map(name_of_type).collect::<Vec<_>>().join(", "))),
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
