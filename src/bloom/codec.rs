//! From a filter to its stored bytes (stored.rs), and back.

use super::block;
use super::error::bad_bytes;
use super::layer::Layer;
use super::layers::Layers;
use super::list::{list_limit, size_class};
use super::parameters::MAX_STORED_LEN;
use super::state::{Bloom, State};
use super::stored::{Fixed, LIST_HEAD_LEN, ListHead, VERSION};
use super::view::{Body, Hashes, View, from_list};
use crate::bytes::{Header, kind};
use crate::error::Result;
use crate::record;
use crate::sketch::Buffer;

/// The filter of stored bytes, which must be those of a filter that was made here.
pub fn decode(bytes: &[u8]) -> Result<Bloom> {
    Bloom::from_view(&check(bytes)?)
}

/// Takes stored bytes apart that must be those of a filter that was made here.
pub fn check(bytes: &[u8]) -> Result<View<'_>> {
    if matches!(bytes, [kind::BLOOM_TABLE | kind::BLOOM_FILLING, ..]) {
        return Err(bad_bytes("The bytes are a transition state"));
    }
    if bytes.len() > MAX_STORED_LEN {
        return Err(bad_bytes(format!("There are more than {MAX_STORED_LEN} bytes")));
    }
    let view = View::read(bytes)?;
    match &view.body {
        Body::Hashes(hashes) => check_list(hashes, view.rate)?,
        Body::Layers(layers) => check_layers(layers, view.rate)?,
    }
    Ok(view)
}

fn check_list(hashes: &Hashes, rate: f64) -> Result<()> {
    if let Some(capacity) = hashes.capacity {
        // The filter that it may become must be possible.
        if Layer::new(capacity, rate, 0).is_err() {
            return Err(bad_bytes("The filter that the list may become would be too large"));
        }
        if hashes.count() > list_limit(capacity, rate) {
            return Err(bad_bytes("The list holds more keys than a list may"));
        }
    }
    match hashes.list.is_sorted_by_key(from_list)
        && hashes.list.windows(2).all(|pair| pair[0] != pair[1])
    {
        true => Ok(()),
        false => Err(bad_bytes("The list is not in order")),
    }
}

fn check_layers(layers: &Layers, rate: f64) -> Result<()> {
    let order = layers.iter().map(|(layer, _)| (layer.level, layer.capacity));
    if !order.is_sorted() || layers.iter().any(|(layer, _)| layer.ones == 0) {
        return Err(bad_bytes("The layers are out of order, or one is empty"));
    }
    let mut highest = 0;
    for (layer, bits) in layers.iter() {
        // A layer of the next level is opened when those before are full.
        if layer.level > highest {
            return Err(bad_bytes("A layer before others is missing"));
        }
        highest = layer.level + 1;
        layer.check(rate)?;
        if block::ones(bits) != layer.ones {
            return Err(bad_bytes("A layer does not have as many bits set as it says"));
        }
    }
    Ok(())
}

/// The stored bytes of a filter, in memory of the caller's kind: they may take a gigabyte, and where the
/// Rust heap has no room the process is aborted.
pub fn encode<B: Buffer>(view: &View) -> Result<B> {
    match &view.body {
        Body::Hashes(hashes) => {
            let capacity = hashes.capacity.unwrap_or(size_class(hashes.count()));
            match hashes.count() <= list_limit(capacity, view.rate) {
                true => Ok(B::copy_of(&write_list(view, hashes, capacity))),
                false => Ok(State::filter_of(view, capacity)?.into_buffer()),
            }
        }
        Body::Layers(layers) => Ok(B::copy_of(layers.bytes)),
    }
}

/// The portable form: the stored bytes, or a list without a capacity where none is decided yet.
pub fn portable(view: &View) -> Result<Vec<u8>> {
    match &view.body {
        Body::Hashes(hashes) if hashes.capacity.is_none() => Ok(write_list(view, hashes, 0)),
        _ => encode(view),
    }
}

fn write_list(view: &View, hashes: &Hashes, capacity: u64) -> Vec<u8> {
    let mut sorted: Vec<u64> = hashes.iter().collect();
    sorted.sort_unstable();
    // Only a table that was not made here could hold one twice.
    sorted.dedup();
    let header = Header { version: VERSION, shape: 0, domain: view.domain };
    let fixed = Fixed { head: header.head(kind::BLOOM), rate: view.rate };
    let mut out = record::write::<_, LIST_HEAD_LEN>(&ListHead { fixed, capacity }).to_vec();
    sorted.iter().for_each(|hash| out.extend(&hash.to_le_bytes()[1..]));
    out
}
