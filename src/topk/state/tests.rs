//! Where values are in a table, whoever chose them.

use super::*;
use crate::table;
use crate::topk::layout::SEED;
use crate::topk::slots::tests::probes_each;
use xxhash_rust::xxh3::xxh3_64_with_seed;

const ENTRIES: usize = 2_000;

/// A table with that seed that has room for all.
fn empty(seed: u64) -> Topk {
    let room = Room { entries: ENTRIES, bytes: 8 * ENTRIES };
    let mut state: Topk = State::with_room(1_000, 0, Some(Domain::Integer), room);
    set_field(&mut state.buffer, SEED, seed.to_le_bytes());
    state
}

fn probes(seed: u64, values: &[[u8; 8]]) -> f64 {
    let mut state = empty(seed);
    probes_each(values.len() as u64, || {
        for value in values {
            state.add((Value::new(Domain::Integer, value), 1)).unwrap();
        }
    })
}

#[test]
fn values_chosen_for_one_table_are_spread_in_another() {
    let slots = table::slots_for(ENTRIES) as u128;
    let is_first = |value: &[u8; 8]| (u128::from(xxh3_64_with_seed(value, 1)) * slots) >> 64 == 0;
    let chosen: Vec<_> = (0u64..).map(u64::to_le_bytes).filter(is_first).take(300).collect();
    let (crowded, spread) = (probes(1, &chosen), probes(2, &chosen));
    assert!(crowded > 100.0 && spread < 2.0, "{crowded} {spread}");
}

#[test]
fn entries_of_one_table_do_not_crowd_another() {
    const MANY: u64 = 30_000;
    let mut state = Topk::new(1_000).unwrap();
    for value in (0..MANY).map(u64::to_le_bytes) {
        state.add((Value::new(Domain::Integer, &value), 1)).unwrap();
    }
    let steps: [(&str, &dyn Fn()); 4] = [
        ("to an empty one", &|| Topk::new(1_000).unwrap().merge(&state).unwrap()),
        ("to what is there", &|| state.clone().merge(&state).unwrap()),
        ("to a copy", &|| drop(Topk::from_view(&state.view()).unwrap())),
        ("one by one", &|| {
            let mut other = Topk::new(1_000).unwrap();
            other.set_domain(state.domain());
            state.entries().for_each(|entry| other.increase(entry).unwrap());
        }),
    ];
    for (name, step) in steps {
        let probes = probes_each(MANY, step);
        assert!(probes < 12.0, "{name}: {probes} for each entry");
    }
}
