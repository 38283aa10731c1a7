//! Any steps on three sketches. After every step the stored bytes are those of a plain map, and what they
//! say is true of the exact counts.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use pg_sketch::sketch::Sketch;
use pg_sketch::topk::Topk;
use pg_sketch::topk::error::cannot_extend;
use pg_sketch::topk::view::View;
use pg_sketch::value::Value;
use pg_sketch_fuzz::keys::domain;
use pg_sketch_fuzz::plan::Steps;
use pg_sketch_fuzz::topk_counts::{Counts, Keys};

#[derive(Debug, Arbitrary)]
struct Plan {
    capacity: u8,
    domain: u8,
    steps: Steps<Step>,
}

/// A step; a sketch is named by a number.
#[derive(Debug, Arbitrary)]
enum Step {
    Add(u8, Keys),
    AddOther(u8, u8, Keys),
    MergeState(u8, u8),
    MergeStored(u8, u8),
    /// Merges one, and takes it away again.
    Slide(u8, u8, bool),
    /// Adds values, and takes them away again.
    Remove(u8, Keys),
    Truncate(u8, u8),
    Decode(u8),
    Resume(u8),
    Copy(u8, u8),
    Empty(u8, u8),
}

#[derive(Clone)]
struct Pair {
    counts: Counts,
    sketch: Topk,
}

fn capacity(number: u8) -> u32 {
    1 + u32::from(number % 25)
}

impl Pair {
    fn empty(capacity: u32) -> Pair {
        Pair { counts: Counts::new(capacity), sketch: Topk::new(capacity).unwrap() }
    }

    fn add(&mut self, number: u8, keys: &Keys) -> Vec<(Vec<u8>, u64)> {
        let domain = domain(number);
        let mut items = keys.items(domain);
        items.retain(|(value, weight)| {
            let added = self.sketch.add((Value::new(domain, value), *weight));
            assert_eq!(added, self.counts.add(domain, value, *weight));
            added.is_ok()
        });
        items
    }

    fn merge(&mut self, other: &Pair) -> bool {
        let merged = self.sketch.merge(&other.sketch);
        assert_eq!(merged, self.counts.merge(&other.counts));
        merged.is_ok()
    }

    /// As it is when it was stored.
    fn store(&mut self) -> Vec<u8> {
        self.counts.truncate(self.counts.capacity);
        self.sketch.encode()
    }
}

fuzz_target!(|plan: Plan| {
    let mut pairs = [(); 3].map(|()| Pair::empty(capacity(plan.capacity)));
    for step in plan.steps.0 {
        take(step, &mut pairs, plan.domain);
        pairs.iter().for_each(|pair| pair.counts.assert_sketch(&pair.sketch));
    }
});

fn take(step: Step, pairs: &mut [Pair; 3], number: u8) {
    let at = |number: u8| usize::from(number % 3);
    match step {
        Step::Add(one, keys) => _ = pairs[at(one)].add(number, &keys),
        Step::AddOther(one, number, keys) => _ = pairs[at(one)].add(number, &keys),
        Step::MergeState(one, other) => {
            let other = pairs[at(other)].clone();
            pairs[at(one)].merge(&other);
        }
        Step::MergeStored(one, other) => {
            let mut other = pairs[at(other)].clone();
            let stored = other.store();
            let one = &mut pairs[at(one)];
            let merged = one.sketch.merge_view(&View::read(&stored).unwrap());
            assert_eq!(merged, one.counts.merge(&other.counts));
        }
        Step::Slide(one, other, stored) => {
            let mut other = pairs[at(other)].clone();
            let bytes = if stored { other.store() } else { other.sketch.as_bytes().to_vec() };
            let view = View::read(&bytes).unwrap();
            let one = &mut pairs[at(one)];
            let merged = one.sketch.merge_view(&view);
            assert_eq!(merged, one.counts.merge(&other.counts));
            if merged.is_ok() && !other.sketch.was_cut() && !one.sketch.was_cut() {
                assert_eq!(one.sketch.unmerge(&view), Ok(true));
                one.counts.unmerge(&other.counts);
            }
        }
        Step::Remove(one, keys) => {
            let one = &mut pairs[at(one)];
            let items = one.add(number, &keys);
            if one.sketch.was_cut() {
                return;
            }
            let domain = domain(number);
            let mut added = Counts::new(one.counts.capacity);
            for (value, weight) in items {
                assert_eq!(one.sketch.remove((Value::new(domain, &value), weight)), Ok(true));
                added.add(domain, &value, weight).unwrap();
            }
            one.counts.unmerge(&added);
        }
        Step::Truncate(one, to) => {
            let (one, to) = (&mut pairs[at(one)], capacity(to));
            match one.sketch.truncate(to) {
                Ok(truncated) => {
                    one.sketch = truncated;
                    one.counts.truncate(to);
                }
                Err(error) => assert_eq!(error, cannot_extend(one.counts.capacity, to)),
            }
        }
        Step::Decode(one) => {
            let one = &mut pairs[at(one)];
            one.sketch = Topk::decode(&one.store()).unwrap();
        }
        Step::Resume(one) => {
            let one = &mut pairs[at(one)];
            one.sketch = Topk::resume(one.sketch.clone().into_buffer()).unwrap();
            assert_eq!(Topk::read(one.sketch.as_bytes()).unwrap().encode(), one.sketch.encode());
        }
        Step::Copy(one, other) => pairs[at(one)] = pairs[at(other)].clone(),
        Step::Empty(one, to) => pairs[at(one)] = Pair::empty(capacity(to)),
    }
}
