//! The aggregates over `hll` on window frames that slide, in the moving-aggregate mode of Postgres: rows
//! join by a transition function and leave by its inverse, the oldest first.
//!
//! The transition value is an `internal`, a [`Window`] in the aggregate's memory context. It goes with that
//! context, without being dropped, as does the result for the current row. A row that is NULL neither
//! joins nor leaves.

use super::call::{Call, pg_function_v1};
use super::datum::{FromSql, IntoSql, Later, Untouched};
use super::error::{SqlResult, check_interrupts, not_in_an_aggregate};
use super::expanded::Expanded;
use super::hll;
use super::memory::{Palloc, in_context};
use super::processor::vectorized;
use super::varlena::{Memory, Raw, Varlena};
use crate::error::{Error, Result};
use crate::hash::SketchHash;
use crate::hll::state::State;
use crate::hll::window::Window;
use crate::hll::{DEFAULT_PRECISION, Hll, check_precision, check_precision_unchanged};
use crate::sketch::Buffer;
use pgrx::pg_sys;
use std::ptr::NonNull;

/// What the aggregate keeps.
struct Kept {
    window: Window<Palloc>,
    /// The result for the row before.
    result: Option<Expanded>,
}

/// The transition value.
struct Moving(NonNull<Kept>);

impl FromSql<'_> for Moving {
    /// `internal`, as these aggregates have it.
    unsafe fn from_sql(datum: pg_sys::Datum) -> Moving {
        // SAFETY: the datum is what a transition function returned, which is not null.
        Moving(unsafe { NonNull::new_unchecked(datum.cast_mut_ptr()) })
    }
}

impl IntoSql for Moving {
    fn into_sql(self, _: pg_sys::FunctionCallInfo) -> pg_sys::Datum {
        pg_sys::Datum::from(self.0.as_ptr())
    }
}

impl Moving {
    /// One in the current memory context.
    fn new(precision: u8) -> Result<Moving> {
        let kept = Kept { window: Window::new(precision)?, result: None };
        // SAFETY: palloc returns so many bytes, aligned for pointers, or raises an error.
        unsafe {
            let place = pg_sys::palloc(size_of::<Kept>()).cast::<Kept>();
            place.write(kept);
            Ok(Moving(NonNull::new_unchecked(place)))
        }
    }

    fn kept(&mut self) -> &mut Kept {
        // SAFETY: it lives as long as the aggregate, which alone has it and makes one call at a time;
        // a call takes its argument once.
        unsafe { self.0.as_mut() }
    }
}

/// Lets a row join or leave, which the body does in the aggregate's memory; a window of that precision is
/// made for the first row.
#[inline(always)]
fn step(
    call: Call<'_>,
    moving: Option<Moving>,
    precision: u8,
    body: impl FnOnce(&mut Window<Palloc>) -> Result<()>,
) -> SqlResult<Option<Moving>> {
    let context = call.aggregate_context().ok_or_else(not_in_an_aggregate)?;
    let step = || {
        let mut moving = moving.map_or_else(|| Moving::new(precision), Ok)?;
        let window = &mut moving.kept().window;
        vectorized(
            #[inline(always)]
            || body(window),
        )?;
        Ok(Some(moving))
    };
    // SAFETY: the aggregate's context lives as long as its transition value.
    unsafe { in_context(context, step) }
}

pg_function_v1! {
    pg_finfo_pg_sketch_hll_add_moving,
    fn pg_sketch_hll_add_moving(
        call: Call<'_>,
        moving: Option<Moving>,
        value: Option<SketchHash>,
    ) -> Moving {
        call.guarded(|| add(call, moving, value, DEFAULT_PRECISION))
    }
}

pg_function_v1! {
    pg_finfo_pg_sketch_hll_add_precision_moving,
    fn pg_sketch_hll_add_precision_moving(
        call: Call<'_>,
        moving: Option<Moving>,
        value: Option<SketchHash>,
        precision: Option<i64>,
    ) -> Moving {
        call.guarded(|| {
            let precision = precision.ok_or(Error::null("precision"))?;
            add(call, moving, value, check_precision(precision)?)
        })
    }
}

fn add(
    call: Call<'_>,
    moving: Option<Moving>,
    value: Option<SketchHash>,
    precision: u8,
) -> SqlResult<Option<Moving>> {
    step(call, moving, precision, |window| {
        check_precision_unchanged(window.precision(), precision)?;
        value.map_or(Ok(()), |value| window.add_value(value))
    })
}

pg_function_v1! {
    pg_finfo_pg_sketch_hll_union_moving,
    fn pg_sketch_hll_union_moving(
        call: Call<'_>,
        moving: Option<Moving>,
        sketch: Option<Later<Raw<'_, Hll>>>,
    ) -> Moving {
        call.guarded(|| {
            let sketch = sketch.map(Later::take);
            step(
                call,
                moving,
                DEFAULT_PRECISION,
                #[inline(always)]
                |window| match &sketch {
                    Some(sketch) => window.add_sketch(sketch.bytes()),
                    None => Ok(()),
                },
            )
        })
    }
}

pg_function_v1! {
    pg_finfo_pg_sketch_hll_moving_inverse,
    fn pg_sketch_hll_moving_inverse(
        call: Call<'_>,
        moving: Option<Moving>,
        left: Option<Untouched>,
    ) -> Moving {
        call.guarded(|| leave(call, moving, left))
    }
}

pg_function_v1! {
    pg_finfo_pg_sketch_hll_precision_moving_inverse,
    fn pg_sketch_hll_precision_moving_inverse(
        call: Call<'_>,
        moving: Option<Moving>,
        left: Option<Untouched>,
        _precision: Option<Untouched>,
    ) -> Moving {
        call.guarded(|| leave(call, moving, left))
    }
}

fn leave(
    call: Call<'_>,
    moving: Option<Moving>,
    left: Option<Untouched>,
) -> SqlResult<Option<Moving>> {
    step(
        call,
        moving,
        DEFAULT_PRECISION,
        #[inline(always)]
        |window| match left {
            Some(Untouched) => window.remove_oldest(check_interrupts),
            None => Ok(()),
        },
    )
}

fn union(window: &Window<Palloc>) -> Result<State<Memory>> {
    vectorized(
        #[inline(always)]
        || window.union(),
    )
}

pg_function_v1! {
    pg_finfo_pg_sketch_hll_moving_final,
    fn pg_sketch_hll_moving_final(call: Call<'_>, moving: Option<Moving>) -> Varlena {
        call.guarded(|| {
            let Some(mut moving) = moving else {
                return Ok(Some(hll::result(State::default())));
            };
            let Kept { window, result } = moving.kept();
            let context = call.aggregate_context().ok_or_else(not_in_an_aggregate)?;
            // Made in the caller's memory, which takes what is left on the way.
            let union = union(window)?.into_buffer();
            // SAFETY: the aggregate's context lives as long as its transition value. Whoever asks for the
            // result of a row is done with that of the row before.
            unsafe {
                if let Some(last) = result.take() {
                    last.free();
                }
                let shared = || Expanded::shared(Memory::copy_of(union.as_ref()), hll::canonical);
                Ok(Some(result.insert(in_context(context, shared)).pointer()))
            }
        })
    }
}

pg_function_v1! {
    pg_finfo_pg_sketch_hll_moving_count_final,
    fn pg_sketch_hll_moving_count_final(call: Call<'_>, moving: Option<Moving>) -> i64 {
        call.guarded(|| match moving {
            Some(mut moving) => {
                let union = union(&moving.kept().window)?;
                let count = vectorized(
                    #[inline(always)]
                    || union.cardinality(),
                );
                Ok(Some(count as i64))
            }
            None => Ok(Some(0)),
        })
    }
}
