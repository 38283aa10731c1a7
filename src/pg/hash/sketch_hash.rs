//! `sketch_hash`: its input and output functions, and the functions that return one.

use crate::hash::{SketchHash, without_blanks};
use crate::pg::boundary::argument::{Bytes, Raw};
use crate::pg::boundary::buffer::Varlena;
use crate::pg::boundary::call::{Call, Returned};
use crate::pg::boundary::datum::{FromSql, IntoSql};
use crate::pg::boundary::error::{SqlResult, bad_input, input_result};
use crate::pg::boundary::function::sql_functions;
use crate::pg::boundary::text::{Message, Text};
use pgrx::pg_sys;
use std::ffi::CStr;

sql_functions! {
    sketch_hash_in,
    sketch_hash_out,
    sketch_hash_recv,
    sketch_hash_send,
    sketch_hash_parse,
    sketch_hash_parse_bpchar,
    sketch_hash_parse_name,
    sketch_hash_of,
}

impl FromSql<'_> for SketchHash {
    /// `sketch_hash`, `sketch_item`
    #[inline]
    unsafe fn from_sql(datum: pg_sys::Datum) -> SketchHash {
        SketchHash::from_stored_bits(datum.value() as u64)
    }
}

impl IntoSql for SketchHash {
    #[inline]
    fn into_sql(self, _: pg_sys::FunctionCallInfo) -> pg_sys::Datum {
        pg_sys::Datum::from(self.bits())
    }
}

fn sketch_hash_in(call: Call<'_>, input: &CStr) -> SqlResult<Option<SketchHash>> {
    input_result(call.fcinfo(), SketchHash::parse(&input.to_string_lossy()))
}

fn sketch_hash_out(hash: SketchHash) -> Text {
    Text::new(&hash.to_string())
}

fn sketch_hash_recv(message: Message<'_>) -> SqlResult<SketchHash> {
    SketchHash::read_message(message.0).map_err(bad_input)
}

fn sketch_hash_send(hash: SketchHash) -> Varlena {
    Varlena::new(&hash.message())
}

fn sketch_hash_parse(digits: Raw<'_, Bytes>) -> SqlResult<SketchHash> {
    parse(digits.bytes())
}

fn sketch_hash_parse_bpchar(digits: Raw<'_, Bytes>) -> SqlResult<SketchHash> {
    parse(without_blanks(digits.bytes()))
}

fn sketch_hash_parse_name(digits: &CStr) -> SqlResult<SketchHash> {
    parse(digits.to_bytes())
}

/// The hash that digits write, in the server's encoding.
fn parse(digits: &[u8]) -> SqlResult<SketchHash> {
    Ok(SketchHash::parse(&String::from_utf8_lossy(digits))?)
}

fn sketch_hash_of(call: Call<'_>, item: SketchHash) -> Returned<SketchHash> {
    call.value(item)
}
