//! `sketch_hash`, `sketch_item`, which is the same as an argument, and the casts that lead to both.

use super::call::{Call, Returned, pg_function_v1};
use super::collation;
use super::datum::{FromSql, IntoSql, Message, Sql, text};
use super::error::{SqlResult, at_door, at_input};
use super::varlena::{Bytes, Place, Placed, Raw, Varlena};
use crate::hash::{SketchHash, without_blanks};
use pgrx::pg_sys;
use pgrx::prelude::*;
use std::ffi::{CStr, CString};

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

#[pg_extern(sql = false)]
fn sketch_hash_in(
    input: &CStr,
    call: pg_sys::FunctionCallInfo,
) -> SqlResult<Option<Sql<SketchHash>>> {
    at_input(call, SketchHash::parse(&input.to_string_lossy()).map(Sql))
}

/// The hash that digits write, in the server's encoding.
fn parse(digits: &[u8]) -> SqlResult<Sql<SketchHash>> {
    Ok(Sql(SketchHash::parse(&String::from_utf8_lossy(digits))?))
}

#[pg_extern(sql = false)]
fn sketch_hash_parse(digits: Sql<Raw<'_, Bytes>>) -> SqlResult<Sql<SketchHash>> {
    parse(digits.0.bytes())
}

#[pg_extern(sql = false)]
fn sketch_hash_parse_bpchar(digits: Sql<Raw<'_, Bytes>>) -> SqlResult<Sql<SketchHash>> {
    parse(without_blanks(digits.0.bytes()))
}

#[pg_extern(sql = false)]
fn sketch_hash_parse_name(digits: Sql<&CStr>) -> SqlResult<Sql<SketchHash>> {
    parse(digits.0.to_bytes())
}

#[pg_extern(sql = false)]
fn sketch_hash_out(hash: Sql<SketchHash>) -> CString {
    text(hash.0.to_string())
}

#[pg_extern(sql = false)]
fn sketch_hash_recv(message: Sql<Message<'_>>) -> SqlResult<Sql<SketchHash>> {
    Ok(Sql(SketchHash::read_message(message.0.0).map_err(at_door)?))
}

#[pg_extern(sql = false)]
fn sketch_hash_send(hash: Sql<SketchHash>) -> Sql<Varlena> {
    Sql(Varlena::new(&hash.0.message()))
}

#[pg_extern(sql = false)]
fn sketch_hash_of(item: Sql<SketchHash>) -> Sql<SketchHash> {
    item
}

#[pg_extern(sql = false)]
fn sketch_item_in(
    input: &CStr,
    call: pg_sys::FunctionCallInfo,
) -> SqlResult<Option<Sql<SketchHash>>> {
    at_input(call, SketchHash::parse_item(&input.to_string_lossy()).map(Sql))
}

#[pg_extern(sql = false)]
fn sketch_item_out(hash: Sql<SketchHash>) -> CString {
    text(hash.0.item())
}

/// The binary form is the text form: what a client sends without its type is read as one text or
/// another, and refused like it.
#[pg_extern(sql = false)]
fn sketch_item_recv(message: Sql<Message<'_>>) -> SqlResult<Sql<SketchHash>> {
    let text = String::from_utf8_lossy(message.0.0);
    Ok(Sql(SketchHash::parse_item(&text).map_err(at_door)?))
}

#[pg_extern(sql = false)]
fn sketch_item_send(hash: Sql<SketchHash>) -> Sql<Varlena> {
    Sql(Varlena::new(hash.0.item().as_bytes()))
}

/// The cast of a varlena type, which may have to be fetched first.
fn cast_bytes(
    call: Call<'_>,
    value: Placed<'_, Bytes>,
    hash: impl Fn(&[u8]) -> SketchHash,
) -> Returned<SketchHash> {
    match value.place {
        Place::InLine(bytes) => call.value(hash(bytes)),
        _ => call.guarded(|| Ok(Some(hash(value.fetch().bytes())))),
    }
}

/// Raises an error if texts of different bytes may be equal under the collation of the call.
fn check_collation(call: Call<'_>) {
    // SAFETY: the casts keep nothing else.
    if !unsafe { collation::is_known(call) } {
        // SAFETY: see above.
        call.check(|| unsafe { collation::check(call) });
    }
}

pg_function_v1! {
    pg_finfo_sketch_item_int2,
    fn sketch_item_int2(call: Call<'_>, value: i16) -> SketchHash {
        call.value(SketchHash::integer(value.into()))
    }
}
pg_function_v1! {
    pg_finfo_sketch_item_int4,
    fn sketch_item_int4(call: Call<'_>, value: i32) -> SketchHash {
        call.value(SketchHash::integer(value.into()))
    }
}
pg_function_v1! {
    pg_finfo_sketch_item_int8,
    fn sketch_item_int8(call: Call<'_>, value: i64) -> SketchHash {
        call.value(SketchHash::integer(value))
    }
}
pg_function_v1! {
    pg_finfo_sketch_item_text,
    fn sketch_item_text(call: Call<'_>, value: Placed<'_, Bytes>) -> SketchHash {
        check_collation(call);
        cast_bytes(call, value, SketchHash::text)
    }
}
pg_function_v1! {
    pg_finfo_sketch_item_bpchar,
    fn sketch_item_bpchar(call: Call<'_>, value: Placed<'_, Bytes>) -> SketchHash {
        check_collation(call);
        cast_bytes(call, value, SketchHash::char)
    }
}
pg_function_v1! {
    pg_finfo_sketch_item_name,
    fn sketch_item_name(call: Call<'_>, value: &CStr) -> SketchHash {
        check_collation(call);
        call.value(SketchHash::text(value.to_bytes()))
    }
}
pg_function_v1! {
    pg_finfo_sketch_item_uuid,
    fn sketch_item_uuid(call: Call<'_>, value: &[u8; 16]) -> SketchHash {
        call.value(SketchHash::uuid(value))
    }
}
pg_function_v1! {
    pg_finfo_sketch_item_bytea,
    fn sketch_item_bytea(call: Call<'_>, value: Placed<'_, Bytes>) -> SketchHash {
        cast_bytes(call, value, SketchHash::bytea)
    }
}
pg_function_v1! {
    pg_finfo_sketch_item_bool,
    fn sketch_item_bool(call: Call<'_>, value: bool) -> SketchHash {
        call.value(SketchHash::boolean(value))
    }
}
pg_function_v1! {
    pg_finfo_sketch_item_float4,
    fn sketch_item_float4(call: Call<'_>, value: f32) -> SketchHash {
        call.value(SketchHash::float(value.into()))
    }
}
pg_function_v1! {
    pg_finfo_sketch_item_float8,
    fn sketch_item_float8(call: Call<'_>, value: f64) -> SketchHash {
        call.value(SketchHash::float(value))
    }
}
pg_function_v1! {
    pg_finfo_sketch_item_date,
    fn sketch_item_date(call: Call<'_>, value: i32) -> SketchHash {
        call.value(SketchHash::date(value))
    }
}
pg_function_v1! {
    pg_finfo_sketch_item_timestamp,
    fn sketch_item_timestamp(call: Call<'_>, value: i64) -> SketchHash {
        call.value(SketchHash::timestamp(value))
    }
}
pg_function_v1! {
    pg_finfo_sketch_item_timestamptz,
    fn sketch_item_timestamptz(call: Call<'_>, value: i64) -> SketchHash {
        call.value(SketchHash::timestamptz(value))
    }
}
pg_function_v1! {
    pg_finfo_sketch_item_inet,
    fn sketch_item_inet(call: Call<'_>, value: Placed<'_, Bytes>) -> SketchHash {
        // A byte for the family, which the address tells as well, a byte for the netmask, the address.
        cast_bytes(call, value, |value| match value {
            [_, netmask, address @ ..] => SketchHash::inet(*netmask, address),
            damaged => SketchHash::inet(0, damaged),
        })
    }
}

/// A `numeric`, in the current memory context and not compressed.
struct Decimal(pg_sys::Numeric);

impl FromSql<'_> for Decimal {
    /// `numeric`
    unsafe fn from_sql(datum: pg_sys::Datum) -> Decimal {
        // SAFETY: a numeric is a varlena; the result has a four-byte header.
        Decimal(unsafe { pg_sys::pg_detoast_datum(datum.cast_mut_ptr()) }.cast())
    }
}

#[pg_extern(sql = false)]
fn sketch_item_numeric(value: Sql<Decimal>) -> Sql<SketchHash> {
    // SAFETY: the result is a C string in the current memory context: equal for equal numbers,
    // whatever their scale.
    let shortest = unsafe { CStr::from_ptr(pg_sys::numeric_normalize(value.0.0)) };
    Sql(SketchHash::numeric(shortest.to_bytes()))
}
