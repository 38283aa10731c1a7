//! Merging: all that one filter holds is added to another.

use super::block;
use super::error::rate_mismatch;
use super::layer::Layer;
use super::layers::{Layers, walk};
use super::parameters::MAX_LAYERS;
use super::state::State;
use super::union;
use super::view::{Body, View};
use crate::domain::common_domain;
use crate::error::Result;
use crate::sketch::Buffer;

impl<B: Buffer> State<B> {
    /// Adds all that another filter holds.
    pub fn merge_view(&mut self, other: &View) -> Result<()> {
        let own = self.view()?;
        if own.is_empty() && (!other.is_empty() || other.is_preferred_to(&own)) {
            *self = State::from_view(other)?;
            return Ok(());
        }
        if other.is_empty() {
            return Ok(());
        }
        if own.rate != other.rate {
            return Err(rate_mismatch(own.rate, other.rate));
        }
        common_domain(own.domain, other.domain)?;
        match (&own.body, &other.body) {
            (Body::Hashes(hashes), Body::Hashes(others)) => {
                let capacity = hashes.capacity.max(others.capacity);
                if capacity != hashes.capacity {
                    let count = hashes.count() + others.count();
                    let mut union = State::table(capacity, own.rate, self.domain_byte(), count);
                    union.insert_all(&own)?;
                    *self = union;
                }
                self.insert_all(other)?;
            }
            (Body::Hashes(_), Body::Layers(_)) => {
                let mut union = State::from_view(other)?;
                union.insert_all(&own)?;
                *self = union;
            }
            (Body::Layers(_), Body::Hashes(_)) => self.insert_all(other)?,
            (Body::Layers(_), Body::Layers(layers)) => self.merge_layers(layers)?,
        }
        Ok(())
    }

    /// Unites each layer of another filter with a compatible one, or adds it as a further layer.
    fn merge_layers(&mut self, others: &Layers) -> Result<()> {
        let mut further = Vec::new();
        for (layer, bits) in others.iter() {
            // An error here leaves a sound filter: each layer so far is complete.
            B::check_interrupts();
            let (.., own) = self.layers()?;
            let crowded = own.count() + further.len() >= MAX_LAYERS;
            match union::place(&own, &layer, bits, crowded) {
                Some((number, ones)) => self.unite(number, ones, bits),
                None => further.push((layer, bits)),
            }
        }
        if !further.is_empty() {
            let (rate, domain, own) = self.layers()?;
            let layers = own.iter().chain(further).map(|(layer, bits)| (layer, bits.into()));
            let layers = union::at_most(MAX_LAYERS, layers.collect(), B::check_interrupts);
            let mut layers: Vec<_> = layers.iter().map(|(layer, bits)| (*layer, &**bits)).collect();
            *self = State::filter(rate, domain, &mut layers)?;
        }
        Ok(())
    }

    /// Sets the bits of a compatible layer.
    fn unite(&mut self, number: usize, ones: u64, bits: &[u8]) {
        let (records, all_bits) = self.records_and_bits();
        let place = walk(records).nth(number);
        if let Some((layer, range)) = place {
            records[number] = Layer { ones, ..layer }.write();
            block::unite(&mut all_bits[range], bits);
        }
    }
}
