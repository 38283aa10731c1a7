//! The text form of a value as an argument of SQL functions, which no value can be taken for: `sketch_value:`
//! and the stored bytes in hexadecimal digits.

use super::check::check_whole;
use super::{NAME, Value};
use crate::error::{Error, Result};
use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};

const PREFIX: &str = "sketch_value:";

/// The text form.
pub fn text(value: Value<'_>) -> String {
    format!("{PREFIX}{}", HEXLOWER.encode(&value.encode()))
}

/// The stored bytes of what [`text`] writes, and of nothing else.
pub fn parse(text: &str) -> Result<Vec<u8>> {
    let digits = text.strip_prefix(PREFIX);
    let bytes = digits.and_then(|digits| HEXLOWER_PERMISSIVE.decode(digits.as_bytes()).ok());
    let Some(bytes) = bytes else {
        let expected = "a value of a known type, which an untyped literal or parameter is not";
        return Err(Error::bad_text(NAME, text, expected)
            .with_hint("Write the type of the value: 'abc'::text, $1::text, $1::bigint."));
    };
    let value = Value::from_stored(&bytes);
    check_whole(value.domain()?, value.bytes()).map_err(|flaw| Error::bad_bytes(NAME, flaw))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Domain;
    use crate::error::Kind;

    #[test]
    fn text_is_read_as_written() {
        let value = Value::new(Domain::Text, b"abc");
        assert_eq!(text(value), "sketch_value:02616263");
        assert_eq!(parse(&text(value)), Ok(value.encode()));
        assert_eq!(parse("sketch_value:02616263").unwrap(), b"\x02abc");
        // An argument may be longer than what is kept of it.
        for (domain, byte) in [(Domain::Text, b'a'), (Domain::Bytea, 0), (Domain::Numeric, b'1')] {
            let long = vec![byte; 1_000];
            let value = Value::new(domain, &long);
            assert_eq!(parse(&text(value)), Ok(value.encode()), "{domain}");
        }
    }

    #[test]
    fn nothing_else_is_a_value() {
        for text in ["abc", "", "02616263", "sketch_value:0", "sketch_value:0x02"] {
            let error = parse(text).unwrap_err();
            assert_eq!(error.kind(), Kind::BadText, "{text}");
        }
        // Bytes that are no text, a domain that there is not.
        for text in ["sketch_value:02ff", "sketch_value:"] {
            assert_eq!(parse(text).unwrap_err().kind(), Kind::BadBytes, "{text}");
        }
    }
}
