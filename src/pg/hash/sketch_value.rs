//! `sketch_value`: a value itself as the argument of functions and aggregates: its input and output
//! functions, and the casts.
//!
//! The casts run once a row, so most of them are guarded only where they can fail.

use super::casts::{Decimal, check_collation, inet};
use crate::canonical;
use crate::domain::Domain;
use crate::hash::without_blanks;
use crate::pg::boundary::argument::{Bytes, Place, Raw, Unfetched};
use crate::pg::boundary::buffer::{Varlena, inline_bytes};
use crate::pg::boundary::call::{Call, Returned};
use crate::pg::boundary::datum::FromSql;
use crate::pg::boundary::encoding::{is_utf8, to_utf8};
use crate::pg::boundary::error::{SqlResult, bad_input, input_result};
use crate::pg::boundary::function::sql_functions;
use crate::pg::boundary::text::{Message, Text};
use crate::pg::boundary::unguarded;
use crate::value::{Value, item};
use pgrx::pg_sys;
use std::ffi::CStr;

sql_functions! {
    sketch_value_in,
    sketch_value_out,
    sketch_value_recv,
    sketch_value_send,
    sketch_value_int2 = integer::<i16>,
    sketch_value_int4 = integer::<i32>,
    sketch_value_int8 = integer::<i64>,
    sketch_value_text,
    sketch_value_bpchar,
    sketch_value_name,
    sketch_value_uuid,
    sketch_value_bytea,
    sketch_value_bool,
    sketch_value_float4 = float::<f32>,
    sketch_value_float8 = float::<f64>,
    sketch_value_numeric,
    sketch_value_date,
    sketch_value_timestamp,
    sketch_value_timestamptz,
    sketch_value_inet,
}

impl<'fcx> FromSql<'fcx> for Value<'fcx> {
    /// `sketch_value`, which is never out of line or compressed.
    #[inline]
    unsafe fn from_sql(datum: pg_sys::Datum) -> Value<'fcx> {
        // SAFETY: the datum points to a varlena.
        Value::from_stored(unsafe { inline_bytes(datum.cast_mut_ptr()) }.unwrap_or_default())
    }
}

/// An untyped literal as an argument: a text.
pub struct LiteralValue<'fcx>(Value<'fcx>);

impl<'fcx> FromSql<'fcx> for LiteralValue<'fcx> {
    /// `unknown`
    unsafe fn from_sql(datum: pg_sys::Datum) -> LiteralValue<'fcx> {
        // SAFETY: it is of that type, which ends in NUL as a cstring does.
        let text = unsafe { <&CStr>::from_sql(datum) };
        LiteralValue(Value::new(Domain::Text, to_utf8(text.to_bytes())))
    }
}

impl<'fcx> From<LiteralValue<'fcx>> for Value<'fcx> {
    fn from(literal: LiteralValue<'fcx>) -> Value<'fcx> {
        literal.0
    }
}

fn sketch_value_in(call: Call<'_>, input: &CStr) -> SqlResult<Option<Varlena>> {
    let bytes = item::parse(&input.to_string_lossy());
    input_result(call.fcinfo(), bytes.map(Varlena::from))
}

fn sketch_value_out(value: Value<'_>) -> Text {
    Text::new(&item::text(value))
}

/// The binary form is the text form. A client that leaves the type open may send any text: it is read, and
/// refused, as text input is.
fn sketch_value_recv(message: Message<'_>) -> SqlResult<Varlena> {
    let bytes = item::parse(&String::from_utf8_lossy(message.0)).map_err(bad_input)?;
    Ok(bytes.into())
}

fn sketch_value_send(value: Value<'_>) -> Varlena {
    Varlena::new(item::text(value).as_bytes())
}

/// The value of canonical bytes.
#[inline]
fn value(call: Call<'_>, domain: Domain, canonical: &[u8]) -> Returned<Varlena> {
    // SAFETY: no caller has a guard, or anything to drop.
    call.value(unsafe { unguarded::join([domain.byte()], canonical) })
}

fn integer<N: Into<i64>>(call: Call<'_>, number: N) -> Returned<Varlena> {
    value(call, Domain::Integer, &canonical::integer(number.into()))
}

fn sketch_value_text(call: Call<'_>, text: Unfetched<'_, Bytes>) -> Returned<Varlena> {
    check_collation(call, "sketch_value");
    of_text(call, Domain::Text, text, |text| text)
}

fn sketch_value_bpchar(call: Call<'_>, text: Unfetched<'_, Bytes>) -> Returned<Varlena> {
    check_collation(call, "sketch_value");
    of_text(call, Domain::Char, text, without_blanks)
}

fn sketch_value_name(call: Call<'_>, name: &CStr) -> Returned<Varlena> {
    check_collation(call, "sketch_value");
    match is_utf8() {
        true => value(call, Domain::Text, name.to_bytes()),
        false => call.guarded(|| Ok(Some(copy(Domain::Text, to_utf8(name.to_bytes()))))),
    }
}

/// The value of a text, of which the function gives what counts.
fn of_text(
    call: Call<'_>,
    domain: Domain,
    text: Unfetched<'_, Bytes>,
    part: impl Fn(&[u8]) -> &[u8],
) -> Returned<Varlena> {
    match text.place {
        Place::InLine(bytes) if is_utf8() => value(call, domain, part(bytes)),
        _ => call.guarded(|| Ok(Some(copy(domain, to_utf8(part(text.fetch().bytes())))))),
    }
}

fn copy(domain: Domain, canonical: &[u8]) -> Varlena {
    Value::new(domain, canonical).encode().into()
}

fn sketch_value_uuid(call: Call<'_>, uuid: &[u8; 16]) -> Returned<Varlena> {
    value(call, Domain::Uuid, uuid)
}

fn sketch_value_bytea(call: Call<'_>, bytea: Unfetched<'_, Bytes>) -> Returned<Varlena> {
    match bytea.place {
        Place::InLine(bytes) => value(call, Domain::Bytea, bytes),
        _ => call.guarded(|| Ok(Some(copy(Domain::Bytea, bytea.fetch().bytes())))),
    }
}

fn sketch_value_bool(call: Call<'_>, boolean: bool) -> Returned<Varlena> {
    value(call, Domain::Boolean, &canonical::boolean(boolean))
}

fn float<N: Into<f64>>(call: Call<'_>, number: N) -> Returned<Varlena> {
    value(call, Domain::Float, &canonical::float(number.into()))
}

fn sketch_value_numeric(number: Decimal) -> Varlena {
    copy(Domain::Numeric, number.shortest().to_bytes())
}

fn sketch_value_date(call: Call<'_>, days: i32) -> Returned<Varlena> {
    value(call, Domain::Date, &canonical::date(days))
}

fn sketch_value_timestamp(call: Call<'_>, microseconds: i64) -> Returned<Varlena> {
    value(call, Domain::Timestamp, &canonical::timestamp(microseconds))
}

fn sketch_value_timestamptz(call: Call<'_>, microseconds: i64) -> Returned<Varlena> {
    value(call, Domain::Timestamptz, &canonical::timestamp(microseconds))
}

fn sketch_value_inet(address: Raw<'_, Bytes>) -> Varlena {
    let (netmask, address) = inet(address.bytes());
    copy(Domain::Inet, &canonical::inet(netmask, address))
}
