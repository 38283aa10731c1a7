//! What two `hll` have in common.

use super::datum::Sql;
use super::error::SqlResult;
use super::hll::bounds_row;
use super::row::Row;
use super::varlena::Raw;
use crate::error::Result;
use crate::hll::Hll;
use crate::hll::bounds::Bounds;
use crate::hll::joint::{self, Joint};
use pgrx::prelude::*;

/// A sketch that is an argument.
type Sketch<'fcx> = Sql<Raw<'fcx, Hll>>;

#[pg_extern(sql = false)]
fn hll_intersection_cardinality(left: Sketch<'_>, right: Sketch<'_>) -> SqlResult<f64> {
    Ok(joint(&left, &right)?.both.round())
}

#[pg_extern(sql = false)]
fn hll_difference_cardinality(left: Sketch<'_>, right: Sketch<'_>) -> SqlResult<f64> {
    Ok(joint(&left, &right)?.left_only.round())
}

#[pg_extern(sql = false)]
fn hll_jaccard(left: Sketch<'_>, right: Sketch<'_>) -> SqlResult<f64> {
    Ok(joint(&left, &right)?.jaccard())
}

fn joint(left: &Sketch<'_>, right: &Sketch<'_>) -> SqlResult<Joint> {
    Ok(Joint::of(&left.0.read()?, &right.0.read()?)?)
}

#[pg_extern(sql = false)]
fn hll_intersection_bounds(
    left: Sketch<'_>,
    right: Sketch<'_>,
    confidence: f64,
) -> SqlResult<Sql<Row<3>>> {
    bounds(left, right, confidence, joint::intersection_bounds)
}

#[pg_extern(sql = false)]
fn hll_difference_bounds(
    left: Sketch<'_>,
    right: Sketch<'_>,
    confidence: f64,
) -> SqlResult<Sql<Row<3>>> {
    bounds(left, right, confidence, joint::difference_bounds)
}

#[pg_extern(sql = false)]
fn hll_jaccard_bounds(
    left: Sketch<'_>,
    right: Sketch<'_>,
    confidence: f64,
) -> SqlResult<Sql<Row<3>>> {
    bounds(left, right, confidence, joint::jaccard_bounds)
}

fn bounds(
    left: Sketch<'_>,
    right: Sketch<'_>,
    confidence: f64,
    of: impl FnOnce(&Hll, &Hll, f64) -> Result<Bounds>,
) -> SqlResult<Sql<Row<3>>> {
    Ok(bounds_row(of(&left.0.read()?, &right.0.read()?, confidence)?))
}
