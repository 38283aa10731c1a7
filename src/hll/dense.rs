//! The registers of a larger set, about 3.5 bits each.
//!
//! Registers hold much less than the six bits they could take: their entropy is 2.83 bits, and 97 %
//! of them lie among eight values that follow one another. A register is stored as a three-bit code,
//! its rank less a base; the others are exceptions, listed behind.
//!
//! ```text
//!   byte 0      1          1 + m/4    1 + 3m/8        5 + 3m/8
//!  +---------+----------+----------+---------------+----------------//-+----------------//-+
//!  | base    | low bits | high bit | pairs below   | pairs below …     | pairs above …     |
//!  +---------+----------+----------+---------------+-------------//----+-------------//----+
//!   low bits     the two low bits of every code, m = 2^precision of them: those of register r are
//!                bits 2 (r / (m/4)) and up of byte r % (m/4)
//!   high bit     the third bit of every code: that of register r is bit r / (m/8) of byte r % (m/8),
//!                so that eight runs of registers unfold by one loop without a branch.
//!                The code of an exception is 7 if its rank is above base + 7, 0 if below base.
//!   pairs below  u32, how many pairs tell of the registers below base
//!   pair         a byte for how many registers lie between this one and the one of the pair before
//!                (or the first register, in either list), a byte for its rank; 255 and 0 pass
//!                over 255 registers
//! ```
//! The base is the one with the fewest exceptions, the lowest of them if several are.

use super::NAME;
use super::entry::{self, max_rank};
use super::estimate::Histogram;
use crate::error::{Error, Result};

/// The highest code.
const TOP: u8 = 7;
/// The first byte of a pair that passes over so many registers and tells of none.
const LONG_GAP: u8 = u8::MAX;

/// Stored registers.
#[derive(Debug, Clone, Copy)]
pub struct DenseRef<'a> {
    base: u8,
    low: &'a [u8],
    high: &'a [u8],
    pairs_below: &'a [[u8; 2]],
    pairs_above: &'a [[u8; 2]],
}

/// The base with the fewest exceptions, and their number.
fn best_base(histogram: &Histogram) -> (u8, usize) {
    let counts = histogram.counts();
    let exceptions = |base: u8| {
        let outside = counts.iter().zip(0..).filter(|(_, rank)| is_exception(*rank, base));
        outside.map(|(count, _)| *count as usize).sum()
    };
    let bases = 0..=max_rank(histogram.precision()) - TOP;
    bases.map(|base| (base, exceptions(base))).min_by_key(|(_, number)| *number).unwrap_or((0, 0))
}

#[inline]
fn is_exception(rank: u8, base: u8) -> bool {
    rank.wrapping_sub(base) > TOP
}

/// The registers whose rank is no code, in order. They are so scattered that a branch would be
/// guessed wrong at most of them.
fn find_exceptions(registers: &[u8], base: u8, number: usize) -> Vec<usize> {
    let mut found = vec![0; number + 1];
    let mut next = 0;
    for (register, rank) in registers.iter().enumerate() {
        found[next] = register;
        next += usize::from(is_exception(*rank, base));
    }
    found.truncate(number);
    found
}

/// Appends the stored form of the registers.
pub fn write(registers: &[u8], precision: u8, out: &mut Vec<u8>) {
    let (base, number) = best_base(&Histogram::of_registers(registers, precision));
    out.push(base);
    let code = |rank: u8| rank.saturating_sub(base).min(TOP);
    let (quarter, eighth) = (registers.len() / 4, registers.len() / 8);
    let mut planes = vec![0; quarter + eighth];
    let (low, high) = planes.split_at_mut(quarter);
    for (number, run) in registers.chunks_exact(quarter).enumerate() {
        low.iter_mut().zip(run).for_each(|(byte, rank)| *byte |= (code(*rank) & 3) << (2 * number));
    }
    for (number, run) in registers.chunks_exact(eighth).enumerate() {
        high.iter_mut().zip(run).for_each(|(byte, rank)| *byte |= (code(*rank) >> 2) << number);
    }
    out.extend_from_slice(&planes);
    let exceptions = find_exceptions(registers, base, number);
    let (below, above): (Vec<usize>, Vec<usize>) =
        exceptions.into_iter().partition(|register| registers[*register] < base);
    let (below, above) = (pairs(&below, registers), pairs(&above, registers));
    out.extend_from_slice(&(below.len() as u32).to_le_bytes());
    out.extend_from_slice(below.as_flattened());
    out.extend_from_slice(above.as_flattened());
}

fn pairs(exceptions: &[usize], registers: &[u8]) -> Vec<[u8; 2]> {
    let mut pairs = Vec::with_capacity(exceptions.len());
    let mut next = 0;
    for register in exceptions {
        let gap = register - next;
        pairs.resize(pairs.len() + gap / usize::from(LONG_GAP), [LONG_GAP, 0]);
        pairs.push([(gap % usize::from(LONG_GAP)) as u8, registers[*register]]);
        next = register + 1;
    }
    pairs
}

/// Visits every register that the pairs tell of, with its rank.
#[inline(always)]
fn visit(pairs: &[[u8; 2]], mut visit: impl FnMut(usize, u8) -> Option<()>) -> Option<()> {
    let mut register = 0;
    for [gap, rank] in pairs {
        register += usize::from(*gap);
        if *gap != LONG_GAP {
            visit(register, *rank)?;
            register += 1;
        }
    }
    Some(())
}

impl<'a> DenseRef<'a> {
    /// Takes the bytes of the registers; whether the exceptions are sound shows as they are merged.
    pub fn read(bytes: &'a [u8], precision: u8) -> Result<DenseRef<'a>> {
        let registers = 1 << precision;
        let parts = || {
            let (base, rest) = bytes.split_first()?;
            let (low, rest) = rest.split_at_checked(registers / 4)?;
            let (high, rest) = rest.split_at_checked(registers / 8)?;
            let (below, pairs) = rest.split_first_chunk()?;
            let pairs = match pairs.as_chunks() {
                (pairs, []) => pairs,
                _ => return None,
            };
            let (pairs_below, pairs_above) =
                pairs.split_at_checked(u32::from_le_bytes(*below) as usize)?;
            Some(DenseRef { base: *base, low, high, pairs_below, pairs_above })
        };
        let stored =
            parts().ok_or_else(|| Error::bad_bytes(NAME, "The registers are cut short"))?;
        match stored.base <= max_rank(precision) - TOP {
            true => Ok(stored),
            false => Err(Error::bad_bytes(NAME, "The base of the registers is out of range")),
        }
    }

    /// Raises every register to the rank stored for it.
    ///
    /// It is compiled into its caller, for the instructions that the caller may use.
    #[inline(always)]
    pub fn merge_into(&self, registers: &mut [u8], precision: u8) -> Result<()> {
        self.try_merge_into(registers, max_rank(precision))
            .ok_or_else(|| Error::bad_bytes(NAME, "The exceptions among the registers are damaged"))
    }

    #[inline(always)]
    fn try_merge_into(&self, registers: &mut [u8], highest: u8) -> Option<()> {
        // The codes say too much of the registers below the base: what these are to be is put
        // aside first.
        let mut put_aside = Vec::with_capacity(self.pairs_below.len());
        visit(self.pairs_below, |register, rank| {
            put_aside.push((register, rank.max(*registers.get(register)?)));
            (rank < self.base).then_some(())
        })?;
        self.merge_codes(registers);
        for (register, rank) in put_aside {
            registers[register] = rank;
        }
        let top_code = self.base + TOP;
        visit(self.pairs_above, |register, rank| {
            let register = registers.get_mut(register)?;
            *register = rank.max(*register);
            (rank > top_code && rank <= highest).then_some(())
        })
    }

    /// The rank of one register.
    pub fn rank(&self, register: usize) -> u8 {
        let field = |plane: &[u8], bits: usize| {
            plane[register % plane.len()] >> (bits * (register / plane.len())) & ((1 << bits) - 1)
        };
        let mut rank = self.base + (field(self.low, 2) | field(self.high, 1) << 2);
        for pairs in [self.pairs_below, self.pairs_above] {
            visit(pairs, |at, exception| {
                rank = if at == register { exception } else { rank };
                Some(())
            });
        }
        rank
    }

    /// Raises the registers to what their codes say.
    #[inline(always)]
    fn merge_codes(&self, registers: &mut [u8]) {
        let mut runs = registers.chunks_exact_mut(self.high.len());
        let mut next = || runs.next().unwrap_or_default();
        self.merge_run::<0>(next());
        self.merge_run::<1>(next());
        self.merge_run::<2>(next());
        self.merge_run::<3>(next());
        self.merge_run::<4>(next());
        self.merge_run::<5>(next());
        self.merge_run::<6>(next());
        self.merge_run::<7>(next());
    }

    /// Raises one of the eight runs of registers; its number is a constant, for the compiler to
    /// choose its instructions by.
    #[inline(always)]
    fn merge_run<const NUMBER: usize>(&self, run: &mut [u8]) {
        let low = &self.low[NUMBER % 2 * run.len()..];
        for ((register, low), high) in run.iter_mut().zip(low).zip(self.high) {
            let low = low >> (NUMBER / 2 * 2) & 3;
            let high = if NUMBER < 2 { high << (2 - NUMBER) } else { high >> (NUMBER - 2) } & 4;
            *register = (self.base + (low | high)).max(*register);
        }
    }
}

/// Raises the registers of a lower precision to what those of a higher one say.
pub fn coarsen(fine: &[u8], from: u8, coarse: &mut [u8], to: u8) {
    for (index, &rank) in fine.iter().enumerate().filter(|(_, rank)| **rank > 0) {
        let (index, rank) = entry::coarsen(index as u32, from.into(), rank.into(), to.into());
        let register = &mut coarse[index as usize];
        *register = (*register).max(rank as u8);
    }
}
