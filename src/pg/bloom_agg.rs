//! The support functions of the aggregates over `bloom`.

use super::bloom::settled;
use super::call::{Call, Returned, pg_function_v1};
use super::datum::{Later, Sql};
use super::error::SqlResult;
use super::state::{Transition, resume, union};
use super::varlena::{Raw, Varlena, sketch};
use crate::bloom::filling::{self, Settled};
use crate::bloom::state::State;
use crate::bloom::{self, Bloom, DEFAULT_RATE, codec};
use crate::error::Error;
use crate::hash::SketchHash;
use crate::sketch::Sketch;
use pgrx::prelude::*;

pg_function_v1! {
    pg_finfo_pg_sketch_bloom_add_trans,
    fn pg_sketch_bloom_add_trans(
        call: Call<'_>,
        state: Option<Transition<Bloom>>,
        value: Option<SketchHash>,
    ) -> Transition<Bloom> {
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
    pg_finfo_pg_sketch_bloom_add_capacity_trans,
    fn pg_sketch_bloom_add_capacity_trans(
        call: Call<'_>,
        state: Option<Transition<Bloom>>,
        value: Option<SketchHash>,
        capacity: Option<i64>,
    ) -> Transition<Bloom> {
        add_with_parameters(call, state, value, capacity, Some(DEFAULT_RATE))
    }
}

pg_function_v1! {
    pg_finfo_pg_sketch_bloom_add_capacity_rate_trans,
    fn pg_sketch_bloom_add_capacity_rate_trans(
        call: Call<'_>,
        state: Option<Transition<Bloom>>,
        value: Option<SketchHash>,
        capacity: Option<i64>,
        rate: Option<f64>,
    ) -> Transition<Bloom> {
        add_with_parameters(call, state, value, capacity, rate)
    }
}

pg_function_v1! {
    pg_finfo_pg_sketch_bloom_union_trans,
    fn pg_sketch_bloom_union_trans(
        call: Call<'_>,
        state: Option<Transition<Bloom>>,
        other: Option<Later<Raw<'_, Bloom>>>,
    ) -> Transition<Bloom> {
        union(call, state, other)
    }
}

/// One row of an aggregate that was given a capacity.
#[inline]
fn add_with_parameters(
    call: Call<'_>,
    state: Option<Transition<Bloom>>,
    value: Option<SketchHash>,
    capacity: Option<i64>,
    rate: Option<f64>,
) -> Returned<Transition<Bloom>> {
    match (state, capacity, rate) {
        (Some(state), Some(capacity), Some(rate))
            if call.is_in_aggregate()
                && state.is(|bytes| filling::has_parameters(bytes, capacity, rate))
                && value.is_none_or(|value| state.add_in_place(call, value)) =>
        {
            call.value(state)
        }
        _ => call.guarded(|| {
            let capacity = capacity.ok_or(Error::null("capacity"))?;
            let rate = rate.ok_or(Error::null("fpr"))?;
            let parameters = (bloom::check_capacity(capacity)?, bloom::check_rate(rate)?);
            add(call, state, value, Some(parameters))
        }),
    }
}

fn add(
    call: Call<'_>,
    state: Option<Transition<Bloom>>,
    value: Option<SketchHash>,
    parameters: Option<(u64, f64)>,
) -> SqlResult<Option<Transition<Bloom>>> {
    let mut state = match (resume(call, state)?, parameters) {
        (Some(state), None) => state,
        (Some(state), Some((capacity, rate))) => {
            state.check_unchanged(capacity, rate)?;
            state
        }
        (None, None) => State::unsized_with(DEFAULT_RATE),
        (None, Some((capacity, rate))) => State::new(capacity, rate)?,
    };
    if let Some(value) = value {
        state.add(value)?;
    }
    Ok(Some(state.leave().into()))
}

/// A state that is a filter is copied no more often than it has to be: it may be large.
#[pg_extern(sql = false)]
fn bloom_final(state: Option<Sql<Raw<'_, Bloom>>>) -> SqlResult<Sql<Varlena>> {
    let Some(Sql(state)) = state else { return Ok(sketch(&Bloom::unsized_with(DEFAULT_RATE))) };
    if Bloom::is_encoded(state.bytes()) {
        return Ok(state.unchanged());
    }
    Ok(Sql(match settled(state.bytes())? {
        Settled::AsItWas(bytes) if Bloom::is_encoded(bytes) => Varlena::new(bytes),
        Settled::Copied(state) if state.is_filter() => state.into_buffer().into(),
        other => codec::encode(&other.view()?)?.into(),
    }))
}
