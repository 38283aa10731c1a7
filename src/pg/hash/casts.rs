//! The casts to `sketch_item` and `sketch_hash`, which hash a value.
//!
//! They run once a row, so most of them are guarded only where they can fail.

use crate::hash::SketchHash;
use crate::pg::boundary::argument::{Bytes, Place, Unfetched};
use crate::pg::boundary::call::{Call, Returned};
use crate::pg::boundary::collation;
use crate::pg::boundary::datum::FromSql;
use crate::pg::boundary::function::sql_functions;
use pgrx::pg_sys;
use std::ffi::CStr;

sql_functions! {
    sketch_item_int2 = integer::<i16>,
    sketch_item_int4 = integer::<i32>,
    sketch_item_int8 = integer::<i64>,
    sketch_item_text,
    sketch_item_bpchar,
    sketch_item_name,
    sketch_item_uuid,
    sketch_item_bytea,
    sketch_item_bool,
    sketch_item_float4 = float::<f32>,
    sketch_item_float8 = float::<f64>,
    sketch_item_numeric,
    sketch_item_date,
    sketch_item_timestamp,
    sketch_item_timestamptz,
    sketch_item_inet,
    sketch_hash_cast_int2 = integer::<i16>,
    sketch_hash_cast_int4 = integer::<i32>,
    sketch_hash_cast_int8 = integer::<i64>,
    sketch_hash_cast_uuid = sketch_item_uuid,
    sketch_hash_cast_bytea = sketch_item_bytea,
    sketch_hash_cast_bool = sketch_item_bool,
    sketch_hash_cast_float4 = float::<f32>,
    sketch_hash_cast_float8 = float::<f64>,
    sketch_hash_cast_numeric = sketch_item_numeric,
    sketch_hash_cast_date = sketch_item_date,
    sketch_hash_cast_timestamp = sketch_item_timestamp,
    sketch_hash_cast_timestamptz = sketch_item_timestamptz,
    sketch_hash_cast_inet = sketch_item_inet,
}

fn integer<N: Into<i64>>(call: Call<'_>, value: N) -> Returned<SketchHash> {
    call.value(SketchHash::integer(value.into()))
}

fn sketch_item_text(call: Call<'_>, value: Unfetched<'_, Bytes>) -> Returned<SketchHash> {
    check_collation(call, "sketch_item");
    hash_bytes(call, value, SketchHash::text)
}

fn sketch_item_bpchar(call: Call<'_>, value: Unfetched<'_, Bytes>) -> Returned<SketchHash> {
    check_collation(call, "sketch_item");
    hash_bytes(call, value, SketchHash::char)
}

fn sketch_item_name(call: Call<'_>, value: &CStr) -> Returned<SketchHash> {
    check_collation(call, "sketch_item");
    call.value(SketchHash::text(value.to_bytes()))
}

fn sketch_item_uuid(call: Call<'_>, value: &[u8; 16]) -> Returned<SketchHash> {
    call.value(SketchHash::uuid(value))
}

fn sketch_item_bytea(call: Call<'_>, value: Unfetched<'_, Bytes>) -> Returned<SketchHash> {
    hash_bytes(call, value, SketchHash::bytea)
}

fn sketch_item_bool(call: Call<'_>, value: bool) -> Returned<SketchHash> {
    call.value(SketchHash::boolean(value))
}

fn float<N: Into<f64>>(call: Call<'_>, value: N) -> Returned<SketchHash> {
    call.value(SketchHash::float(value.into()))
}

fn sketch_item_date(call: Call<'_>, value: i32) -> Returned<SketchHash> {
    call.value(SketchHash::date(value))
}

fn sketch_item_timestamp(call: Call<'_>, value: i64) -> Returned<SketchHash> {
    call.value(SketchHash::timestamp(value))
}

fn sketch_item_timestamptz(call: Call<'_>, value: i64) -> Returned<SketchHash> {
    call.value(SketchHash::timestamptz(value))
}

fn sketch_item_inet(call: Call<'_>, value: Unfetched<'_, Bytes>) -> Returned<SketchHash> {
    hash_bytes(call, value, |value| {
        let (netmask, address) = inet(value);
        SketchHash::inet(netmask, address)
    })
}

/// The netmask and the address of an `inet`: a byte for the family, which the address implies, a byte for
/// the netmask, and the address.
pub fn inet(value: &[u8]) -> (u8, &[u8]) {
    match value {
        [_, netmask, address @ ..] => (*netmask, address),
        damaged => (0, damaged),
    }
}

/// A `numeric`, in the current memory context and not compressed.
pub struct Decimal(pg_sys::Numeric);

impl Decimal {
    /// Its shortest text, equal for equal numbers, whatever their scale.
    pub fn shortest(&self) -> &CStr {
        // SAFETY: the result is a C string in the current memory context.
        unsafe { CStr::from_ptr(pg_sys::numeric_normalize(self.0)) }
    }
}

impl FromSql<'_> for Decimal {
    /// `numeric`
    unsafe fn from_sql(datum: pg_sys::Datum) -> Decimal {
        // SAFETY: a numeric is a varlena; the result has a four-byte header.
        Decimal(unsafe { pg_sys::pg_detoast_datum(datum.cast_mut_ptr()) }.cast())
    }
}

fn sketch_item_numeric(value: Decimal) -> SketchHash {
    SketchHash::numeric(value.shortest().to_bytes())
}

/// The hash of a varlena, which may have to be fetched first.
fn hash_bytes(
    call: Call<'_>,
    value: Unfetched<'_, Bytes>,
    hash: impl Fn(&[u8]) -> SketchHash,
) -> Returned<SketchHash> {
    match value.place {
        Place::InLine(bytes) => call.value(hash(bytes)),
        _ => call.guarded(|| Ok(Some(hash(value.fetch().bytes())))),
    }
}

/// Raises an error if texts of different bytes may be equal under the collation of the call of that cast.
pub fn check_collation(call: Call<'_>, cast: &str) {
    // SAFETY: the casts cache nothing else.
    if !unsafe { collation::is_known(call) } {
        // SAFETY: see above.
        call.check(|| unsafe { collation::check(call, cast) });
    }
}
