//! How many keys each two of some layers share, as far as their bits tell.

use super::block;
use super::shape::Shape;

/// How many standard deviations a bound leaves to the error of what it is computed from.
pub const SIGMAS: f64 = 3.0;
/// With fewer bits left in it, an OR is too full to tell what two layers share.
const FEWEST_ZEROS: f64 = 50.0;

/// What each two of some sets share.
pub(super) struct Shared {
    pub(super) sets: usize,
    /// How many keys, with the standard deviation, for each pair: of the first with those after it, of
    /// the second with those after that, and so on.
    pub(super) pairs: Vec<(f64, f64)>,
}

impl Shared {
    /// None if two layers are together too full. No more bytes are compared than that.
    pub(super) fn of(shape: &Shape, parts: &[&[u8]], most_compared: usize) -> Option<Shared> {
        let pairs = parts.len() * (parts.len() - 1) / 2;
        let block_len = usize::from(shape.block_len);
        let blocks = (most_compared / pairs / block_len).clamp(1, shape.blocks as usize);
        // All blocks have the same distribution: what the first ones hold stands for the others.
        let scale = f64::from(shape.blocks) / blocks as f64;
        let shape = Shape { blocks: blocks as u32, ..*shape };
        let parts: Vec<(&[u8], u64)> = parts
            .iter()
            .map(|bits| &bits[..bits.len().min(shape.len())])
            .map(|bits| (bits, block::ones(bits)))
            .collect();
        let shared = |(one, one_ones): (&[u8], u64), (other, other_ones): (&[u8], u64)| {
            let bits = shape.bits() as f64;
            let ones = block::ones_of_any(&[one, other]) as f64;
            let keys = |ones: u64| shape.keys_for(ones as f64);
            let shared = keys(one_ones) + keys(other_ones) - shape.keys_for(ones);
            // If they share nothing, a bit is set in both as often as chance has it; the deviation from
            // that, in keys. Of those that share much it is less.
            let spread = |ones: u64| ones as f64 / bits * (1.0 - ones as f64 / bits);
            let deviation = (bits * spread(one_ones) * spread(other_ones)).sqrt();
            let deviation = deviation / shape.next_ones(ones);
            // The keys of some blocks are a sample of all.
            let sampled = shared.max(0.0) * scale * (scale - 1.0);
            let deviation = ((deviation * scale).powi(2) + sampled).sqrt();
            (bits - ones >= FEWEST_ZEROS).then_some((shared * scale, deviation))
        };
        let each_two = parts
            .iter()
            .enumerate()
            .flat_map(|(at, one)| parts[at + 1..].iter().map(move |other| (*one, *other)));
        let pairs = each_two.map(|(one, other)| shared(one, other)).collect::<Option<_>>()?;
        Some(Shared { sets: parts.len(), pairs })
    }

    /// What two sets share.
    pub(super) fn between(&self, one: usize, other: usize) -> (f64, f64) {
        let (first, second) = (one.min(other), one.max(other));
        self.pairs[first * (2 * self.sets - first - 1) / 2 + second - first - 1]
    }

    /// What is shared along the tree through all sets that has the most of it, of which no more is
    /// taken than is certain: of many numbers that err, the largest are those that err upwards.
    pub(super) fn along_tree(&self) -> f64 {
        let certain = |one, other| {
            let (shared, deviation) = self.between(one, other);
            (shared - SIGMAS * deviation).max(0.0)
        };
        // Prim: always the nearest of those that the tree has not yet.
        let mut nearest: Vec<(usize, f64)> =
            (1..self.sets).map(|set| (set, certain(0, set))).collect();
        let mut sum = 0.0;
        while let Some(next) =
            (0..nearest.len()).max_by(|one, other| nearest[*one].1.total_cmp(&nearest[*other].1))
        {
            let (set, most) = nearest.swap_remove(next);
            sum += most;
            for (other, most) in &mut nearest {
                *most = most.max(certain(set, *other));
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::super::state::Bloom;
    use super::super::view::Body;
    use super::*;
    use crate::hash::SketchHash;

    /// Of filters that are too large to compare them whole, a part is as good as all, but for what it
    /// says of its own error.
    #[test]
    fn what_two_sets_share_is_told_by_a_part_of_their_bits() {
        let filters =
            [0..30_000, 20_000..50_000, 50_000..80_000].map(|keys: std::ops::Range<i64>| {
                let mut filter = Bloom::new(30_000, 0.01).unwrap();
                keys.for_each(|key| filter.add(SketchHash::integer(key)).unwrap());
                filter
            });
        let parts = filters.each_ref().map(|filter| match filter.view().unwrap().body {
            Body::Layers(layers) => layers.iter().next().unwrap(),
            Body::Hashes(_) => unreachable!("there are keys enough"),
        });
        let (shape, bits) = (parts[0].0.shape, parts.map(|(_, bits)| bits));
        let whole = Shared::of(&shape, &bits, usize::MAX).unwrap();
        for (bytes, least_error) in [(50_000, 30.0_f64), (12_000, 100.0)] {
            let part = Shared::of(&shape, &bits, bytes).unwrap();
            for (at, shared) in [(0, 10_000.0), (1, 0.0), (2, 0.0)] {
                let (of_whole, error_of_whole) = whole.pairs[at];
                let (of_part, error) = part.pairs[at];
                assert!((of_whole - shared).abs() < SIGMAS * error_of_whole, "{of_whole}");
                assert!((of_part - shared).abs() < SIGMAS * error, "{of_part} at {error}");
                assert!(error_of_whole < 100.0 && error > least_error.max(1.2 * error_of_whole));
            }
            // The tree goes along what is shared.
            assert!((8_000.0..10_000.0).contains(&part.along_tree()));
        }
    }
}
