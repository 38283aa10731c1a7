//! `hll`: its doors, its operators, and the functions on one or two sketches.

use super::datum::{Hex, Message, Modifiers, Sql, text};
use super::error::{SqlResult, at_door, at_input};
use super::expanded::Expanded;
use super::processor::vectorized;
use super::row::{Row, column};
use super::varlena::{Bytes, Memory, Place, Placed, Raw, Varlena, sketch};
use crate::bytes::HEADER_LEN;
use crate::error::Result;
use crate::hash::SketchHash;
use crate::hex;
use crate::hll::bounds::{self, Bounds};
use crate::hll::state::State;
use crate::hll::view::View;
use crate::hll::{self, Hll, codec, stored};
use crate::sketch::Sketch;
use pgrx::pg_sys;
use pgrx::prelude::*;
use std::ffi::{CStr, CString};

impl Raw<'_, Hll> {
    /// The sketch, where it is.
    pub(super) fn view(&self) -> Result<View<'_>> {
        View::read(self.bytes())
    }
}

/// A sketch in memory of Postgres.
pub(super) fn copy(sketch: &View<'_>) -> Result<State<Memory>> {
    vectorized(
        #[inline(always)]
        || sketch.to_state(),
    )
}

/// Adds all that another sketch holds.
pub(super) fn merge(state: &mut State<Memory>, other: &View<'_>) -> Result<()> {
    vectorized(
        #[inline(always)]
        || state.merge_view(other),
    )
}

/// The estimated number of distinct values.
pub(super) fn cardinality(sketch: &View<'_>) -> Result<f64> {
    vectorized(
        #[inline(always)]
        || sketch.cardinality(),
    )
}

/// The canonical bytes of a sketch at work.
pub(super) fn canonical(state: &[u8]) -> Result<Vec<u8>> {
    let state = State::resume_unknown(state)?;
    Ok(vectorized(
        #[inline(always)]
        || codec::encode(&state),
    ))
}

/// The result of a function that returns a sketch.
pub(super) fn result(sketch: State<Memory>) -> Varlena {
    Expanded::new(sketch.into_buffer(), canonical).pointer()
}

/// The precision of a type modifier, -1 where there is none.
type Typmod = i32;

#[pg_extern(sql = false)]
fn hll_in(
    input: &CStr,
    _type: pg_sys::Oid,
    typmod: Typmod,
    call: pg_sys::FunctionCallInfo,
) -> SqlResult<Option<Sql<Varlena>>> {
    let bytes: Result<Vec<u8>> =
        hex::decode(&input.to_string_lossy(), hll::NAME, hll::MAX_STORED_LEN);
    at_input(call, bytes.and_then(|bytes| stored(&bytes, typmod)))
}

#[pg_extern(sql = false)]
fn hll_recv(
    message: Sql<Message<'_>>,
    _type: pg_sys::Oid,
    typmod: Typmod,
) -> SqlResult<Sql<Varlena>> {
    stored(message.0.0, typmod).map_err(at_door)
}

#[pg_extern(sql = false)]
fn hll_from_bytea(bytes: Sql<Raw<'_, Bytes>>) -> SqlResult<Sql<Varlena>> {
    stored(bytes.0.bytes(), NO_TYPMOD).map_err(at_door)
}

const NO_TYPMOD: Typmod = -1;

/// A value of a column of that modifier, from bytes that came in at a door.
fn stored(bytes: &[u8], typmod: Typmod) -> Result<Sql<Varlena>> {
    Ok(sketch(&Hll::decode(bytes)?.with_declared_precision(declared(typmod)?)?))
}

fn declared(typmod: Typmod) -> Result<Option<u8>> {
    match typmod {
        NO_TYPMOD => Ok(None),
        precision => Ok(Some(hll::check_precision(precision.into())?)),
    }
}

#[pg_extern(sql = false)]
fn hll_out(sketch: Sql<Raw<'_, Hll>>) -> SqlResult<Sql<Hex>> {
    Ok(Sql(Hex::new(&sketch.0.canonical()?, hll::NAME)?))
}

#[pg_extern(sql = false)]
fn hll_send(sketch: Sql<Raw<'_, Hll>>) -> SqlResult<Sql<Varlena>> {
    Ok(Sql(Varlena::new(&sketch.0.canonical()?)))
}

#[pg_extern(sql = false)]
fn hll_typmod_in(modifiers: Sql<Modifiers<'_>>) -> SqlResult<Typmod> {
    Ok(hll::parse_modifiers(modifiers.0.0)?.into())
}

#[pg_extern(sql = false)]
fn hll_typmod_out(typmod: Typmod) -> CString {
    text(format!("({typmod})"))
}

/// The precision of a sketch that is stored so that its first bytes, where it stands, can be read alone.
fn stored_precision(place: &Place<'_>) -> Result<Option<u8>> {
    match place {
        Place::Stored(stored) if !stored.is_compressed() => {
            stored::precision_from_start(stored.slice(0, HEADER_LEN).bytes())
        }
        _ => Ok(None),
    }
}

#[pg_extern(sql = false)]
fn hll_to_typmod(
    sketch: Sql<Placed<'_, Hll>>,
    typmod: Typmod,
    _explicit: bool,
) -> SqlResult<Sql<Varlena>> {
    let declared = declared(typmod)?;
    let fits = |precision| declared.is_none_or(|declared| declared == precision);
    if stored_precision(&sketch.0.place)?.is_some_and(fits) {
        return Ok(sketch.0.unchanged());
    }
    let sketch = sketch.0.fetch();
    if sketch.is_settled() && fits(sketch.view()?.precision()) {
        return Ok(sketch.unchanged());
    }
    let read = sketch.read()?;
    Ok(sketch.changed_to(read.with_declared_precision(declared)?.encode()))
}

#[pg_extern(sql = false)]
fn hll_empty() -> Sql<Varlena> {
    sketch(&Hll::default())
}

#[pg_extern(sql = false)]
fn hll_empty_precision(precision: i64) -> SqlResult<Sql<Varlena>> {
    Ok(sketch(&Hll::new(hll::check_precision(precision)?)?))
}

#[pg_extern(sql = false)]
fn hll_add(sketch: Sql<Raw<'_, Hll>>, value: Sql<SketchHash>) -> SqlResult<Sql<Varlena>> {
    add(sketch.0, value.0)
}

#[pg_extern(sql = false)]
fn hll_add_literal(sketch: Sql<Raw<'_, Hll>>, value: &CStr) -> SqlResult<Sql<Varlena>> {
    add(sketch.0, SketchHash::text(value.to_bytes()))
}

fn add(sketch: Raw<'_, Hll>, hash: SketchHash) -> SqlResult<Sql<Varlena>> {
    let view = sketch.view()?;
    if let View::Stored(stored) = &view
        && stored.contains(hash)?
    {
        return Ok(sketch.unchanged());
    }
    let mut sum = copy(&view)?;
    sum.add(hash)?;
    Ok(Sql(result(sum)))
}

#[pg_extern(sql = false)]
fn hll_union(left: Sql<Raw<'_, Hll>>, right: Sql<Raw<'_, Hll>>) -> SqlResult<Sql<Varlena>> {
    let own = copy(&left.0.view()?)?;
    let mut union = State::copy_of(&own);
    merge(&mut union, &right.0.view()?)?;
    // What did not change need not be stored again.
    match left.0.is_settled() && union.is_same(&own) {
        true => Ok(left.0.unchanged()),
        false => Ok(Sql(result(union))),
    }
}

#[pg_extern(sql = false)]
fn hll_downsample(sketch: Sql<Raw<'_, Hll>>, precision: i64) -> SqlResult<Sql<Varlena>> {
    let precision = hll::check_precision(precision)?;
    let view = sketch.0.view()?;
    match sketch.0.is_settled() && view.precision() == precision {
        true => Ok(sketch.0.unchanged()),
        false => Ok(Sql(result(copy(&view)?.downsample(precision)?))),
    }
}

#[pg_extern(sql = false)]
fn hll_cardinality(sketch: Sql<Raw<'_, Hll>>) -> SqlResult<f64> {
    Ok(cardinality(&sketch.0.view()?)?)
}

#[pg_extern(sql = false)]
fn hll_cardinality_bounds(sketch: Sql<Raw<'_, Hll>>, confidence: f64) -> SqlResult<Sql<Row<3>>> {
    Ok(bounds_row(bounds::bounds(&sketch.0.read()?, confidence)?))
}

/// The columns of an estimate between its bounds.
pub(super) fn bounds_row(bounds: Bounds) -> Sql<Row<3>> {
    Sql(Row([bounds.lower, bounds.estimate, bounds.upper].map(column)))
}

#[pg_extern(sql = false)]
fn hll_relative_error(sketch: Sql<Raw<'_, Hll>>) -> SqlResult<f64> {
    Ok(bounds::relative_error(&sketch.0.read()?))
}

#[pg_extern(sql = false)]
fn hll_precision(sketch: Sql<Placed<'_, Hll>>) -> SqlResult<i32> {
    Ok(match stored_precision(&sketch.0.place)? {
        Some(precision) => precision,
        None => sketch.0.fetch().view()?.precision(),
    }
    .into())
}

#[pg_extern(sql = false)]
fn hll_info(sketch: Sql<Raw<'_, Hll>>) -> SqlResult<Sql<Row<8>>> {
    let info = sketch.0.read()?.info();
    Ok(Sql(Row([
        column(i32::from(info.format_version)),
        column(i32::from(info.precision)),
        column(info.domain.map(|domain| domain.name())),
        column(info.form),
        column(info.bytes),
        column(info.occupied),
        column(info.cardinality),
        column(info.relative_error),
    ])))
}

#[pg_extern(sql = false)]
fn hll_eq(left: Sql<Raw<'_, Hll>>, right: Sql<Raw<'_, Hll>>) -> SqlResult<bool> {
    Ok(left.0.compare(&right.0)?.is_eq())
}

#[pg_extern(sql = false)]
fn hll_ne(left: Sql<Raw<'_, Hll>>, right: Sql<Raw<'_, Hll>>) -> SqlResult<bool> {
    Ok(left.0.compare(&right.0)?.is_ne())
}

#[pg_extern(sql = false)]
fn hll_lt(left: Sql<Raw<'_, Hll>>, right: Sql<Raw<'_, Hll>>) -> SqlResult<bool> {
    Ok(left.0.compare(&right.0)?.is_lt())
}

#[pg_extern(sql = false)]
fn hll_le(left: Sql<Raw<'_, Hll>>, right: Sql<Raw<'_, Hll>>) -> SqlResult<bool> {
    Ok(left.0.compare(&right.0)?.is_le())
}

#[pg_extern(sql = false)]
fn hll_gt(left: Sql<Raw<'_, Hll>>, right: Sql<Raw<'_, Hll>>) -> SqlResult<bool> {
    Ok(left.0.compare(&right.0)?.is_gt())
}

#[pg_extern(sql = false)]
fn hll_ge(left: Sql<Raw<'_, Hll>>, right: Sql<Raw<'_, Hll>>) -> SqlResult<bool> {
    Ok(left.0.compare(&right.0)?.is_ge())
}

#[pg_extern(sql = false)]
fn hll_cmp(left: Sql<Raw<'_, Hll>>, right: Sql<Raw<'_, Hll>>) -> SqlResult<i32> {
    Ok(left.0.compare(&right.0)? as i32)
}

#[pg_extern(sql = false)]
fn hll_hash(sketch: Sql<Raw<'_, Hll>>) -> SqlResult<i32> {
    Ok(sketch.0.hash(0)? as i32)
}

#[pg_extern(sql = false)]
fn hll_hash_extended(sketch: Sql<Raw<'_, Hll>>, seed: i64) -> SqlResult<i64> {
    Ok(sketch.0.hash(seed as u64)? as i64)
}
