//! Which layers of two filters become one, when they are merged.
//!
//! Compatible layers have the same bits for the same keys, so their OR is the layer of the keys of both.
//! Two layers stay apart if they are not compatible, or if their OR would be too full. When a filter has
//! as many layers as are allowed, compatible layers are united even then.

use super::block;
use super::layer::Layer;
use super::layers::Layers;
use std::borrow::Cow;

/// The number of the layer that should be united with the other one, and how many bits are set in both;
/// none if the other one should be a layer of its own.
pub(super) fn place(
    own: &Layers,
    other: &Layer,
    bits: &[u8],
    crowded: bool,
) -> Option<(usize, u64)> {
    let compatible = || own.iter().enumerate().filter(|(_, (layer, _))| layer.is_compatible(other));
    // A layer that was merged before changes nothing.
    let contains = compatible().find(|(_, (_, own_bits))| block::contains_all(own_bits, bits));
    if let Some((number, (layer, _))) = contains {
        return Some((number, layer.ones));
    }
    let united = compatible()
        .map(|(number, (layer, own_bits))| (number, layer, block::ones_of_any(&[own_bits, bits])));
    let united: Vec<(usize, Layer, u64)> = united.collect();
    if let Some((number, _, ones)) = united.iter().find(|(_, layer, ones)| *ones <= layer.limit) {
        return Some((*number, *ones));
    }
    let added = |(_, layer, ones): &(usize, Layer, u64)| {
        Layer { ones: *ones, ..*layer }.rate() - layer.rate()
    };
    let best = united.iter().min_by(|one, other| added(one).total_cmp(&added(other)))?;
    (crowded || added(best) <= other.rate()).then_some((best.0, best.2))
}

/// Unites layers until there are at most that many, or no two are compatible. The two that leave the most
/// bits unset are united first.
pub(super) fn at_most<'a>(
    most: usize,
    mut layers: Vec<(Layer, Cow<'a, [u8]>)>,
    check_interrupts: impl Fn(),
) -> Vec<(Layer, Cow<'a, [u8]>)> {
    while layers.len() > most {
        check_interrupts();
        let Some((one, other)) = emptiest_pair(&layers) else { break };
        let (_, bits) = layers.swap_remove(other);
        let (layer, own) = &mut layers[one];
        block::unite(own.to_mut(), &bits);
        layer.ones = block::ones(own);
    }
    layers
}

/// The numbers of the two compatible layers with the fewest bits set, in ascending order.
fn emptiest_pair(layers: &[(Layer, Cow<'_, [u8]>)]) -> Option<(usize, usize)> {
    let pairs = (0..layers.len()).flat_map(|other| (0..other).map(move |one| (one, other)));
    let compatible = pairs.filter(|(one, other)| layers[*one].0.is_compatible(&layers[*other].0));
    let fill = |(one, other): &(usize, usize)| layers[*one].0.fill() + layers[*other].0.fill();
    compatible.min_by(|pair, next| fill(pair).total_cmp(&fill(next)))
}
