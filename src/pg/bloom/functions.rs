//! The input functions of `bloom`, and the functions on one or two filters, except `bloom_contains`.

use super::value::without_pending;
use crate::bloom::head::FIRST_SLICE;
use crate::bloom::info::Info;
use crate::bloom::state::State;
use crate::bloom::view::View;
use crate::bloom::{self, Bloom, codec};
use crate::error::Result;
use crate::hash::SketchHash;
use crate::pg::boundary::argument::{Place, Raw, Unfetched};
use crate::pg::boundary::buffer::{Memory, Varlena};
use crate::pg::boundary::error::SqlResult;
use crate::pg::boundary::function::sql_functions;
use crate::pg::boundary::row::{Row, column};
use crate::pg::hash::sketch_item::Literal;
use crate::pg::sketch::input::{Input, Typmod, from_bytea, input, receive};
use crate::pg::sketch::value::encoded;
use crate::sketch::Sketch;
use std::borrow::Cow;

sql_functions! {
    bloom_in = input::<Bloom>,
    bloom_recv = receive::<Bloom>,
    bloom_bytea = from_bytea::<Bloom>,
    bloom_empty,
    bloom_size,
    bloom_add = add::<SketchHash>,
    bloom_add_literal = add::<Literal>,
    bloom_union,
    bloom_cardinality,
    bloom_info,
}

impl Input for Bloom {
    const MAX_STORED_LEN: usize = bloom::MAX_STORED_LEN;

    fn accept(bytes: &[u8], _: Typmod) -> Result<Cow<'_, [u8]>> {
        codec::check(bytes)?;
        Ok(bytes.into())
    }
}

fn bloom_empty(capacity: i64, rate: f64) -> SqlResult<Varlena> {
    let (capacity, rate) = (bloom::check_capacity(capacity)?, bloom::check_rate(rate)?);
    Ok(encoded(&Bloom::new(capacity, rate)?))
}

fn bloom_size(capacity: i64, rate: f64) -> SqlResult<i64> {
    let (capacity, rate) = (bloom::check_capacity(capacity)?, bloom::check_rate(rate)?);
    Ok(bloom::size(capacity, rate)? as i64)
}

fn add<V: Into<SketchHash>>(filter: Raw<'_, Bloom>, value: V) -> SqlResult<Varlena> {
    let hash = value.into();
    if Bloom::is_encoded(filter.bytes()) && View::read(filter.bytes())?.contains(hash)? {
        return Ok(filter.unchanged());
    }
    let mut sum = without_pending(filter.bytes())?.into_state()?;
    sum.add(hash)?;
    changed(filter, sum)
}

fn bloom_union(left: Raw<'_, Bloom>, right: Raw<'_, Bloom>) -> SqlResult<Varlena> {
    let mut union = without_pending(left.bytes())?.into_state()?;
    union.merge_view(&without_pending(right.bytes())?.view()?)?;
    changed(left, union)
}

/// The result of a function that changed a filter. A filter may be large, so it is not copied again.
fn changed(filter: Raw<'_, Bloom>, result: State<Memory>) -> SqlResult<Varlena> {
    match result.is_filter() {
        true => Ok(filter.changed_to(result.into_buffer())),
        false => Ok(filter.changed_to(codec::encode::<Memory>(&result.view()?)?)),
    }
}

/// What is known of a filter. Mostly the start of it is enough to read.
pub fn info(filter: Unfetched<'_, Bloom>) -> SqlResult<Info> {
    if let Place::OutOfLine(stored) = &filter.place
        && !stored.is_compressed()
    {
        let start = stored.slice(0, FIRST_SLICE);
        if let Some(info) = Info::from_start(start.bytes(), stored.pointer().len())? {
            return Ok(info);
        }
    }
    Ok(without_pending(filter.fetch().bytes())?.view()?.info())
}

fn bloom_cardinality(filter: Unfetched<'_, Bloom>) -> SqlResult<Option<f64>> {
    Ok(info(filter)?.cardinality)
}

fn bloom_info(filter: Unfetched<'_, Bloom>) -> SqlResult<Row<12>> {
    let info = info(filter)?;
    Ok(Row([
        column(i32::from(info.format_version)),
        column(info.domain.map(|domain| domain.to_string())),
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
    ]))
}
