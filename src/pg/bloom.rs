//! `bloom`: its doors, its operators, and the functions on one or two filters, but for
//! `bloom_contains`.

use super::datum::{Hex, Message, Sql};
use super::error::{SqlResult, at_door, at_input};
use super::row::{Row, column};
use super::varlena::{Bytes, Memory, Place, Placed, Raw, Varlena, sketch};
use crate::bloom::filling::{self, Settled};
use crate::bloom::head::FIRST_SLICE;
use crate::bloom::info::Info;
use crate::bloom::state::State;
use crate::bloom::view::View;
use crate::bloom::{self, Bloom, codec};
use crate::error::Result;
use crate::hash::SketchHash;
use crate::hex;
use crate::sketch::Sketch;
use pgrx::pg_sys;
use pgrx::prelude::*;
use std::ffi::CStr;

/// The filter of bytes that the database kept or an aggregate has at work, in memory of Postgres where
/// it has to be copied.
pub(super) fn settled(bytes: &[u8]) -> Result<Settled<'_, Memory>> {
    filling::settled(bytes)
}

#[pg_extern(sql = false)]
fn bloom_in(input: &CStr, call: pg_sys::FunctionCallInfo) -> SqlResult<Option<Sql<Memory>>> {
    at_input(call, read(&input.to_string_lossy()).map(Sql))
}

fn read(text: &str) -> Result<Memory> {
    let bytes: Memory = hex::decode(text, bloom::NAME, bloom::MAX_STORED_LEN)?;
    codec::check(bytes.as_ref())?;
    Ok(bytes)
}

#[pg_extern(sql = false)]
fn bloom_recv(message: Sql<Message<'_>>) -> SqlResult<Sql<Varlena>> {
    checked(message.0.0)
}

/// What a function returns is canonical: of a list at work it is the filter.
#[pg_extern(sql = false)]
fn bloom_from_bytea(bytes: Sql<Raw<'_, Bytes>>) -> SqlResult<Sql<Varlena>> {
    let bytes = bytes.0.bytes();
    match Bloom::is_encoded(bytes) {
        true => checked(bytes),
        false => Ok(Sql(codec::encode(&codec::check(bytes).map_err(at_door)?)?.into())),
    }
}

#[pg_extern(sql = false)]
fn bloom_to_bytea(filter: Sql<Raw<'_, Bloom>>) -> SqlResult<Sql<Varlena>> {
    Ok(Sql(Varlena::new(&filter.0.canonical()?)))
}

/// The value of bytes that came in at a door, where all that are not sent are refused.
fn checked(bytes: &[u8]) -> SqlResult<Sql<Varlena>> {
    codec::check(bytes).map_err(at_door)?;
    Ok(Sql(Varlena::new(bytes)))
}

#[pg_extern(sql = false)]
fn bloom_out(filter: Sql<Raw<'_, Bloom>>) -> SqlResult<Sql<Hex>> {
    Ok(Sql(Hex::new(&filter.0.sent()?, bloom::NAME)?))
}

#[pg_extern(sql = false)]
fn bloom_send(filter: Sql<Raw<'_, Bloom>>) -> SqlResult<Sql<Varlena>> {
    Ok(Sql(Varlena::new(&filter.0.sent()?)))
}

#[pg_extern(sql = false)]
fn bloom_empty(capacity: i64, rate: f64) -> SqlResult<Sql<Varlena>> {
    let (capacity, rate) = (bloom::check_capacity(capacity)?, bloom::check_rate(rate)?);
    Ok(sketch(&Bloom::new(capacity, rate)?))
}

#[pg_extern(sql = false)]
fn bloom_size(capacity: i64, rate: f64) -> SqlResult<i64> {
    let (capacity, rate) = (bloom::check_capacity(capacity)?, bloom::check_rate(rate)?);
    Ok(bloom::size(capacity, rate)? as i64)
}

#[pg_extern(sql = false)]
fn bloom_add(filter: Sql<Raw<'_, Bloom>>, value: Sql<SketchHash>) -> SqlResult<Sql<Varlena>> {
    add(filter.0, value.0)
}

#[pg_extern(sql = false)]
fn bloom_add_literal(filter: Sql<Raw<'_, Bloom>>, value: &CStr) -> SqlResult<Sql<Varlena>> {
    add(filter.0, SketchHash::text(value.to_bytes()))
}

fn add(filter: Raw<'_, Bloom>, hash: SketchHash) -> SqlResult<Sql<Varlena>> {
    if Bloom::is_encoded(filter.bytes()) && View::read(filter.bytes())?.contains(hash)? {
        return Ok(filter.unchanged());
    }
    let mut sum = settled(filter.bytes())?.into_state()?;
    sum.add(hash)?;
    changed(filter, sum)
}

#[pg_extern(sql = false)]
fn bloom_union(left: Sql<Raw<'_, Bloom>>, right: Sql<Raw<'_, Bloom>>) -> SqlResult<Sql<Varlena>> {
    let mut union = settled(left.0.bytes())?.into_state()?;
    union.merge_view(&settled(right.0.bytes())?.view()?)?;
    changed(left.0, union)
}

/// The result of a function that changed a filter. It may be large, and then is not copied again.
fn changed(filter: Raw<'_, Bloom>, result: State<Memory>) -> SqlResult<Sql<Varlena>> {
    match result.is_filter() {
        true => Ok(filter.changed_to(result.into_buffer())),
        false => Ok(filter.changed_to(codec::encode(&result.view()?)?)),
    }
}

/// What there is to tell of a filter, for which the start of most is enough.
pub fn info(filter: Placed<'_, Bloom>) -> SqlResult<Info> {
    if let Place::Stored(stored) = &filter.place
        && !stored.is_compressed()
    {
        let start = stored.slice(0, FIRST_SLICE);
        if let Some(info) = Info::from_start(start.bytes(), stored.pointer().len())? {
            return Ok(info);
        }
    }
    Ok(settled(filter.fetch().bytes())?.view()?.info())
}

#[pg_extern(sql = false)]
fn bloom_cardinality(filter: Sql<Placed<'_, Bloom>>) -> SqlResult<Option<f64>> {
    Ok(info(filter.0)?.cardinality)
}

#[pg_extern(sql = false)]
fn bloom_info(filter: Sql<Placed<'_, Bloom>>) -> SqlResult<Sql<Row<12>>> {
    let info = info(filter.0)?;
    Ok(Sql(Row([
        column(i32::from(info.format_version)),
        column(info.domain.map(|domain| domain.name())),
        column(info.form),
        column(info.capacity as i64),
        column(info.rate),
        column(info.layers as i32),
        column(info.bytes as i64),
        column(info.fill),
        column(info.cardinality),
        column(info.lower),
        column(info.upper),
        column(info.estimated_rate),
    ])))
}

#[pg_extern(sql = false)]
fn bloom_eq(left: Sql<Raw<'_, Bloom>>, right: Sql<Raw<'_, Bloom>>) -> SqlResult<bool> {
    Ok(left.0.compare(&right.0)?.is_eq())
}

#[pg_extern(sql = false)]
fn bloom_ne(left: Sql<Raw<'_, Bloom>>, right: Sql<Raw<'_, Bloom>>) -> SqlResult<bool> {
    Ok(left.0.compare(&right.0)?.is_ne())
}

#[pg_extern(sql = false)]
fn bloom_lt(left: Sql<Raw<'_, Bloom>>, right: Sql<Raw<'_, Bloom>>) -> SqlResult<bool> {
    Ok(left.0.compare(&right.0)?.is_lt())
}

#[pg_extern(sql = false)]
fn bloom_le(left: Sql<Raw<'_, Bloom>>, right: Sql<Raw<'_, Bloom>>) -> SqlResult<bool> {
    Ok(left.0.compare(&right.0)?.is_le())
}

#[pg_extern(sql = false)]
fn bloom_gt(left: Sql<Raw<'_, Bloom>>, right: Sql<Raw<'_, Bloom>>) -> SqlResult<bool> {
    Ok(left.0.compare(&right.0)?.is_gt())
}

#[pg_extern(sql = false)]
fn bloom_ge(left: Sql<Raw<'_, Bloom>>, right: Sql<Raw<'_, Bloom>>) -> SqlResult<bool> {
    Ok(left.0.compare(&right.0)?.is_ge())
}

#[pg_extern(sql = false)]
fn bloom_cmp(left: Sql<Raw<'_, Bloom>>, right: Sql<Raw<'_, Bloom>>) -> SqlResult<i32> {
    Ok(left.0.compare(&right.0)? as i32)
}

#[pg_extern(sql = false)]
fn bloom_hash(filter: Sql<Raw<'_, Bloom>>) -> SqlResult<i32> {
    Ok(filter.0.hash(0)? as i32)
}

#[pg_extern(sql = false)]
fn bloom_hash_extended(filter: Sql<Raw<'_, Bloom>>, seed: i64) -> SqlResult<i64> {
    Ok(filter.0.hash(seed as u64)? as i64)
}
