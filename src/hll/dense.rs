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

use super::entry::{self, max_rank};
use super::error::bad_bytes;
use super::estimate::Histogram;
use crate::error::Result;

/// The highest code.
const TOP: u8 = 7;
/// How many codes there are.
const CODES: usize = TOP as usize + 1;
/// Registers that are looked at in one step where no vector instruction helps.
const WORD: usize = 8;
/// The first byte of a pair that skips this many registers and describes none.
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
    let mut coded: u32 = counts[..CODES].iter().sum();
    let mut best = (0, coded);
    for base in 1..=max_rank(histogram.precision()) - TOP {
        coded = coded + counts[usize::from(base + TOP)] - counts[usize::from(base - 1)];
        if coded > best.1 {
            best = (base, coded);
        }
    }
    (best.0, (counts.iter().sum::<u32>() - best.1) as usize)
}

/// Appends the stored form of the registers.
///
/// It is compiled into its caller, for the instructions that the caller may use.
#[inline(always)]
pub fn write(registers: &[u8], precision: u8, out: &mut Vec<u8>) {
    let (base, exceptions) = best_base(&Histogram::of_registers(registers, precision));
    out.push(base);
    let planes_start = out.len();
    out.resize(planes_start + registers.len() / 8 * 3, 0);
    write_codes(registers, base, &mut out[planes_start..]);
    let [below, above] = pairs(registers, base, exceptions);
    out.extend_from_slice(&(below.len() as u32).to_le_bytes());
    out.extend_from_slice(below.as_flattened());
    out.extend_from_slice(above.as_flattened());
}

/// Writes the planes, which are zero before. The last runs come first, and move up as the others
/// follow.
#[inline(always)]
fn write_codes(registers: &[u8], base: u8, planes: &mut [u8]) {
    let run = registers.len() / 8;
    let (low, high) = planes.split_at_mut(2 * run);
    let low = low.split_at_mut(run);
    for two_runs in registers.rchunks_exact(2 * run) {
        write_two_runs(two_runs.split_at(run), base, (low.0, low.1), high);
    }
}

#[inline(always)]
fn write_two_runs(
    (even, odd): (&[u8], &[u8]),
    base: u8,
    (low_even, low_odd): (&mut [u8], &mut [u8]),
    high: &mut [u8],
) {
    let code = |rank: u8| rank.saturating_sub(base).min(TOP);
    let runs = even.iter().zip(odd);
    let planes = low_even.iter_mut().zip(low_odd).zip(high);
    for ((even, odd), ((low_even, low_odd), high)) in runs.zip(planes) {
        let (even, odd) = (code(*even), code(*odd));
        *low_even = *low_even << 2 | even & 3;
        *low_odd = *low_odd << 2 | odd & 3;
        *high = *high << 2 | odd >> 2 << 1 | even >> 2;
    }
}

/// The pairs of the exceptions below the base and of those above the codes.
#[inline(always)]
fn pairs(registers: &[u8], base: u8, exceptions: usize) -> [Vec<[u8; 2]>; 2] {
    let mut lists = [(); 2].map(|()| (Vec::with_capacity(exceptions), 0));
    let words = registers.as_chunks().0;
    for word in words_with_exceptions(words, base, exceptions) {
        let word = usize::from(word);
        let mut beyond = beyond_codes(&words[word], base);
        let mut register = word * WORD;
        while beyond != 0 {
            let skipped = beyond.trailing_zeros() / u8::BITS;
            register += skipped as usize;
            let rank = registers[register];
            // No branch, which would be guessed wrong too often.
            let (pairs, next) = &mut lists[usize::from(rank > base)];
            push_pair(pairs, register - *next, rank);
            register += 1;
            *next = register;
            beyond = beyond >> (skipped * u8::BITS) >> u8::BITS;
        }
    }
    lists.map(|(pairs, _)| pairs)
}

#[inline(always)]
fn push_pair(pairs: &mut Vec<[u8; 2]>, mut gap: usize, rank: u8) {
    while gap >= usize::from(LONG_GAP) {
        pairs.push([LONG_GAP, 0]);
        gap -= usize::from(LONG_GAP);
    }
    pairs.push([gap as u8, rank]);
}

/// Which words of registers hold exceptions, up to some number. These words are so scattered that a
/// branch would be guessed wrong at most of them.
#[inline(always)]
fn words_with_exceptions(words: &[[u8; WORD]], base: u8, most: usize) -> Vec<u16> {
    let mut found = vec![0; most + 1];
    let mut next = 0;
    for (word, number) in words.iter().zip(0..) {
        if let Some(slot) = found.get_mut(next) {
            *slot = number;
        }
        next += usize::from(beyond_codes(word, base) != 0);
    }
    found.truncate(next.min(most));
    found
}

/// A word with bits set in those bytes only whose rank is no code: less the base, a rank is a code
/// if the upper five bits are zero.
///
/// ```text
///   rank              0 0 r r r r r r
///   with a top bit    1 0 r r r r r r    so that no byte borrows from the next one
///   less the base     1 0 0 0 0 c c c    a code
///                     1 x x x x x x x    above the codes
///                     0 1 x x x x x x    below the base
/// ```
#[inline(always)]
fn beyond_codes(ranks: &[u8; WORD], base: u8) -> u64 {
    let top_bits = u64::from_le_bytes([0x80; WORD]);
    let ranks = u64::from_le_bytes(*ranks) | top_bits;
    let codes = (ranks - u64::from_le_bytes([base; WORD])) ^ top_bits;
    codes & u64::from_le_bytes([!TOP; WORD])
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
        let stored = parts().ok_or_else(|| bad_bytes("The registers are cut short"))?;
        match stored.base <= max_rank(precision) - TOP {
            true => Ok(stored),
            false => Err(bad_bytes("The base of the registers is out of range")),
        }
    }

    /// Raises every register to the rank stored for it.
    ///
    /// It is compiled into its caller, for the instructions that the caller may use.
    #[inline(always)]
    pub fn merge_into(&self, registers: &mut [u8], precision: u8) -> Result<()> {
        self.try_merge_into(registers, max_rank(precision))
            .ok_or_else(|| bad_bytes("The exceptions among the registers are damaged"))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The ranks that a base leaves without a code.
    fn exceptions(registers: &[u8], base: u8) -> usize {
        registers.iter().filter(|rank| !(base..=base + TOP).contains(rank)).count()
    }

    #[test]
    fn the_best_base_leaves_the_fewest_exceptions_and_counts_them() {
        for precision in [4, 11, 18] {
            let highest = max_rank(precision);
            for around in 0..=highest {
                // Most near a rank, some far from it.
                let registers: Vec<u8> = (0..1usize << precision)
                    .map(|register| match register % 5 {
                        0 => register * 7 % usize::from(highest + 1),
                        at => (usize::from(around) + at * at).min(highest.into()),
                    })
                    .map(|rank| rank as u8)
                    .collect();
                let best = (0..=highest - TOP).min_by_key(|base| exceptions(&registers, *base));
                let best = best.map(|base| (base, exceptions(&registers, base)));
                assert_eq!(Some(best_base(&Histogram::of_registers(&registers, precision))), best);
            }
        }
    }
}
