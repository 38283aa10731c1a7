//! Any steps on three sketches. After every step the stored bytes are those of a plain matrix of counters.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use pg_sketch::cms::view::View;
use pg_sketch::cms::{Cms, Shape};
use pg_sketch::sketch::Sketch;
use pg_sketch_fuzz::cms_matrix::{Matrix, Weighted};
use pg_sketch_fuzz::keys::domain;
use pg_sketch_fuzz::plan::Steps;

#[derive(Debug, Arbitrary)]
struct Plan {
    shape: u8,
    domain: u8,
    steps: Steps<Step>,
}

/// A step; a sketch is named by a number.
#[derive(Debug, Arbitrary)]
enum Step {
    Add(u8, Weighted),
    AddOther(u8, u8, Weighted),
    /// Takes values out, whether they were added or not.
    Remove(u8, Weighted),
    Merge(u8, u8, bool),
    Subtract(u8, u8, bool),
    Decode(u8),
    Resume(u8),
    Copy(u8, u8),
    Empty(u8, u8),
}

#[derive(Clone)]
struct Pair {
    matrix: Matrix,
    sketch: Cms,
}

fn shape(number: u8) -> Shape {
    const SHAPES: [(u32, u8); 6] = [(6, 1), (8, 2), (28, 3), (100, 5), (272, 3), (2_719, 5)];
    let (width, depth) = SHAPES[usize::from(number) % SHAPES.len()];
    Shape { width, depth }
}

impl Pair {
    fn empty(shape: Shape) -> Pair {
        Pair { matrix: Matrix::new(shape), sketch: Cms::new(shape) }
    }

    fn add(&mut self, number: u8, keys: &Weighted) {
        for item in keys.items(domain(number)) {
            assert_eq!(self.sketch.add(item), self.matrix.add(item));
        }
    }

    fn bytes(&self, stored: bool) -> Vec<u8> {
        if stored { self.sketch.encode() } else { self.sketch.clone().into_buffer() }
    }
}

fuzz_target!(|plan: Plan| {
    let mut pairs = [(); 3].map(|()| Pair::empty(shape(plan.shape)));
    for step in plan.steps.0 {
        take(step, &mut pairs, plan.domain);
        pairs.iter().for_each(|pair| pair.matrix.assert_sketch(&pair.sketch));
    }
});

fn take(step: Step, pairs: &mut [Pair; 3], number: u8) {
    let at = |number: u8| usize::from(number % 3);
    match step {
        Step::Add(one, keys) => pairs[at(one)].add(number, &keys),
        Step::AddOther(one, number, keys) => pairs[at(one)].add(number, &keys),
        Step::Remove(one, keys) => {
            let one = &mut pairs[at(one)];
            for item in keys.items(domain(number)) {
                let mut other = Matrix::new(one.matrix.shape);
                other.add(item).unwrap_or_default();
                let expected = match item.1 {
                    // The domain is checked all the same.
                    0 => one.matrix.clone().add(item),
                    _ if u128::from(item.1) > u128::from(pg_sketch::cms::MAX_TOTAL) => continue,
                    _ => one.matrix.subtract(&other),
                };
                assert_eq!(one.sketch.remove(item), expected);
                let count = View::read(&one.sketch.encode()).unwrap().count(item.0);
                assert!(count.is_err() || count == Ok(one.matrix.count(item.0)));
            }
        }
        Step::Merge(one, other, stored) => {
            let other = pairs[at(other)].clone();
            let bytes = other.bytes(stored);
            let one = &mut pairs[at(one)];
            let merged = one.sketch.merge_view(&View::read(&bytes).unwrap());
            assert_eq!(merged, one.matrix.merge(&other.matrix));
        }
        Step::Subtract(one, other, stored) => {
            let other = pairs[at(other)].clone();
            let bytes = other.bytes(stored);
            let one = &mut pairs[at(one)];
            let left = one.sketch.subtract_view(&View::read(&bytes).unwrap());
            assert_eq!(left, one.matrix.subtract(&other.matrix));
        }
        Step::Decode(one) => {
            let one = &mut pairs[at(one)];
            one.sketch = Cms::decode(&one.sketch.encode()).unwrap();
        }
        Step::Resume(one) => {
            let one = &mut pairs[at(one)];
            one.sketch = Cms::resume_unknown(one.sketch.clone().into_buffer()).unwrap();
        }
        Step::Copy(one, other) => pairs[at(one)] = pairs[at(other)].clone(),
        Step::Empty(one, to) => pairs[at(one)] = Pair::empty(shape(to)),
    }
}
