//! Looking up a key in the bytes of a filter, once a row.
//!
//! All that [`View::read`](super::view::View::read) checks takes longer than the look-up.

use super::layer::RECORD_LEN;
use super::layers::walk;
use super::stored::VERSION;
use crate::bytes::kind;
use crate::hash::SketchHash;

/// Whether a key may be in a filter, unless the bytes are a list, have keys of another domain, or
/// are damaged. It does not panic, whatever the bytes are.
#[inline]
pub fn contains_in_place(bytes: &[u8], hash: SketchHash) -> Option<bool> {
    let [kind::BLOOM, VERSION, layers, domain, rest @ ..] = bytes else { return None };
    if *layers == 0 || *domain != hash.domain_byte() {
        return None;
    }
    let (_rate, rest) = rest.split_first_chunk::<8>()?;
    let (records, bits) = rest.split_at_checked(usize::from(*layers) * RECORD_LEN)?;
    let mut found = false;
    let mut end = 0;
    for (layer, range) in walk(records.as_chunks().0) {
        if !layer.is_sound() {
            return None;
        }
        end = range.end;
        found = found || layer.contains(bits.get(range)?, hash);
    }
    (end == bits.len()).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::super::Bloom;
    use super::super::view::View;
    use super::*;
    use crate::sketch::Sketch;

    fn filter(keys: i64) -> Vec<u8> {
        let mut filter = Bloom::new(1000, 0.01).unwrap();
        for key in 0..keys {
            filter.add(SketchHash::integer(key)).unwrap();
        }
        filter.encode()
    }

    #[test]
    fn it_tells_what_a_view_does() {
        for keys in [500, 5000, 20_000] {
            let bytes = filter(keys);
            let view = View::read(&bytes).unwrap();
            for key in 0..2 * keys {
                let hash = SketchHash::integer(key);
                assert_eq!(contains_in_place(&bytes, hash), view.contains(hash).ok());
            }
        }
    }

    #[test]
    fn what_is_not_as_simple_is_left_to_others() {
        let key = SketchHash::integer(1);
        assert_eq!(contains_in_place(&filter(0), key), None);
        assert_eq!(contains_in_place(&filter(10), key), None);
        assert_eq!(contains_in_place(&filter(500), SketchHash::text(b"1")), None);
        for bytes in [filter(500), filter(5000)] {
            for len in 0..bytes.len() {
                assert_eq!(contains_in_place(&bytes[..len], key), None);
            }
            // Damaged bytes may have any answer, but there is one.
            for at in 0..200 {
                let mut damaged = bytes.clone();
                damaged[at] = 0xff;
                contains_in_place(&damaged, key);
            }
        }
    }
}
