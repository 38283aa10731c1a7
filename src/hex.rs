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

/// The bytes of the text.
pub fn decode(text: &str, type_name: &'static str) -> Result<Vec<u8>> {
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
        assert_eq!(decode(&encode(&bytes), "hll").unwrap(), bytes);
        assert_eq!(decode("\\xAbCd", "hll").unwrap(), [0xab, 0xcd]);
        assert_eq!(decode("\\x", "hll").unwrap(), []);
    }

    #[test]
    fn other_text_is_refused() {
        for text in ["", "x00", "00", "\\x0", "\\x0g", "\\x 00", "\\X00", "\\x00 ", "\\xé0"] {
            assert!(decode(text, "hll").is_err(), "{text}");
        }
    }
}
