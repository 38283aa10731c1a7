//! `sketch_hash` and the casts that lead to it.

use super::datum::{Bytes, FromSql, IntoSql, Message, Raw, Sql, Varlena, text};
use super::error::{SqlResult, at_door};
use crate::error::Error;
use crate::hash::SketchHash;
use pgrx::pg_sys;
use pgrx::prelude::*;
use std::ffi::{CStr, CString};

impl FromSql<'_> for SketchHash {
    /// `sketch_hash`
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
fn sketch_hash_in(input: &CStr) -> SqlResult<Sql<SketchHash>> {
    Ok(Sql(SketchHash::parse(&input.to_string_lossy())?))
}

#[pg_extern(sql = false)]
fn sketch_hash_out(hash: Sql<SketchHash>) -> CString {
    text(hash.0.to_string())
}

#[pg_extern(sql = false)]
fn sketch_hash_recv(message: Sql<Message<'_>>) -> SqlResult<Sql<SketchHash>> {
    let bits = match message.0.0.try_into() {
        Ok(bytes) => u64::from_be_bytes(bytes),
        Err(_) => {
            let reason = format!("There are {} bytes, not 8", message.0.0.len());
            return Err(at_door(Error::BadBytes { type_name: "sketch_hash", reason }));
        }
    };
    Ok(Sql(SketchHash::from_bits(bits).map_err(at_door)?))
}

#[pg_extern(sql = false)]
fn sketch_hash_send(hash: Sql<SketchHash>) -> Sql<Varlena> {
    Sql(Varlena::new(&hash.0.bits().to_be_bytes()))
}

#[pg_extern(sql = false)]
fn sketch_hash_int2(value: i16) -> Sql<SketchHash> {
    Sql(SketchHash::integer(value.into()))
}

#[pg_extern(sql = false)]
fn sketch_hash_int4(value: i32) -> Sql<SketchHash> {
    Sql(SketchHash::integer(value.into()))
}

#[pg_extern(sql = false)]
fn sketch_hash_int8(value: i64) -> Sql<SketchHash> {
    Sql(SketchHash::integer(value))
}

#[pg_extern(sql = false)]
fn sketch_hash_text(value: Sql<Raw<'_, Bytes>>) -> Sql<SketchHash> {
    Sql(SketchHash::text(value.0.bytes()))
}

#[pg_extern(sql = false)]
fn sketch_hash_bpchar(value: Sql<Raw<'_, Bytes>>) -> Sql<SketchHash> {
    Sql(SketchHash::blank_padded(value.0.bytes()))
}

#[pg_extern(sql = false)]
fn sketch_hash_name(value: &CStr) -> Sql<SketchHash> {
    Sql(SketchHash::text(value.to_bytes()))
}

#[pg_extern(sql = false)]
fn sketch_hash_bytea(value: Sql<Raw<'_, Bytes>>) -> Sql<SketchHash> {
    Sql(SketchHash::bytea(value.0.bytes()))
}

#[pg_extern(sql = false)]
fn sketch_hash_uuid(value: pgrx::Uuid) -> Sql<SketchHash> {
    Sql(SketchHash::uuid(value.as_bytes()))
}

#[pg_extern(sql = false)]
fn sketch_hash_bool(value: bool) -> Sql<SketchHash> {
    Sql(SketchHash::boolean(value))
}

#[pg_extern(sql = false)]
fn sketch_hash_float4(value: f32) -> Sql<SketchHash> {
    Sql(SketchHash::float(value.into()))
}

#[pg_extern(sql = false)]
fn sketch_hash_float8(value: f64) -> Sql<SketchHash> {
    Sql(SketchHash::float(value))
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
fn sketch_hash_numeric(value: Sql<Decimal>) -> Sql<SketchHash> {
    // SAFETY: the result is a C string in the current memory context: equal for equal numbers,
    // whatever their scale.
    let shortest = unsafe { CStr::from_ptr(pg_sys::numeric_normalize(value.0.0)) };
    Sql(SketchHash::numeric(shortest.to_bytes()))
}

#[pg_extern(sql = false)]
fn sketch_hash_date(value: i32) -> Sql<SketchHash> {
    Sql(SketchHash::date(value))
}

#[pg_extern(sql = false)]
fn sketch_hash_timestamp(value: i64) -> Sql<SketchHash> {
    Sql(SketchHash::timestamp(value))
}

#[pg_extern(sql = false)]
fn sketch_hash_timestamptz(value: i64) -> Sql<SketchHash> {
    Sql(SketchHash::timestamptz(value))
}

#[pg_extern(sql = false)]
fn sketch_hash_inet(value: Sql<Raw<'_, Bytes>>) -> Sql<SketchHash> {
    // An inet is a byte for the family, a byte for the netmask, and the address.
    match value.0.bytes() {
        [_, netmask, address @ ..] => Sql(SketchHash::inet(*netmask, address)),
        _ => unreachable!("every inet has an address"),
    }
}
