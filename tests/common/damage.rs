//! Damaged stored bytes: they are refused, or they are those of another sketch.

use crate::golden::Golden;
use pg_sketch::sketch::Sketch;

/// No prefix of a sketch is accepted, unless it is a sketch itself. A sketch with one more byte is refused.
pub fn assert_whole<S: Sketch>(
    goldens: &[Golden<S>],
    accepted: impl Fn(&[u8]) -> bool,
    except: impl Fn(&S, &[u8]) -> bool,
) {
    for Golden { name, sketch, .. } in goldens {
        let stored = sketch.encode();
        for len in 0..stored.len() {
            let part = &stored[..len];
            assert!(!accepted(part) || except(sketch, part), "{name} cut to {len}");
        }
        for byte in 0..=255 {
            let extended = [stored.as_slice(), &[byte]].concat();
            assert!(!accepted(&extended), "{name} and {byte}");
        }
    }
}

/// Flips every bit.
pub fn flip_each_bit<S: Sketch>(goldens: &[Golden<S>], accepted: impl Fn(&[u8]) -> bool) {
    for Golden { name, sketch, .. } in goldens {
        let mut stored = sketch.encode();
        let mut others = 0;
        for bit in 0..8 * stored.len() {
            stored[bit / 8] ^= 1 << (bit % 8);
            others += u32::from(accepted(&stored));
            stored[bit / 8] ^= 1 << (bit % 8);
        }
        // A changed parameter, domain or hash may be valid.
        assert!(others > 0, "{name}");
    }
}

/// Flips every two bits of the first bytes, at most that many.
pub fn flip_two_bits<S: Sketch>(
    goldens: &[Golden<S>],
    bytes: usize,
    accepted: impl Fn(&[u8]) -> bool,
) {
    for Golden { sketch, .. } in goldens {
        let stored = sketch.encode();
        let bits = 8 * stored.len().min(bytes);
        for first in 0..bits {
            for second in 0..first {
                let mut flipped = stored.clone();
                flipped[first / 8] ^= 1 << (first % 8);
                flipped[second / 8] ^= 1 << (second % 8);
                accepted(&flipped);
            }
        }
    }
}
