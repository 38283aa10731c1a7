//! Sets of nodes for tests of placement.

use allocator_api2::alloc::Global;
use pg_sketch::error::Result;
use pg_sketch::hash::SketchHash;
use pg_sketch::placement::nodes::Nodes;
use pg_sketch::placement::rendezvous::Rendezvous;
use pg_sketch::placement::ring::Ring;

/// Names, each with a weight.
pub type Set = Vec<(String, f64)>;

/// The nodes of a set, with weights or without.
pub fn nodes(set: &Set, is_weighted: bool) -> Result<Nodes<Global>> {
    let names: Vec<_> = set.iter().map(|(name, _)| Some(name.as_bytes())).collect();
    let weights: Vec<_> = set.iter().map(|(_, weight)| Some(*weight)).collect();
    Nodes::new_in(&names, is_weighted.then_some(&weights), Global, || ())
}

/// A way to place a value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Way {
    /// By rendezvous hashing.
    Rendezvous,
    /// On a ring, whose points are not sorted.
    Ring,
    /// On a ring, whose points are sorted.
    SortedRing,
}

/// All ways.
pub const WAYS: [Way; 3] = [Way::Rendezvous, Way::Ring, Way::SortedRing];

/// The names of the nodes of a set that take each value, the first choice first: that many.
pub fn rankings(
    way: Way,
    (set, is_weighted): (&Set, bool),
    points: u64,
    values: &[SketchHash],
    n: usize,
) -> Vec<Vec<String>> {
    let nodes = nodes(set, is_weighted).expect("a set of nodes");
    let name = |nodes: &Nodes<Global>, node: usize| {
        String::from_utf8(nodes.name(node).to_vec()).expect("a text")
    };
    if way == Way::Rendezvous {
        let rendezvous = Rendezvous::new(nodes);
        let of = |value: &SketchHash| {
            let ranking = rendezvous.ranking(*value, n, || ());
            assert_eq!(ranking.first().copied(), (n > 0).then(|| rendezvous.node(*value)));
            ranking.iter().map(|node| name(rendezvous.nodes(), *node)).collect()
        };
        return values.iter().map(of).collect();
    }
    let new = |nodes| Ring::new(nodes, points).expect("few points");
    let mut ring = new(nodes);
    if way == Way::SortedRing {
        while ring.sorted_node(values[0]).is_none() {
            ring.node(values[0], || ());
        }
    }
    let mut rankings = Vec::new();
    for value in values {
        // The first look-ups of a ring do not sort.
        if way == Way::Ring && ring.sorted_node(*value).is_some() {
            ring = new(self::nodes(set, is_weighted).expect("a set of nodes"));
        }
        let ranking = ring.ranking(*value, n, || ());
        assert_eq!(ranking.first().copied(), (n > 0).then(|| ring.node(*value, || ())));
        rankings.push(ranking.iter().map(|node| name(ring.nodes(), *node)).collect());
    }
    rankings
}
