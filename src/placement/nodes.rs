//! The nodes that a value is placed on: a set of names, and a weight for each where weights are given.
//!
//! Names compare by their bytes. Any text is a name, the empty one too. The nodes are sorted by name, so
//! that the order in which they are given means nothing. A node of weight 0 takes nothing: it is checked
//! like the others, and then left out.

use super::error;
use crate::error::Result;
use crate::hash::SketchHash;
use allocator_api2::alloc::Allocator;
use allocator_api2::vec::Vec;

/// As many as a ring has points at most.
pub const MAX_NODES: usize = 1_000_000;

/// Nodes, sorted by name. Each has a number, from 0 on.
pub struct Nodes<A: Allocator> {
    /// The names, one after another, and where each one ends.
    names: Vec<u8, A>,
    ends: Vec<usize, A>,
    /// The `sketch_hash` of each name as a text.
    positions: Vec<u64, A>,
    /// None where no weights are given.
    weights: Option<Vec<f64, A>>,
}

impl<A: Allocator + Copy> Nodes<A> {
    /// Checks names and weights, and keeps a copy of them. A million names are sorted for a second, so
    /// `check_interrupts` is called meanwhile.
    pub fn new_in(
        names: &[Option<&[u8]>],
        weights: Option<&[Option<f64>]>,
        allocator: A,
        check_interrupts: impl Fn(),
    ) -> Result<Nodes<A>> {
        check_number(names.len())?;
        let mut taken = Vec::with_capacity_in(names.len(), allocator);
        for (index, name) in names.iter().enumerate() {
            let name = name.ok_or_else(|| error::null_element("nodes", index))?;
            taken.push((name, index as u32));
        }
        if let Some(weights) = weights {
            check_weights(weights, names.len())?;
        }
        taken.sort_unstable_by(|one, other| {
            check_interrupts();
            one.cmp(other)
        });
        let is_same = |pair: &&[(&[u8], u32)]| {
            check_interrupts();
            pair[0].0 == pair[1].0
        };
        if let Some(pair) = taken.windows(2).find(is_same) {
            return Err(error::same_name(pair[0].1 as usize, pair[1].1 as usize));
        }
        let weight_of = |index: u32| weights.and_then(|weights| weights[index as usize]);
        taken.retain(|(_, index)| weight_of(*index) != Some(0.0));
        if taken.is_empty() {
            return Err(error::no_weight(names.len()));
        }
        let len = taken.iter().map(|(name, _)| name.len()).sum();
        let mut nodes = Nodes {
            names: Vec::with_capacity_in(len, allocator),
            ends: Vec::with_capacity_in(taken.len(), allocator),
            positions: Vec::with_capacity_in(taken.len(), allocator),
            weights: weights.map(|_| Vec::with_capacity_in(taken.len(), allocator)),
        };
        for (name, index) in &taken {
            check_interrupts();
            nodes.names.extend_from_slice(name);
            nodes.ends.push(nodes.names.len());
            nodes.positions.push(SketchHash::text(name).bits());
            if let (Some(known), Some(weight)) = (&mut nodes.weights, weight_of(*index)) {
                known.push(weight);
            }
        }
        Ok(nodes)
    }
}

impl<A: Allocator> Nodes<A> {
    /// How many there are; at least one.
    #[inline]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Never.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The name of a node.
    #[inline]
    pub fn name(&self, node: usize) -> &[u8] {
        let start = node.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.names[start..self.ends[node]]
    }

    /// The hashes of the names.
    #[inline]
    pub(super) fn positions(&self) -> &[u64] {
        &self.positions
    }

    /// The weights, all of them above 0, if there are any.
    pub(super) fn weights(&self) -> Option<&[f64]> {
        self.weights.as_deref()
    }

    pub(super) fn allocator(&self) -> &A {
        self.positions.allocator()
    }
}

/// Refuses no nodes, and too many, before anything is known of them.
pub fn check_number(nodes: usize) -> Result<()> {
    match nodes {
        0 => Err(error::no_nodes()),
        1..=MAX_NODES => Ok(()),
        _ => Err(error::too_many_nodes(nodes)),
    }
}

fn check_weights(weights: &[Option<f64>], nodes: usize) -> Result<()> {
    if weights.len() != nodes {
        return Err(error::lengths(nodes, weights.len()));
    }
    for (index, weight) in weights.iter().enumerate() {
        match weight {
            None => return Err(error::null_element("weights", index)),
            Some(weight) if weight.is_finite() && *weight >= 0.0 => {}
            Some(weight) => return Err(error::weight(index, *weight)),
        }
    }
    Ok(())
}
