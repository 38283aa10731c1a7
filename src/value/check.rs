//! Which bytes are the canonical ones of a value.

use super::text::split_shortened;
use super::{DIGITS, ELLIPSIS, MAX_WHOLE_LEN, SHORTENED_BYTEA_LEN, TEXT_START};
use super::{calendar, fixed_len};
use crate::canonical::{self, NAN};
use crate::domain::Domain;

/// Says what is wrong with bytes that are not kept for any value of the domain, in a sentence without its full
/// stop.
pub(super) fn check(domain: Domain, bytes: &[u8]) -> Result<(), &'static str> {
    match (domain, bytes.len()) {
        (Domain::Numeric, ..=MAX_WHOLE_LEN) if is_shortened_numeric(bytes) => Ok(()),
        (_, ..=MAX_WHOLE_LEN) => check_whole(domain, bytes),
        (Domain::Bytea, SHORTENED_BYTEA_LEN) if is_shortened_bytea(bytes) => Ok(()),
        _ => Err("A value is too long, and not shortened as one"),
    }
}

/// Says it of bytes that are not the canonical ones of any value of the domain, however long it is.
pub(super) fn check_whole(domain: Domain, bytes: &[u8]) -> Result<(), &'static str> {
    if fixed_len(domain).is_some_and(|len| len != bytes.len()) {
        return Err("A value has not the length that its domain has");
    }
    let sound = match domain {
        Domain::Integer | Domain::Uuid | Domain::Bytea => true,
        Domain::Boolean => matches!(bytes, [0 | 1]),
        Domain::Text => return check_text(bytes),
        Domain::Char if bytes.last() == Some(&b' ') => {
            return Err("A char(n) is kept without trailing blanks");
        }
        Domain::Char => return check_text(bytes),
        Domain::Float => is_float(bytes),
        Domain::Numeric => is_numeric(bytes),
        Domain::Date => calendar::is_date(number(bytes) as i32),
        Domain::Timestamp | Domain::Timestamptz => calendar::is_timestamp(number(bytes)),
        Domain::Inet => is_inet(bytes),
        Domain::Keyed(_) => return Err("A hash is no value"),
    };
    if sound { Ok(()) } else { Err(not_canonical(domain)) }
}

fn not_canonical(domain: Domain) -> &'static str {
    match domain {
        Domain::Boolean => "A boolean is neither 0 nor 1",
        Domain::Float => "A float is -0, or a NaN other than the one that is kept",
        Domain::Numeric => "A numeric is not written in its shortest form",
        Domain::Inet => "An inet has another family, netmask or length than an address has",
        _ => "A time is out of range",
    }
}

fn check_text(bytes: &[u8]) -> Result<(), &'static str> {
    if bytes.contains(&0) {
        Err("A text contains a zero byte")
    } else if str::from_utf8(bytes).is_err() {
        Err("A text is not in UTF-8")
    } else {
        Ok(())
    }
}

/// A little-endian number of up to eight bytes, with its sign.
pub(super) fn number(bytes: &[u8]) -> i64 {
    match bytes.first_chunk() {
        Some(chunk) => i64::from_le_bytes(*chunk),
        None => bytes.first_chunk().map_or(0, |chunk| i32::from_le_bytes(*chunk)).into(),
    }
}

fn is_shortened_bytea(bytes: &[u8]) -> bool {
    bytes.last() == Some(&Domain::Bytea.byte())
}

fn is_float(bytes: &[u8]) -> bool {
    let value = f64::from_bits(number(bytes) as u64);
    canonical::float(value) == bytes && (!value.is_nan() || value.to_bits() == NAN)
}

fn is_inet(bytes: &[u8]) -> bool {
    match bytes {
        [4, netmask, address @ ..] => *netmask <= 32 && address.len() == 4,
        [6, netmask, address @ ..] => *netmask <= 128 && address.len() == 16,
        _ => false,
    }
}

fn is_numeric(bytes: &[u8]) -> bool {
    matches!(bytes, b"NaN" | b"Infinity" | b"-Infinity") || is_decimal(bytes)
}

fn is_shortened_numeric(bytes: &[u8]) -> bool {
    split_shortened(bytes).is_some_and(|(start, digits)| {
        let is_digit = |digit: &u8| matches!(digit, b'0'..=b'9' | b'a'..=b'f');
        start.len() == TEXT_START
            && starts_decimal(start)
            && digits.iter().all(is_digit)
            && digits.ends_with(b"07")
    })
}

/// Whether the text is the shortest decimal form of a number.
fn is_decimal(text: &[u8]) -> bool {
    let (whole, fraction) = split_decimal(text);
    let shortest = fraction.is_none_or(|digits| !digits.is_empty() && !digits.ends_with(b"0"));
    starts_decimal(text) && shortest && !(text[0] == b'-' && whole == b"0" && fraction.is_none())
}

/// Whether such a form may start with the text.
fn starts_decimal(text: &[u8]) -> bool {
    let (whole, fraction) = split_decimal(text);
    let are_digits = |text: &[u8]| text.iter().all(u8::is_ascii_digit);
    are_digits(whole)
        && fraction.is_none_or(are_digits)
        && !whole.is_empty()
        && (whole == b"0" || whole[0] != b'0')
}

/// The digits before the point, and those behind it if there is one.
fn split_decimal(text: &[u8]) -> (&[u8], Option<&[u8]>) {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    match digits.iter().position(|byte| *byte == b'.') {
        Some(point) => (&digits[..point], Some(&digits[point + 1..])),
        None => (digits, None),
    }
}

const _: () = assert!(TEXT_START + ELLIPSIS.len() + DIGITS <= MAX_WHOLE_LEN);
