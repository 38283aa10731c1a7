//! The support functions of the aggregates over `bloom`.

use super::call::{Call, Returned, pg_function_v1};
use super::datum::{Later, Sql};
use super::error::SqlResult;
use super::state::{AtWork, Transition, resume, union};
use super::varlena::{Memory, Raw, Varlena, sketch};
use crate::bloom::state::{self, State};
use crate::bloom::stored::{self, View};
use crate::bloom::{self, Bloom, DEFAULT_RATE};
use crate::bytes::kind;
use crate::error::{Error, Result};
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
                && state.is(|bytes| state::has_parameters(bytes, capacity, rate))
                && value.is_none_or(|value| state.add_in_place(call, value)) =>
        {
            call.value(state)
        }
        _ => call.guarded(|| {
            let capacity = capacity.ok_or(Error::NullParameter { parameter: "capacity" })?;
            let rate = rate.ok_or(Error::NullParameter { parameter: "fpr" })?;
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
    Ok(Some(state.into_buffer().into()))
}

impl AtWork for Bloom {
    type State = State<Memory>;

    #[inline]
    fn add_in_place(bytes: &mut [u8], hash: SketchHash) -> bool {
        state::add_in_place(bytes, hash)
    }

    #[inline]
    fn add_later(bytes: &mut [u8], hash: SketchHash) -> bool {
        state::add_in_place(bytes, hash)
    }

    fn is_at_work(bytes: &[u8]) -> bool {
        matches!(bytes, [kind::BLOOM_TABLE, ..] | [kind::BLOOM, _, 1..=u8::MAX, ..])
    }

    fn resume(memory: Memory) -> Result<State<Memory>> {
        Ok(State::resume(memory))
    }

    fn copy(bytes: &[u8]) -> Result<State<Memory>> {
        State::from_view(&View::read(bytes)?)
    }

    fn merge(state: &mut State<Memory>, bytes: &[u8]) -> Result<()> {
        state.merge_view(&View::read(bytes)?)
    }

    fn into_memory(state: State<Memory>) -> Memory {
        state.into_buffer()
    }
}

/// A state that is a filter is returned as it is: it may be large.
#[pg_extern(sql = false)]
fn bloom_final(state: Option<Sql<Raw<'_, Bloom>>>) -> SqlResult<Sql<Varlena>> {
    match state {
        Some(state) if Bloom::is_canonical(state.0.bytes()) => Ok(state.0.unchanged()),
        Some(state) => Ok(Sql(stored::encode(&View::read(state.0.bytes())?)?.into())),
        None => Ok(sketch(&Bloom::unsized_with(DEFAULT_RATE))),
    }
}
