//! The text of a value, as Postgres shows it with its default settings.

use super::check::number;
use super::{BYTEA_START, DIGITS, ELLIPSIS, SHORTENED_BYTEA_LEN, calendar};
use crate::domain::Domain;
use data_encoding::HEXLOWER;
use std::borrow::Cow;
use std::net::{Ipv4Addr, Ipv6Addr};

/// The text of canonical bytes, which were checked.
pub(super) fn text(domain: Domain, bytes: &[u8]) -> Cow<'_, str> {
    match domain {
        Domain::Text | Domain::Char | Domain::Numeric => String::from_utf8_lossy(bytes),
        Domain::Integer => number(bytes).to_string().into(),
        Domain::Boolean => if bytes == [1] { "true" } else { "false" }.into(),
        Domain::Float => float(f64::from_bits(number(bytes) as u64)).into(),
        Domain::Uuid => uuid(bytes).into(),
        Domain::Bytea => bytea(bytes).into(),
        Domain::Date => calendar::date(number(bytes) as i32).into(),
        Domain::Timestamp => calendar::timestamp(number(bytes), "").into(),
        Domain::Timestamptz => calendar::timestamp(number(bytes), "+00").into(),
        Domain::Inet => inet(bytes).into(),
        // No value is of that domain.
        Domain::Keyed(_) => "".into(),
    }
}

/// The beginning and the digits of a shortened text, if the bytes are one.
pub(super) fn split_shortened(bytes: &[u8]) -> Option<(&[u8], &[u8; DIGITS])> {
    let (start, digits) = bytes.split_last_chunk()?;
    Some((start.strip_suffix(ELLIPSIS.as_bytes())?, digits))
}

/// The fewest digits that give the number back, with an exponent where it is below -4 or above 14.
fn float(value: f64) -> String {
    if value.is_nan() {
        return "NaN".into();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.into();
    }
    let scientific = shortest(value);
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    match exponent.parse::<i32>() {
        Ok(-4..15) | Err(_) => value.to_string(),
        Ok(exponent) => {
            let sign = if exponent < 0 { '-' } else { '+' };
            format!("{digits}e{sign}{:02}", exponent.abs())
        }
    }
}

/// The fewest digits that are nearer to the number than to any other: Postgres does not write those that lie
/// in the middle between two, although the nearest even one would be read from them.
fn shortest(value: f64) -> String {
    let shortest = format!("{value:e}");
    if !is_between(&shortest) {
        return shortest;
    }
    const MOST_DIGITS: usize = 17;
    let longer = (0..MOST_DIGITS).map(|behind| format!("{value:.behind$e}"));
    let mut fitting = longer.filter(|text| text.parse() == Ok(value) && !is_between(text));
    fitting.next().unwrap_or(shortest)
}

/// Whether a number lies in the middle between two doubles: an integer of 54 bits, not counting the zeros at
/// its end. No other middle has as few digits.
fn is_between(scientific: &str) -> bool {
    let Some((digits, exponent)) = scientific.split_once('e') else { return false };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let digits = format!("{}{fraction}", whole.trim_start_matches('-')).parse::<u128>();
    let power = exponent.parse().map(|exponent: i64| exponent - fraction.len() as i64);
    let (Ok(digits), Ok(power @ 0..24)) = (digits, power) else { return false };
    // 10^power has as many more zeros as its factor 2^power has.
    let number = digits * 5u128.pow(power as u32);
    let bits = u128::BITS - number.leading_zeros();
    bits.saturating_sub(number.trailing_zeros()) == f64::MANTISSA_DIGITS + 1
}

fn uuid(bytes: &[u8]) -> String {
    let digits = HEXLOWER.encode(bytes);
    let parts = [0..8, 8..12, 12..16, 16..20, 20..32].map(|part| digits.get(part).unwrap_or(""));
    parts.join("-")
}

fn bytea(bytes: &[u8]) -> String {
    match bytes.split_at_checked(BYTEA_START) {
        Some((start, hash)) if bytes.len() == SHORTENED_BYTEA_LEN => {
            format!("\\x{}{ELLIPSIS}{}", HEXLOWER.encode(start), HEXLOWER.encode(hash))
        }
        _ => format!("\\x{}", HEXLOWER.encode(bytes)),
    }
}

fn inet(bytes: &[u8]) -> String {
    let [_, netmask, address @ ..] = bytes else { return String::new() };
    let (address, widest) = if let Some(address) = address.first_chunk::<16>() {
        (ipv6(Ipv6Addr::from(*address)), 128)
    } else {
        let address = address.first_chunk::<4>().copied().unwrap_or_default();
        (Ipv4Addr::from(address).to_string(), 32)
    };
    if *netmask == widest { address } else { format!("{address}/{netmask}") }
}

/// As Postgres shows it: also an address of six zero words ends as one of version 4 does.
fn ipv6(address: Ipv6Addr) -> String {
    match address.segments() {
        [0, 0, 0, 0, 0, 0, high, low] if high != 0 => {
            format!("::{}", Ipv4Addr::from(u32::from(high) << 16 | u32::from(low)))
        }
        _ => address.to_string(),
    }
}
