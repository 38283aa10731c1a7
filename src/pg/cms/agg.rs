//! The support functions of the aggregates over `cms`.

use crate::cms::state::State;
use crate::cms::{Cms, Shape, layout};
use crate::error::{Error, Result};
use crate::hash::SketchHash;
use crate::pg::boundary::buffer::Varlena;
use crate::pg::boundary::call::{Call, Returned};
use crate::pg::boundary::datum::Unread;
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

type Before = Option<Transition<Cms>>;
type Value = Option<SketchHash>;

fn cms_add_trans(call: Call<'_>, state: Before, value: Value) -> Returned<Transition<Cms>> {
    add_with(call, state, once(value), ())
}

fn cms_add_trans_parameters(
    call: Call<'_>,
    state: Before,
    value: Value,
    epsilon: Option<f64>,
    delta: Option<f64>,
) -> Returned<Transition<Cms>> {
    add_with(call, state, once(value), Accuracy { epsilon, delta })
}

fn cms_sum_trans(
    call: Call<'_>,
    state: Before,
    value: Value,
    weight: Option<i64>,
) -> Returned<Transition<Cms>> {
    add_with(call, state, weighted(value, weight), ())
}

fn cms_sum_trans_parameters(
    call: Call<'_>,
    state: Before,
    value: Value,
    weight: Option<i64>,
    epsilon: Option<f64>,
    delta: Option<f64>,
) -> Returned<Transition<Cms>> {
    add_with(call, state, weighted(value, weight), Accuracy { epsilon, delta })
}

fn cms_add_inverse(call: Call<'_>, state: Before, value: Value) -> Returned<Transition<Cms>> {
    leave_with(call, state, once(value))
}

fn cms_add_inverse_parameters(
    call: Call<'_>,
    state: Before,
    value: Value,
    _epsilon: Option<Unread>,
    _delta: Option<Unread>,
) -> Returned<Transition<Cms>> {
    leave_with(call, state, once(value))
}

fn cms_sum_inverse(
    call: Call<'_>,
    state: Before,
    value: Value,
    weight: Option<i64>,
) -> Returned<Transition<Cms>> {
    leave_with(call, state, weighted(value, weight))
}

fn cms_sum_inverse_parameters(
    call: Call<'_>,
    state: Before,
    value: Value,
    weight: Option<i64>,
    _epsilon: Option<Unread>,
    _delta: Option<Unread>,
) -> Returned<Transition<Cms>> {
    leave_with(call, state, weighted(value, weight))
}

/// The epsilon and the delta that a row passes.
#[derive(Clone, Copy)]
struct Accuracy {
    epsilon: Option<f64>,
    delta: Option<f64>,
}

impl Passed<Cms> for Accuracy {
    #[inline]
    fn are_those_of(self, state: &[u8]) -> bool {
        self.checked().is_ok_and(|shape| shape.is_some_and(|shape| layout::has_shape(state, shape)))
    }

    fn checked(self) -> Result<Option<Shape>> {
        let epsilon = self.epsilon.ok_or_else(|| Error::null("epsilon"))?;
        let delta = self.delta.ok_or_else(|| Error::null("delta"))?;
        Shape::new(epsilon, delta).map(Some)
    }
}

impl Finish for Cms {
    fn result(state: &[u8]) -> Result<Varlena> {
        Ok(State::resume(state)?.encode().into())
    }
}
