//! The input functions and the type modifier of `hll`, and the functions on one or two sketches.

use super::value::{bounds_row, cardinality, copy, merge, result};
use crate::bytes::HEADER_LEN;
use crate::error::Result;
use crate::hash::SketchHash;
use crate::hll::bounds;
use crate::hll::state::State;
use crate::hll::view::View;
use crate::hll::{self, Hll, stored};
use crate::pg::boundary::argument::{Place, Raw, Unfetched};
use crate::pg::boundary::buffer::Varlena;
use crate::pg::boundary::error::SqlResult;
use crate::pg::boundary::function::sql_functions;
use crate::pg::boundary::row::{Row, column};
use crate::pg::boundary::text::{Modifiers, Text};
use crate::pg::hash::sketch_item::Literal;
use crate::pg::sketch::input::{Input, NO_TYPMOD, Typmod, from_bytea, input, receive};
use crate::pg::sketch::value::encoded;
use crate::sketch::Sketch;
use std::borrow::Cow;

sql_functions! {
    hll_in = input::<Hll>,
    hll_recv = receive::<Hll>,
    hll_bytea = from_bytea::<Hll>,
    hll_typmod_in,
    hll_typmod_out,
    hll_typmod,
    hll_empty,
    hll_empty_precision,
    hll_add = add::<SketchHash>,
    hll_add_literal = add::<Literal>,
    hll_union,
    hll_downsample,
    hll_cardinality,
    hll_cardinality_bounds,
    hll_relative_error,
    hll_precision,
    hll_info,
}

impl Input for Hll {
    const MAX_STORED_LEN: usize = hll::MAX_STORED_LEN;

    fn accept(bytes: &[u8], typmod: Typmod) -> Result<Cow<'_, [u8]>> {
        let sketch = Hll::decode(bytes)?;
        Ok(sketch.with_declared_precision(declared(typmod)?)?.encode().into())
    }
}

/// The precision that a type modifier declares.
fn declared(typmod: Typmod) -> Result<Option<u8>> {
    match typmod {
        NO_TYPMOD => Ok(None),
        precision => Ok(Some(hll::check_precision(precision.into())?)),
    }
}

fn hll_typmod_in(modifiers: Modifiers<'_>) -> SqlResult<Typmod> {
    Ok(hll::parse_modifiers(modifiers.0)?.into())
}

fn hll_typmod_out(typmod: Typmod) -> Text {
    Text::new(&format!("({typmod})"))
}

/// The precision of a sketch that is stored so that its first bytes can be read alone.
fn stored_precision(place: &Place<'_>) -> Result<Option<u8>> {
    match place {
        Place::OutOfLine(stored) if !stored.is_compressed() => {
            stored::precision_from_start(stored.slice(0, HEADER_LEN).bytes())
        }
        _ => Ok(None),
    }
}

/// The cast to a column of that modifier.
fn hll_typmod(sketch: Unfetched<'_, Hll>, typmod: Typmod, _explicit: bool) -> SqlResult<Varlena> {
    let declared = declared(typmod)?;
    let fits = |precision| declared.is_none_or(|declared| declared == precision);
    if stored_precision(&sketch.place)?.is_some_and(fits) {
        return Ok(sketch.unchanged());
    }
    let sketch = sketch.fetch();
    if sketch.may_be_returned() && fits(sketch.view()?.precision()) {
        return Ok(sketch.unchanged());
    }
    let read = sketch.read()?;
    Ok(sketch.changed_to(read.with_declared_precision(declared)?.encode()))
}

fn hll_empty() -> Varlena {
    encoded(&Hll::default())
}

fn hll_empty_precision(precision: i64) -> SqlResult<Varlena> {
    Ok(encoded(&Hll::new(hll::check_precision(precision)?)?))
}

fn add<V: Into<SketchHash>>(sketch: Raw<'_, Hll>, value: V) -> SqlResult<Varlena> {
    let (view, hash) = (sketch.view()?, value.into());
    if let View::Stored(stored) = &view
        && stored.contains(hash)?
    {
        return Ok(sketch.unchanged());
    }
    let mut sum = copy(&view)?;
    sum.add(hash)?;
    Ok(result(sum))
}

fn hll_union(left: Raw<'_, Hll>, right: Raw<'_, Hll>) -> SqlResult<Varlena> {
    let own = copy(&left.view()?)?;
    let mut union = State::copy_of(&own);
    merge(&mut union, &right.view()?)?;
    // What did not change need not be stored again.
    match left.may_be_returned() && union.is_same(&own) {
        true => Ok(left.unchanged()),
        false => Ok(result(union)),
    }
}

fn hll_downsample(sketch: Raw<'_, Hll>, precision: i64) -> SqlResult<Varlena> {
    let precision = hll::check_precision(precision)?;
    let view = sketch.view()?;
    match sketch.may_be_returned() && view.precision() == precision {
        true => Ok(sketch.unchanged()),
        false => Ok(result(copy(&view)?.downsample(precision)?)),
    }
}

fn hll_cardinality(sketch: Raw<'_, Hll>) -> SqlResult<f64> {
    Ok(cardinality(&sketch.view()?)?)
}

fn hll_cardinality_bounds(sketch: Raw<'_, Hll>, confidence: f64) -> SqlResult<Row<3>> {
    Ok(bounds_row(bounds::bounds(&sketch.read()?, confidence)?))
}

fn hll_relative_error(sketch: Raw<'_, Hll>) -> SqlResult<f64> {
    Ok(bounds::relative_error(&sketch.read()?))
}

fn hll_precision(sketch: Unfetched<'_, Hll>) -> SqlResult<i32> {
    Ok(match stored_precision(&sketch.place)? {
        Some(precision) => precision,
        None => sketch.fetch().view()?.precision(),
    }
    .into())
}

fn hll_info(sketch: Raw<'_, Hll>) -> SqlResult<Row<8>> {
    let info = sketch.read()?.info();
    Ok(Row([
        column(i32::from(info.format_version)),
        column(i32::from(info.precision)),
        column(info.domain.map(|domain| domain.to_string())),
        column(info.form),
        column(info.bytes),
        column(info.occupied),
        column(info.cardinality),
        column(info.relative_error),
    ]))
}
