//! The support functions of the aggregates over `hll`.

use super::call::{Call, pg_function_v1};
use super::datum::{Raw, Sql, Varlena, sketch};
use super::error::{SqlResult, not_in_an_aggregate};
use super::state::{Memory, Transition};
use crate::error::{Error, Result};
use crate::hash::SketchHash;
use crate::hll::state::State;
use crate::hll::stored::Stored;
use crate::hll::{self, Hll};
use crate::sketch::Sketch;
use pgrx::prelude::*;

pg_function_v1!(pg_finfo_pg_sketch_hll_add_trans, pg_sketch_hll_add_trans, |call| {
    let (state, value) = (call.argument::<Transition>(0), call.argument::<SketchHash>(1));
    match (state, value) {
        (Some(state), None) if call.is_in_aggregate() => call.value(state),
        (Some(state), Some(value)) if call.is_in_aggregate() && state.add_in_place(value) => {
            call.value(state)
        }
        _ => call.guarded(|| add(call, state, value, None)),
    }
});

pg_function_v1!(
    pg_finfo_pg_sketch_hll_add_precision_trans,
    pg_sketch_hll_add_precision_trans,
    |call| {
        let (state, value) = (call.argument::<Transition>(0), call.argument::<SketchHash>(1));
        let precision = call.argument::<i32>(2);
        match (state, value, precision) {
            (Some(state), Some(value), Some(precision))
                if call.is_in_aggregate()
                    && state.has_precision(precision)
                    && state.add_in_place(value) =>
            {
                call.value(state)
            }
            _ => call.guarded(|| {
                let precision = precision.ok_or(Error::NullParameter { parameter: "precision" })?;
                add(call, state, value, Some(hll::check_precision(precision)?))
            }),
        }
    }
);

// Also the combine function: the state of another process arrives as a sketch at work.
pg_function_v1!(pg_finfo_pg_sketch_hll_union_trans, pg_sketch_hll_union_trans, |call| {
    call.guarded(|| {
        let state = resume(call, call.argument(0))?;
        match call.argument::<Raw<'_, Hll>>(1) {
            Some(other) => union(state, &other).map(Some),
            None => Ok(state),
        }
    })
});

fn add(
    call: Call<'_>,
    state: Option<Transition>,
    value: Option<SketchHash>,
    precision: Option<u8>,
) -> SqlResult<Option<State<Memory>>> {
    let state = resume(call, state)?;
    if let (Some(state), Some(precision)) = (&state, precision) {
        state.check_precision_unchanged(precision)?;
    }
    let mut state = match state {
        Some(state) => state,
        None => State::new(precision.unwrap_or(hll::DEFAULT_PRECISION))?,
    };
    if let Some(value) = value {
        state.add(value)?;
    }
    Ok(Some(state))
}

fn resume(call: Call<'_>, state: Option<Transition>) -> SqlResult<Option<State<Memory>>> {
    match call.is_in_aggregate() {
        true => state.map(Transition::resume).transpose(),
        false => Err(not_in_an_aggregate()),
    }
}

fn union(state: Option<State<Memory>>, other: &Raw<'_, Hll>) -> SqlResult<State<Memory>> {
    if Hll::is_canonical(other.bytes()) {
        let other = Stored::read(other.bytes())?;
        let Some(mut state) = state else {
            return Ok(State::from_stored(&other)?);
        };
        merge_stored(&mut state, &other)?;
        return Ok(state);
    }
    let other = other.read()?;
    let mut state = match state {
        Some(state) => state,
        None => State::new(other.precision())?,
    };
    state.merge(&other)?;
    Ok(state)
}

/// Merging is most of what a union of stored sketches does beyond fetching them, and takes a fifth
/// less where the processor has the wider registers of AVX2.
fn merge_stored(state: &mut State<Memory>, other: &Stored) -> Result<()> {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") {
        #[target_feature(enable = "avx2,bmi1")]
        fn merge_with_avx2(state: &mut State<Memory>, other: &Stored) -> Result<()> {
            state.merge_stored(other)
        }
        // SAFETY: the processor has what the function was compiled for.
        return unsafe { merge_with_avx2(state, other) };
    }
    state.merge_stored(other)
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
