//! The node with the highest score takes a value. Each node has a score of its own for each value, so
//! a value moves only if its node leaves, or if a new node has a higher score.
//!
//! David Thaler and Chinya Ravishankar, "Using Name-Based Mappings to Increase Hit Rates", 1998.

use super::hash_of_pair;
use super::nodes::Nodes;
use super::weight::Weight;
use crate::hash::SketchHash;
use allocator_api2::alloc::Allocator;
use allocator_api2::vec::Vec;
use std::cmp::Reverse;

/// Nodes, ready to be scored.
pub struct Rendezvous<A: Allocator> {
    nodes: Nodes<A>,
    weights: Option<Vec<Weight, A>>,
}

impl<A: Allocator + Copy> Rendezvous<A> {
    /// Of these nodes.
    pub fn new(nodes: Nodes<A>) -> Rendezvous<A> {
        let weights = nodes.weights().map(|weights| {
            let mut split = Vec::with_capacity_in(weights.len(), *nodes.allocator());
            split.extend(weights.iter().map(|weight| Weight::new(*weight)));
            split
        });
        Rendezvous { nodes, weights }
    }

    /// The nodes.
    #[inline]
    pub fn nodes(&self) -> &Nodes<A> {
        &self.nodes
    }

    /// The node that takes a value. Of equal scores that of the name that sorts first is the higher one.
    #[inline]
    pub fn node(&self, value: SketchHash) -> usize {
        match &self.weights {
            None => highest(self.hashes(value)),
            Some(weights) => highest(scores(weights, self.hashes(value))),
        }
    }

    /// The nodes that take a value, the first choice first: that many, or all there are.
    pub fn ranking(&self, value: SketchHash, n: usize) -> Vec<usize, A> {
        let allocator = *self.nodes.allocator();
        let mut ranked = Vec::with_capacity_in(self.nodes.len(), allocator);
        let hashes = self.hashes(value);
        match &self.weights {
            None => ranked.extend(hashes.map(Reverse).zip(0..)),
            Some(weights) => ranked.extend(scores(weights, hashes).map(Reverse).zip(0..)),
        }
        if n < ranked.len() {
            ranked.select_nth_unstable(n);
            ranked.truncate(n);
        }
        ranked.sort_unstable();
        let mut nodes = Vec::with_capacity_in(ranked.len(), allocator);
        nodes.extend(ranked.iter().map(|(_, node)| *node));
        nodes
    }

    /// The hash of each node for a value.
    #[inline]
    fn hashes(&self, value: SketchHash) -> impl Iterator<Item = u64> {
        self.nodes.positions().iter().map(move |position| hash_of_pair(value.bits(), *position))
    }
}

#[inline]
fn scores(weights: &[Weight], hashes: impl Iterator<Item = u64>) -> impl Iterator<Item = u64> {
    weights.iter().zip(hashes).map(|(weight, hash)| weight.score(hash))
}

/// The first of the highest scores.
#[inline]
fn highest(scores: impl Iterator<Item = u64>) -> usize {
    let (mut node, mut best) = (0, 0);
    for (other, score) in scores.enumerate() {
        if score > best {
            (node, best) = (other, score);
        }
    }
    node
}
