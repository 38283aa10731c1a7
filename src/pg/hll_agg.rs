//! The support functions of the aggregates over `hll`.

use super::call::{Call, pg_function_v1};
use super::datum::{Later, Sql};
use super::error::SqlResult;
use super::hll;
use super::state::{Transition, resume, union};
use super::varlena::{Raw, Varlena};
use crate::error::Error;
use crate::hash::SketchHash;
use crate::hll::state::State;
use crate::hll::{DEFAULT_PRECISION, Hll, check_precision, check_precision_unchanged, layout};
use pgrx::prelude::*;

pg_function_v1! {
    pg_finfo_pg_sketch_hll_add_trans,
    fn pg_sketch_hll_add_trans(
        call: Call<'_>,
        state: Option<Transition<Hll>>,
        value: Option<SketchHash>,
    ) -> Transition<Hll> {
        match (state, value) {
            (Some(state), None) if call.is_in_aggregate() => call.value(state),
            (Some(state), Some(value)) if call.is_in_aggregate() && state.add_in_place(call, value) => {
                call.value(state)
            }
            _ => call.guarded(|| add(call, state, value, None)),
        }
    }
}

pg_function_v1! {
    pg_finfo_pg_sketch_hll_add_precision_trans,
    fn pg_sketch_hll_add_precision_trans(
        call: Call<'_>,
        state: Option<Transition<Hll>>,
        value: Option<SketchHash>,
        precision: Option<i64>,
    ) -> Transition<Hll> {
        match (state, value, precision) {
            (Some(state), Some(value), Some(precision))
                if call.is_in_aggregate()
                    && state.is(|bytes| layout::has_precision(bytes, precision))
                    && state.add_in_place(call, value) =>
            {
                call.value(state)
            }
            _ => call.guarded(|| {
                let precision = precision.ok_or(Error::null("precision"))?;
                add(call, state, value, Some(check_precision(precision)?))
            }),
        }
    }
}

pg_function_v1! {
    pg_finfo_pg_sketch_hll_union_trans,
    fn pg_sketch_hll_union_trans(
        call: Call<'_>,
        state: Option<Transition<Hll>>,
        other: Option<Later<Raw<'_, Hll>>>,
    ) -> Transition<Hll> {
        union(call, state, other)
    }
}

fn add(
    call: Call<'_>,
    state: Option<Transition<Hll>>,
    value: Option<SketchHash>,
    precision: Option<u8>,
) -> SqlResult<Option<Transition<Hll>>> {
    let state = resume(call, state)?;
    if let (Some(state), Some(precision)) = (&state, precision) {
        check_precision_unchanged(state.precision(), precision)?;
    }
    let mut state = match state {
        Some(state) => state,
        None => State::new(precision.unwrap_or(DEFAULT_PRECISION))?,
    };
    if let Some(value) = value {
        state.add(value)?;
    }
    Ok(Some(state.into_buffer().into()))
}

#[pg_extern(sql = false)]
fn hll_final(state: Option<Sql<Raw<'_, Hll>>>) -> SqlResult<Sql<Varlena>> {
    match state {
        Some(state) => Ok(Sql(hll::result(hll::copy(&state.0.view()?)?))),
        None => Ok(Sql(hll::result(State::default()))),
    }
}

#[pg_extern(sql = false)]
fn hll_count_final(state: Option<Sql<Raw<'_, Hll>>>) -> SqlResult<i64> {
    match state {
        Some(state) => Ok(hll::cardinality(&state.0.view()?)? as i64),
        None => Ok(0),
    }
}
