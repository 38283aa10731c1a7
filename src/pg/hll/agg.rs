//! The support functions of the aggregates over `hll`.

use super::value::{self, cardinality};
use crate::error::{Error, Result};
use crate::hash::SketchHash;
use crate::hll::view::View;
use crate::hll::{Hll, check_precision, layout};
use crate::pg::boundary::argument::Raw;
use crate::pg::boundary::buffer::Varlena;
use crate::pg::boundary::call::{Call, Returned};
use crate::pg::boundary::error::SqlResult;
use crate::pg::boundary::function::sql_functions;
use crate::pg::sketch::aggregate::{Finish, Passed, Transition, add, add_with, finish, union};

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
    add_with(call, state, Ok(value), Precision(precision))
}

/// The precision that a row passes.
#[derive(Clone, Copy)]
pub struct Precision(pub Option<i64>);

impl Precision {
    /// The precision, checked.
    pub fn valid(self) -> Result<u8> {
        check_precision(self.0.ok_or_else(|| Error::null("precision"))?)
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

impl Finish for Hll {
    fn result(state: &[u8]) -> Result<Varlena> {
        Ok(value::result(value::copy(&View::read(state)?)?))
    }
}

fn hll_count_final(state: Option<Raw<'_, Hll>>) -> SqlResult<i64> {
    match state {
        Some(state) => Ok(cardinality(&state.view()?)? as i64),
        None => Ok(0),
    }
}
