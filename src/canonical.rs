//! The canonical bytes of SQL values: those that docs/hashing.md lists, which are hashed and kept.
//!
//! Those of a text are its bytes, those of a `char(n)` its bytes without trailing blanks, those of a
//! `uuid` and a `bytea` its bytes, and those of a `numeric` its shortest decimal text.

use std::ops::Deref;

/// The bits of the one NaN.
pub(crate) const NAN: u64 = 0x7ff8_0000_0000_0000;

/// The eight bytes of the number.
#[inline]
pub fn integer(value: i64) -> [u8; 8] {
    value.to_le_bytes()
}

/// One byte, 1 for true and 0 for false.
pub fn boolean(value: bool) -> [u8; 1] {
    [value.into()]
}

/// The eight bytes of the IEEE 754 double, with -0 as 0 and every NaN as 0x7ff8000000000000.
#[inline]
pub fn float(value: f64) -> [u8; 8] {
    // Adding zero leaves every number as it is, but makes -0 zero.
    let bits = if value.is_nan() { NAN } else { (value + 0.0).to_bits() };
    bits.to_le_bytes()
}

/// The four bytes of the number of days since 2000-01-01.
pub fn date(days: i32) -> [u8; 4] {
    days.to_le_bytes()
}

/// The eight bytes of the number of microseconds since 2000-01-01 00:00, of a `timestamptz` in UTC.
pub fn timestamp(microseconds: i64) -> [u8; 8] {
    microseconds.to_le_bytes()
}

/// The bytes of an `inet`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Inet {
    bytes: [u8; Inet::LONGEST],
    len: usize,
}

impl Inet {
    const LONGEST: usize = 2 + 16;
}

impl Deref for Inet {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

/// One byte 4 or 6, one byte the netmask's length, then the 4 or 16 bytes of the address.
pub fn inet(netmask: u8, address: &[u8]) -> Inet {
    let family = if address.len() == 4 { 4 } else { 6 };
    let mut bytes = [0; Inet::LONGEST];
    let canonical = [family, netmask].into_iter().chain(address.iter().copied());
    bytes.iter_mut().zip(canonical).for_each(|(to, from)| *to = from);
    Inet { bytes, len: Inet::LONGEST.min(2 + address.len()) }
}
