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
            None => highest(self.hashes(value)).0,
            Some(weights) => self.weighted_node(weights, value),
        }
    }

    /// Scores take a logarithm each, bounds do not: of a group of nodes mostly one has a bound above the
    /// best score, and is scored.
    fn weighted_node(&self, weights: &[Weight], value: SketchHash) -> usize {
        const GROUP: usize = 16;
        let mut best = (0, Reverse(0));
        let groups = weights.chunks(GROUP).zip(self.nodes.positions().chunks(GROUP));
        for ((weights, positions), start) in groups.zip((0..).step_by(GROUP)) {
            let mut bounds = [0; GROUP];
            for ((bound, weight), position) in bounds.iter_mut().zip(weights).zip(positions) {
                *bound = weight.bound(hash_of_pair(value.bits(), *position));
            }
            loop {
                let (place, bound) = highest(bounds[..weights.len()].iter().copied());
                if bound <= best.0 {
                    break;
                }
                bounds[place] = 0;
                let score = weights[place].score(hash_of_pair(value.bits(), positions[place]));
                best = best.max((score, Reverse(start + place)));
            }
        }
        best.1.0
    }

    /// The nodes that take a value, the first choice first: that many, or all there are.
    /// A million are ranked for half a second, so `check_interrupts` is called meanwhile.
    pub fn ranking(
        &self,
        value: SketchHash,
        n: usize,
        check_interrupts: impl Fn(),
    ) -> Vec<usize, A> {
        let allocator = *self.nodes.allocator();
        let mut ranked = Vec::with_capacity_in(self.nodes.len(), allocator);
        let hashes = self.hashes(value);
        match &self.weights {
            None => ranked.extend(hashes.map(Reverse).zip(0..)),
            Some(weights) => {
                let scores = weights.iter().zip(hashes).map(|(weight, hash)| weight.score(hash));
                ranked.extend(scores.map(Reverse).zip(0..));
            }
        }
        let compare = |one: &_, other: &_| {
            check_interrupts();
            Ord::cmp(one, other)
        };
        if n < ranked.len() {
            ranked.select_nth_unstable_by(n, compare);
            ranked.truncate(n);
        }
        ranked.sort_unstable_by(compare);
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

/// The first of the highest numbers, and where it is.
#[inline]
fn highest(numbers: impl Iterator<Item = u64>) -> (usize, u64) {
    let (mut place, mut best) = (0, 0);
    for (other, number) in numbers.enumerate() {
        if number > best {
            (place, best) = (other, number);
        }
    }
    (place, best)
}
