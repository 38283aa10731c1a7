//! Runs every function that reads bytes of an `hll` on any bytes, and checks the results.

use crate::common::Random;
use allocator_api2::alloc::Global;
use pg_sketch::domain::Domain;
use pg_sketch::error::{Kind, Result};
use pg_sketch::hash::SketchHash;
use pg_sketch::hll::bounds::{Bounds, bounds, relative_error};
use pg_sketch::hll::joint::{Joint, difference_bounds, intersection_bounds, jaccard_bounds};
use pg_sketch::hll::layout::{add_in_place, add_later, has_precision};
use pg_sketch::hll::view::View;
use pg_sketch::hll::window::Window;
use pg_sketch::hll::{Hll, MIN_PRECISION, sparse_limit};
use pg_sketch::sketch::Sketch;

/// The number of different hashes.
const MOST: f64 = (1u64 << 56) as f64;
const CONFIDENCES: [f64; 3] = [1e-9, 0.95, 1.0 - 1e-9];

/// Does with bytes all that the database does with them, also with those that no input function accepts.
pub fn survives(bytes: &[u8]) {
    has_precision(bytes, 14);
    let domain = bytes.iter().skip(2).take(2).find_map(|byte| Domain::from_byte(*byte));
    let mut random = Random(9);
    let domain = domain.unwrap_or(Domain::Integer);
    let mut key =
        || SketchHash::from_stored_bits(random.hash().hash_bits() | u64::from(domain.byte()));
    let mut added = bytes.to_vec();
    (0..9).for_each(|_| _ = add_in_place(&mut added, key()));
    (0..9).for_each(|_| _ = add_later(&mut added, key(), |_| ()));
    if let Some(view) = believed(View::read(&added)) {
        believed(view.cardinality());
    }

    let Some(view) = believed(View::read(bytes)) else { return };
    let Some(cardinality) = believed(view.cardinality()) else {
        assert!(believed(view.to_state::<Vec<u8>>()).is_none());
        return;
    };
    let Some(sketch) = believed(view.to_state::<Vec<u8>>()) else { unreachable!() };
    assert_eq!(cardinality, sketch.cardinality());
    assert_sane(&sketch);
    assert_adds(&view, &sketch, key());

    let mut good = Hll::new(view.precision()).unwrap();
    let size = 1 + bytes.len() % (2 * sparse_limit(view.precision()));
    (0..size.min(600)).for_each(|_| good.add(key()).unwrap());
    if sketch.domain().is_none_or(|own| own == domain) {
        assert_unites(bytes, &sketch, &good);
        assert_sane_pair(&sketch, &good);
    }
    assert_sane_pair(&sketch, &sketch);
    for precision in [MIN_PRECISION, view.precision() - 1, view.precision(), view.precision() + 1] {
        match sketch.downsample(precision) {
            Ok(coarse) => assert_sane(&coarse),
            Err(error) => assert_eq!(error.kind(), Kind::OutOfRange),
        }
    }
}

/// The sketch that was read, unless the bytes are refused.
fn believed<T>(read: Result<T>) -> Option<T> {
    match read {
        Ok(read) => Some(read),
        Err(error) if matches!(error.kind(), Kind::BadBytes | Kind::Newer) => None,
        Err(other) => panic!("{other:?}"),
    }
}

fn assert_around(Bounds { lower, estimate, upper }: Bounds, expected: f64, most: f64) {
    assert_eq!(estimate, expected);
    assert!(
        0.0 <= lower && lower <= estimate && estimate <= upper && upper <= most,
        "{lower} {estimate} {upper}"
    );
}

/// Checks all estimates of one sketch.
pub fn assert_sane(sketch: &Hll) {
    let estimate = sketch.estimate();
    assert!((0.0..=MOST).contains(&estimate), "{estimate}");
    let error = relative_error(sketch);
    assert!((0.0..=2.0).contains(&error), "{error} of {estimate}");
    for confidence in CONFIDENCES {
        assert_around(bounds(sketch, confidence).unwrap(), estimate.round(), f64::MAX);
    }
    let info = sketch.info();
    assert_eq!((info.cardinality, info.relative_error), (estimate.round(), error));
    assert_eq!(info.bytes as usize, sketch.encode().len());
}

/// Adding a value that the sketch already has changes nothing. A new value is present once it is added.
fn assert_adds(view: &View, sketch: &Hll, key: SketchHash) {
    let mut sum = sketch.clone();
    let outcome = sum.add(key);
    assert_eq!(outcome.is_ok(), sketch.domain().is_none_or(|own| own.byte() == key.domain_byte()));
    if let View::Stored(stored) = view
        && believed(stored.contains(key)) == Some(true)
    {
        assert_eq!(sum.encode(), sketch.encode());
    }
}

/// A union does not depend on the order, nor on whether it is made in a table or in an aggregate.
fn assert_unites(bytes: &[u8], sketch: &Hll, good: &Hll) {
    let view = View::read(bytes).unwrap();
    let mut union = good.clone();
    union.merge_view(&view).unwrap();
    let mut other = sketch.clone();
    other.merge(good).unwrap();
    let union = union.encode();
    assert_eq!(other.encode(), union);
    other.merge_view(&view).unwrap();
    assert_eq!(other.encode(), union);

    let mut window = Window::<Global>::new(view.precision()).unwrap();
    let found = |window: &Window<Global>| window.union::<Vec<u8>>().unwrap().encode();
    window.add_sketch(bytes).unwrap();
    assert_eq!(found(&window), sketch.encode());
    window.add_sketch(&good.encode()).unwrap();
    assert_eq!(found(&window), union);
    window.remove_oldest(|| ()).unwrap();
    assert_eq!(found(&window), good.encode());
    window.add_sketch(bytes).unwrap();
    assert_eq!(found(&window), union);
    window.remove_oldest(|| ()).unwrap();
    assert_eq!(found(&window), sketch.encode());
    window.remove_oldest(|| ()).unwrap();
    assert_eq!(found(&window), Hll::new(view.precision()).unwrap().encode());
}

/// Checks all estimates of two sketches of one precision and domain.
pub fn assert_sane_pair(left: &Hll, right: &Hll) {
    let found = Joint::of(left, right).unwrap();
    for part in [found.left_only, found.right_only, found.both] {
        assert!((0.0..=MOST).contains(&part), "{found:?}");
    }
    assert!((0.0..=1.0).contains(&found.jaccard()), "{found:?}");
    let any_list = [left, right].iter().any(|sketch| sketch.registers().is_none());
    for sketch in [left, right] {
        // The number of values of a list is known.
        if sketch.registers().is_none() || !any_list {
            assert!(found.both <= sketch.estimate() * (1.0 + 1e-9) + 1e-6, "{found:?}");
        }
    }
    for confidence in CONFIDENCES {
        let of_both = intersection_bounds(left, right, confidence).unwrap();
        assert_around(of_both, found.both.round(), MOST);
        let of_left = difference_bounds(left, right, confidence).unwrap();
        assert_around(of_left, found.left_only.round(), f64::MAX);
        assert_around(jaccard_bounds(left, right, confidence).unwrap(), found.jaccard(), 1.0);
    }
}
