//! A SQL value as sketches keep it: `sketch_value`, a value domain and canonical bytes.
//!
//! ```text
//!   byte 0   1
//!  +--------+---//
//!  | domain | the canonical bytes of docs/hashing.md
//!  +--------+---//
//! ```
//! These are the bytes that a `sketch_hash` is computed of, and the text that Postgres shows can be made
//! of them. Text is kept in UTF-8, whatever the encoding of the server is. Keyed hashes and the hashes of
//! other systems are no values.
//!
//! A value of more than 255 bytes is kept in a shortened form, in which different values are different:
//!
//! ```text
//!  text, char, numeric  the first 200 bytes, or up to three fewer so that no character is cut; `…`; the
//!                       16 digits of the sketch_hash of all the bytes
//!  bytea                256 bytes: the first 248, then the eight bytes of the sketch_hash of all, the
//!                       most significant first. No other value has that length. In the text form `…`
//!                       stands between the two.
//! ```
//! - [`item`]: the text form of a value as an argument of SQL functions
//! - `check`: which bytes are those of a value
//! - `text`: from the bytes to the text that Postgres shows
//! - `calendar`: dates and times in it

mod calendar;
mod check;
pub mod item;
mod text;

use crate::domain::Domain;
use crate::error::{Error, Result};
use crate::hash::SketchHash;
use std::borrow::Cow;

/// The SQL name of the type.
pub const NAME: &str = "sketch_value";

/// The most bytes of a value that is not shortened.
pub const MAX_WHOLE_LEN: usize = 255;
/// The most canonical bytes that a value has, shortened or not.
pub const MAX_LEN: usize = SHORTENED_BYTEA_LEN;

/// How many bytes of a longer text are kept.
const TEXT_START: usize = 200;
/// What stands between the beginning of a shortened value and its hash.
const ELLIPSIS: &str = "…";
/// The digits of a hash.
const DIGITS: usize = 16;
/// The bytes of a hash.
const HASH_LEN: usize = 8;
const SHORTENED_BYTEA_LEN: usize = MAX_WHOLE_LEN + 1;
/// How many bytes of a longer bytea are kept.
const BYTEA_START: usize = SHORTENED_BYTEA_LEN - HASH_LEN;

/// A value domain and the canonical bytes of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Value<'a> {
    domain: u8,
    bytes: &'a [u8],
}

impl<'a> Value<'a> {
    /// The value with these canonical bytes, of which there are no more than [`MAX_LEN`].
    #[inline]
    pub fn new(domain: Domain, canonical: &'a [u8]) -> Value<'a> {
        Value { domain: domain.byte(), bytes: canonical }
    }

    /// The value of stored bytes, from where [`Value::decode`] has let them in.
    #[inline]
    pub fn from_stored(stored: &'a [u8]) -> Value<'a> {
        match stored {
            [domain, bytes @ ..] => Value { domain: *domain, bytes },
            [] => Value { domain: 0, bytes: &[] },
        }
    }

    /// The value of stored bytes, which must be those of a value.
    pub fn decode(stored: &'a [u8]) -> Result<Value<'a>> {
        let value = Value::from_stored(stored);
        check::check(value.domain()?, value.bytes).map_err(|flaw| Error::bad_bytes(NAME, flaw))?;
        Ok(value)
    }

    /// The stored bytes.
    pub fn encode(self) -> Vec<u8> {
        [&[self.domain], self.bytes].concat()
    }

    /// The number of the domain.
    #[inline]
    pub fn domain_byte(self) -> u8 {
        self.domain
    }

    /// The domain; an error where there is none of that number.
    pub fn domain(self) -> Result<Domain> {
        Domain::of_stored(self.domain, NAME)
    }

    /// The canonical bytes.
    #[inline]
    pub fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// Whether a value of the domain may have that many bytes.
    pub fn has_possible_len(self) -> bool {
        let fixed = Domain::from_byte(self.domain).and_then(fixed_len);
        self.bytes.len() <= MAX_LEN && fixed.is_none_or(|len| len == self.bytes.len())
    }

    /// The text that Postgres shows: with its default settings, times in UTC.
    pub fn text(self) -> Result<Cow<'a, str>> {
        let domain = self.domain()?;
        check::check(domain, self.bytes).map_err(|flaw| Error::bad_bytes(NAME, flaw))?;
        Ok(text::text(domain, self.bytes))
    }
}

/// What is wrong with bytes that are not the canonical ones of a value of that domain: a sentence without
/// its full stop.
pub fn flaw(domain: Domain, canonical: &[u8]) -> Option<&'static str> {
    check::check(domain, canonical).err()
}

/// How many canonical bytes a value of that domain has, if all have as many.
#[inline]
pub fn fixed_len(domain: Domain) -> Option<usize> {
    match domain {
        Domain::Boolean => Some(1),
        Domain::Date => Some(4),
        Domain::Integer | Domain::Float | Domain::Timestamp | Domain::Timestamptz => Some(8),
        Domain::Uuid => Some(16),
        Domain::Text | Domain::Bytea | Domain::Numeric | Domain::Inet | Domain::Char => None,
        Domain::Keyed(_) => None,
    }
}

/// The canonical bytes that are kept for a value: its own, or the shortened form.
#[inline]
pub fn shortened(domain: Domain, canonical: &[u8]) -> Cow<'_, [u8]> {
    match canonical.len() {
        ..=MAX_WHOLE_LEN => canonical.into(),
        _ => shorten(domain, canonical).into(),
    }
}

#[cold]
fn shorten(domain: Domain, canonical: &[u8]) -> Vec<u8> {
    let hash = match domain {
        Domain::Bytea => {
            let hash = SketchHash::bytea(canonical).bits().to_be_bytes();
            return [&canonical[..BYTEA_START], &hash].concat();
        }
        Domain::Char => SketchHash::char(canonical),
        Domain::Numeric => SketchHash::numeric(canonical),
        // No value of the other domains is as long.
        _ => SketchHash::text(canonical),
    };
    let is_character = |at: &usize| canonical[*at] & 0xc0 != 0x80;
    let end = (TEXT_START - 3..=TEXT_START).rev().find(is_character).unwrap_or(TEXT_START);
    [&canonical[..end], ELLIPSIS.as_bytes(), hash.to_string().as_bytes()].concat()
}
