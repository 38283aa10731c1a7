//! The input functions and the type modifier of `topk`, and the functions on one or two sketches, but for
//! `topk_list`.

use crate::error::Result;
use crate::pg::boundary::argument::{Place, Raw, Unfetched};
use crate::pg::boundary::buffer::Varlena;
use crate::pg::boundary::error::SqlResult;
use crate::pg::boundary::function::sql_functions;
use crate::pg::boundary::row::{Row, column};
use crate::pg::boundary::text::{Modifiers, Text};
use crate::pg::hash::sketch_value::LiteralValue;
use crate::pg::sketch::input::{Input, NO_TYPMOD, Typmod, from_bytea, input, receive};
use crate::pg::sketch::value::encoded;
use crate::pg::sketch::weight;
use crate::sketch::Sketch;
use crate::topk::bounds::Bounds;
use crate::topk::info::Info;
use crate::topk::stored::FIRST_SLICE;
use crate::topk::view::{View, stored_bytes};
use crate::topk::{self, Topk};
use crate::value::Value;
use std::borrow::Cow;

sql_functions! {
    topk_in = input::<Topk>,
    topk_recv = receive::<Topk>,
    topk_bytea = from_bytea::<Topk>,
    topk_typmod_in,
    topk_typmod_out,
    topk_typmod,
    topk_empty,
    topk_empty_capacity,
    topk_add = add::<Value<'_>>,
    topk_add_literal = add::<LiteralValue<'_>>,
    topk_add_weight = add_weight::<Value<'_>, i64>,
    topk_add_weight_literal = add_weight::<LiteralValue<'_>, i64>,
    topk_add_weight_literal_int4 = add_weight::<LiteralValue<'_>, i32>,
    topk_merge,
    topk_truncate,
    topk_count = count::<Value<'_>>,
    topk_count_literal = count::<LiteralValue<'_>>,
    topk_count_bounds = count_bounds::<Value<'_>>,
    topk_count_bounds_literal = count_bounds::<LiteralValue<'_>>,
    topk_total,
    topk_bound,
    topk_capacity,
    topk_info,
}

impl Input for Topk {
    const MAX_STORED_LEN: usize = topk::MAX_STORED_LEN;

    fn accept(bytes: &[u8], typmod: Typmod) -> Result<Cow<'_, [u8]>> {
        let sketch = Topk::decode(bytes)?;
        Ok(sketch.with_declared_capacity(declared(typmod)?)?.encode().into())
    }
}

/// The capacity that a type modifier declares.
fn declared(typmod: Typmod) -> Result<Option<u32>> {
    match typmod {
        NO_TYPMOD => Ok(None),
        capacity => Ok(Some(topk::check_capacity(capacity.into())?)),
    }
}

fn topk_typmod_in(modifiers: Modifiers<'_>) -> SqlResult<Typmod> {
    Ok(topk::parse_modifiers(modifiers.0)? as Typmod)
}

fn topk_typmod_out(typmod: Typmod) -> Text {
    Text::new(&format!("({typmod})"))
}

/// The cast to a column of that modifier.
fn topk_typmod(sketch: Unfetched<'_, Topk>, typmod: Typmod, _explicit: bool) -> SqlResult<Varlena> {
    let declared = declared(typmod)?;
    let sketch = sketch.fetch();
    let capacity = View::read(sketch.bytes())?.capacity();
    if sketch.may_be_returned() && declared.is_none_or(|declared| declared == capacity) {
        return Ok(sketch.unchanged());
    }
    let read = sketch.read()?;
    Ok(sketch.changed_to(read.with_declared_capacity(declared)?.encode()))
}

fn topk_empty() -> SqlResult<Varlena> {
    topk_empty_capacity(topk::DEFAULT_CAPACITY.into())
}

fn topk_empty_capacity(capacity: i64) -> SqlResult<Varlena> {
    Ok(encoded(&Topk::new(topk::check_capacity(capacity)?)?))
}

fn add<'fcx, V: Into<Value<'fcx>>>(sketch: Raw<'_, Topk>, value: V) -> SqlResult<Varlena> {
    add_weight(sketch, value, 1i64)
}

fn add_weight<'fcx, V: Into<Value<'fcx>>, W: Into<i64>>(
    sketch: Raw<'_, Topk>,
    value: V,
    weight: W,
) -> SqlResult<Varlena> {
    let mut sum = sketch.read()?;
    sum.add((value.into(), weight::check(weight.into())?))?;
    Ok(sketch.changed_to(sum.encode()))
}

fn topk_merge(left: Raw<'_, Topk>, right: Raw<'_, Topk>) -> SqlResult<Varlena> {
    let mut sum = left.read()?;
    sum.merge_view(&View::read(right.bytes())?)?;
    Ok(left.changed_to(sum.encode()))
}

fn topk_truncate(sketch: Raw<'_, Topk>, capacity: i64) -> SqlResult<Varlena> {
    let truncated = sketch.read()?.truncate(topk::check_capacity(capacity)?)?;
    Ok(sketch.changed_to(truncated.encode()))
}

fn bounds<'fcx, V: Into<Value<'fcx>>>(sketch: Raw<'_, Topk>, value: V) -> SqlResult<Bounds> {
    let bytes = stored_bytes(sketch.bytes())?;
    Ok(View::read(&bytes)?.bounds(value.into())?)
}

fn count<'fcx, V: Into<Value<'fcx>>>(sketch: Raw<'_, Topk>, value: V) -> SqlResult<i64> {
    Ok(bounds(sketch, value)?.estimate as i64)
}

fn count_bounds<'fcx, V: Into<Value<'fcx>>>(sketch: Raw<'_, Topk>, value: V) -> SqlResult<Row<3>> {
    let Bounds { lower, estimate, upper } = bounds(sketch, value)?;
    Ok(Row([lower, estimate, upper].map(|count| column(count as i64))))
}

/// What is known of a sketch. Mostly the start of it is enough to read.
fn info(sketch: Unfetched<'_, Topk>) -> SqlResult<Info> {
    if let Place::OutOfLine(stored) = &sketch.place
        && !stored.is_compressed()
    {
        let start = stored.slice(0, FIRST_SLICE);
        if let Some(info) = Info::from_start(start.bytes(), stored.pointer().len())? {
            return Ok(info);
        }
    }
    let sketch = sketch.fetch();
    let bytes = stored_bytes(sketch.bytes())?;
    Ok(Info::from_start(&bytes, bytes.len())?
        .unwrap_or_else(|| unreachable!("they are stored bytes")))
}

fn topk_total(sketch: Unfetched<'_, Topk>) -> SqlResult<i64> {
    Ok(info(sketch)?.total as i64)
}

fn topk_bound(sketch: Unfetched<'_, Topk>) -> SqlResult<i64> {
    Ok(info(sketch)?.bound as i64)
}

fn topk_capacity(sketch: Unfetched<'_, Topk>) -> SqlResult<i32> {
    Ok(info(sketch)?.capacity as i32)
}

fn topk_info(sketch: Unfetched<'_, Topk>) -> SqlResult<Row<7>> {
    let info = info(sketch)?;
    Ok(Row([
        column(i32::from(info.format_version)),
        column(info.capacity as i32),
        column(info.domain.map(|domain| domain.to_string())),
        column(info.bytes as i32),
        column(info.entries as i32),
        column(info.total as i64),
        column(info.bound as i64),
    ]))
}
