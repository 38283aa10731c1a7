//! What there is to tell of a filter: how much it holds, and how often it errs by now.

use super::bounds::{self, Bounds};
use super::head::{Head, HeadLen, head_len};
use super::layer::Layer;
use super::list::size_class;
use super::shape::COLLISION;
use super::stored::{VERSION, list_len};
use super::view::{Body, View};
use crate::domain::Domain;
use crate::error::Result;

/// What `bloom_info` tells.
#[derive(Debug, Clone, PartialEq)]
pub struct Info {
    /// The format version that this release writes.
    pub format_version: u8,
    /// The domain of the keys; none in an empty filter.
    pub domain: Option<Domain>,
    /// `empty`, `list` or `filter`.
    pub form: &'static str,
    /// The keys for which it was sized: of filters side by side the sum, without what they have
    /// grown to since.
    pub capacity: u64,
    /// The rate that was asked for.
    pub rate: f64,
    /// How many layers there are; none in a list.
    pub layers: usize,
    /// The length of the stored bytes, without the length word of Postgres.
    pub bytes: usize,
    /// Which part of the bits is set, layer by layer.
    pub fill: Vec<f64>,
    /// The estimated number of keys, a whole number; none where the bits do not tell it.
    pub cardinality: Option<f64>,
    /// There are hardly fewer keys, see [`bounds`]; a whole number.
    pub lower: f64,
    /// There are hardly more keys; a whole number, or infinite.
    pub upper: f64,
    /// The estimated rate as the filter is now.
    pub estimated_rate: f64,
}

impl View<'_> {
    /// What there is to tell.
    pub fn info(&self) -> Info {
        match &self.body {
            Body::Hashes(hashes) => Info {
                format_version: VERSION,
                domain: self.domain,
                form: if self.is_empty() { "empty" } else { "list" },
                capacity: hashes.capacity.unwrap_or(size_class(hashes.count())),
                rate: self.rate,
                layers: 0,
                bytes: list_len(hashes.count()),
                fill: Vec::new(),
                cardinality: Some(hashes.count() as f64),
                lower: hashes.count() as f64,
                upper: hashes.count() as f64,
                estimated_rate: hashes.count() as f64 * COLLISION,
            },
            Body::Layers(layers) => {
                let (bytes, records) = (layers.bytes.len(), layers.iter().map(|(layer, _)| layer));
                Info::of_layers(self.domain, self.rate, bytes, records, bounds::of_layers(layers))
            }
        }
    }
}

impl Head<'_> {
    /// What there is to tell, if the bits are not needed for it.
    pub fn info(&self) -> Option<Info> {
        let layers = || self.layers();
        let any_compatible =
            layers().zip(layers().skip(1)).any(|(one, next)| one.is_compatible(&next));
        let info = || {
            let count = bounds::of_records(layers());
            Info::of_layers(Some(self.domain), self.rate, self.total_len, layers(), count)
        };
        (!any_compatible).then(info)
    }
}

impl Info {
    /// What there is to tell of stored bytes of that length, from the first
    /// [`FIRST_SLICE`](super::head::FIRST_SLICE) of them or all; none if it takes more.
    pub fn from_start(start: &[u8], total_len: usize) -> Result<Option<Info>> {
        match head_len(start)? {
            HeadLen::Bytes(len) if len <= start.len() => {
                Ok(Head::read(&start[..len], total_len)?.info())
            }
            _ if start.len() == total_len => Ok(Some(View::read(start)?.info())),
            _ => Ok(None),
        }
    }

    /// The share of the rows of a column that pass, from its number of distinct values and its share of
    /// nulls. All keys of the filter are taken to be in the column; of the other values the filter passes
    /// as many as it errs.
    pub fn selectivity(&self, distinct: f64, null_share: f64) -> f64 {
        let keys = self.cardinality.unwrap_or(self.lower.midpoint(self.upper));
        let added = (keys / distinct.max(1.0)).clamp(0.0, 1.0);
        let passing = added + (1.0 - added) * self.estimated_rate;
        (passing * (1.0 - null_share)).clamp(0.0, 1.0)
    }

    /// Keys were counted, and the estimate tells their number or not.
    fn of_layers(
        domain: Option<Domain>,
        rate: f64,
        bytes: usize,
        layers: impl Iterator<Item = Layer> + Clone,
        (keys, is_told): (Bounds, bool),
    ) -> Info {
        let asked = layers.clone().filter(|layer| layer.level == 0);
        let fill: Vec<f64> = layers.clone().map(|layer| layer.fill()).collect();
        let passed: f64 = layers.map(|layer| 1.0 - layer.rate()).product();
        Info {
            format_version: VERSION,
            domain,
            form: "filter",
            capacity: asked.map(|layer| layer.capacity).sum(),
            rate,
            layers: fill.len(),
            bytes,
            fill,
            cardinality: is_told.then_some(keys.estimate),
            lower: keys.lower,
            upper: keys.upper,
            estimated_rate: 1.0 - passed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Bloom;
    use super::*;
    use crate::hash::SketchHash;
    use crate::sketch::Sketch;

    #[test]
    fn added_values_pass_and_a_few_others() {
        let mut filter = Bloom::new(100, 0.01).unwrap();
        let near = |found: f64, expected: f64| (found - expected).abs() < 1e-9;
        let info = |filter: &Bloom| View::read(&filter.encode()).unwrap().info();
        assert!(near(info(&filter).selectivity(1000.0, 0.0), 0.0));
        (0..100).for_each(|key| filter.add(SketchHash::integer(key)).unwrap());
        let info = info(&filter);
        let added = info.cardinality.unwrap() / 1000.0;
        let passing = added + (1.0 - added) * info.estimated_rate;
        assert!(near(info.selectivity(1000.0, 0.0), passing));
        assert!(near(info.selectivity(1000.0, 0.5), passing / 2.0));
        assert!(near(info.selectivity(10.0, 0.0), 1.0));
        assert!(near(info.selectivity(0.0, 0.0), 1.0));
    }
}
