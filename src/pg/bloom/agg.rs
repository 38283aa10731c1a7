//! The support functions of the aggregates over `bloom`.

use crate::bloom::state::{self, State};
use crate::bloom::stored::{self, View};
use crate::bloom::{self, Bloom, DEFAULT_RATE};
use crate::bytes::kind;
use crate::error::{Error, Result};
use crate::hash::SketchHash;
use crate::pg::boundary::buffer::{Memory, Varlena};
use crate::pg::boundary::call::{Call, Returned};
use crate::pg::boundary::function::sql_functions;
use crate::pg::sketch::aggregate::{Aggregate, Passed, Transition, add, add_with, finish, union};

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
    add_with(call, state, value, Size { capacity, rate: Some(DEFAULT_RATE) })
}

fn bloom_add_trans_capacity_rate(
    call: Call<'_>,
    state: Option<Transition<Bloom>>,
    value: Option<SketchHash>,
    capacity: Option<i64>,
    rate: Option<f64>,
) -> Returned<Transition<Bloom>> {
    add_with(call, state, value, Size { capacity, rate })
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
            (Some(capacity), Some(rate)) => state::has_parameters(state, capacity, rate),
            _ => false,
        }
    }

    fn checked(self) -> Result<Option<(u64, f64)>> {
        let capacity = self.capacity.ok_or(Error::NullParameter { parameter: "capacity" })?;
        let rate = self.rate.ok_or(Error::NullParameter { parameter: "fpr" })?;
        Ok(Some((bloom::check_capacity(capacity)?, bloom::check_rate(rate)?)))
    }
}

impl Aggregate for Bloom {
    type State = State<Memory>;
    type Parameters = (u64, f64);

    #[inline]
    fn add_in_place(bytes: &mut [u8], hash: SketchHash) -> bool {
        state::add_in_place(bytes, hash)
    }

    fn is_state(bytes: &[u8]) -> bool {
        matches!(bytes, [kind::BLOOM_TABLE, ..] | [kind::BLOOM, _, 1..=u8::MAX, ..])
    }

    fn start(parameters: Option<(u64, f64)>) -> Result<State<Memory>> {
        match parameters {
            Some((capacity, rate)) => State::new(capacity, rate),
            None => Ok(State::unsized_with(DEFAULT_RATE)),
        }
    }

    fn check_unchanged(state: &State<Memory>, (capacity, rate): (u64, f64)) -> Result<()> {
        state.check_unchanged(capacity, rate)
    }

    fn resume(memory: Memory) -> Result<State<Memory>> {
        Ok(State::resume(memory))
    }

    fn copy(bytes: &[u8]) -> Result<State<Memory>> {
        State::from_view(&View::read(bytes)?)
    }

    fn add(state: &mut State<Memory>, hash: SketchHash) -> Result<()> {
        state.add(hash)
    }

    fn merge(state: &mut State<Memory>, bytes: &[u8]) -> Result<()> {
        state.merge_view(&View::read(bytes)?)
    }

    fn into_memory(state: State<Memory>) -> Memory {
        state.into_buffer()
    }

    fn result(bytes: &[u8]) -> Result<Varlena> {
        Ok(stored::encode(&View::read(bytes)?)?.into())
    }
}
