//! Which layers of two filters become one, when they are merged.
//!
//! Layers that are alike have the same bits for the same keys, so that their OR is the layer of the
//! keys of both. Where it would be too full they stand side by side, as those of different shapes
//! always do; but a filter has no more than so many, and then those that are alike are united all the
//! same.

use super::block;
use super::layer::Layer;
use super::layers::Layers;
use std::borrow::Cow;

/// The layer that should take up the other, and how many bits are set in it then; none if the other
/// better stands beside them.
pub(super) fn place(
    own: &Layers,
    other: &Layer,
    bits: &[u8],
    crowded: bool,
) -> Option<(usize, u64)> {
    let alike = || own.iter().enumerate().filter(|(_, (layer, _))| layer.is_compatible(other));
    // What has come before is found again, so that it changes nothing.
    let contains = alike().find(|(_, (_, own_bits))| block::contains_all(own_bits, bits));
    if let Some((number, (layer, _))) = contains {
        return Some((number, layer.ones));
    }
    let united = alike()
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

/// The layers, united until there are no more than so many, or no two are alike: first those two
/// that leave the most bits unset.
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

/// The numbers of two layers that are alike, in ascending order.
fn emptiest_pair(layers: &[(Layer, Cow<'_, [u8]>)]) -> Option<(usize, usize)> {
    let pairs = (0..layers.len()).flat_map(|other| (0..other).map(move |one| (one, other)));
    let alike = pairs.filter(|(one, other)| layers[*one].0.is_compatible(&layers[*other].0));
    let fill = |(one, other): &(usize, usize)| layers[*one].0.fill() + layers[*other].0.fill();
    alike.min_by(|pair, next| fill(pair).total_cmp(&fill(next)))
}
