//! Three sketches, made of adds alone, stored, and merged in both orders.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use pg_sketch::cms::{Cms, Shape};
use pg_sketch::error::Kind;
use pg_sketch::sketch::Sketch;
use pg_sketch_fuzz::assert_same;
use pg_sketch_fuzz::cms_matrix::{Matrix, Weighted};
use pg_sketch_fuzz::keys::domain;
use pg_sketch_fuzz::plan::Few;
use pg_sketch_fuzz::types::{merged, merged_in_both_orders};

#[derive(Debug, Arbitrary)]
struct Made {
    other_shape: bool,
    domain: u8,
    keys: Few<Weighted>,
}

struct Part {
    matrix: Matrix,
    stored: Vec<u8>,
}

impl Made {
    fn build(&self, width: u32) -> Part {
        let shape = Shape { width: width + u32::from(self.other_shape), depth: 3 };
        let (mut matrix, mut sketch) = (Matrix::new(shape), Cms::new(shape));
        for item in self.keys.0.iter().flat_map(|keys| keys.items(domain(self.domain))) {
            assert_eq!(sketch.add(item), matrix.add(item));
        }
        matrix.assert_sketch(&sketch);
        let stored = sketch.encode();
        assert_same(&Cms::decode(&stored).unwrap().encode(), &stored);
        Part { matrix, stored }
    }
}

fuzz_target!(|plan: (u8, [Made; 3])| {
    let (width, made) = plan;
    let [a, b, c] = made.map(|made| made.build(6 + 3 * u32::from(width)));
    assert_merged(&a, &b);
    assert_merged(&b, &a);
    let orders = merged_in_both_orders::<Cms>([&a.stored, &b.stored, &c.stored]);
    if let [Ok(left_first), Ok(right_first)] = orders {
        assert_same(&left_first, &right_first);
    }
});

fn assert_merged(left: &Part, right: &Part) {
    let mut matrix = left.matrix.clone();
    let expected = matrix.merge(&right.matrix);
    match merged::<Cms>(&left.stored, &right.stored) {
        Ok(stored) => {
            assert_eq!(expected, Ok(()));
            assert_same(&stored, &matrix.bytes());
        }
        Err(error) => {
            assert!(matches!(error.kind(), Kind::Mismatch | Kind::Overflow));
            assert_eq!(expected, Err(error));
        }
    }
}
