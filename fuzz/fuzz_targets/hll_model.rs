//! Any steps on three sketches and a window. After every step the stored bytes are those of the set.

#![no_main]

use allocator_api2::alloc::Global;
use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use pg_sketch::domain::Domain;
use pg_sketch::error::Result;
use pg_sketch::hll::Hll;
use pg_sketch::hll::window::Window;
use pg_sketch::sketch::Sketch;
use pg_sketch_fuzz::hll_set::Set;
use pg_sketch_fuzz::hll_survival::assert_sane;
use pg_sketch_fuzz::keys::Keys;
use pg_sketch_fuzz::plan::Steps;
use pg_sketch_fuzz::types::Type;
use std::collections::VecDeque;

#[derive(Debug, Arbitrary)]
struct Plan {
    precision: u8,
    steps: Steps<Step>,
}

/// A step; a sketch is named by a number.
#[derive(Debug, Arbitrary)]
enum Step {
    Add(u8, Keys),
    UnionState(u8, u8),
    UnionStored(u8, u8),
    UnionAtWork(u8, u8),
    Downsample(u8, u8),
    Decode(u8),
    Read(u8),
    Resume(u8),
    Copy(u8, u8),
    Empty(u8, u8),
    Join(u8),
    JoinAtWork(u8),
    Leave,
}

/// Higher precisions take longer and run the same code.
fn precision(number: u8) -> u8 {
    4 + number % 8
}

#[derive(Clone)]
struct Pair {
    set: Set,
    sketch: Hll,
}

impl Pair {
    fn empty(precision: u8) -> Pair {
        Pair { set: Set::new(precision), sketch: Hll::new(precision).unwrap() }
    }
}

/// A frame of rows. After a row that does not merge, the frame is not used any more.
struct Frame {
    rows: VecDeque<Set>,
    window: Window<Global>,
    precision: u8,
}

impl Frame {
    fn new(precision: u8) -> Frame {
        Frame { rows: VecDeque::new(), window: Window::new(precision).unwrap(), precision }
    }

    fn join(&mut self, set: &Set, bytes: &[u8]) {
        self.rows.push_back(set.clone());
        let joined = self.window.add_sketch(bytes);
        self.check(joined);
    }

    fn leave(&mut self) {
        if self.rows.pop_front().is_some() {
            let left = self.window.remove_oldest(|| ());
            self.check(left);
        }
    }

    fn check(&mut self, stepped: Result<()>) {
        let mut rows = self.rows.iter();
        let mut union = rows.next().cloned().unwrap_or(Set::new(self.precision));
        let united = rows.try_for_each(|row| union.union(row));
        let found = stepped.and_then(|()| self.window.union::<Vec<u8>>());
        match found {
            Ok(found) => assert_eq!((found.encode(), united), (union.bytes(), Ok(()))),
            Err(error) => {
                assert_eq!(united, Err(error));
                *self = Frame::new(self.precision);
            }
        }
    }
}

fuzz_target!(|plan: Plan| {
    let mut pairs = [(); 3].map(|()| Pair::empty(precision(plan.precision)));
    let mut frame = Frame::new(precision(plan.precision));
    for step in &plan.steps.0 {
        let changed = carry_out(step, &mut pairs, &mut frame);
        let Pair { set, sketch } = &pairs[changed];
        assert_eq!(sketch.encode(), set.bytes(), "{step:?}");
        assert_eq!(sketch.is_empty(), set.is_empty());
        assert_sane(sketch);
    }
});

/// Carries out a step. Returns which sketch may have changed.
fn carry_out(step: &Step, pairs: &mut [Pair; 3], frame: &mut Frame) -> usize {
    let at = |number: u8| usize::from(number % 3);
    match *step {
        Step::Add(to, ref keys) => {
            let Pair { set, sketch } = &mut pairs[at(to)];
            set.add(sketch, keys, Domain::Integer);
            at(to)
        }
        Step::UnionState(to, from) => unite(pairs, [at(to), at(from)], |to, from| to.merge(from)),
        Step::UnionStored(to, from) => {
            unite(pairs, [at(to), at(from)], |to, from| to.merge_bytes(&from.encode()))
        }
        Step::UnionAtWork(to, from) => {
            unite(pairs, [at(to), at(from)], |to, from| to.merge_bytes(&from.clone().into_buffer()))
        }
        Step::Downsample(which, to) => {
            let Pair { set, sketch } = &mut pairs[at(which)];
            let coarse = sketch.downsample(precision(to));
            match set.downsample(precision(to)) {
                Ok(()) => *sketch = coarse.unwrap(),
                Err(error) => assert_eq!(coarse.unwrap_err(), error),
            }
            at(which)
        }
        Step::Decode(which) => replace(pairs, at(which), |sketch| Hll::decode(&sketch.encode())),
        Step::Read(which) => replace(pairs, at(which), |sketch| Hll::read(&sketch.encode())),
        Step::Resume(which) => {
            replace(pairs, at(which), |sketch| Hll::resume_unknown(sketch.clone().into_buffer()))
        }
        Step::Copy(to, from) => {
            pairs[at(to)] = pairs[at(from)].clone();
            at(to)
        }
        Step::Empty(which, at_precision) => {
            pairs[at(which)] = Pair::empty(precision(at_precision));
            at(which)
        }
        Step::Join(which) => {
            let Pair { set, sketch } = &pairs[at(which)];
            frame.join(set, &sketch.encode());
            at(which)
        }
        Step::JoinAtWork(which) => {
            let Pair { set, sketch } = &pairs[at(which)];
            frame.join(set, &sketch.clone().into_buffer());
            at(which)
        }
        Step::Leave => {
            frame.leave();
            0
        }
    }
}

fn unite(
    pairs: &mut [Pair; 3],
    [to, from]: [usize; 2],
    union: impl FnOnce(&mut Hll, &Hll) -> Result<()>,
) -> usize {
    let other = pairs[from].clone();
    let Pair { set, sketch } = &mut pairs[to];
    assert_eq!(union(sketch, &other.sketch), set.union(&other.set));
    to
}

fn replace(pairs: &mut [Pair; 3], at: usize, with: impl FnOnce(&Hll) -> Result<Hll>) -> usize {
    pairs[at].sketch = with(&pairs[at].sketch).unwrap();
    at
}
