//! The registers of a larger set, about 3.14 bits each.
//!
//! Registers hold much less than the six bits they could take: their entropy is 2.83 bits, and 92 %
//! of them lie among seven values that follow one another. A register is stored as a three-bit code
//! relative to a base; the two codes at the ends mean *so much or more* and *so little or less*, and
//! what is beyond them follows in unary, where it is short.
//!
//! ```text
//!   byte 0      1          1 + m/8    1 + 2m/8   1 + 3m/8
//!  +---------+----------+----------+----------+--------------------------------//--+
//!  | base    | plane 0  | plane 1  | plane 2  | beyond 7 …  | beyond 0 …  | 0…7    |
//!  +---------+----------+----------+----------+--------------------------------//--+
//!   plane i   bit i of every code, m = 2^precision bits: register r is bit r / (m/8) of byte
//!             r % (m/8), so that eight runs of registers unfold by one loop without a branch
//!   code 0    rank <= base: how much less follows in unary, unless base is 0
//!   code 1-6  rank = base + code
//!   code 7    rank >= base + 7: how much more follows in unary
//!   beyond    in the order of the planes: by byte, then by bit; as in sparse.rs, ones and a zero
//! ```
//! The base is the one that makes the bytes fewest, the lowest of them if several do.

use super::NAME;
use super::entry::{self, max_rank};
use super::estimate::Histogram;
use crate::bits::{BitReader, BitWriter};
use crate::error::{Error, Result};

/// The highest code.
const TOP: u8 = 7;

/// Stored registers.
#[derive(Debug, Clone, Copy)]
pub struct DenseRef<'a> {
    base: u8,
    planes: [&'a [u8]; 3],
    beyond: &'a [u8],
}

/// The base that makes the list of what is beyond the codes shortest.
fn best_base(histogram: &Histogram) -> u8 {
    let cost = |base: u8| -> u64 {
        let ranks = histogram.counts().iter().zip(0u8..);
        ranks
            .map(|(&count, rank)| {
                let unary = match rank {
                    low if low <= base && base > 0 => base - low + 1,
                    high if high >= base + TOP => high - base - TOP + 1,
                    _ => 0,
                };
                u64::from(count) * u64::from(unary)
            })
            .sum()
    };
    let bases = 0..=max_rank(histogram.precision()) - TOP;
    bases.min_by_key(|&base| cost(base)).unwrap_or(0)
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
    let planes = out[start..].to_vec();
    let planes = [&planes[..stride], &planes[stride..2 * stride], &planes[2 * stride..]];
    let stored = DenseRef { base, planes, beyond: &[] };
    let mut writer = BitWriter::new(out);
    stored.for_each_top(|register| writer.write_unary((registers[register] - base - TOP).into()));
    stored.for_each_bottom(|register| writer.write_unary((base - registers[register]).into()));
    writer.finish();
}

impl<'a> DenseRef<'a> {
    /// Takes the bytes of the registers; whether the ranks are sound shows as they are merged.
    pub fn read(bytes: &'a [u8], precision: u8) -> Result<DenseRef<'a>> {
        let stride = (1 << precision) / 8;
        let Some((&base, rest)) = bytes.split_first().filter(|(_, rest)| rest.len() >= 3 * stride)
        else {
            return Err(bad("The registers are cut short"));
        };
        if base > max_rank(precision) - TOP {
            return Err(bad("The base of the registers is out of range"));
        }
        let (planes, beyond) = rest.split_at(3 * stride);
        let planes = [&planes[..stride], &planes[stride..2 * stride], &planes[2 * stride..]];
        Ok(DenseRef { base, planes, beyond })
    }

    /// Raises every register to the rank stored for it.
    pub fn merge_into(&self, registers: &mut [u8], precision: u8) -> Result<()> {
        self.merge_codes(registers);
        let highest = max_rank(precision);
        let mut reader = BitReader::new(self.beyond);
        let mut sound = true;
        self.for_each_top(|register| {
            let rank = reader.read_unary() + u32::from(self.base + TOP);
            sound &= rank <= highest.into();
            registers[register] = registers[register].max(rank as u8);
        });
        self.for_each_bottom(|register| {
            let below = reader.read_unary();
            sound &= below <= self.base.into();
            registers[register] = registers[register].max(self.base.wrapping_sub(below as u8));
        });
        match sound && reader.finished() {
            true => Ok(()),
            false => Err(bad("The ranks of the registers are damaged")),
        }
    }

    /// Raises the registers to what the codes alone say; the lowest code says nothing.
    fn merge_codes(&self, registers: &mut [u8]) {
        let stride = registers.len() / 8;
        let [plane0, plane1, plane2] = self.planes.map(|plane| &plane[..stride]);
        for (bit, run) in registers.chunks_exact_mut(stride).enumerate() {
            for (at, register) in run.iter_mut().enumerate() {
                let bit_of = |plane: &[u8]| (plane[at] >> bit) & 1;
                let code = bit_of(plane0) | bit_of(plane1) << 1 | bit_of(plane2) << 2;
                let rank = if code == 0 { 0 } else { self.base + code };
                *register = rank.max(*register);
            }
        }
    }

    /// Visits the registers of code 7.
    fn for_each_top(&self, visit: impl FnMut(usize)) {
        self.for_each_register(|[plane0, plane1, plane2]| plane0 & plane1 & plane2, visit);
    }

    /// Visits the registers of code 0, if there may be anything below it.
    fn for_each_bottom(&self, visit: impl FnMut(usize)) {
        if self.base > 0 {
            self.for_each_register(|[plane0, plane1, plane2]| !(plane0 | plane1 | plane2), visit);
        }
    }

    /// Visits the registers that `select` picks out of the planes, 64 of them at a time.
    #[inline]
    fn for_each_register(&self, select: impl Fn([u64; 3]) -> u64, mut visit: impl FnMut(usize)) {
        let stride = self.planes[0].len();
        for start in (0..stride).step_by(8) {
            let width = (stride - start).min(8);
            let mut picked = select(self.planes.map(|plane| word(&plane[start..start + width])));
            picked &= u64::MAX >> (64 - 8 * width);
            while picked != 0 {
                let at = picked.trailing_zeros() as usize;
                picked &= picked - 1;
                visit(start + at / 8 + at % 8 * stride);
            }
        }
    }

    /// The rank of one register.
    pub fn rank(&self, register: usize, precision: u8) -> Result<u8> {
        let mut registers = vec![0; 1 << precision];
        self.merge_into(&mut registers, precision)?;
        Ok(registers[register])
    }
}

/// Up to eight bytes as a number.
#[inline]
fn word(bytes: &[u8]) -> u64 {
    match bytes.first_chunk::<8>() {
        Some(chunk) => u64::from_le_bytes(*chunk),
        None => bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
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

fn bad(reason: &str) -> Error {
    Error::BadBytes { type_name: NAME, reason: reason.into() }
}
