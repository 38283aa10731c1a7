//! The support functions of the aggregates over `hll`.

use super::datum::{Raw, Sql, Varlena, sketch};
use super::error::SqlResult;
use super::state::{Memory, Transition, check_in_aggregate};
use crate::error::Error;
use crate::hash::SketchHash;
use crate::hll::state::State;
use crate::hll::stored::Stored;
use crate::hll::{self, Hll};
use crate::sketch::Sketch;
use pgrx::pg_sys;
use pgrx::prelude::*;

#[pg_extern(sql = false)]
fn hll_add_trans(
    state: Option<Sql<Transition>>,
    value: Option<Sql<SketchHash>>,
    fcinfo: pg_sys::FunctionCallInfo,
) -> SqlResult<Option<Sql<State<Memory>>>> {
    check_in_aggregate(fcinfo)?;
    let state = state.map(|state| state.0.resume()).transpose()?;
    add(state, value, || Ok(State::default()))
}

#[pg_extern(sql = false)]
fn hll_add_precision_trans(
    state: Option<Sql<Transition>>,
    value: Option<Sql<SketchHash>>,
    precision: Option<i32>,
    fcinfo: pg_sys::FunctionCallInfo,
) -> SqlResult<Option<Sql<State<Memory>>>> {
    check_in_aggregate(fcinfo)?;
    let precision = precision.ok_or(Error::NullParameter { parameter: "precision" })?;
    let precision = hll::check_precision(precision)?;
    let state = state.map(|state| state.0.resume()).transpose()?;
    if let Some(state) = &state {
        state.check_precision_unchanged(precision)?;
    }
    add(state, value, || Ok(State::new(precision)?))
}

#[inline]
fn add(
    state: Option<State<Memory>>,
    value: Option<Sql<SketchHash>>,
    first: impl FnOnce() -> SqlResult<State<Memory>>,
) -> SqlResult<Option<Sql<State<Memory>>>> {
    let Some(value) = value else {
        return Ok(state.map(Sql));
    };
    let mut state = match state {
        Some(state) => state,
        None => first()?,
    };
    state.add(value.0)?;
    Ok(Some(Sql(state)))
}

/// Also the combine function: a state of another process arrives as a sketch at work.
#[pg_extern(sql = false)]
fn hll_union_trans(
    state: Option<Sql<Transition>>,
    other: Option<Sql<Raw<'_, Hll>>>,
    fcinfo: pg_sys::FunctionCallInfo,
) -> SqlResult<Option<Sql<State<Memory>>>> {
    check_in_aggregate(fcinfo)?;
    let state = state.map(|state| state.0.resume()).transpose()?;
    let Some(other) = other else {
        return Ok(state.map(Sql));
    };
    let bytes = other.0.bytes();
    let union = match (state, Hll::is_canonical(bytes)) {
        (Some(mut state), true) => {
            state.merge_stored(&Stored::read(bytes)?)?;
            state
        }
        (None, true) => State::from_stored(&Stored::read(bytes)?)?,
        (state, false) => {
            let mut state = state.unwrap_or_default();
            state.merge(&other.0.read()?)?;
            state
        }
    };
    Ok(Some(Sql(union)))
}

#[pg_extern(sql = false)]
fn hll_final(state: Option<Sql<Raw<'_, Hll>>>) -> SqlResult<Sql<Varlena>> {
    match state {
        Some(state) => Ok(sketch(&state.0.read()?)),
        None => Ok(sketch(&Hll::default())),
    }
}

#[pg_extern(sql = false)]
fn hll_count_final(state: Option<Sql<Raw<'_, Hll>>>) -> SqlResult<i64> {
    match state {
        Some(state) => Ok(state.0.read()?.cardinality() as i64),
        None => Ok(0),
    }
}
