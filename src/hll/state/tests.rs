//! Entries of one table in another one.

use super::*;
use crate::hll::window::Window;
use crate::table::tests::probes_each;
use allocator_api2::alloc::Global;

/// A sketch of that many values, of which the first is `from`.
fn build(precision: u8, from: i64, count: i64) -> Hll {
    let mut sketch = Hll::new(precision).unwrap();
    (from..from + count).for_each(|value| sketch.add(SketchHash::integer(value)).unwrap());
    sketch
}

#[test]
fn entries_of_one_table_do_not_crowd_another() {
    let few = [build(18, 0, 30_000), build(18, 30_000, 30_000), build(18, 0, 15_000)];
    let half = build(18, 50_000, 15_000);
    let merge = |own: &Hll, other: &Hll| own.clone().merge(other).unwrap();
    let slide = |rows: &[&Hll]| {
        let mut window = Window::<Global>::new(18).unwrap();
        rows.iter().for_each(|row| window.add_sketch(row.buffer.as_ref()).unwrap());
        window.remove_oldest(|| ()).unwrap();
        window.union::<Vec<u8>>().unwrap();
    };
    let steps: [(&str, u64, &dyn Fn()); 7] = [
        ("to registers", 30_000, &|| drop(few[0].downsample(17).unwrap())),
        ("to a list", 15_000, &|| drop(few[2].downsample(17).unwrap())),
        ("to an empty one", 30_000, &|| merge(&Hll::new(18).unwrap(), &few[0])),
        ("to as many others", 30_000, &|| merge(&few[0], &few[1])),
        ("to half as many as fit", 15_000, &|| merge(&few[2], &half)),
        ("to what is there", 30_000, &|| merge(&few[0], &few[0])),
        ("in a window", 90_000, &|| slide(&[&half, &few[2], &half])),
    ];
    for (name, entries, step) in steps {
        let probes = probes_each(entries, step);
        assert!(probes < 12.0, "{name}: {probes} for each entry");
    }
}
