//! The points of a ring, sorted, and an index of them by their upper bits. Points are hashes, so a part of
//! the index holds a few of them, next to each other: a look-up reads little memory, whatever their number.

use allocator_api2::alloc::Allocator;
use allocator_api2::vec::{Vec, from_elem_in};

/// A point of a node. Of points at one position that of the name that sorts first comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    pub position: u64,
    pub node: u32,
}

/// Sorted points; at least one.
pub struct Points<A: Allocator> {
    points: Vec<Point, A>,
    /// For each value of the upper bits the first point from there on, and then their number.
    starts: Vec<u32, A>,
    /// The bits below.
    shift: u32,
}

impl<A: Allocator + Copy> Points<A> {
    /// Of how many points a part of the index is made, as a power of two.
    const PART: u32 = 2;

    /// Sorts points.
    pub fn new(mut points: Vec<Point, A>, check_interrupts: impl Fn()) -> Points<A> {
        points.sort_unstable_by(|one, other| {
            check_interrupts();
            one.cmp(other)
        });
        let bits = (points.len() as u64).ilog2().saturating_sub(Self::PART).max(1);
        let shift = u64::BITS - bits;
        let mut starts = from_elem_in(0, (1 << bits) + 1, *points.allocator());
        for point in &points {
            starts[(point.position >> shift) as usize + 1] += 1;
        }
        let mut before = 0;
        for start in starts.iter_mut() {
            before += *start;
            *start = before;
        }
        Points { points, starts, shift }
    }

    /// The number of the first point at or after a position, around the end of the ring.
    #[inline]
    fn first(&self, position: u64) -> usize {
        let part = (position >> self.shift) as usize;
        let (start, end) = (self.starts[part] as usize, self.starts[part + 1] as usize);
        let part = self.points[start..end].iter();
        match start + part.filter(|point| point.position < position).count() {
            first if first < self.points.len() => first,
            _ => 0,
        }
    }

    /// The node of that point.
    #[inline]
    pub fn owner(&self, position: u64) -> usize {
        self.points[self.first(position)].node as usize
    }

    /// The nodes of the points from a position on, once around the ring.
    pub fn after(&self, position: u64) -> impl Iterator<Item = usize> {
        let (before, after) = self.points.split_at(self.first(position));
        after.iter().chain(before).map(|point| point.node as usize)
    }
}
