//! Compares operations on all registers of an `hll` with loops over single registers.

#![allow(clippy::unwrap_used)]

mod common;

use common::Random;
use pg_sketch::hll::dense::{self, DenseRef};
use pg_sketch::hll::entry::{max_rank, register_and_rank};
use pg_sketch::hll::estimate::{self, Histogram};
use pg_sketch::hll::{MAX_PRECISION, MIN_PRECISION};

/// Registers after this number of values for each register.
fn filled(precision: u8, load: f64, random: &mut Random) -> Vec<u8> {
    let mut registers = vec![0; 1 << precision];
    for _ in 0..(load * registers.len() as f64) as usize {
        let (register, rank) = register_and_rank(random.hash(), precision);
        registers[register] = rank.max(registers[register]);
    }
    registers
}

/// Uniformly random registers between two ranks.
fn even(precision: u8, ranks: std::ops::RangeInclusive<u8>, random: &mut Random) -> Vec<u8> {
    let choices = u64::from(ranks.end() - ranks.start()) + 1;
    (0..1 << precision).map(|_| ranks.start() + (random.bits() % choices) as u8).collect()
}

/// Registers of all kinds that a sketch of the precision can hold.
fn registers(precision: u8) -> Vec<Vec<u8>> {
    let mut random = Random(precision.into());
    let highest = max_rank(precision);
    let mut all = vec![
        vec![0; 1 << precision],
        vec![1; 1 << precision],
        vec![7; 1 << precision],
        vec![8; 1 << precision],
        vec![highest; 1 << precision],
        even(precision, 0..=highest, &mut random),
        even(precision, 0..=15, &mut random),
        even(precision, highest - 9..=highest, &mut random),
    ];
    for load in [0.01, 0.2, 1.0, 6.1] {
        all.push(filled(precision, load, &mut random));
    }
    // More values than a test could add: all ranks are high.
    for higher in [5, 20] {
        let ranks = filled(precision, 6.1, &mut random);
        all.push(ranks.iter().map(|rank| (rank + higher).min(highest)).collect());
    }
    for (kind, registers) in all.clone().iter().enumerate() {
        // One different register, at either end.
        let mut first = registers.clone();
        first[kind % 2 * ((1 << precision) - 1)] = if kind % 3 == 0 { highest } else { 0 };
        all.push(first);
    }
    all
}

fn counted_one_by_one(registers: &[u8]) -> [u32; 64] {
    let mut counts = [0; 64];
    registers.iter().for_each(|rank| counts[usize::from(*rank)] += 1);
    counts
}

fn written_one_by_one(registers: &[u8], precision: u8) -> Vec<u8> {
    let is_below = |rank: u8, base: u8| rank < base;
    let is_above = |rank: u8, base: u8| rank > base + 7;
    let counts = counted_one_by_one(registers);
    let exceptions = |base: u8| -> u32 {
        let ranks = (0..64).filter(|rank| is_below(*rank, base) || is_above(*rank, base));
        ranks.map(|rank| counts[usize::from(rank)]).sum()
    };
    let bases = 0..=max_rank(precision) - 7;
    let base = bases.min_by_key(|base| exceptions(*base)).unwrap();
    let mut low = vec![0; registers.len() / 4];
    let mut high = vec![0; registers.len() / 8];
    for (register, rank) in registers.iter().enumerate() {
        let code = rank.saturating_sub(base).min(7);
        low[register % (registers.len() / 4)] |=
            (code & 3) << (2 * (register / (registers.len() / 4)));
        high[register % (registers.len() / 8)] |= (code >> 2) << (register / (registers.len() / 8));
    }
    let pairs = |is_exception: &dyn Fn(u8, u8) -> bool| {
        let mut pairs = vec![];
        let mut gap = 0;
        for rank in registers {
            if is_exception(*rank, base) {
                pairs.extend_from_slice(&[gap, *rank]);
                gap = 0;
                continue;
            }
            gap += 1;
            if gap == 255 {
                pairs.extend_from_slice(&[255, 0]);
                gap = 0;
            }
        }
        // After the last exception there is nothing to skip.
        while pairs.ends_with(&[255, 0]) {
            pairs.truncate(pairs.len() - 2);
        }
        pairs
    };
    let (below, above) = (pairs(&is_below), pairs(&is_above));
    let number = (below.len() as u32 / 2).to_le_bytes();
    [&[base], &low[..], &high, &number, &below, &above].concat()
}

#[test]
fn registers_are_counted_and_written_as_one_by_one() {
    for precision in MIN_PRECISION..=MAX_PRECISION {
        for (kind, registers) in registers(precision).iter().enumerate() {
            let histogram = Histogram::of_registers(registers, precision);
            let counts = counted_one_by_one(registers);
            assert_eq!(*histogram.counts(), counts, "kind {kind} at precision {precision}");

            let mut stored = vec![b'x'];
            dense::write(registers, precision, &mut stored);
            let written = stored.split_off(1);
            let plain = written_one_by_one(registers, precision);
            assert!(written == plain, "kind {kind} at precision {precision}");

            let stored = DenseRef::read(&written, precision).unwrap();
            let mut unfolded = vec![0; 1 << precision];
            stored.merge_into(&mut unfolded, precision).unwrap();
            assert!(unfolded == *registers, "kind {kind} at precision {precision}");
        }
    }
}

#[test]
fn ranks_that_no_precision_knows_are_counted_too() {
    for precision in MIN_PRECISION..=MAX_PRECISION {
        for ranks in [0..=63, 40..=63, 63..=63] {
            let registers = even(precision, ranks, &mut Random(precision.into()));
            let histogram = Histogram::of_registers(&registers, precision);
            assert_eq!(*histogram.counts(), counted_one_by_one(&registers));
        }
    }
}

#[test]
fn no_bytes_break_a_histogram() {
    for precision in MIN_PRECISION..=MAX_PRECISION {
        for ranks in [0..=255, 60..=66, 64..=64, 255..=255] {
            let registers = even(precision, ranks, &mut Random(precision.into()));
            let histogram = Histogram::of_registers(&registers, precision);
            assert!(histogram.counts().iter().sum::<u32>() <= 1 << precision);
            assert!(histogram.occupied() <= 1 << precision);
            assert!(!estimate::from_registers(&histogram).is_nan());
            dense::write(&registers, precision, &mut vec![]);
        }
    }
}
