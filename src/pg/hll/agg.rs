//! The support functions of the aggregates over `hll`.

use super::value::{self, cardinality};
use crate::bytes::kind;
use crate::error::{Error, Result};
use crate::hash::SketchHash;
use crate::hll::state::State;
use crate::hll::view::View;
use crate::hll::{DEFAULT_PRECISION, Hll, check_precision, check_precision_unchanged, layout};
use crate::pg::boundary::argument::Raw;
use crate::pg::boundary::buffer::{Memory, Varlena};
use crate::pg::boundary::call::{Call, Returned};
use crate::pg::boundary::error::SqlResult;
use crate::pg::boundary::function::sql_functions;
use crate::pg::sketch::aggregate::{Aggregate, Passed, Transition, add, add_with, finish, union};

sql_functions! {
    hll_add_trans = add::<Hll>,
    hll_add_trans_precision,
    hll_union_trans = union::<Hll>,
    hll_final = finish::<Hll>,
    hll_count_final,
}

fn hll_add_trans_precision(
    call: Call<'_>,
    state: Option<Transition<Hll>>,
    value: Option<SketchHash>,
    precision: Option<i64>,
) -> Returned<Transition<Hll>> {
    add_with(call, state, value, Precision(precision))
}

/// The precision that a row passes.
#[derive(Clone, Copy)]
pub struct Precision(pub Option<i64>);

impl Precision {
    /// The precision, checked.
    pub fn valid(self) -> Result<u8> {
        check_precision(self.0.ok_or(Error::NullParameter { parameter: "precision" })?)
    }
}

impl Passed<Hll> for Precision {
    #[inline]
    fn are_those_of(self, state: &[u8]) -> bool {
        self.0.is_some_and(|precision| layout::has_precision(state, precision))
    }

    fn checked(self) -> Result<Option<u8>> {
        self.valid().map(Some)
    }
}

impl Aggregate for Hll {
    type State = State<Memory>;
    type Parameters = u8;

    #[inline]
    fn add_in_place(bytes: &mut [u8], hash: SketchHash) -> bool {
        layout::add_in_place(bytes, hash)
    }

    fn is_state(bytes: &[u8]) -> bool {
        bytes.first() == Some(&kind::HLL_STATE)
    }

    fn start(precision: Option<u8>) -> Result<State<Memory>> {
        State::new(precision.unwrap_or(DEFAULT_PRECISION))
    }

    fn check_unchanged(state: &State<Memory>, precision: u8) -> Result<()> {
        check_precision_unchanged(state.precision(), precision)
    }

    fn resume(memory: Memory) -> Result<State<Memory>> {
        State::resume(memory)
    }

    fn copy(bytes: &[u8]) -> Result<State<Memory>> {
        value::copy(&View::read(bytes)?)
    }

    fn add(state: &mut State<Memory>, hash: SketchHash) -> Result<()> {
        state.add(hash)
    }

    fn merge(state: &mut State<Memory>, bytes: &[u8]) -> Result<()> {
        value::merge(state, &View::read(bytes)?)
    }

    fn into_memory(state: State<Memory>) -> Memory {
        state.into_buffer()
    }

    fn result(bytes: &[u8]) -> Result<Varlena> {
        Ok(value::result(value::copy(&View::read(bytes)?)?))
    }
}

fn hll_count_final(state: Option<Raw<'_, Hll>>) -> SqlResult<i64> {
    match state {
        Some(state) => Ok(cardinality(&state.view()?)? as i64),
        None => Ok(0),
    }
}
