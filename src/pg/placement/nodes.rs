//! The functions that place a value on nodes: on the one that takes it, or on several in order of
//! preference.

use super::site::{Given, Placement, kept, with};
use crate::error::Result;
use crate::hash::SketchHash;
use crate::pg::boundary::argument::Bytes;
use crate::pg::boundary::array::{Array, Texts};
use crate::pg::boundary::buffer::Varlena;
use crate::pg::boundary::call::{Call, Returned};
use crate::pg::boundary::error::{SqlResult, check_interrupts};
use crate::pg::boundary::function::sql_functions;
use crate::pg::boundary::memory::Palloc;
use crate::pg::boundary::unguarded;
use crate::pg::hash::sketch_item::Literal;
use crate::placement::at_least_one;
use crate::placement::nodes::Nodes;
use crate::placement::rendezvous;
use crate::placement::ring;
use allocator_api2::vec::Vec;
use std::ffi::CStr;

sql_functions! {
    rendezvous_node = node::<Rendezvous, SketchHash>,
    rendezvous_node_literal = node::<Rendezvous, Literal>,
    rendezvous_node_literals = node_of_literals::<Rendezvous>,
    rendezvous_node_weights = rendezvous_node,
    rendezvous_nodes = nodes::<Rendezvous, SketchHash, i64>,
    rendezvous_nodes_literal = nodes::<Rendezvous, Literal, i32>,
    rendezvous_nodes_literal_bigint = nodes::<Rendezvous, Literal, i64>,
    rendezvous_nodes_literals = nodes_of_literals::<Rendezvous>,
    rendezvous_nodes_weights = rendezvous_nodes,
    ring_node = node::<Ring, SketchHash>,
    ring_node_literal = node::<Ring, Literal>,
    ring_node_literals = node_of_literals::<Ring>,
    ring_node_weights = ring_node,
    ring_nodes = nodes::<Ring, SketchHash, i64>,
    ring_nodes_literal = nodes::<Ring, Literal, i32>,
    ring_nodes_literal_bigint = nodes::<Ring, Literal, i64>,
    ring_nodes_literals = nodes_of_literals::<Ring>,
    ring_nodes_weights = ring_nodes,
}

type Rendezvous = rendezvous::Rendezvous<Palloc>;
type Ring = ring::Ring<Palloc>;
type Names<'call> = Array<'call, Bytes>;
type Weights<'call> = Array<'call, f64>;

/// The number of points where none is given.
const POINTS: i64 = ring::POINTS as i64;

impl Placement for Rendezvous {
    fn of(nodes: Nodes<Palloc>, _: i64) -> Result<Rendezvous> {
        Ok(Rendezvous::new(nodes))
    }

    fn nodes(&self) -> &Nodes<Palloc> {
        self.nodes()
    }

    #[inline]
    fn ready_node(&self, value: SketchHash) -> Option<usize> {
        Some(Rendezvous::node(self, value))
    }

    fn node(&mut self, value: SketchHash) -> usize {
        Rendezvous::node(self, value)
    }

    fn ranking(&mut self, value: SketchHash, n: usize) -> Vec<usize, Palloc> {
        Rendezvous::ranking(self, value, n, check_interrupts)
    }
}

impl Placement for Ring {
    fn of(nodes: Nodes<Palloc>, points: i64) -> Result<Ring> {
        Ring::new(nodes, at_least_one("number of points", points)?)
    }

    fn nodes(&self) -> &Nodes<Palloc> {
        self.nodes()
    }

    #[inline]
    fn ready_node(&self, value: SketchHash) -> Option<usize> {
        self.sorted_node(value)
    }

    fn node(&mut self, value: SketchHash) -> usize {
        Ring::node(self, value, check_interrupts)
    }

    fn ranking(&mut self, value: SketchHash, n: usize) -> Vec<usize, Palloc> {
        Ring::ranking(self, value, n, check_interrupts)
    }
}

fn node<P: Placement, V: Into<SketchHash>>(
    call: Call<'_>,
    value: V,
    names: Names<'_>,
) -> Returned<Varlena> {
    first::<P>(call, value.into(), Given { names, weights: None, points: POINTS })
}

fn node_of_literals<P: Placement>(
    call: Call<'_>,
    value: Literal,
    names: &CStr,
) -> Returned<Varlena> {
    call.guarded(|| {
        let given = Given { names: Array::read(names), weights: None, points: POINTS };
        made_ready::<P>(call, value.into(), given).map(Some)
    })
}

fn rendezvous_node(
    call: Call<'_>,
    value: SketchHash,
    names: Names<'_>,
    weights: Weights<'_>,
) -> Returned<Varlena> {
    first::<Rendezvous>(call, value, Given { names, weights: Some(weights), points: POINTS })
}

fn ring_node(
    call: Call<'_>,
    value: SketchHash,
    names: Names<'_>,
    weights: Weights<'_>,
    points: i64,
) -> Returned<Varlena> {
    first::<Ring>(call, value, Given { names, weights: Some(weights), points })
}

fn nodes<P: Placement, V: Into<SketchHash>, N: Into<i64>>(
    call: Call<'_>,
    value: V,
    names: Names<'_>,
    n: N,
) -> SqlResult<Texts> {
    first_n::<P>(call, value.into(), n.into(), Given { names, weights: None, points: POINTS })
}

fn nodes_of_literals<P: Placement>(
    call: Call<'_>,
    value: Literal,
    names: &CStr,
    n: i32,
) -> SqlResult<Texts> {
    let given = Given { names: Array::read(names), weights: None, points: POINTS };
    first_n::<P>(call, value.into(), n.into(), given)
}

fn rendezvous_nodes(
    call: Call<'_>,
    value: SketchHash,
    names: Names<'_>,
    n: i64,
    weights: Weights<'_>,
) -> SqlResult<Texts> {
    first_n::<Rendezvous>(call, value, n, Given { names, weights: Some(weights), points: POINTS })
}

fn ring_nodes(
    call: Call<'_>,
    value: SketchHash,
    names: Names<'_>,
    n: i64,
    weights: Weights<'_>,
    points: i64,
) -> SqlResult<Texts> {
    first_n::<Ring>(call, value, n, Given { names, weights: Some(weights), points })
}

/// The node that takes a value. Where that is known at once nothing can fail but the copy of its name.
#[inline]
fn first<P: Placement>(call: Call<'_>, value: SketchHash, given: Given<'_>) -> Returned<Varlena> {
    // SAFETY: the functions keep nothing else, and what was kept is not in use any more when more is done.
    // There is nothing to drop here, nor in the functions that call this one.
    unsafe {
        match kept::<P>(call, &given).and_then(|kept| Some((kept, kept.ready_node(value)?))) {
            Some((kept, node)) => call.value(unguarded::copy(kept.nodes().name(node))),
            None => call.guarded(|| made_ready::<P>(call, value, given).map(Some)),
        }
    }
}

/// The same, where nodes may have to be made ready.
#[cold]
fn made_ready<P: Placement>(
    call: Call<'_>,
    value: SketchHash,
    given: Given<'_>,
) -> SqlResult<Varlena> {
    let name = |nodes: &Nodes<Palloc>, node| Varlena::new(nodes.name(node));
    // SAFETY: the functions keep nothing else.
    unsafe { with(call, given, |placement: &mut P| placement.node(value), name) }
}

/// The first nodes for a value.
fn first_n<P: Placement>(
    call: Call<'_>,
    value: SketchHash,
    n: i64,
    given: Given<'_>,
) -> SqlResult<Texts> {
    let n = at_least_one("number n of nodes", n)? as usize;
    let names = |nodes: &Nodes<Palloc>, found: Vec<usize, Palloc>| {
        Texts::new(found.iter().map(|node| nodes.name(*node)))
    };
    // SAFETY: the functions keep nothing else.
    unsafe { with(call, given, |placement: &mut P| placement.ranking(value, n), names) }
}
