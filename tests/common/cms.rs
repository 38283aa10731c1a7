//! Count-Min sketches for tests.

#![allow(dead_code)] // Each test uses a part of it.

use pg_sketch::cms::{Cms, Shape};
use pg_sketch::hash::SketchHash;

/// A hash and how often it is added.
pub type Item = (SketchHash, u64);

pub fn build(shape: Shape, items: &[Item]) -> Cms {
    let mut sketch = Cms::new(shape);
    items.iter().for_each(|item| sketch.add(*item).unwrap());
    sketch
}

/// The bigints from 1 on, each as often as it says.
pub fn bigints(shape: Shape, upto: i64) -> Cms {
    let items: Vec<Item> =
        (1..=upto).map(|number| (SketchHash::integer(number), number as u64)).collect();
    build(shape, &items)
}

pub fn shape(width: u32, depth: u8) -> Shape {
    Shape { width, depth }
}
