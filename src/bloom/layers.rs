//! The layers of a filter: their records, and their bits behind them.
//!
//! Everything that goes through layers does so by [`walk`], which says where the bits of each one are.

use super::error::bad_bytes;
use super::layer::{Layer, RECORD_LEN};
use super::parameters::{MAX_LAYERS, is_capacity};
use super::stored::FIXED_LEN;
use crate::error::Result;
use crate::hash::SketchHash;
use std::ops::Range;

/// Each layer, and where its bits stand among those of all layers. The bits may be too few for that.
#[inline]
pub(super) fn walk(
    records: &[[u8; RECORD_LEN]],
) -> impl Iterator<Item = (Layer, Range<usize>)> + Clone {
    let mut start = 0;
    records.iter().map(move |record| {
        let layer = Layer::read(record);
        let range = start..start + layer.shape.len();
        start = range.end;
        (layer, range)
    })
}

/// How many bytes the bits of all layers take.
pub(super) fn bits_len(records: &[[u8; RECORD_LEN]]) -> usize {
    walk(records).last().map_or(0, |(_, range)| range.end)
}

/// The layers of a filter.
#[derive(Debug, Clone, Copy)]
pub struct Layers<'a> {
    /// All the bytes of the filter.
    pub bytes: &'a [u8],
    records: &'a [[u8; RECORD_LEN]],
    bits: &'a [u8],
}

impl<'a> Layers<'a> {
    /// Takes the bytes of a filter apart that has that many layers.
    pub(super) fn read(bytes: &'a [u8], count: usize) -> Result<Layers<'a>> {
        let (head, bits) = bytes
            .split_at_checked(FIXED_LEN + count * RECORD_LEN)
            .ok_or_else(|| bad_bytes("The records of the layers are cut off"))?;
        let records = read_records(&head[FIXED_LEN..])?;
        let len = bits_len(records);
        match len == bits.len() {
            true => Ok(Layers { bytes, records, bits }),
            false => {
                Err(bad_bytes(format!("The layers take {len} bytes, there are {}", bits.len())))
            }
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.records.len()
    }

    /// Each of them, with its bits.
    pub fn iter(&self) -> impl Iterator<Item = (Layer, &'a [u8])> + Clone + use<'a> {
        let bits = self.bits;
        walk(self.records).map(move |(layer, range)| (layer, bits.get(range).unwrap_or_default()))
    }

    /// Whether a layer has all bits of a key.
    pub(super) fn contains(&self, hash: SketchHash) -> bool {
        self.iter().any(|(layer, bits)| layer.contains(bits, hash))
    }
}

/// The records of layers, each of a shape that can be worked with.
pub(super) fn read_records(bytes: &[u8]) -> Result<&[[u8; RECORD_LEN]]> {
    let records = bytes.as_chunks().0;
    let sound = |record| {
        let layer = Layer::read(record);
        is_capacity(layer.capacity) && layer.is_sound()
    };
    match (1..=MAX_LAYERS).contains(&records.len()) && records.iter().all(sound) {
        true => Ok(records),
        false => {
            Err(bad_bytes("There are more layers than there may be, or one of no possible shape"))
        }
    }
}
