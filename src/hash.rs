//! A SQL value as sketches see it: `sketch_hash`, eight bytes, fixed for ever.
//!
//! ```text
//!  bit 63                                    8 7        0
//!     +---------------------------------------+----------+
//!     | upper 56 bits of XXH3-64, seed 0       | domain   |
//!     +---------------------------------------+----------+
//! ```
//! The text form is the number in 16 hexadecimal digits, so the last two name the domain. As what a
//! sketch takes, `sketch_item`, the same eight bytes have a text form that no value can be taken
//! for: `sketch_hash:` and the digits. Each constructor below says what is hashed; all
//! numbers are little-endian. Values that are equal under SQL `=` within a domain hash equal; values
//! of different domains never do.
//!
//! A keyed hash has the upper 56 bits of SipHash-2-4, with a key of 16 bytes, of the number of the domain and
//! the canonical bytes; domain.rs says what its last byte is. Without the key nobody can choose values that
//! collide, or test whether a sketch holds a value.
//!
//! XXH3: Yann Collet, xxHash specification 0.2.0. SipHash: Aumasson and Bernstein (2012).

use crate::canonical;
use crate::domain::{Domain, Mark};
use crate::error::{Error, Kind, Result};
use siphasher::sip::SipHasher24;
use std::fmt;
use std::hash::Hasher;
use xxhash_rust::xxh3::xxh3_64;

/// What the binary form starts with, and its length.
const MESSAGE_VERSION: u8 = 1;
const MESSAGE_LEN: usize = 1 + 8;

/// What the text form of a `sketch_item` starts with.
const ITEM: &str = "sketch_hash:";

/// A key of keyed hashes.
#[derive(Clone)]
pub struct Key {
    bytes: [u8; Key::LEN],
    fingerprint: u8,
}

impl Key {
    const LEN: usize = 16;

    /// The key of these bytes, of which there must be 16.
    pub fn new(bytes: &[u8]) -> Result<Key> {
        bytes.try_into().map(Key::of).map_err(|_| {
            let expected = "16 bytes long, and secret";
            Error::out_of_range("key", format!("{} bytes long", bytes.len()), expected)
                .with_hint("Make one with uuid_send(gen_random_uuid()), and store it.")
        })
    }

    /// Seven bits of its fingerprint tell keys apart in 127 of 128 cases: the lowest of the hash of
    /// `fingerprint`.
    fn of(bytes: [u8; Key::LEN]) -> Key {
        let mut hasher = SipHasher24::new_with_key(&bytes);
        hasher.write(b"fingerprint");
        Key { bytes, fingerprint: hasher.finish() as u8 & 0x7f }
    }

    /// Whether it is the key of these bytes.
    #[inline]
    pub fn is(&self, bytes: &[u8]) -> bool {
        self.bytes == bytes
    }

    /// The error where there is no key.
    pub fn missing() -> Error {
        let detail = "Without its key a value has no keyed hash.";
        Error::new(Kind::Null, "key must not be null", detail)
            .with_hint("Look the key up so that a row without one is left out, or is an error.")
    }

    /// The domain of values of that one that are hashed with the key.
    #[inline]
    pub fn domain(&self, domain: Domain) -> Domain {
        Domain::Keyed(Mark::new(self.fingerprint, domain))
    }
}

/// A hashed value and its domain; the bits are as drawn above.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SketchHash(u64);

impl SketchHash {
    /// Bits 8 to 63: the hash proper.
    const HASH_MASK: u64 = !0xff;

    #[inline]
    fn new(domain: Domain, canonical: &[u8]) -> SketchHash {
        SketchHash(xxh3_64(canonical) & Self::HASH_MASK | u64::from(domain.byte()))
    }

    /// The keyed hash of the canonical bytes of a value.
    #[inline]
    pub fn keyed(domain: Domain, canonical: &[u8], key: &Key) -> SketchHash {
        let mut hasher = SipHasher24::new_with_key(&key.bytes);
        hasher.write(&[domain.byte()]);
        hasher.write(canonical);
        let keyed = key.domain(domain);
        SketchHash(hasher.finish() & Self::HASH_MASK | u64::from(keyed.byte()))
    }

    /// The eight bytes of the number.
    #[inline]
    pub fn integer(value: i64) -> SketchHash {
        SketchHash::new(Domain::Integer, &canonical::integer(value))
    }

    /// The bytes of the text in the server's encoding.
    #[inline]
    pub fn text(value: &[u8]) -> SketchHash {
        SketchHash::new(Domain::Text, value)
    }

    /// The bytes of a `char(n)` in the server's encoding, without its trailing blanks.
    pub fn char(value: &[u8]) -> SketchHash {
        SketchHash::new(Domain::Char, without_blanks(value))
    }

    /// The sixteen bytes in the order of the text form.
    pub fn uuid(value: &[u8; 16]) -> SketchHash {
        SketchHash::new(Domain::Uuid, value)
    }

    /// The bytes.
    pub fn bytea(value: &[u8]) -> SketchHash {
        SketchHash::new(Domain::Bytea, value)
    }

    /// One byte, 1 for true and 0 for false.
    pub fn boolean(value: bool) -> SketchHash {
        SketchHash::new(Domain::Boolean, &canonical::boolean(value))
    }

    /// The eight bytes of the IEEE 754 double, with -0 as 0 and every NaN as 0x7ff8000000000000.
    #[inline]
    pub fn float(value: f64) -> SketchHash {
        SketchHash::new(Domain::Float, &canonical::float(value))
    }

    /// The shortest plain decimal text: `-12.5`, `0`, `1000`, `NaN`, `Infinity`; no exponent, no
    /// trailing zero after the point.
    pub fn numeric(shortest_decimal: &[u8]) -> SketchHash {
        SketchHash::new(Domain::Numeric, shortest_decimal)
    }

    /// The four bytes of the number of days since 2000-01-01.
    pub fn date(days: i32) -> SketchHash {
        SketchHash::new(Domain::Date, &canonical::date(days))
    }

    /// The eight bytes of the number of microseconds since 2000-01-01 00:00.
    pub fn timestamp(microseconds: i64) -> SketchHash {
        SketchHash::new(Domain::Timestamp, &canonical::timestamp(microseconds))
    }

    /// The eight bytes of the number of microseconds since 2000-01-01 00:00 UTC.
    pub fn timestamptz(microseconds: i64) -> SketchHash {
        SketchHash::new(Domain::Timestamptz, &canonical::timestamp(microseconds))
    }

    /// One byte 4 or 6, one byte the netmask's length, then the 4 or 16 bytes of the address.
    pub fn inet(netmask: u8, address: &[u8]) -> SketchHash {
        SketchHash::new(Domain::Inet, &canonical::inet(netmask, address))
    }

    /// The number as stored, if its low byte is a domain.
    pub fn from_bits(bits: u64) -> Result<SketchHash> {
        let hash = SketchHash(bits);
        hash.domain().map(|_| hash)
    }

    /// The number as stored, from where [`SketchHash::from_bits`] has let it in.
    #[inline]
    pub fn from_stored_bits(bits: u64) -> SketchHash {
        SketchHash(bits)
    }

    /// The number as stored.
    #[inline]
    pub fn bits(self) -> u64 {
        self.0
    }

    /// The 56 hash bits, at the top of the word; the low byte is zero.
    #[inline]
    pub fn hash_bits(self) -> u64 {
        self.0 & Self::HASH_MASK
    }

    /// The domain; an error where there is none of that number.
    pub fn domain(self) -> Result<Domain> {
        Domain::of_stored(self.domain_byte(), "sketch_hash")
    }

    /// The number of the domain.
    #[inline]
    pub fn domain_byte(self) -> u8 {
        self.0 as u8
    }

    /// Eight bytes, the most significant first, behind one that tells them from a bigint: a client
    /// that does not name the type of a parameter may send one of those.
    pub fn message(self) -> [u8; MESSAGE_LEN] {
        let mut message = [MESSAGE_VERSION; MESSAGE_LEN];
        message[1..].copy_from_slice(&self.0.to_be_bytes());
        message
    }

    /// Reads what [`SketchHash::message`] writes.
    pub fn read_message(message: &[u8]) -> Result<SketchHash> {
        match message.split_first_chunk() {
            Some((bytes, [])) if bytes[0] == MESSAGE_VERSION => {
                let [_, number @ ..]: [u8; MESSAGE_LEN] = *bytes;
                SketchHash::from_bits(u64::from_be_bytes(number))
            }
            Some((bytes, [])) => {
                let reason = format!("The first byte is {}, not {MESSAGE_VERSION}", bytes[0]);
                Err(Error::bad_bytes("sketch_hash", reason))
            }
            _ => {
                let reason = format!("There are {} bytes, not {MESSAGE_LEN}", message.len());
                Err(Error::bad_bytes("sketch_hash", reason))
            }
        }
    }

    /// The text form as `sketch_item`.
    pub fn item(self) -> String {
        format!("{ITEM}{self}")
    }

    /// Reads what [`SketchHash::item`] writes, and nothing else: a text that is no more than 16
    /// digits may well be a value.
    pub fn parse_item(text: &str) -> Result<SketchHash> {
        let hash = text.strip_prefix(ITEM).and_then(|digits| SketchHash::parse(digits).ok());
        hash.ok_or_else(|| {
            let expected = "a value of a known type, which an untyped literal or parameter is not";
            Error::bad_text("sketch_item", text, expected).with_hint(
                "Write the type of the value: 'abc'::text, $1::text, $1::bigint; \
                 of a hash computed elsewhere: $1::sketch_hash.",
            )
        })
    }

    /// Sixteen hexadecimal digits.
    pub fn parse(text: &str) -> Result<SketchHash> {
        let digits = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let bits = u64::from_str_radix(text, 16).ok().filter(|_| digits);
        let hash = bits.and_then(|bits| SketchHash::from_bits(bits).ok());
        hash.ok_or_else(|| {
            let expected =
                "16 hexadecimal digits, the last two of them the number of a value domain";
            Error::bad_text("sketch_hash", text, expected).with_hint(
                "To hash the text itself, use the function: sketch_hash_of('abc'::text).",
            )
        })
    }
}

/// A `char(n)` without its trailing blanks, which are no part of the value.
pub fn without_blanks(value: &[u8]) -> &[u8] {
    let blanks = value.iter().rev().take_while(|byte| **byte == b' ').count();
    &value[..value.len() - blanks]
}

impl fmt::Display for SketchHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
