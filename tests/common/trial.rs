//! A random set that grows, and the estimates of sketches of several precisions.
//!
//! A register of a coarse sketch is the highest of several registers of a finer one, so a value
//! that does not change the finer one changes no other. Millions of values then cost little more than
//! in the finest sketch alone. Histograms make an estimate cheap at any size.

use crate::common::Random;
use pg_sketch::hash::SketchHash;
use pg_sketch::hll::entry::register_and_rank;
use pg_sketch::hll::estimate::{self, Histogram};
use pg_sketch::hll::{Hll, MAX_PRECISION, sparse_limit};

/// The registers of one precision.
struct Level {
    precision: u8,
    registers: Vec<u8>,
    counts: [u32; 64],
}

impl Level {
    /// Adds a value. Returns whether it raised a register.
    #[inline]
    fn add(&mut self, hash: SketchHash) -> bool {
        let (index, rank) = register_and_rank(hash, self.precision);
        let register = &mut self.registers[index];
        let raised = rank > *register;
        if raised {
            self.counts[usize::from(*register)] -= 1;
            self.counts[usize::from(rank)] += 1;
            *register = rank;
        }
        raised
    }
}

/// A set and its sketches.
pub struct Trial {
    random: Random,
    count: u64,
    /// Counts the entries, which do not depend on the precision, while any level needs them.
    entries: Hll,
    /// The finest first.
    levels: Vec<Level>,
}

impl Trial {
    /// An empty set; the precisions fall from one to the next.
    pub fn new(precisions: &[u8], seed: u64) -> Trial {
        let level = |&precision: &u8| {
            let mut counts = [0; 64];
            counts[0] = 1 << precision;
            Level { precision, registers: vec![0; 1 << precision], counts }
        };
        Trial {
            random: Random(seed),
            count: 0,
            entries: Hll::new(MAX_PRECISION).expect("it is the highest precision"),
            levels: precisions.iter().map(level).collect(),
        }
    }

    /// Adds new values until there are that many.
    pub fn grow(&mut self, count: u64) {
        let Some((finest, coarser)) = self.levels.split_first_mut() else { return };
        while self.count < count {
            self.count += 1;
            let hash = self.random.hash();
            if self.entries.registers().is_none() {
                self.entries.add(hash).expect("there is one domain");
            }
            if finest.add(hash) {
                let _ = coarser.iter_mut().all(|level| level.add(hash));
            }
        }
    }

    /// What a sketch of each precision estimates.
    pub fn estimates(&self) -> impl Iterator<Item = f64> + '_ {
        self.levels.iter().map(|level| {
            let listed = self.entries.registers().is_none()
                && self.entries.entry_count() <= sparse_limit(level.precision);
            match listed {
                true => estimate::from_entries(self.entries.entry_count()),
                false => {
                    let histogram = Histogram::from_counts(level.precision, level.counts);
                    estimate::from_registers(&histogram)
                }
            }
        })
    }
}
