//! The text form of every sketch: `\x` and two hexadecimal digits a byte, whatever bytea_output says.

use crate::error::{Error, Result};
use crate::sketch::Buffer;
use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};

const PREFIX: &str = "\\x";

/// How many bytes there are between two pauses.
const AT_ONCE: usize = 1 << 20;

/// The length of the text of the bytes.
pub fn len(bytes: &[u8]) -> usize {
    PREFIX.len() + 2 * bytes.len()
}

/// Writes the text of the bytes, which takes [`len`] bytes: it panics if there are more or fewer. Where
/// that takes long, it pauses now and then.
pub fn encode(bytes: &[u8], text: &mut [u8], pause: impl Fn()) {
    let (prefix, digits) = text.split_at_mut(PREFIX.len());
    prefix.copy_from_slice(PREFIX.as_bytes());
    for (bytes, digits) in bytes.chunks(AT_ONCE).zip(digits.chunks_mut(2 * AT_ONCE)) {
        pause();
        HEXLOWER.encode_mut(bytes, digits);
    }
}

/// The bytes of a text form, at most that many.
pub fn decode<B: Buffer>(text: &str, type_name: &'static str, max_len: usize) -> Result<B> {
    let bad = || Error::bad_text(type_name, text, "\\x and an even number of hexadecimal digits");
    let digits = text.strip_prefix(PREFIX).ok_or_else(bad)?.as_bytes();
    let len = HEXLOWER_PERMISSIVE.decode_len(digits.len()).map_err(|_| bad())?;
    if len > max_len {
        let reason = format!("There are more than {max_len} bytes");
        return Err(Error::bad_bytes(type_name, reason));
    }
    let mut bytes = B::zeroed(len);
    for (digits, bytes) in digits.chunks(2 * AT_ONCE).zip(bytes.as_mut().chunks_mut(AT_ONCE)) {
        B::check_interrupts();
        HEXLOWER_PERMISSIVE.decode_mut(digits, bytes).map_err(|_| bad())?;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Kind;

    fn decode(text: &str, max_len: usize) -> Result<Vec<u8>> {
        super::decode(text, "hll", max_len)
    }

    #[test]
    fn text_is_read_as_written() {
        let bytes: Vec<u8> = (0..=255).collect();
        let mut text = vec![0; len(&bytes)];
        encode(&bytes, &mut text, || ());
        assert_eq!(decode(str::from_utf8(&text).unwrap(), 256).unwrap(), bytes);
        assert_eq!(decode("\\xAbCd", 256).unwrap(), [0xab, 0xcd]);
        assert!(decode("\\x", 256).unwrap().is_empty());
    }

    #[test]
    fn long_text_is_written_and_read_in_pieces() {
        let bytes: Vec<u8> = (0..2 * AT_ONCE + 3).map(|at| ((at * at) >> 3) as u8).collect();
        let pauses = std::cell::Cell::new(0);
        let mut text = vec![0; len(&bytes)];
        encode(&bytes, &mut text, || pauses.set(pauses.get() + 1));
        assert_eq!(pauses.get(), 3);
        let mut text = String::from_utf8(text).unwrap();
        assert_eq!(decode(&text, bytes.len()).unwrap(), bytes);
        text.replace_range(text.len() - 1.., "x");
        assert!(decode(&text, bytes.len()).is_err());
    }

    #[test]
    fn text_too_long_is_refused_before_it_is_read() {
        let error = decode("\\x0000", 1).unwrap_err();
        assert_eq!(error.kind(), Kind::BadBytes);
    }

    #[test]
    fn other_text_is_refused() {
        for text in ["", "x00", "00", "\\x0", "\\x0g", "\\x 00", "\\X00", "\\x00 ", "\\xé0"] {
            assert!(decode(text, 256).is_err(), "{text}");
        }
    }
}
