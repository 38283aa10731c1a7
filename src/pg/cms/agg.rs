//! The support functions of the aggregates over `cms`.

use crate::cms::{self, Cms, layout};
use crate::error::{Error, Result};
use crate::hash::SketchHash;
use crate::pg::boundary::call::{Call, Returned};
use crate::pg::boundary::function::sql_functions;
use crate::pg::sketch::aggregate::{Finish, Passed, Transition, add_with, finish, union};
use crate::pg::sketch::moving::{enter, leave, leave_with};
use crate::pg::sketch::weight::{once, weighted};

sql_functions! {
    cms_add_trans,
    cms_add_trans_parameters,
    cms_sum_trans,
    cms_sum_trans_parameters,
    cms_merge_trans = union::<Cms>,
    cms_merge_moving_trans = enter::<Cms>,
    cms_add_inverse,
    cms_add_inverse_parameters,
    cms_sum_inverse,
    cms_sum_inverse_parameters,
    cms_merge_inverse = leave::<Cms>,
    cms_final = finish::<Cms>,
}

type State = Option<Transition<Cms>>;
type Value = Option<SketchHash>;

fn cms_add_trans(call: Call<'_>, state: State, value: Value) -> Returned<Transition<Cms>> {
    add_with(call, state, once(value), ())
}

fn cms_add_trans_parameters(
    call: Call<'_>,
    state: State,
    value: Value,
    epsilon: Option<f64>,
    delta: Option<f64>,
) -> Returned<Transition<Cms>> {
    add_with(call, state, once(value), Accuracy { epsilon, delta })
}

fn cms_sum_trans(
    call: Call<'_>,
    state: State,
    value: Value,
    weight: Option<i64>,
) -> Returned<Transition<Cms>> {
    add_with(call, state, weighted(value, weight), ())
}

fn cms_sum_trans_parameters(
    call: Call<'_>,
    state: State,
    value: Value,
    weight: Option<i64>,
    epsilon: Option<f64>,
    delta: Option<f64>,
) -> Returned<Transition<Cms>> {
    add_with(call, state, weighted(value, weight), Accuracy { epsilon, delta })
}
