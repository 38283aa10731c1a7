//! What must hold for any set of nodes: only those values move that have to. Ten thousand random sets, and
//! three ways to place ten values on each.

mod common;
#[path = "common/nodes.rs"]
mod nodes;
#[path = "common/random_nodes.rs"]
mod random_nodes;
#[path = "common/values.rs"]
mod values;

use common::Random;
use nodes::{Set, WAYS, Way, rankings};
use pg_sketch::hash::SketchHash;
use pg_sketch::placement::jump::bucket;
use random_nodes::{random_node, random_set};
use values::random_values;

const SETS: u64 = 10_000;
const MOST_NODES: u64 = 8;
const POINTS: u64 = 5;
const VALUES: usize = 10;

/// The name of the node that takes each value.
fn places(way: Way, set: (&Set, bool), points: u64, values: &[SketchHash]) -> Vec<String> {
    rankings(way, set, points, values, 1).into_iter().flatten().collect()
}

/// Calls the law with each set, in each way, with weights and without.
fn for_all(seed: u64, law: impl Fn(Way, Set, bool, &mut Random)) {
    for number in 0..SETS {
        for way in WAYS {
            let mut random = Random(seed << 32 | number);
            let set = random_set(&mut random, MOST_NODES);
            law(way, set, number % 2 == 0, &mut random);
        }
    }
}

#[test]
fn a_new_node_takes_values_and_no_other_does() {
    for_all(1, |way, mut set, is_weighted, random| {
        let values = random_values(VALUES, random.bits());
        let before = places(way, (&set, is_weighted), POINTS, &values);
        let new = random_node(random);
        set.push(new.clone());
        let after = places(way, (&set, is_weighted), POINTS, &values);
        for (before, after) in before.iter().zip(&after) {
            assert!(before == after || *after == new.0);
        }
    });
}

#[test]
fn only_the_values_of_a_node_that_leaves_move() {
    for_all(2, |way, mut set, is_weighted, random| {
        set.push(random_node(random));
        let values = random_values(VALUES, random.bits());
        let before = places(way, (&set, is_weighted), POINTS, &values);
        let second = rankings(way, (&set, is_weighted), POINTS, &values, 2);
        let left = set.swap_remove((random.bits() % set.len() as u64) as usize);
        let after = places(way, (&set, is_weighted), POINTS, &values);
        for ((before, second), after) in before.iter().zip(&second).zip(&after) {
            // They move to the node that was their second choice.
            let expected = if *before == left.0 { &second[1] } else { before };
            assert_eq!(after, expected);
        }
    });
}

#[test]
fn a_node_of_weight_zero_has_left() {
    for_all(3, |way, mut set, _, random| {
        let values = random_values(VALUES, random.bits());
        let before = rankings(way, (&set, true), POINTS, &values, usize::MAX);
        set.push((random_node(random).0, 0.0));
        assert_eq!(rankings(way, (&set, true), POINTS, &values, usize::MAX), before);
    });
}

#[test]
fn another_weight_moves_values_to_or_from_its_node_alone() {
    for_all(4, |way, mut set, _, random| {
        let values = random_values(VALUES, random.bits());
        let before = places(way, (&set, true), POINTS, &values);
        let changed = (random.bits() % set.len() as u64) as usize;
        let (name, old) = set[changed].clone();
        set[changed].1 = random_node(random).1;
        let new = set[changed].1;
        let after = places(way, (&set, true), POINTS, &values);
        for (before, after) in before.iter().zip(&after) {
            let grows = new >= old && *after == name;
            let shrinks = new <= old && *before == name;
            assert!(before == after || grows || shrinks);
        }
    });
}

#[test]
fn the_order_of_nodes_means_nothing() {
    for_all(5, |way, mut set, is_weighted, random| {
        let values = random_values(VALUES, random.bits());
        let before = rankings(way, (&set, is_weighted), POINTS, &values, 3);
        for last in (1..set.len()).rev() {
            set.swap(last, (random.bits() % (last as u64 + 1)) as usize);
        }
        assert_eq!(rankings(way, (&set, is_weighted), POINTS, &values, 3), before);
    });
}

#[test]
fn a_ranking_is_of_different_nodes_and_starts_as_a_shorter_one_does() {
    for_all(6, |way, set, is_weighted, random| {
        let values = random_values(VALUES, random.bits());
        let whole = rankings(way, (&set, is_weighted), POINTS, &values, usize::MAX);
        let mut names: Vec<_> = set.iter().map(|(name, _)| name.clone()).collect();
        names.sort();
        for ranking in &whole {
            let mut ranked = ranking.clone();
            ranked.sort();
            assert_eq!(ranked, names);
        }
        for n in 0..=set.len() + 1 {
            let shorter = rankings(way, (&set, is_weighted), POINTS, &values, n);
            for (ranking, shorter) in whole.iter().zip(&shorter) {
                assert_eq!(*shorter, ranking[..n.min(set.len())]);
            }
        }
    });
}

#[test]
fn sorted_points_say_what_unsorted_ones_say() {
    for number in 0..SETS {
        let mut random = Random(7 << 32 | number);
        let set = (&random_set(&mut random, MOST_NODES), number % 2 == 0);
        let values = random_values(VALUES, random.bits());
        let of = |way| rankings(way, set, POINTS, &values, 4);
        assert_eq!(of(Way::Ring), of(Way::SortedRing));
    }
}

#[test]
fn a_new_bucket_takes_values_and_no_other_does() {
    for value in random_values(SETS as usize, 8) {
        let mut before = 0;
        for buckets in 1..200 {
            let after = bucket(value, buckets);
            assert!(after == before || after == buckets - 1);
            before = after;
        }
    }
}
