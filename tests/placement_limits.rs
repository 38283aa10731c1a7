//! Nodes and weights at the limits of what is allowed, and beyond.

#![allow(clippy::unwrap_used)]

mod common;
#[path = "common/nodes.rs"]
mod nodes;
#[path = "common/values.rs"]
mod values;

use allocator_api2::alloc::Global;
use nodes::{Set, WAYS, rankings};
use pg_sketch::error::{Error, Kind};
use pg_sketch::placement::nodes::{MAX_NODES, Nodes, check_number};
use pg_sketch::placement::ring::{MAX_POINTS, Ring};
use pg_sketch::placement::{at_least_one, error, places};
use values::random_values;

/// Nodes whose names are a prefix and a number.
fn numbered(prefix: &str, number: usize) -> Set {
    (0..number).map(|node| (format!("{prefix}{node}"), 1.0)).collect()
}

/// The error of names and weights, told by kind and detail.
fn refused(names: &[Option<&str>], weights: Option<&[Option<f64>]>) -> (Kind, String) {
    let names: Vec<_> = names.iter().map(|name| name.map(str::as_bytes)).collect();
    told(Nodes::new_in(&names, weights, Global, || ()).err().unwrap())
}

fn told(error: Error) -> (Kind, String) {
    (error.kind(), error.detail().into())
}

#[test]
fn what_is_no_set_of_nodes_is_refused() {
    let (a, b) = (Some("a"), Some("b"));
    for (names, weights, kind, detail) in [
        (&[][..], None, Kind::OutOfRange, "The array nodes is empty."),
        (&[a, None], None, Kind::Null, "Element 2 of nodes is null."),
        (&[a, b, a], None, Kind::OutOfRange, "Elements 1 and 3 of nodes are the same name."),
        (
            &[a, b],
            Some(&[Some(1.0)][..]),
            Kind::OutOfRange,
            "The array nodes has 2 elements, the array weights has 1.",
        ),
        (&[a], Some(&[None]), Kind::Null, "Element 1 of weights is null."),
        (
            &[a, b],
            Some(&[Some(1.0), Some(-0.5)]),
            Kind::OutOfRange,
            "Element 2 of weights is -0.5; a weight must be a finite number from 0 on.",
        ),
        (
            &[a],
            Some(&[Some(f64::NAN)]),
            Kind::OutOfRange,
            "Element 1 of weights is NaN; a weight must be a finite number from 0 on.",
        ),
        (
            &[a],
            Some(&[Some(f64::NEG_INFINITY)]),
            Kind::OutOfRange,
            "Element 1 of weights is -Infinity; a weight must be a finite number from 0 on.",
        ),
        (&[a], Some(&[Some(0.0)]), Kind::OutOfRange, "The only weight is 0."),
        (&[a, b], Some(&[Some(0.0), Some(-0.0)]), Kind::OutOfRange, "All 2 weights are 0."),
        // A name of weight 0 is one, too.
        (
            &[a, a],
            Some(&[Some(1.0), Some(0.0)]),
            Kind::OutOfRange,
            "Elements 1 and 2 of nodes are the same name.",
        ),
    ] {
        assert_eq!(refused(names, weights), (kind, detail.into()), "{names:?} {weights:?}");
    }
}

#[test]
fn numbers_start_at_one() {
    for value in [0, -1, i64::MIN] {
        let error = at_least_one("number of points", value).unwrap_err();
        let detail = format!("The number of points is {value}; it must be at least 1.");
        assert_eq!(told(error), (Kind::OutOfRange, detail));
    }
    assert_eq!(at_least_one("n", 1).unwrap(), 1);
    assert_eq!(at_least_one("n", i64::MAX).unwrap(), i64::MAX as u64);
}

#[test]
fn places_are_numbers_of_an_integer() {
    for value in [0, -1, 1 << 31, (1 << 32) + 1, i64::MIN, i64::MAX] {
        let error = places("number of buckets", value).unwrap_err();
        let detail = format!("The number of buckets is {value}; it must be from 1 to 2147483647.");
        assert_eq!(told(error), (Kind::OutOfRange, detail));
    }
    assert_eq!(places("n", 1).unwrap(), 1);
    assert_eq!(places("n", i64::from(i32::MAX)).unwrap(), i32::MAX as u32);
}

#[test]
fn too_many_nodes_and_points_are_refused() {
    assert_eq!(check_number(MAX_NODES + 1).unwrap_err().kind(), Kind::TooLarge);
    check_number(MAX_NODES).unwrap();
    let points = |set: &Set, points| {
        let nodes = nodes::nodes(set, true).unwrap();
        Ring::new(nodes, points).map(|_| ()).map_err(|error| (error.kind(), error.detail().into()))
    };
    let of = |weight| vec![("a".to_string(), weight)];
    let is_refused = |told: &str| {
        let detail = format!("It would have {told} points; at most 1000000 are allowed.");
        Err((Kind::TooLarge, detail))
    };
    assert_eq!(points(&of(1.0), MAX_POINTS as u64), Ok(()));
    assert_eq!(points(&of(1.0), MAX_POINTS as u64 + 1), is_refused("1000001"));
    assert_eq!(points(&of(1e300), 150), is_refused("about 2e302"));
    assert_eq!(points(&of(f64::MAX), i64::MAX as u64), is_refused("about inf"));
    assert_eq!(points(&numbered("n", 1_000), 1_001), is_refused("1001000"));
}

/// A node has a point at least, and halves are rounded up.
#[test]
fn points_are_rounded() {
    let share = |weight: f64, points: u64| {
        let set = vec![("a".to_string(), weight), ("b".to_string(), 1.0)];
        rankings(WAYS[2], (&set, true), points, &random_values(3_000, 1), 1)
    };
    assert_eq!(share(1e-300, 100), share(1.4 / 100.0, 100));
    assert_eq!(share(1.5 / 100.0, 100), share(2.0 / 100.0, 100));
    assert_eq!(share(2.5 / 100.0, 100), share(3.0 / 100.0, 100));
    assert_ne!(share(1.4 / 100.0, 100), share(1.5 / 100.0, 100));
}

#[test]
fn extreme_weights_leave_no_choice() {
    let values = random_values(1_000, 2);
    let set = vec![("a".to_string(), 1e-300), ("b".to_string(), 1e300), ("c".to_string(), 1.0)];
    for ranking in rankings(WAYS[0], (&set, true), 1, &values, 3) {
        assert_eq!(ranking, ["b", "c", "a"]);
    }
    // So many times more, or less, is the same where all weights are.
    let scaled = |factor: f64| {
        let set: Vec<_> =
            (0..9).map(|node| (format!("n{node}"), f64::from(node + 1) * factor)).collect();
        rankings(WAYS[0], (&set, true), 1, &values, 9)
    };
    for half in [-535, -250, 250, 510] {
        assert_eq!(scaled(2_f64.powi(half) * 2_f64.powi(half)), scaled(1.0), "{half}");
    }
}

#[test]
fn any_text_is_a_name() {
    let names = ["", " ", "a", "A", "ä", "a\u{308}", "日本"];
    let set: Vec<_> = names.iter().map(|name| (name.to_string(), 1.0)).collect();
    for way in WAYS {
        let places = rankings(way, (&set, false), 150, &random_values(1_000, 3), 1).concat();
        for name in names {
            assert!(places.iter().any(|place| place == name), "{way:?} {name}");
        }
    }
}

#[test]
fn a_hundred_thousand_nodes_are_placed_on() {
    let set = numbered("node-", 100_000);
    let values = random_values(30, 4);
    for way in WAYS {
        let rankings = rankings(way, (&set, false), 2, &values, 3);
        assert!(rankings.iter().all(|ranking| ranking.len() == 3));
    }
    assert_eq!(
        rankings(WAYS[1], (&set, false), 2, &values, 3),
        rankings(WAYS[2], (&set, false), 2, &values, 3)
    );
}

#[test]
fn messages_name_the_array() {
    let error = error::dimensions("weights", 2);
    assert_eq!(error.to_string(), "weights must be a one-dimensional array");
    assert_eq!(error.detail(), "The array has 2 dimensions.");
}
