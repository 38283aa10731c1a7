//! The support functions of the aggregates over `hll`.

use super::call::{Call, pg_function_v1};
use super::datum::{Sql, Untouched};
use super::error::SqlResult;
use super::hll::{canonical, cardinality, result};
use super::memory::Palloc;
use super::moving::{self, Moving};
use super::processor::vectorized;
use super::state::{AtWork, Transition, resume, union};
use super::varlena::{Memory, Raw, Varlena};
use crate::bytes::kind;
use crate::error::{Error, Result};
use crate::hash::SketchHash;
use crate::hll::state::State;
use crate::hll::view::View;
use crate::hll::window::Window;
use crate::hll::{self, Hll, layout};
use pgrx::prelude::*;

pg_function_v1!(pg_finfo_pg_sketch_hll_add_trans, pg_sketch_hll_add_trans, |call| {
    let (state, value) = (call.argument::<Transition<Hll>>(0), call.argument::<SketchHash>(1));
    match (state, value) {
        (Some(state), None) if call.is_in_aggregate() => call.value(state),
        (Some(state), Some(value)) if call.is_in_aggregate() && state.add_in_place(value) => {
            call.value(state)
        }
        _ => call.guarded(|| add(call, value, None)),
    }
});

pg_function_v1!(
    pg_finfo_pg_sketch_hll_add_precision_trans,
    pg_sketch_hll_add_precision_trans,
    |call| {
        let (state, value) = (call.argument::<Transition<Hll>>(0), call.argument::<SketchHash>(1));
        let precision = call.argument::<i32>(2);
        match (state, value, precision) {
            (Some(state), Some(value), Some(precision))
                if call.is_in_aggregate()
                    && state.is(|bytes| layout::has_precision(bytes, precision))
                    && state.add_in_place(value) =>
            {
                call.value(state)
            }
            _ => call.guarded(|| {
                let precision = precision.ok_or(Error::NullParameter { parameter: "precision" })?;
                add(call, value, Some(hll::check_precision(precision)?))
            }),
        }
    }
);

pg_function_v1!(pg_finfo_pg_sketch_hll_union_trans, pg_sketch_hll_union_trans, union::<Hll>);

fn add(
    call: Call<'_>,
    value: Option<SketchHash>,
    precision: Option<u8>,
) -> SqlResult<Option<Memory>> {
    let state = resume::<Hll>(call)?;
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
    Ok(Some(state.into_buffer()))
}

impl AtWork for Hll {
    type State = State<Memory>;

    #[inline]
    fn add_in_place(bytes: &mut [u8], hash: SketchHash) -> bool {
        layout::add_in_place(bytes, hash)
    }

    fn is_at_work(bytes: &[u8]) -> bool {
        bytes.first() == Some(&kind::HLL_STATE)
    }

    fn resume(memory: Memory) -> Result<State<Memory>> {
        State::resume(memory)
    }

    fn copy(bytes: &[u8]) -> Result<State<Memory>> {
        let sketch = View::read(bytes)?;
        vectorized(
            #[inline(always)]
            || sketch.to_state(),
        )
    }

    fn merge(state: &mut State<Memory>, bytes: &[u8]) -> Result<()> {
        let sketch = View::read(bytes)?;
        vectorized(
            #[inline(always)]
            || state.merge_view(&sketch),
        )
    }

    fn into_memory(state: State<Memory>) -> Memory {
        state.into_buffer()
    }
}

pg_function_v1!(pg_finfo_pg_sketch_hll_add_moving, pg_sketch_hll_add_moving, |call| {
    call.guarded(|| join(call, call.argument::<SketchHash>(1), None))
});

pg_function_v1!(
    pg_finfo_pg_sketch_hll_add_precision_moving,
    pg_sketch_hll_add_precision_moving,
    |call| {
        call.guarded(|| {
            let precision = call.argument::<i32>(2);
            let precision = precision.ok_or(Error::NullParameter { parameter: "precision" })?;
            join(call, call.argument::<SketchHash>(1), Some(hll::check_precision(precision)?))
        })
    }
);

fn join(
    call: Call<'_>,
    value: Option<SketchHash>,
    precision: Option<u8>,
) -> SqlResult<Option<Moving<'_>>> {
    let window = || Window::new(precision.unwrap_or(hll::DEFAULT_PRECISION));
    moving::step(call, window, |window| {
        precision.map_or(Ok(()), |precision| window.check_precision_unchanged(precision))?;
        value.map_or(Ok(()), |value| window.add_value(value))
    })
}

pg_function_v1!(pg_finfo_pg_sketch_hll_union_moving, pg_sketch_hll_union_moving, |call| {
    call.guarded(|| {
        let sketch = call.argument::<Raw<'_, Hll>>(1);
        moving::step(
            call,
            new_window,
            #[inline(always)]
            |window| match &sketch {
                Some(sketch) => window.add_sketch(sketch.bytes()),
                None => Ok(()),
            },
        )
    })
});

pg_function_v1!(pg_finfo_pg_sketch_hll_moving_inverse, pg_sketch_hll_moving_inverse, |call| {
    call.guarded(|| {
        let was_there = call.argument::<Untouched>(1).is_some();
        moving::step(
            call,
            new_window,
            #[inline(always)]
            |window| match was_there {
                true => window.remove_oldest(),
                false => Ok(()),
            },
        )
    })
});

fn new_window() -> Result<Window<Palloc>> {
    Window::new(hll::DEFAULT_PRECISION)
}

#[pg_extern(sql = false)]
fn hll_final(state: Option<Sql<Raw<'_, Hll>>>) -> SqlResult<Sql<Varlena>> {
    match state {
        Some(state) => Ok(result(state.0.view()?.to_state()?)),
        None => Ok(result(State::default())),
    }
}

#[pg_extern(sql = false)]
fn hll_count_final(state: Option<Sql<Raw<'_, Hll>>>) -> SqlResult<i64> {
    match state {
        Some(state) => Ok(cardinality(&state.0)? as i64),
        None => Ok(0),
    }
}

pg_function_v1!(pg_finfo_pg_sketch_hll_moving_final, pg_sketch_hll_moving_final, |call| {
    call.guarded(|| match moving::result(call, canonical)? {
        Some(result) => Ok(Some(result)),
        None => Ok(Some(result(State::default()).0)),
    })
});

pg_function_v1!(
    pg_finfo_pg_sketch_hll_moving_count_final,
    pg_sketch_hll_moving_count_final,
    |call| {
        call.guarded(|| {
            let union = moving::union(call)?;
            let count = union.map_or(
                0.0,
                #[inline(always)]
                |union| {
                    vectorized(
                        #[inline(always)]
                        || union.cardinality(),
                    )
                },
            );
            Ok(Some(count as i64))
        })
    }
);
