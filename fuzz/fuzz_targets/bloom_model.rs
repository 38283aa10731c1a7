//! Any steps on three filters of one capacity and rate. After every step all keys are found, and as long
//! as they fit into one layer the stored bytes are those of the set.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use pg_sketch::bloom::Bloom;
use pg_sketch::bloom::error::too_many_layers;
use pg_sketch::domain::Domain;
use pg_sketch::error::Result;
use pg_sketch::sketch::{Merge, Sketch};
use pg_sketch_fuzz::assert_same;
use pg_sketch_fuzz::bloom_set::Set;
use pg_sketch_fuzz::keys::Keys;
use pg_sketch_fuzz::plan::Steps;
use pg_sketch_fuzz::types::Type;

#[derive(Debug, Arbitrary)]
struct Plan {
    capacity: Option<u16>,
    rate: u8,
    steps: Steps<Step>,
}

/// A step; a filter is named by a number.
#[derive(Debug, Arbitrary)]
enum Step {
    Add(u8, Keys),
    AddAgain(u8),
    UnionState(u8, u8),
    UnionStored(u8, u8),
    UnionAtWork(u8, u8),
    Decode(u8),
    Read(u8),
    ReadAtWork(u8),
    Copy(u8, u8),
    Empty(u8),
}

const RATES: [f64; 7] = [0.5, 0.3, 0.1, 0.01, 1e-4, 1e-6, 1e-8];
const MOST_CAPACITY: u64 = 4000;
/// The approximate limit of a set. The order of steps matters here, not the number of keys.
const MOST_KEYS: usize = 12_000;

#[derive(Clone)]
struct Pair {
    set: Set,
    filter: Bloom,
}

impl Pair {
    fn empty(capacity: Option<u64>, rate: f64) -> Pair {
        let set = Set::new(capacity, rate);
        Pair { filter: set.empty_filter().unwrap(), set }
    }

    fn check(&self) {
        self.set.assert_filter(&self.filter);
        if let Some(expected) = self.set.bytes() {
            assert_same(&self.filter.encode(), &expected);
        }
    }
}

fuzz_target!(|plan: Plan| {
    let capacity = plan.capacity.map(|capacity| 1 + u64::from(capacity) % MOST_CAPACITY);
    let rate = RATES[usize::from(plan.rate) % RATES.len()];
    let mut pairs = [(); 3].map(|()| Pair::empty(capacity, rate));
    for step in &plan.steps.0 {
        let changed = carry_out(step, &mut pairs);
        pairs[changed].check();
    }
});

/// Carries out a step. Returns which filter may have changed.
fn carry_out(step: &Step, pairs: &mut [Pair; 3]) -> usize {
    let at = |number: u8| usize::from(number % 3);
    match *step {
        Step::Add(to, ref keys) => {
            let Pair { set, filter } = &mut pairs[at(to)];
            if set.hashes.len() < MOST_KEYS {
                set.add(filter, keys, Domain::Integer);
            }
            at(to)
        }
        Step::AddAgain(which) => {
            let Pair { set, filter } = &mut pairs[at(which)];
            let before = filter.encode();
            set.keys().for_each(|key| filter.add(key).unwrap());
            assert_same(&filter.encode(), &before);
            at(which)
        }
        Step::UnionState(to, from) => unite(pairs, [at(to), at(from)], |to, from| to.merge(from)),
        // Stored bytes have a capacity, the portable form may have none.
        Step::UnionStored(to, from) => {
            unite(pairs, [at(to), at(from)], |to, from| to.merge_bytes(&from.portable()))
        }
        Step::UnionAtWork(to, from) => {
            unite(pairs, [at(to), at(from)], |to, from| to.merge_bytes(&from.clone().into_buffer()))
        }
        Step::Decode(which) => {
            replace(pairs, at(which), |filter| Bloom::decode(&filter.portable()))
        }
        Step::Read(which) => replace(pairs, at(which), |filter| Bloom::read(&filter.portable())),
        Step::ReadAtWork(which) => {
            replace(pairs, at(which), |filter| Bloom::read(&filter.clone().into_buffer()))
        }
        Step::Copy(to, from) => {
            pairs[at(to)] = pairs[at(from)].clone();
            at(to)
        }
        Step::Empty(which) => {
            let Set { capacity, rate, .. } = pairs[at(which)].set;
            pairs[at(which)] = Pair::empty(capacity, rate);
            at(which)
        }
    }
}

fn replace(pairs: &mut [Pair; 3], at: usize, with: impl FnOnce(&Bloom) -> Result<Bloom>) -> usize {
    pairs[at].filter = with(&pairs[at].filter).unwrap();
    at
}

fn unite(
    pairs: &mut [Pair; 3],
    [to, from]: [usize; 2],
    union: impl FnOnce(&mut Bloom, &Bloom) -> Result<()>,
) -> usize {
    let other = pairs[from].clone();
    let Pair { set, filter } = &mut pairs[to];
    match union(filter, &other.filter) {
        Ok(()) => {
            set.domain = set.domain.or(other.set.domain);
            set.hashes.extend(&other.set.hashes);
        }
        // Filters of many different shapes may need too many layers.
        Err(error) => {
            assert_eq!(error, too_many_layers());
            pairs[to] = Pair::empty(pairs[to].set.capacity, pairs[to].set.rate);
        }
    }
    to
}
