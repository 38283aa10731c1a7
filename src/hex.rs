//! The text form of every sketch: `\x` and two hexadecimal digits a byte, whatever bytea_output says.

use crate::error::{Error, Result};

/// The text of the bytes.
pub fn encode(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = String::with_capacity(2 + 2 * bytes.len());
    text.push_str("\\x");
    for byte in bytes {
        text.push(DIGITS[usize::from(byte >> 4)].into());
        text.push(DIGITS[usize::from(byte & 15)].into());
    }
    text
}

/// The bytes of the text, of which there may be so many.
pub fn decode(text: &str, type_name: &'static str, max_len: usize) -> Result<Vec<u8>> {
    if text.len() > 2 + 2 * max_len {
        let reason = format!("There are more than {max_len} bytes");
        return Err(Error::bad_bytes(type_name, reason));
    }
    let digit = |digit: u8| (digit as char).to_digit(16).map(|value| value as u8);
    let byte = |pair: &[u8; 2]| Some(digit(pair[0])? << 4 | digit(pair[1])?);
    let bytes = text.strip_prefix("\\x").and_then(|digits| match digits.as_bytes().as_chunks() {
        (pairs, []) => pairs.iter().map(byte).collect(),
        _ => None,
    });
    bytes.ok_or_else(|| {
        Error::bad_text(type_name, text, "\\x and an even number of hexadecimal digits")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_as_written() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(decode(&encode(&bytes), "hll", 256).unwrap(), bytes);
        assert_eq!(decode("\\xAbCd", "hll", 256).unwrap(), [0xab, 0xcd]);
        assert!(decode("\\x", "hll", 256).unwrap().is_empty());
    }

    #[test]
    fn text_too_long_is_refused_before_it_is_read() {
        assert!(matches!(decode("\\x0000", "hll", 1), Err(Error::BadBytes { .. })));
    }

    #[test]
    fn other_text_is_refused() {
        for text in ["", "x00", "00", "\\x0", "\\x0g", "\\x 00", "\\X00", "\\x00 ", "\\xé0"] {
            assert!(decode(text, "hll", 256).is_err(), "{text}");
        }
    }
}
