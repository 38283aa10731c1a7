//! The aggregates over `hll` on window frames that slide, in the moving-aggregate mode of Postgres. A
//! transition function adds the rows that enter the frame. Its inverse removes those that leave it, the
//! oldest first. A row of NULL neither enters nor leaves.
//!
//! The transition state is an `internal`, a [`Window`] in the aggregate's memory context. So is the result
//! for the current row. Both are freed with that context, and never dropped.

use super::agg::Precision;
use super::value::{canonical, result};
use crate::error::Result;
use crate::hash::SketchHash;
use crate::hll::state::State;
use crate::hll::window::Window;
use crate::hll::{DEFAULT_PRECISION, Hll, check_precision_unchanged};
use crate::pg::boundary::argument::Raw;
use crate::pg::boundary::buffer::{Memory, Varlena};
use crate::pg::boundary::call::Call;
use crate::pg::boundary::datum::{FromSql, IntoSql, Unread};
use crate::pg::boundary::error::{SqlResult, check_interrupts, not_in_an_aggregate};
use crate::pg::boundary::expanded::Expanded;
use crate::pg::boundary::function::sql_functions;
use crate::pg::boundary::memory::{Palloc, in_context};
use crate::pg::boundary::processor::vectorized;
use crate::sketch::Buffer;
use pgrx::pg_sys;
use std::ptr::NonNull;

sql_functions! {
    hll_add_moving_trans,
    hll_add_moving_trans_precision,
    hll_union_moving_trans,
    hll_moving_inverse,
    hll_moving_inverse_precision,
    hll_moving_final,
    hll_moving_count_final,
}

/// What the aggregate has in its memory.
struct Frame {
    window: Window<Palloc>,
    /// The result for the row before.
    result: Option<Expanded>,
}

/// The transition state.
struct Moving(NonNull<Frame>);

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
        let frame = Frame { window: Window::new(precision)?, result: None };
        // SAFETY: palloc returns that many bytes, aligned for pointers, or raises an error.
        unsafe {
            let place = pg_sys::palloc(size_of::<Frame>()).cast::<Frame>();
            place.write(frame);
            Ok(Moving(NonNull::new_unchecked(place)))
        }
    }

    fn frame(&mut self) -> &mut Frame {
        // SAFETY: it lives as long as the aggregate. Only the aggregate has it, which makes one call at a
        // time, and a call takes its argument once.
        unsafe { self.0.as_mut() }
    }
}

/// Lets a row enter or leave. The body does that in the aggregate's memory. For the first row a window of
/// that precision is made.
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
        let window = &mut moving.frame().window;
        vectorized(
            #[inline(always)]
            || body(window),
        )?;
        Ok(Some(moving))
    };
    // SAFETY: the aggregate's context lives as long as its transition state.
    unsafe { in_context(context, step) }
}

fn hll_add_moving_trans(
    call: Call<'_>,
    moving: Option<Moving>,
    value: Option<SketchHash>,
) -> SqlResult<Option<Moving>> {
    add(call, moving, value, DEFAULT_PRECISION)
}

fn hll_add_moving_trans_precision(
    call: Call<'_>,
    moving: Option<Moving>,
    value: Option<SketchHash>,
    precision: Option<i64>,
) -> SqlResult<Option<Moving>> {
    add(call, moving, value, Precision(precision).valid()?)
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

fn hll_union_moving_trans(
    call: Call<'_>,
    moving: Option<Moving>,
    sketch: Option<Raw<'_, Hll>>,
) -> SqlResult<Option<Moving>> {
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
}

fn hll_moving_inverse(
    call: Call<'_>,
    moving: Option<Moving>,
    left: Option<Unread>,
) -> SqlResult<Option<Moving>> {
    step(
        call,
        moving,
        DEFAULT_PRECISION,
        #[inline(always)]
        |window| match left {
            Some(Unread) => window.remove_oldest(check_interrupts),
            None => Ok(()),
        },
    )
}

fn hll_moving_inverse_precision(
    call: Call<'_>,
    moving: Option<Moving>,
    left: Option<Unread>,
    _precision: Option<Unread>,
) -> SqlResult<Option<Moving>> {
    hll_moving_inverse(call, moving, left)
}

fn union(window: &Window<Palloc>) -> Result<State<Memory>> {
    vectorized(
        #[inline(always)]
        || window.union(),
    )
}

fn hll_moving_final(call: Call<'_>, moving: Option<Moving>) -> SqlResult<Varlena> {
    let Some(mut moving) = moving else { return Ok(result(State::default())) };
    let Frame { window, result } = moving.frame();
    let context = call.aggregate_context().ok_or_else(not_in_an_aggregate)?;
    // Made in the caller's memory, where what is left on the way is freed.
    let union = union(window)?.into_buffer();
    // SAFETY: the aggregate's context lives as long as its transition state. Whoever asks for the result of
    // a row does not use that of the row before any more.
    unsafe {
        if let Some(last) = result.take() {
            last.free();
        }
        let shared = || Expanded::shared(Memory::copy_of(union.as_ref()), canonical);
        Ok(result.insert(in_context(context, shared)).pointer())
    }
}

fn hll_moving_count_final(moving: Option<Moving>) -> SqlResult<i64> {
    match moving {
        Some(mut moving) => {
            let union = union(&moving.frame().window)?;
            let count = vectorized(
                #[inline(always)]
                || union.cardinality(),
            );
            Ok(count as i64)
        }
        None => Ok(0),
    }
}
