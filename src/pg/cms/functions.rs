//! The input functions of `cms`, and the functions on one or two sketches, but for those that count a value.

use crate::cms::info::Info;
use crate::cms::stored::Front;
use crate::cms::view::View;
use crate::cms::{self, Cms, Shape, codec};
use crate::error::Result;
use crate::hash::SketchHash;
use crate::pg::boundary::argument::{Place, Raw, Unfetched};
use crate::pg::boundary::buffer::Varlena;
use crate::pg::boundary::error::SqlResult;
use crate::pg::boundary::function::sql_functions;
use crate::pg::boundary::row::{Row, column};
use crate::pg::hash::sketch_item::Literal;
use crate::pg::sketch::input::{Input, Typmod, from_bytea, input, receive};
use crate::pg::sketch::value::encoded;
use crate::pg::sketch::weight;
use crate::sketch::Sketch;
use std::borrow::Cow;

sql_functions! {
    cms_in = input::<Cms>,
    cms_recv = receive::<Cms>,
    cms_bytea = from_bytea::<Cms>,
    cms_empty,
    cms_size,
    cms_add = add::<SketchHash>,
    cms_add_literal = add::<Literal>,
    cms_add_weight = add_weight::<SketchHash, i64>,
    cms_add_weight_literal = add_weight::<Literal, i64>,
    cms_add_weight_literal_int4 = add_weight::<Literal, i32>,
    cms_merge,
    cms_subtract,
    cms_total,
    cms_info,
}

impl Input for Cms {
    const MAX_STORED_LEN: usize = cms::MAX_STORED_LEN;

    fn accept(bytes: &[u8], _: Typmod) -> Result<Cow<'_, [u8]>> {
        codec::check(bytes)?;
        Ok(bytes.into())
    }
}

fn cms_empty(epsilon: f64, delta: f64) -> SqlResult<Varlena> {
    Ok(encoded(&Cms::new(Shape::new(epsilon, delta)?)))
}

fn cms_size(epsilon: f64, delta: f64) -> SqlResult<i64> {
    Ok(cms::size(Shape::new(epsilon, delta)?) as i64)
}

fn add<V: Into<SketchHash>>(sketch: Raw<'_, Cms>, value: V) -> SqlResult<Varlena> {
    add_weight(sketch, value, 1i64)
}

fn add_weight<V: Into<SketchHash>, W: Into<i64>>(
    sketch: Raw<'_, Cms>,
    value: V,
    weight: W,
) -> SqlResult<Varlena> {
    let mut sum = sketch.read()?;
    sum.add((value.into(), weight::check(weight.into())?))?;
    Ok(sketch.changed_to(sum.encode()))
}

fn cms_merge(left: Raw<'_, Cms>, right: Raw<'_, Cms>) -> SqlResult<Varlena> {
    let mut sum = left.read()?;
    sum.merge_view(&View::read(right.bytes())?)?;
    Ok(left.changed_to(sum.encode()))
}

fn cms_subtract(left: Raw<'_, Cms>, right: Raw<'_, Cms>) -> SqlResult<Varlena> {
    let mut difference = left.read()?;
    difference.subtract_view(&View::read(right.bytes())?)?;
    Ok(left.changed_to(difference.encode()))
}

fn cms_total(sketch: Unfetched<'_, Cms>) -> SqlResult<i64> {
    if let Place::OutOfLine(stored) = &sketch.place
        && !stored.is_compressed()
    {
        return Ok(Front::read(stored.slice(0, Front::LEN).bytes())?.0.total as i64);
    }
    Ok(View::read(sketch.fetch().bytes())?.total() as i64)
}

fn cms_info(sketch: Raw<'_, Cms>) -> SqlResult<Row<9>> {
    let bytes = match Cms::is_encoded(sketch.bytes()) {
        true => Cow::Borrowed(sketch.bytes()),
        false => sketch.read()?.encode().into(),
    };
    let info = Info::of(&bytes)?;
    Ok(Row([
        column(i32::from(info.format_version)),
        column(info.shape.width as i32),
        column(i32::from(info.shape.depth)),
        column(info.shape.epsilon()),
        column(info.shape.delta()),
        column(info.domain.map(|domain| domain.to_string())),
        column(info.form),
        column(info.bytes as i64),
        column(info.total as i64),
    ]))
}
