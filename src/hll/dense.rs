//! The registers of a larger set, about 3.3 bits each.
//!
//! Registers hold much less than the six bits they could take: their entropy is 2.83 bits, and 97 %
//! of them lie among eight values that follow one another. A register is stored as a three-bit code,
//! its rank less a base; the others are exceptions, in two lists.
//!
//! ```text
//!   byte 0      1          1 + m/8    1 + 2m/8   1 + 3m/8   5 + 3m/8   9 + 3m/8
//!  +---------+----------+----------+----------+----------+----------+---------//-+------//-+
//!  | base    | plane 0  | plane 1  | plane 2  | below    | gap bytes| gaps       | beyond  |
//!  +---------+----------+----------+----------+----------+----------+---------//-+------//-+
//!   plane i    bit i of every code, m = 2^precision bits: register r is bit r / (m/8) of byte
//!              r % (m/8), so that eight runs of registers unfold by one loop without a branch.
//!              The code of an exception is 7 if its rank is above base + 7, 0 if below base.
//!   below      u32, how many registers are below
//!   gap bytes  u32, the length of the gaps
//!   gaps       for each register below in order, then for each above: how many registers lie
//!              between it and the one before, in a byte; 255 means 255 and what the next byte says
//!   beyond     for each of them in the same order, in unary as in sparse.rs: (base - 1) - rank, or
//!              rank - (base + 8); the last byte ends in zeros
//! ```
//! The base is the one with the fewest exceptions, the lowest of them if several are.

use super::NAME;
use super::entry::{self, max_rank};
use super::estimate::Histogram;
use crate::bits::{BitWriter, UnaryReader};
use crate::error::{Error, Result};

/// The highest code.
const TOP: u8 = 7;
/// The gap that goes on in the next byte.
const LONG_GAP: u8 = u8::MAX;

/// Stored registers.
#[derive(Debug, Clone, Copy)]
pub struct DenseRef<'a> {
    base: u8,
    planes: [&'a [u8]; 3],
    below: usize,
    gaps: &'a [u8],
    beyond: &'a [u8],
}

/// The base with the fewest exceptions.
fn best_base(histogram: &Histogram) -> u8 {
    let counts = histogram.counts();
    let within = |base: u8| -> u32 { counts[base.into()..=(base + TOP).into()].iter().sum() };
    let bases = (0..=max_rank(histogram.precision()) - TOP).rev();
    bases.max_by_key(|&base| within(base)).unwrap_or(0)
}

/// Appends the stored form of the registers.
pub fn write(registers: &[u8], precision: u8, out: &mut Vec<u8>) {
    let base = best_base(&Histogram::of_registers(registers, precision));
    let stride = registers.len() / 8;
    out.push(base);
    let start = out.len();
    out.resize(start + 3 * stride, 0);
    for (number, plane) in out[start..].chunks_exact_mut(stride).enumerate() {
        for (bit, run) in registers.chunks_exact(stride).enumerate() {
            for (byte, rank) in plane.iter_mut().zip(run) {
                let code = rank.saturating_sub(base).min(TOP);
                *byte |= ((code >> number) & 1) << bit;
            }
        }
    }
    let ranks = || registers.iter().copied().enumerate();
    let below: Vec<(usize, u8)> = ranks().filter(|(_, rank)| *rank < base).collect();
    let above: Vec<(usize, u8)> = ranks().filter(|(_, rank)| *rank > base + TOP).collect();
    let gaps = [gaps(&below), gaps(&above)].concat();
    out.extend_from_slice(&(below.len() as u32).to_le_bytes());
    out.extend_from_slice(&(gaps.len() as u32).to_le_bytes());
    out.extend_from_slice(&gaps);
    let mut writer = BitWriter::new(out);
    below.iter().for_each(|(_, rank)| writer.write_unary((base - 1 - rank).into()));
    above.iter().for_each(|(_, rank)| writer.write_unary((rank - base - TOP - 1).into()));
    writer.finish();
}

fn gaps(exceptions: &[(usize, u8)]) -> Vec<u8> {
    let mut gaps = Vec::with_capacity(exceptions.len());
    let mut next = 0;
    for (register, _) in exceptions {
        let gap = register - next;
        gaps.resize(gaps.len() + gap / usize::from(LONG_GAP), LONG_GAP);
        gaps.push((gap % usize::from(LONG_GAP)) as u8);
        next = register + 1;
    }
    gaps
}

/// The registers that the gaps lead to, one after another.
struct Registers<'a> {
    gaps: std::slice::Iter<'a, u8>,
    next: usize,
}

impl Registers<'_> {
    fn of(gaps: &[u8]) -> Registers<'_> {
        Registers { gaps: gaps.iter(), next: 0 }
    }
}

impl Iterator for Registers<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let mut register = self.next;
        loop {
            let gap = *self.gaps.next()?;
            register += usize::from(gap);
            if gap != LONG_GAP {
                self.next = register + 1;
                return Some(register);
            }
        }
    }
}

impl<'a> DenseRef<'a> {
    /// Takes the bytes of the registers; whether the exceptions are sound shows as they are merged.
    pub fn read(bytes: &'a [u8], precision: u8) -> Result<DenseRef<'a>> {
        let stride = (1 << precision) / 8;
        let parts = || {
            let (base, rest) = bytes.split_first()?;
            let (planes, rest) = rest.split_at_checked(3 * stride)?;
            let (below, rest) = rest.split_first_chunk()?;
            let (gaps_len, rest) = rest.split_first_chunk()?;
            let (gaps, beyond) = rest.split_at_checked(u32::from_le_bytes(*gaps_len) as usize)?;
            let planes = [&planes[..stride], &planes[stride..2 * stride], &planes[2 * stride..]];
            let below = u32::from_le_bytes(*below) as usize;
            Some(DenseRef { base: *base, planes, below, gaps, beyond })
        };
        let stored = parts().ok_or_else(|| bad("The registers are cut short"))?;
        match stored.base <= max_rank(precision) - TOP {
            true => Ok(stored),
            false => Err(bad("The base of the registers is out of range")),
        }
    }

    /// Raises every register to the rank stored for it.
    pub fn merge_into(&self, registers: &mut [u8], precision: u8) -> Result<()> {
        self.try_merge_into(registers, max_rank(precision)).ok_or_else(damaged)
    }

    fn try_merge_into(&self, registers: &mut [u8], highest: u8) -> Option<()> {
        let mut beyond = UnaryReader::new(self.beyond);
        let (below, above) = self.exception_registers();
        // The codes say too much of the registers below the base: what these are to be is put
        // aside first.
        let mut put_aside = Vec::with_capacity(self.below.min(registers.len()));
        for register in below {
            let rank = self.base.checked_sub(u8::try_from(beyond.next()?).ok()?.checked_add(1)?)?;
            put_aside.push((register, *registers.get(register)?.max(&rank)));
        }
        if put_aside.len() < self.below {
            return None;
        }
        self.merge_codes(registers);
        for (register, rank) in put_aside {
            registers[register] = rank;
        }
        let lowest_above = u32::from(self.base + TOP + 1);
        let mut sound = true;
        for register in above {
            let rank = lowest_above + beyond.next()?;
            sound &= rank <= highest.into();
            let register = registers.get_mut(register)?;
            *register = (*register).max(rank as u8);
        }
        (sound && beyond.finished()).then_some(())
    }

    /// The registers below the base and those above its codes.
    fn exception_registers(&self) -> (impl Iterator<Item = usize>, impl Iterator<Item = usize>) {
        let short = self.gaps.iter().enumerate().filter(|(_, gap)| **gap != LONG_GAP);
        let below_len = match self.below {
            0 => 0,
            below => short.skip(below - 1).map(|(at, _)| at + 1).next().unwrap_or(self.gaps.len()),
        };
        let (below, above) = self.gaps.split_at(below_len);
        (Registers::of(below), Registers::of(above))
    }

    /// The rank of one register.
    pub fn rank(&self, register: usize) -> Result<u8> {
        let stride = self.planes[0].len();
        let bit = |plane: &[u8]| plane[register % stride] >> (register / stride) & 1;
        let [bit0, bit1, bit2] = self.planes.map(bit);
        let (below, above) = self.exception_registers();
        let Some(number) = below.chain(above).position(|at| at == register) else {
            return Ok(self.base + (bit0 | bit1 << 1 | bit2 << 2));
        };
        let mut beyond = UnaryReader::new(self.beyond);
        let skipped = (0..number).all(|_| beyond.next().is_some());
        let beyond = beyond.next().filter(|_| skipped).and_then(|beyond| u8::try_from(beyond).ok());
        let rank = beyond.and_then(|beyond| match number < self.below {
            true => self.base.checked_sub(1)?.checked_sub(beyond),
            false => (self.base + TOP + 1).checked_add(beyond),
        });
        rank.ok_or_else(damaged)
    }

    /// Raises the registers to what their codes say.
    fn merge_codes(&self, registers: &mut [u8]) {
        let mut runs = registers.chunks_exact_mut(self.planes[0].len());
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

    /// Raises the registers whose codes are at one bit of the planes; a constant, for the compiler
    /// to choose its instructions by.
    #[inline(always)]
    fn merge_run<const BIT: u32>(&self, run: &mut [u8]) {
        let [plane0, plane1, plane2] = self.planes;
        let codes = plane0.iter().zip(plane1).zip(plane2).map(|((bit0, bit1), bit2)| {
            (bit0 >> BIT & 1) | (bit1 >> BIT & 1) << 1 | (bit2 >> BIT & 1) << 2
        });
        for (register, code) in run.iter_mut().zip(codes) {
            *register = (self.base + code).max(*register);
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

fn damaged() -> Error {
    bad("The exceptions among the registers are damaged")
}

fn bad(reason: &str) -> Error {
    Error::BadBytes { type_name: NAME, reason: reason.into() }
}
