//! A layer: blocks of bits, and the record that describes them.
//!
//! ```text
//!   byte 0          8      16      24       28          30       31
//!  +----------+------+-------+--------+-----------+--------+-------+
//!  | capacity | ones | limit | blocks | block_len | probes | level |
//!  +----------+------+-------+--------+-----------+--------+-------+
//!   capacity   keys for which the layer was sized
//!   ones       bits that are set
//!   limit      ones that there may be: what is expected at the capacity, and four standard
//!              deviations, so that hardly a layer is full before its capacity is reached
//!   blocks, block_len, probes   the shape, see shape.rs
//!   level      0 in a filter as it was asked for; a further layer has one more than the last, twice
//!              the capacity, and a rate of rate / 2^(level + 1)
//! ```
//! The rates of all levels add up to 1.5 times the rate asked for; and a layer that is full errs some
//! 1.3 times as often as it was asked to, if it is small. So a filter that grows stays below twice the
//! rate asked for, on average: of small and strict ones, some will err three times as often.
//!
//! Almeida, Baquero, Preguica, Hutchison: Scalable Bloom Filters (2007).

use super::block;
use super::error::bad_bytes;
use super::parameters::MAX_STORED_LEN;
use super::shape::{MAX_BLOCK_LEN, Shape, halved};
use crate::error::Result;
use crate::hash::SketchHash;
use crate::record::{self, field};
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::mem::offset_of;
use std::ops::Range;

/// The length of a record.
pub const RECORD_LEN: usize = 32;

/// A layer of a higher level would have more than 2^40 times the capacity that was asked for.
pub(super) const MAX_LEVEL: u8 = 40;
/// More are not needed for the lowest rate at the highest level.
const MAX_PROBES: u8 = 80;

/// The record of a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[repr(C)]
pub struct Layer {
    /// Keys for which the layer was sized.
    pub capacity: u64,
    /// Bits that are set.
    pub ones: u64,
    /// Bits set from which on the layer is full.
    pub limit: u64,
    /// What layers must share to be merged bit by bit.
    pub shape: Shape,
    /// How many layers were full before.
    pub level: u8,
}

impl Layer {
    /// Where in a record the number of bits stands that are set.
    pub(super) const ONES: usize = offset_of!(Layer, ones);

    /// An empty layer of a filter that was asked for that rate.
    pub fn new(capacity: u64, asked_rate: f64, level: u8) -> Result<Layer> {
        if let Some(layer) = made_before(capacity, asked_rate, level) {
            return Ok(layer);
        }
        let shape = Shape::new(capacity, rate_of_level(asked_rate, level))?;
        let limit = shape.when_full(capacity).ones;
        let layer = Layer { capacity, ones: 0, limit, shape, level };
        MADE.with(|made| {
            let [last, before] = &made[place(capacity, asked_rate, level)];
            before.set(last.replace(Some((asked_rate, layer))));
        });
        Ok(layer)
    }

    /// The record.
    pub fn write(&self) -> [u8; RECORD_LEN] {
        record::write(self)
    }

    /// The layer of a record, read field by field, since it happens once a row.
    #[inline]
    pub fn read(record: &[u8; RECORD_LEN]) -> Layer {
        const SHAPE: usize = offset_of!(Layer, shape);
        let shape = Shape {
            blocks: u32::from_le_bytes(field(record, SHAPE + offset_of!(Shape, blocks))),
            block_len: u16::from_le_bytes(field(record, SHAPE + offset_of!(Shape, block_len))),
            probes: record[SHAPE + offset_of!(Shape, probes)],
        };
        Layer {
            capacity: u64::from_le_bytes(field(record, offset_of!(Layer, capacity))),
            ones: u64::from_le_bytes(field(record, Layer::ONES)),
            limit: u64::from_le_bytes(field(record, offset_of!(Layer, limit))),
            shape,
            // A shape as a part of a record has no byte to spare behind it.
            level: record[SHAPE + offset_of!(Shape, probes) + 1],
        }
    }

    /// Whether the shape can be worked with: a record in a table may be damaged.
    pub fn is_sound(&self) -> bool {
        self.shape.blocks > 0
            && (1..=MAX_BLOCK_LEN).contains(&self.shape.block_len.into())
            && (1..=MAX_PROBES).contains(&self.shape.probes)
            && self.level <= MAX_LEVEL
            && self.capacity.max(self.ones).max(self.limit) <= self.shape.bits()
            && self.shape.len() <= MAX_STORED_LEN
    }

    /// Whether the layer is not full with a further key, whichever it is.
    #[inline]
    pub fn surely_has_room(&self) -> bool {
        self.fits(self.shape.probes.into())
    }

    /// Whether the layer is not full with a key, whose block is given.
    #[inline]
    pub fn has_room_for(&self, block: &[u8], hash: SketchHash) -> bool {
        self.surely_has_room()
            || self.fits(1) && self.fits(block::missing(block, hash, self.shape.probes))
    }

    #[inline]
    fn fits(&self, more: u64) -> bool {
        self.ones.checked_add(more).is_some_and(|ones| ones <= self.limit)
    }

    /// Where in the bits the block of a key stands.
    #[inline]
    pub fn block(&self, hash: SketchHash) -> Range<usize> {
        let len = usize::from(self.shape.block_len);
        let start = block::index(hash, self.shape.blocks) * len;
        start..start + len
    }

    /// Whether the bits of the layer hold those of a key.
    #[inline]
    pub fn contains(&self, bits: &[u8], hash: SketchHash) -> bool {
        let block = bits.get(self.block(hash));
        block.is_some_and(|block| block::contains(block, hash, self.shape.probes))
    }

    /// Whether the other has the same bits for the same keys.
    pub fn is_compatible(&self, other: &Layer) -> bool {
        Layer { ones: 0, ..*self } == Layer { ones: 0, ..*other }
    }

    /// The number of keys that were added, estimated from the bits that are set.
    pub fn keys(&self) -> f64 {
        self.shape.keys_for(self.ones as f64)
    }

    /// How often a key that was not added is found all the same, as the layer is now.
    pub fn rate(&self) -> f64 {
        self.shape.rate(self.keys().round() as u64)
    }

    /// Which part of the bits is set.
    pub fn fill(&self) -> f64 {
        self.ones as f64 / self.shape.bits() as f64
    }

    /// Refuses a record that [`Layer::new`] does not make.
    pub fn check(&self, asked_rate: f64) -> Result<()> {
        match Layer::new(self.capacity, asked_rate, self.level) {
            Ok(expected) if self.is_compatible(&expected) => Ok(()),
            _ => Err(bad_bytes(
                "A layer does not have the shape that its capacity and rate call for",
            )),
        }
    }
}

/// A layer, and the rate that was asked for.
type Made = Cell<Option<(f64, Layer)>>;

const PLACES: usize = 64;

thread_local! {
    /// Aggregates make the same layers again and again, and so does what reads filters. Of those that
    /// have one place, the two used last are kept.
    static MADE: [[Made; 2]; PLACES] = const { [const { [const { Cell::new(None) }; 2] }; PLACES] };
}

/// The empty layer, if it is kept.
fn made_before(capacity: u64, asked_rate: f64, level: u8) -> Option<Layer> {
    MADE.with(|made| {
        let [last, before] = &made[place(capacity, asked_rate, level)];
        let same = |(rate, layer): &(f64, Layer)| {
            (layer.capacity, *rate, layer.level) == (capacity, asked_rate, level)
        };
        if before.get().is_some_and(|made| same(&made)) {
            last.swap(before);
        }
        last.get().filter(same).map(|(_, layer)| layer)
    })
}

/// Where a layer is kept: all that it is made of decides.
fn place(capacity: u64, asked_rate: f64, level: u8) -> usize {
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed = [capacity, asked_rate.to_bits(), level.into()]
        .iter()
        .fold(0u64, |mixed, part| (mixed.rotate_left(32) ^ part).wrapping_mul(SPREAD));
    (mixed >> 32) as usize % PLACES
}

fn rate_of_level(asked_rate: f64, level: u8) -> f64 {
    match level {
        0 => asked_rate,
        further => halved(asked_rate, u32::from(further) + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is read in place is what bincode reads.
    #[test]
    fn the_fields_of_a_record_are_where_they_are_read() {
        for shift in 0..8 {
            let bytes: [u8; RECORD_LEN] = std::array::from_fn(|at| (at * 37 + 11) as u8 >> shift);
            let layer = Layer::read(&bytes);
            assert_eq!(record::read(&bytes), Some((layer, &[][..])));
            assert_eq!(layer.write(), bytes);
            assert_eq!(layer.ones.to_le_bytes(), field(&bytes, Layer::ONES));
        }
    }

    /// A group of an aggregate makes a layer for each of them; else they would be computed for every
    /// group.
    #[test]
    fn layers_that_are_made_in_turn_stay_at_hand() {
        let rates = [0.5, 0.1, 0.05, 0.02, 0.01, 0.001, 1e-4, 1e-8];
        for capacity in (1..50).chain([1_000, 1 << 20, 1_000_000]) {
            for one in rates {
                for other in rates {
                    for level in 0..3 {
                        let made =
                            [one, other].map(|rate| Layer::new(capacity, rate, level).unwrap());
                        let kept = [one, other].map(|rate| made_before(capacity, rate, level));
                        assert_eq!(kept, made.map(Some), "{capacity} at {one} and {other}");
                    }
                }
            }
        }
        // What is kept of another rate, capacity or level is never taken for it.
        for (capacity, rate, level) in [(1_000, 0.011, 0), (1_007, 0.01, 0), (1_000, 0.01, 7)] {
            assert_eq!(made_before(capacity, rate, level), None);
        }
    }

    /// A grown filter of any capacity, and those of two rates, all at once.
    #[test]
    fn most_of_many_layers_are_kept() {
        let all = || (0..16).flat_map(|level| [0.1, 0.01].map(|rate| (64 << level, rate, level)));
        all().for_each(|(capacity, rate, level)| _ = Layer::new(capacity, rate, level).unwrap());
        let kept =
            all().filter(|(capacity, rate, level)| made_before(*capacity, *rate, *level).is_some());
        assert!(kept.count() >= 30);
    }
}
