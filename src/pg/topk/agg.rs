//! The support functions of the aggregates over `topk`.

use crate::error::{Error, Result};
use crate::pg::boundary::buffer::Varlena;
use crate::pg::boundary::call::{Call, Returned};
use crate::pg::boundary::datum::Unread;
use crate::pg::boundary::function::sql_functions;
use crate::pg::sketch::aggregate::{Finish, Passed, Transition, add_with, finish, union};
use crate::pg::sketch::moving::{enter, leave, leave_with};
use crate::pg::sketch::weight::{once, weighted};
use crate::topk::state::State;
use crate::topk::{Topk, check_capacity, codec, layout};
use crate::value::Value;

sql_functions! {
    topk_add_trans,
    topk_add_trans_capacity,
    topk_sum_trans,
    topk_sum_trans_capacity,
    topk_merge_trans = union::<Topk>,
    topk_merge_moving_trans = enter::<Topk>,
    topk_add_inverse,
    topk_add_inverse_capacity,
    topk_sum_inverse,
    topk_sum_inverse_capacity,
    topk_merge_inverse = leave::<Topk>,
    topk_final = finish::<Topk>,
}

type Before = Option<Transition<Topk>>;

fn topk_add_trans(
    call: Call<'_>,
    state: Before,
    value: Option<Value<'_>>,
) -> Returned<Transition<Topk>> {
    add_with(call, state, once(value), ())
}

fn topk_add_trans_capacity(
    call: Call<'_>,
    state: Before,
    value: Option<Value<'_>>,
    capacity: Option<i64>,
) -> Returned<Transition<Topk>> {
    add_with(call, state, once(value), Capacity(capacity))
}

fn topk_sum_trans(
    call: Call<'_>,
    state: Before,
    value: Option<Value<'_>>,
    weight: Option<i64>,
) -> Returned<Transition<Topk>> {
    add_with(call, state, weighted(value, weight), ())
}

fn topk_sum_trans_capacity(
    call: Call<'_>,
    state: Before,
    value: Option<Value<'_>>,
    weight: Option<i64>,
    capacity: Option<i64>,
) -> Returned<Transition<Topk>> {
    add_with(call, state, weighted(value, weight), Capacity(capacity))
}

fn topk_add_inverse(
    call: Call<'_>,
    state: Before,
    value: Option<Value<'_>>,
) -> Returned<Transition<Topk>> {
    leave_with(call, state, once(value))
}

fn topk_add_inverse_capacity(
    call: Call<'_>,
    state: Before,
    value: Option<Value<'_>>,
    _capacity: Option<Unread>,
) -> Returned<Transition<Topk>> {
    leave_with(call, state, once(value))
}

fn topk_sum_inverse(
    call: Call<'_>,
    state: Before,
    value: Option<Value<'_>>,
    weight: Option<i64>,
) -> Returned<Transition<Topk>> {
    leave_with(call, state, weighted(value, weight))
}

fn topk_sum_inverse_capacity(
    call: Call<'_>,
    state: Before,
    value: Option<Value<'_>>,
    weight: Option<i64>,
    _capacity: Option<Unread>,
) -> Returned<Transition<Topk>> {
    leave_with(call, state, weighted(value, weight))
}

/// The capacity that a row passes.
#[derive(Clone, Copy)]
struct Capacity(Option<i64>);

impl Passed<Topk> for Capacity {
    #[inline]
    fn are_those_of(self, state: &[u8]) -> bool {
        self.0.is_some_and(|capacity| layout::has_capacity(state, capacity))
    }

    fn checked(self) -> Result<Option<u32>> {
        check_capacity(self.0.ok_or_else(|| Error::null("capacity"))?).map(Some)
    }
}

impl Finish for Topk {
    fn result(state: &[u8]) -> Result<Varlena> {
        Ok(codec::encode(&State::resume(state)?).into())
    }
}
