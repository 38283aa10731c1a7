//! The support functions of the aggregates over `bloom`.

use super::value::without_pending;
use crate::bloom::filling::{self, Complete};
use crate::bloom::{self, Bloom, DEFAULT_RATE, codec};
use crate::error::{Error, Result};
use crate::hash::SketchHash;
use crate::pg::boundary::buffer::{Memory, Varlena};
use crate::pg::boundary::call::{Call, Returned};
use crate::pg::boundary::function::sql_functions;
use crate::pg::sketch::aggregate::{Finish, Passed, Transition, add, add_with, finish, union};
use crate::sketch::Sketch;

sql_functions! {
    bloom_add_trans = add::<Bloom>,
    bloom_add_trans_capacity,
    bloom_add_trans_capacity_rate,
    bloom_union_trans = union::<Bloom>,
    bloom_final = finish::<Bloom>,
}

fn bloom_add_trans_capacity(
    call: Call<'_>,
    state: Option<Transition<Bloom>>,
    value: Option<SketchHash>,
    capacity: Option<i64>,
) -> Returned<Transition<Bloom>> {
    add_with(call, state, Ok(value), Size { capacity, rate: Some(DEFAULT_RATE) })
}

fn bloom_add_trans_capacity_rate(
    call: Call<'_>,
    state: Option<Transition<Bloom>>,
    value: Option<SketchHash>,
    capacity: Option<i64>,
    rate: Option<f64>,
) -> Returned<Transition<Bloom>> {
    add_with(call, state, Ok(value), Size { capacity, rate })
}

/// The capacity and the false-positive rate that a row passes.
#[derive(Clone, Copy)]
struct Size {
    capacity: Option<i64>,
    rate: Option<f64>,
}

impl Passed<Bloom> for Size {
    #[inline]
    fn are_those_of(self, state: &[u8]) -> bool {
        match (self.capacity, self.rate) {
            (Some(capacity), Some(rate)) => filling::has_parameters(state, capacity, rate),
            _ => false,
        }
    }

    fn checked(self) -> Result<Option<(u64, f64)>> {
        let capacity = self.capacity.ok_or_else(|| Error::null("capacity"))?;
        let rate = self.rate.ok_or_else(|| Error::null("fpr"))?;
        Ok(Some((bloom::check_capacity(capacity)?, bloom::check_rate(rate)?)))
    }
}

impl Finish for Bloom {
    /// A filter may be large, so it is not copied more often than needed.
    fn result(state: &[u8]) -> Result<Varlena> {
        Ok(match without_pending(state)? {
            Complete::Unchanged(bytes) if Bloom::is_encoded(bytes) => Varlena::new(bytes),
            Complete::Copied(state) if state.is_filter() => state.into_buffer().into(),
            other => codec::encode::<Memory>(&other.view()?)?.into(),
        })
    }
}
