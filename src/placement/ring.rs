//! A ring of all hashes, on which each node has many points. The node of the first point at or after a value
//! takes it. A new node takes the values before its points, and nothing else moves.
//!
//! David Karger and others, "Consistent Hashing and Random Trees", 1997.
//!
//! A node of weight 1 has as many points as are asked for, whatever the weights of the others are. So
//! another weight of a node moves values to that node or from it, and to no other.
//!
//! A few look-ups compute all points each time and remember none. Sorting them costs as much as some twenty
//! of those look-ups, so they are sorted once that many were made.

use super::error;
use super::hash_of_pair;
use super::nodes::Nodes;
use super::points::{Point, Points};
use crate::error::Result;
use crate::hash::SketchHash;
use allocator_api2::alloc::Allocator;
use allocator_api2::vec::{Vec, from_elem_in};

/// How many points a ring may have: 20 MB.
pub const MAX_POINTS: usize = 1_000_000;

/// How many points a node of weight 1 has if no number is asked for. The loads of nodes then have a standard
/// deviation of 7 to 8 % of their mean.
pub const POINTS: u64 = 150;

/// After how many look-ups without sorted points these are made.
const SCANS: u32 = 20;

/// A ring of nodes.
pub struct Ring<A: Allocator> {
    nodes: Nodes<A>,
    /// How many points a node of weight 1 has.
    points: u64,
    scans: u32,
    sorted: Option<Points<A>>,
}

impl<A: Allocator + Copy> Ring<A> {
    /// Of these nodes, with that many points for a node of weight 1; at least one.
    pub fn new(nodes: Nodes<A>, points: u64) -> Result<Ring<A>> {
        let ring = Ring { nodes, points, scans: 0, sorted: None };
        let total: f64 = (0..ring.nodes.len()).map(|node| ring.points_of(node)).sum();
        match total <= MAX_POINTS as f64 {
            true => Ok(ring),
            false => Err(error::too_many_points(total)),
        }
    }

    /// The nodes.
    #[inline]
    pub fn nodes(&self) -> &Nodes<A> {
        &self.nodes
    }

    /// How many points a node has, as a whole number that may be too great, or infinite.
    fn points_of(&self, node: usize) -> f64 {
        let weight = self.nodes.weights().map_or(1.0, |weights| weights[node]);
        (self.points as f64 * weight).round().max(1.0)
    }

    /// The positions of the points of a node.
    fn points(&self, node: usize) -> impl Iterator<Item = u64> {
        let position = self.nodes.positions()[node];
        (0..self.points_of(node) as u64).map(move |number| hash_of_pair(position, number))
    }

    /// The node that takes a value, if the points are sorted.
    #[inline]
    pub fn sorted_node(&self, value: SketchHash) -> Option<usize> {
        self.sorted.as_ref().map(|points| points.owner(value.bits()))
    }

    /// The node that takes a value. Sorting the points may take most of a second, so `check_interrupts` is
    /// called meanwhile.
    pub fn node(&mut self, value: SketchHash, check_interrupts: impl Fn()) -> usize {
        match self.sorted(check_interrupts) {
            Some(points) => points.owner(value.bits()),
            None => self.nearest(value).min().map_or(0, |(_, node)| node),
        }
    }

    /// The nodes that take a value, the first choice first: that many, or all there are.
    pub fn ranking(
        &mut self,
        value: SketchHash,
        n: usize,
        check_interrupts: impl Fn(),
    ) -> Vec<usize, A> {
        let allocator = *self.nodes.allocator();
        let (all, n) = (self.nodes.len(), n.min(self.nodes.len()));
        let mut nodes = Vec::with_capacity_in(n, allocator);
        match self.sorted(&check_interrupts) {
            Some(points) => {
                let mut is_known = from_elem_in(false, all, allocator);
                let new = points
                    .after(value.bits())
                    .filter(|node| !std::mem::replace(&mut is_known[*node], true));
                nodes.extend(new.take(n));
            }
            None => {
                let mut ranked = Vec::with_capacity_in(all, allocator);
                ranked.extend(self.nearest(value));
                ranked.sort_unstable_by(|one, other| {
                    check_interrupts();
                    one.cmp(other)
                });
                nodes.extend(ranked.iter().take(n).map(|(_, node)| *node));
            }
        }
        nodes
    }

    /// The sorted points, once they are worth sorting.
    fn sorted(&mut self, check_interrupts: impl Fn()) -> Option<&Points<A>> {
        if self.sorted.is_none() {
            self.scans += 1;
            if self.scans > SCANS {
                self.sorted = Some(self.sort(check_interrupts));
            }
        }
        self.sorted.as_ref()
    }

    fn sort(&self, check_interrupts: impl Fn()) -> Points<A> {
        let nodes = 0..self.nodes.len();
        let total = nodes.clone().map(|node| self.points_of(node) as usize).sum();
        let mut points = Vec::with_capacity_in(total, *self.nodes.allocator());
        for node in nodes {
            let of_node = self.points(node);
            points.extend(of_node.map(|position| Point { position, node: node as u32 }));
        }
        Points::new(points, check_interrupts)
    }

    /// How far each node is from a value: the distance to its first point at or after the value.
    fn nearest(&self, value: SketchHash) -> impl Iterator<Item = (u64, usize)> {
        (0..self.nodes.len()).map(move |node| {
            let distances = self.points(node).map(|point| point.wrapping_sub(value.bits()));
            (distances.min().unwrap_or(u64::MAX), node)
        })
    }
}
