//! How evenly keys are placed on nodes, and how many move when nodes change: the figures of docs/placement.md.
//!
//! cargo run --release --no-default-features --example placement
//!
//! The share of a node on a ring is measured at positions that are evenly spaced, so that only the names of
//! the nodes are left to chance. Everywhere else there are a million keys.

use allocator_api2::alloc::Global;
use pg_sketch::hash::SketchHash;
use pg_sketch::placement::jump::bucket;
use pg_sketch::placement::nodes::Nodes;
use pg_sketch::placement::rendezvous::Rendezvous;
use pg_sketch::placement::ring::{POINTS, Ring};

const KEYS: i64 = 1_000_000;
const SETS: usize = 500;
const POSITIONS: u64 = 1 << 18;

/// The nodes of a set.
fn nodes(set: usize, number: usize, weights: Option<&[f64]>) -> Nodes<Global> {
    let names: Vec<String> = (0..number).map(|node| format!("set {set} node {node}")).collect();
    let names: Vec<_> = names.iter().map(|name| Some(name.as_bytes())).collect();
    let weights: Option<Vec<_>> =
        weights.map(|weights| weights.iter().copied().map(Some).collect());
    Nodes::new_in(&names, weights.as_deref(), Global, || ()).expect("nodes")
}

fn ring(set: usize, number: usize, weights: Option<&[f64]>, points: u64) -> Ring<Global> {
    Ring::new(nodes(set, number, weights), points).expect("few points")
}

/// The number in the name of a node.
fn number(nodes: &Nodes<Global>, node: usize) -> usize {
    let name = String::from_utf8_lossy(nodes.name(node)).into_owned();
    name.rsplit(' ').next().and_then(|number| number.parse().ok()).expect("a number")
}

/// The number of the node of each key.
fn by_rendezvous(number_of_nodes: usize, weights: Option<&[f64]>) -> impl Fn(SketchHash) -> usize {
    let rendezvous = Rendezvous::new(nodes(0, number_of_nodes, weights));
    move |key| number(rendezvous.nodes(), rendezvous.node(key))
}

fn by_ring(number_of_nodes: usize, weights: Option<&[f64]>) -> impl FnMut(SketchHash) -> usize {
    let mut ring = ring(0, number_of_nodes, weights, POINTS);
    move |key| {
        let node = ring.node(key, || ());
        number(ring.nodes(), node)
    }
}

fn keys() -> impl Iterator<Item = SketchHash> {
    (0..KEYS).map(SketchHash::integer)
}

fn positions() -> impl Iterator<Item = SketchHash> {
    (0..POSITIONS).map(|number| SketchHash::from_stored_bits(number * (u64::MAX / POSITIONS)))
}

/// The load of each node, its mean being 1.
fn loads(nodes: usize, placed: impl Iterator<Item = usize>) -> Vec<f64> {
    let mut counts = vec![0.0; nodes];
    placed.for_each(|node| counts[node] += 1.0);
    let mean = counts.iter().sum::<f64>() / nodes as f64;
    counts.iter().map(|count| count / mean).collect()
}

fn percentile(values: &mut [f64], percent: usize) -> f64 {
    values.sort_by(f64::total_cmp);
    values[(values.len() - 1) * percent / 100]
}

fn share_that_differs(
    mut one: impl FnMut(SketchHash) -> usize,
    mut other: impl FnMut(SketchHash) -> usize,
) -> f64 {
    100.0 * keys().filter(|key| one(*key) != other(*key)).count() as f64 / KEYS as f64
}

fn print_loads() {
    println!(
        "ring: nodes, points, sd of load / mean, theory, max / mean: median (95 %), min / mean"
    );
    for number in [5, 10, 100] {
        for points in [100, 150, 200, 1000] {
            let (mut squares, mut most, mut least) = (0.0, Vec::new(), Vec::new());
            for set in 0..SETS {
                let mut ring = ring(set, number, None, points);
                let loads = loads(number, positions().map(|position| ring.node(position, || ())));
                squares +=
                    loads.iter().map(|load| (load - 1.0).powi(2)).sum::<f64>() / number as f64;
                most.push(loads.iter().copied().fold(0.0, f64::max));
                least.push(loads.iter().copied().fold(f64::MAX, f64::min));
            }
            let theory = ((1.0 - 1.0 / number as f64) / points as f64).sqrt();
            println!(
                "{number:4} {points:5} {:.3} {theory:.3}  {:.2} ({:.2})  {:.2}",
                (squares / SETS as f64).sqrt(),
                percentile(&mut most, 50),
                percentile(&mut most, 95),
                percentile(&mut least, 50),
            );
        }
    }
    println!("max / mean of {KEYS} keys: nodes, jump, rendezvous");
    for number in [5, 10, 100] {
        let most = |loads: Vec<f64>| loads.into_iter().fold(0.0, f64::max);
        let jump = loads(number, keys().map(|key| bucket(key, number as u32) as usize));
        let rendezvous = loads(number, keys().map(by_rendezvous(number, None)));
        println!("{number:4} {:.4} {:.4}", most(jump), most(rendezvous));
    }
}

fn print_moves() {
    println!("% of {KEYS} keys that move from 4 nodes to 5: modulo, jump, rendezvous, ring");
    let modulo = |number: u64| move |key: SketchHash| ((key.bits() >> 8) % number) as usize;
    let jump = |number| move |key| bucket(key, number) as usize;
    println!(
        "{:.2} {:.2} {:.2} {:.2}",
        share_that_differs(modulo(4), modulo(5)),
        share_that_differs(jump(4), jump(5)),
        share_that_differs(by_rendezvous(4, None), by_rendezvous(5, None)),
        share_that_differs(by_ring(4, None), by_ring(5, None)),
    );
    println!(
        "ring: points, % that moves from 4 nodes to 5: mean, 5th and 95th percentile of {SETS} sets"
    );
    for points in [1, 100, 150, 200] {
        let mut moved: Vec<f64> = (0..SETS)
            .map(|set| {
                let mut ring = ring(set, 5, None, points);
                100.0
                    * loads(
                        5,
                        positions().map(|position| {
                            let node = ring.node(position, || ());
                            number(ring.nodes(), node)
                        }),
                    )[4]
                    / 5.0
            })
            .collect();
        let mean = moved.iter().sum::<f64>() / SETS as f64;
        println!(
            "{points:5} {mean:.1} {:.1} {:.1}",
            percentile(&mut moved, 5),
            percentile(&mut moved, 95)
        );
    }
}

fn print_weights() {
    println!("shares of nodes of weights 1, 1, 2, 4: rendezvous, ring");
    let weights: &[f64] = &[1.0, 1.0, 2.0, 4.0];
    let shares = |loads: Vec<f64>| {
        let shares: Vec<_> = loads.iter().map(|load| format!("{:.4}", load / 4.0)).collect();
        shares.join(" ")
    };
    println!("{}", shares(loads(4, keys().map(by_rendezvous(4, Some(weights))))));
    println!("{}", shares(loads(4, keys().map(by_ring(4, Some(weights))))));
    println!("% that moves when weight 4 becomes 5, and keys between the others: rendezvous, ring");
    let heavier: &[f64] = &[1.0, 1.0, 2.0, 5.0];
    print_changes(by_rendezvous(4, Some(weights)), by_rendezvous(4, Some(heavier)));
    print_changes(by_ring(4, Some(weights)), by_ring(4, Some(heavier)));
}

/// Of two ways to place keys, between which the weight of node 3 changes.
fn print_changes(
    mut one: impl FnMut(SketchHash) -> usize,
    mut other: impl FnMut(SketchHash) -> usize,
) {
    let moves = keys().map(|key| (one(key), other(key))).filter(|(one, other)| one != other);
    let moves: Vec<_> = moves.collect();
    let between = moves.iter().filter(|(one, other)| *one != 3 && *other != 3);
    println!("{:.2} {}", 100.0 * moves.len() as f64 / KEYS as f64, between.count());
}

fn main() {
    print_moves();
    print_weights();
    print_loads();
}
