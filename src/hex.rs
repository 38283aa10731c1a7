//! The text form of every sketch: `\x` and two hexadecimal digits a byte, whatever bytea_output says.

use crate::error::{Error, Result};
use crate::sketch::Buffer;

const PREFIX: &str = "\\x";

/// The length of the text of the bytes.
pub fn len(bytes: &[u8]) -> usize {
    PREFIX.len() + 2 * bytes.len()
}

/// Writes the text of the bytes, which takes [`len`] bytes.
pub fn encode(bytes: &[u8], text: &mut [u8]) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let (prefix, digits) = text.split_at_mut(PREFIX.len());
    prefix.copy_from_slice(PREFIX.as_bytes());
    for (byte, pair) in bytes.iter().zip(digits.as_chunks_mut().0) {
        *pair = [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]];
    }
}

/// The bytes of the text, of which there may be so many.
pub fn decode<B: Buffer>(text: &str, type_name: &'static str, max_len: usize) -> Result<B> {
    let bad = || Error::bad_text(type_name, text, "\\x and an even number of hexadecimal digits");
    let Some((pairs, [])) = text.strip_prefix(PREFIX).map(|digits| digits.as_bytes().as_chunks())
    else {
        return Err(bad());
    };
    if pairs.len() > max_len {
        let reason = format!("There are more than {max_len} bytes");
        return Err(Error::bad_bytes(type_name, reason));
    }
    let mut bytes = B::zeroed(pairs.len());
    let digit = |digit: u8| (digit as char).to_digit(16).map(|value| value as u8);
    let value = |pair: &[u8; 2]| Some(digit(pair[0])? << 4 | digit(pair[1])?);
    for (byte, pair) in bytes.as_mut().iter_mut().zip(pairs) {
        *byte = value(pair).ok_or_else(bad)?;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(text: &str, max_len: usize) -> Result<Vec<u8>> {
        super::decode(text, "hll", max_len)
    }

    #[test]
    fn text_is_read_as_written() {
        let bytes: Vec<u8> = (0..=255).collect();
        let mut text = vec![0; len(&bytes)];
        encode(&bytes, &mut text);
        assert_eq!(decode(str::from_utf8(&text).unwrap(), 256).unwrap(), bytes);
        assert_eq!(decode("\\xAbCd", 256).unwrap(), [0xab, 0xcd]);
        assert!(decode("\\x", 256).unwrap().is_empty());
    }

    #[test]
    fn text_too_long_is_refused_before_it_is_read() {
        assert!(matches!(decode("\\x0000", 1), Err(Error::BadBytes { .. })));
    }

    #[test]
    fn other_text_is_refused() {
        for text in ["", "x00", "00", "\\x0", "\\x0g", "\\x 00", "\\X00", "\\x00 ", "\\xé0"] {
            assert!(decode(text, 256).is_err(), "{text}");
        }
    }
}
