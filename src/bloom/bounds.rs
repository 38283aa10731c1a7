//! The number of keys that a filter holds: bounds, and an estimate between them.
//!
//! Of one layer the number follows from the bits that are set, with a standard deviation that is known
//! ([`Shape::expected_ones`]). What layers hold together depends on what they share:
//!
//! - Layers that adds alone have opened, one after the other, share nothing: the sum.
//! - Layers of one shape have the same bits for the same keys. As long as their OR is not too full, it
//!   tells of the union what a layer tells of its keys. When it is, each two of them still tell how
//!   many keys they share: `|A| + |B| - |A or B|`, where `A or B` is three quarters full if both are
//!   half full. With S1 the sum of all, and S2 that of what each two share, the union is not less than
//!   `2 S1 / (r + 1) - 2 S2 / (r (r + 1))` with `r = 1 + floor(2 S2 / S1)` (Dawson, Sankoff), and not
//!   more than S1 less what is shared along a tree through all of them (Hunter). Of layers that share
//!   nothing both are S1; of equal ones, both are the keys of one.
//! - Layers of different shapes may share all or nothing: not less than the most of one shape, not more
//!   than the sum.
//!
//! Every number here has an error of its own, and a bound leaves room for [`SIGMAS`] standard
//! deviations. Keys that were found there by error when they were added left no trace, and are not
//! counted; where it is known that a layer lacks some for that, the estimate and the upper bound are
//! raised by as many as are expected.
//!
//! The estimate is told where both bounds are within [`TOLERANCE`] of it. Layers that adds alone could
//! have made, merged or not, always have one, however few bits they have: it would be absurd if a small
//! filter had no count. Its bounds tell how sure it is.
//!
//! Dawson, Sankoff: An inequality for probabilities (1967). Hunter: An upper bound for the probability
//! of a union (1976).

use super::block;
use super::layer::Layer;
use super::layers::Layers;
use super::shape::Shape;
use super::shared::Shared;

pub use super::shared::SIGMAS;

/// The number of keys that merged layers hold is told where both bounds are as near to it as that, as a
/// part of it.
pub const TOLERANCE: f64 = 0.1;
/// The last of these steps changes the lower bound by less than a hundredth.
const STEPS_TO_LOWER: usize = 8;
/// Near enough to look no further.
const PRECISE: f64 = 0.01;

/// Layers that take nearly all keys for theirs tell nothing of how many those after them lack.
const LEAST_KEPT: f64 = 0.1;
/// The largest of 63 normally distributed numbers is hardly larger, in standard deviations.
const BEST_OF_MANY: f64 = 3.0;
/// No more bytes are compared to tell what each two layers share: of large ones a part, of each the
/// same.
const MOST_COMPARED: usize = 1 << 28;

/// A number of keys.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// There are hardly fewer.
    pub lower: f64,
    /// There are hardly more; infinite where the bits leave it open.
    pub upper: f64,
    /// The likeliest number between them.
    pub estimate: f64,
}

impl Bounds {
    /// That many, for certain.
    pub fn exactly(keys: usize) -> Bounds {
        let keys = keys as f64;
        Bounds { lower: keys, upper: keys, estimate: keys }
    }

    /// Of a layer.
    fn of_layer(layer: &Layer) -> Bounds {
        let count = Bounds::of_ones(&layer.shape, layer.ones);
        if layer.ones <= layer.limit {
            return count;
        }
        // It is the OR of layers, each of which may have been chosen, of many, as the one with the most
        // bits in common by chance. Halves of equal size are taken for them.
        let (bits, ones) = (layer.shape.bits() as f64, layer.ones as f64);
        let zero = (1.0 - ones / bits).max(0.5 / bits).sqrt();
        let deviation = bits.sqrt() * (1.0 - zero) * zero / layer.shape.next_ones(ones).max(0.5);
        let chosen = (count.estimate / layer.capacity as f64).ceil().max(2.0) - 1.0;
        let most = chosen * BEST_OF_MANY * deviation;
        Bounds { upper: count.upper + most, estimate: count.estimate + most / 2.0, ..count }
    }

    /// Of bits that keys have set.
    fn of_ones(shape: &Shape, ones: u64) -> Bounds {
        let room = |keys: f64| SIGMAS * shape.expected_ones(keys.round() as u64).deviation;
        let ones = ones as f64;
        let estimate = shape.keys_for(ones);
        let around = room(estimate);
        let most = ones + around;
        let upper = match most < shape.bits() as f64 {
            true => shape.keys_for(most),
            false => f64::INFINITY,
        };
        // The deviation that counts is that of the lower bound itself. Where hardly a bit is unset, it is
        // several times that of the estimate, so the bound is found step by step.
        let lower = (0..STEPS_TO_LOWER)
            .fold(estimate, |keys, _| shape.keys_for((ones - around.max(room(keys))).max(0.0)));
        Bounds { lower, upper, estimate }
    }

    /// The standard deviation.
    fn deviation(&self) -> f64 {
        (self.upper - self.lower) / (2.0 * SIGMAS)
    }

    /// How far the farther bound is from the estimate, as a part of it.
    fn error(&self) -> f64 {
        (self.upper - self.estimate).max(self.estimate - self.lower) / self.estimate.max(1.0)
    }

    /// Whether the estimate tells the number.
    pub fn is_told(&self) -> bool {
        self.error() <= TOLERANCE
    }

    /// A whole number between whole bounds.
    fn rounded(self) -> Bounds {
        Bounds {
            lower: self.lower.floor(),
            upper: self.upper.ceil(),
            estimate: self.estimate.round(),
        }
    }
}

/// The keys of a filter of which no two layers are compatible: their bits are not needed.
pub fn of_records(layers: impl Iterator<Item = Layer> + Clone) -> (Bounds, bool) {
    let counts = layers.clone().map(|layer| (layer, Bounds::of_layer(&layer)));
    of_groups(layers, counts)
}

/// The keys of a filter.
pub fn of_layers(layers: &Layers) -> (Bounds, bool) {
    let mut rest = layers.iter().peekable();
    let counts = std::iter::from_fn(|| {
        let (layer, bits) = rest.next()?;
        let mut group = vec![(layer, bits)];
        while let Some(next) = rest.next_if(|(next, _)| next.is_compatible(&layer)) {
            group.push(next);
        }
        Some((layer, of_compatible(&group)))
    });
    of_groups(layers.iter().map(|(layer, _)| layer), counts)
}

/// What all layers hold together, of which the counts are those of one shape each; and whether the
/// estimate tells it.
fn of_groups(
    layers: impl Iterator<Item = Layer> + Clone,
    counts: impl Iterator<Item = (Layer, Bounds)>,
) -> (Bounds, bool) {
    let is_chain = is_chain(layers.clone());
    let (mut sum, mut largest) = (Bounds::exactly(0), Bounds::exactly(0));
    // A key for which a layer was opened is not in it if the layers before took it for one of theirs.
    let kept: Vec<(u8, f64)> = layers.map(|layer| (layer.level, 1.0 - layer.rate())).collect();
    for (layer, count) in counts {
        let before = kept.iter().filter(|(level, _)| *level < layer.level);
        let kept = before.map(|(_, kept)| kept).product::<f64>().max(LEAST_KEPT);
        sum.lower += count.lower;
        // Which of them it took for its own is chance as well.
        let chance = SIGMAS * (count.estimate * (1.0 - kept)).sqrt() / kept;
        sum.upper += count.upper / kept + chance;
        sum.estimate += count.estimate / kept;
        largest.lower = largest.lower.max(count.lower);
        largest.estimate = largest.estimate.max(count.estimate);
    }
    if is_chain {
        return (sum.rounded(), true);
    }
    let estimate = largest.estimate.midpoint(sum.estimate);
    let count = Bounds { lower: largest.lower, upper: sum.upper, estimate };
    (count.rounded(), count.is_told())
}

/// Whether the layers are those that adds alone open: one of each level, none of which has more bits
/// set than adds set. An OR of full layers has more.
fn is_chain(mut layers: impl Iterator<Item = Layer> + Clone) -> bool {
    let first = layers.clone().next().map_or(0, |layer| layer.capacity);
    (0..).zip(&mut layers).all(|(level, layer)| {
        layer.level == level && layer.capacity >> level == first && layer.ones <= layer.limit
    })
}

/// The keys of compatible layers.
fn of_compatible(layers: &[(Layer, &[u8])]) -> Bounds {
    let [(layer, _), further @ ..] = layers else { return Bounds::exactly(0) };
    let shape = &layer.shape;
    if further.is_empty() {
        return Bounds::of_layer(layer);
    }
    let parts: Vec<&[u8]> = layers.iter().map(|(_, bits)| *bits).collect();
    let united = Bounds::of_ones(shape, block::ones_of_any(&parts));
    if united.error() <= PRECISE {
        return united;
    }
    let each: Vec<Bounds> = layers.iter().map(|(layer, _)| Bounds::of_layer(layer)).collect();
    let compared = match Shared::of(shape, &parts, MOST_COMPARED) {
        Some(shared) => of_shared(&each, &shared),
        None => {
            let upper = each.iter().map(|count| count.upper).sum();
            Bounds { lower: 0.0, upper, estimate: united.estimate }
        }
    };
    let lower = each.iter().map(|count| count.lower).fold(united.lower, f64::max);
    // Of damaged bits less could come out.
    let upper = united.upper.min(compared.upper).max(0.0);
    let lower = lower.max(compared.lower).min(upper);
    let better = if united.error() <= compared.error() { united } else { compared };
    Bounds { lower, upper, estimate: better.estimate.clamp(lower, upper) }
}

/// The union of sets of which is known what each holds and what each two share.
fn of_shared(each: &[Bounds], shared: &Shared) -> Bounds {
    let sum: f64 = each.iter().map(|count| count.estimate).sum();
    let of_pairs: f64 = shared.pairs.iter().map(|(shared, _)| shared).sum();
    // Sets that share nothing err independently of each other, those that are the same err as one.
    let mut variance: f64 = each.iter().map(|count| count.deviation().powi(2)).sum();
    let mut most_shared = 0.0;
    for (one, count) in each.iter().enumerate() {
        for (other, other_count) in each.iter().enumerate().skip(one + 1) {
            let smaller = count.estimate.min(other_count.estimate);
            let share = (shared.between(one, other).0 / smaller.max(1.0)).clamp(0.0, 1.0);
            variance += 2.0 * share * count.deviation() * other_count.deviation();
            most_shared += smaller;
        }
    }
    let sum_error = SIGMAS * variance.sqrt();
    let squares: f64 = shared.pairs.iter().map(|(_, deviation)| deviation.powi(2)).sum();
    let together: f64 = shared.pairs.iter().map(|(_, deviation)| deviation).sum();
    let share = (of_pairs / most_shared.max(1.0)).clamp(0.0, 1.0);
    let pairs_error = SIGMAS * (squares.sqrt() + share * together);
    let tree = shared.along_tree();
    let least = at_least(sum, of_pairs.max(0.0));
    let most = (sum - tree).max(least);
    Bounds {
        lower: at_least((sum - sum_error).max(1.0), (of_pairs + pairs_error).max(0.0)),
        upper: sum + sum_error - tree,
        estimate: least.midpoint(most),
    }
}

/// The fewest keys of the union of sets, from the sum of their sizes and the sum of what each two share.
fn at_least(sum: f64, of_pairs: f64) -> f64 {
    let sets = 1.0 + (2.0 * of_pairs / sum).floor();
    2.0 * sum / (sets + 1.0) - 2.0 * of_pairs / (sets * (sets + 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_those_of_sets_that_are_apart_or_equal() {
        assert_eq!(at_least(700.0, 0.0), 700.0);
        // Seven of a hundred keys, all the same.
        assert_eq!(at_least(700.0, 2_100.0), 100.0);
        // Each key in two of them.
        assert_eq!(at_least(700.0, 350.0), 350.0);
        assert_eq!(Bounds::exactly(7).estimate, 7.0);
        // With no bit left there is no upper bound.
        let shape = Shape::new(100, 0.01).unwrap();
        assert_eq!(Bounds::of_ones(&shape, shape.bits()).upper, f64::INFINITY);
        assert!(!Bounds::of_ones(&shape, shape.bits()).is_told());
    }
}
