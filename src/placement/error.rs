//! What can be wrong with the nodes that a value is placed on. Names are not quoted: they are texts in the
//! server's encoding. Elements are counted from 1, whatever the bounds of the array are.

use super::nodes::MAX_NODES;
use super::ring::MAX_POINTS;
use crate::error::{Error, Kind};

/// An array of several dimensions.
pub fn dimensions(array: &str, dimensions: i32) -> Error {
    Error::new(
        Kind::OutOfRange,
        format!("{array} must be a one-dimensional array"),
        format!("The array has {dimensions} dimensions."),
    )
}

/// A NULL in an array.
pub fn null_element(array: &str, index: usize) -> Error {
    let detail = format!("Element {} of {array} is null.", index + 1);
    Error::new(Kind::Null, format!("{array} must not contain null"), detail)
}

/// An array without elements.
pub fn no_nodes() -> Error {
    Error::new(Kind::OutOfRange, "there must be at least one node", "The array nodes is empty.")
}

/// More nodes than are allowed.
pub fn too_many_nodes(nodes: usize) -> Error {
    let detail = format!("There are {nodes} nodes; at most {MAX_NODES} are allowed.");
    Error::new(Kind::TooLarge, "there are too many nodes", detail)
}

/// A name that is there twice.
pub fn same_name(first: usize, second: usize) -> Error {
    let detail = format!("Elements {} and {} of nodes are the same name.", first + 1, second + 1);
    Error::new(Kind::OutOfRange, "each node must have a name of its own", detail)
}

/// A weight for each node, but not as many.
pub fn lengths(nodes: usize, weights: usize) -> Error {
    let detail = format!("The array nodes has {nodes} elements, the array weights has {weights}.");
    Error::new(Kind::OutOfRange, "nodes and weights must have the same length", detail)
}

/// A weight that is negative, or no finite number.
pub fn weight(index: usize, weight: f64) -> Error {
    let value = match weight.is_infinite() {
        true if weight > 0.0 => "Infinity".into(),
        true => "-Infinity".into(),
        false => weight.to_string(),
    };
    let detail = format!(
        "Element {} of weights is {value}; a weight must be a finite number from 0 on.",
        index + 1
    );
    Error::new(Kind::OutOfRange, "weight is out of range", detail)
}

/// No node that takes anything.
pub fn no_weight(weights: usize) -> Error {
    let detail = match weights {
        1 => "The only weight is 0.".into(),
        _ => format!("All {weights} weights are 0."),
    };
    Error::new(Kind::OutOfRange, "at least one weight must be above 0", detail)
}

/// More points than are allowed.
pub fn too_many_points(points: f64) -> Error {
    let points = match points < 1e15 {
        true => points.to_string(),
        false => format!("about {points:.0e}"),
    };
    Error::new(
        Kind::TooLarge,
        "the ring has too many points",
        format!("It would have {points} points; at most {MAX_POINTS} are allowed."),
    )
    .with_hint(
        "Ask for fewer points, or divide all weights by one number. rendezvous_node() needs no points.",
    )
}
