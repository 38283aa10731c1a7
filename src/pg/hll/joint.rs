//! What two `hll` have in common.

use super::value::bounds_row;
use crate::error::Result;
use crate::hll::Hll;
use crate::hll::bounds::Bounds;
use crate::hll::joint::{self, Joint};
use crate::pg::boundary::argument::Raw;
use crate::pg::boundary::error::SqlResult;
use crate::pg::boundary::function::sql_functions;
use crate::pg::boundary::row::Row;

sql_functions! {
    hll_intersection_cardinality,
    hll_difference_cardinality,
    hll_jaccard,
    hll_intersection_bounds,
    hll_difference_bounds,
    hll_jaccard_bounds,
}

/// A sketch that is an argument.
type Sketch<'fcx> = Raw<'fcx, Hll>;

fn hll_intersection_cardinality(left: Sketch<'_>, right: Sketch<'_>) -> SqlResult<f64> {
    Ok(joint(left, right)?.both.round())
}

fn hll_difference_cardinality(left: Sketch<'_>, right: Sketch<'_>) -> SqlResult<f64> {
    Ok(joint(left, right)?.left_only.round())
}

fn hll_jaccard(left: Sketch<'_>, right: Sketch<'_>) -> SqlResult<f64> {
    Ok(joint(left, right)?.jaccard())
}

fn joint(left: Sketch<'_>, right: Sketch<'_>) -> SqlResult<Joint> {
    Ok(Joint::of(&left.read()?, &right.read()?)?)
}

fn hll_intersection_bounds(
    left: Sketch<'_>,
    right: Sketch<'_>,
    confidence: f64,
) -> SqlResult<Row<3>> {
    bounds(left, right, confidence, joint::intersection_bounds)
}

fn hll_difference_bounds(
    left: Sketch<'_>,
    right: Sketch<'_>,
    confidence: f64,
) -> SqlResult<Row<3>> {
    bounds(left, right, confidence, joint::difference_bounds)
}

fn hll_jaccard_bounds(left: Sketch<'_>, right: Sketch<'_>, confidence: f64) -> SqlResult<Row<3>> {
    bounds(left, right, confidence, joint::jaccard_bounds)
}

fn bounds(
    left: Sketch<'_>,
    right: Sketch<'_>,
    confidence: f64,
    of: impl FnOnce(&Hll, &Hll, f64) -> Result<Bounds>,
) -> SqlResult<Row<3>> {
    Ok(bounds_row(of(&left.read()?, &right.read()?, confidence)?))
}
