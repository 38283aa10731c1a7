//! Bit strings that fill each byte from its lowest bit.

/// The bytes of these bits. Zeros fill the last byte.
pub fn pack(bits: &[bool]) -> Vec<u8> {
    let byte = |bits: &[bool]| bits.iter().rev().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
    bits.chunks(8).map(byte).collect()
}

/// The low bits of a number, the lowest first.
pub fn low_bits(number: u64, count: u32) -> impl Iterator<Item = bool> {
    (0..count).map(move |at| number >> at & 1 == 1)
}

/// A number in unary: n ones and a zero.
pub fn unary(number: u64) -> impl Iterator<Item = bool> {
    (0..number).map(|_| true).chain([false])
}
