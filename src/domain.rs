//! Value domains: what kind of value was hashed, and which domains can meet.
//!
//! The number of the domain is the last byte of every hash and a byte in the header of every sketch.
//! Hashes of different domains are never compared.
//!
//! ```text
//!  0x00          no domain: nothing was added
//!  0x01 – 0x3f   types of SQL values; those that are taken stand in [`Domain`]
//!  0x40 – 0x7f   reserved: values as another system hashes them (Redis, DataSketches, …)
//!  0x80 – 0xff   keyed hashes: the lower seven bits are the sum of the fingerprint of the key and of
//!                the number of the domain of the value
//! ```
//! So hashes of different types under one key never meet, and those under two keys in one of 128 cases. That
//! is a guard against mistakes, not a proof: a hash and its key cannot be told apart from chance.
//!
//! A newer release may have given a number its meaning. So a number that this release does not know is
//! refused as newer, not as damaged.

use crate::error::{Error, Kind, Result};
use std::fmt;

/// What kind of value was hashed. The numbers are part of the stored format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Domain {
    /// smallint, integer, bigint
    Integer,
    /// text, varchar, name
    Text,
    /// uuid
    Uuid,
    /// bytea
    Bytea,
    /// boolean
    Boolean,
    /// real, double precision
    Float,
    /// numeric
    Numeric,
    /// date
    Date,
    /// timestamp without time zone
    Timestamp,
    /// timestamp with time zone
    Timestamptz,
    /// inet
    Inet,
    /// char(n). Trailing blanks count in text and not here, and drivers hand these values back with
    /// their blanks, as text: that must meet an error, not miss what is there.
    Char,
    /// What stands for values of one type, hashed with one key.
    Keyed(Mark),
}

/// The lower seven bits of the number of a domain of keyed hashes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark(u8);

impl Mark {
    /// That of a key with this fingerprint, for values of this domain.
    pub fn new(fingerprint: u8, domain: Domain) -> Mark {
        Mark(fingerprint.wrapping_add(domain.byte()) & !FIRST_KEYED)
    }
}

/// The first number that is reserved for values as another system hashes them.
const FIRST_FOREIGN: u8 = 0x40;
/// The first number that is reserved for keyed hashes.
const FIRST_KEYED: u8 = 0x80;
/// The highest number of a type of SQL values that has a meaning.
const NEWEST: u8 = Domain::ALL.len() as u8;

impl Domain {
    /// Every domain of a type of SQL values, in the order of their numbers, from 1 on.
    pub const ALL: [Domain; 12] = [
        Domain::Integer,
        Domain::Text,
        Domain::Uuid,
        Domain::Bytea,
        Domain::Boolean,
        Domain::Float,
        Domain::Numeric,
        Domain::Date,
        Domain::Timestamp,
        Domain::Timestamptz,
        Domain::Inet,
        Domain::Char,
    ];

    /// The domain of that number, if there is one.
    pub fn from_byte(byte: u8) -> Option<Domain> {
        match byte {
            FIRST_KEYED.. => Some(Domain::Keyed(Mark(byte & !FIRST_KEYED))),
            _ => Domain::ALL.get(usize::from(byte.checked_sub(1)?)).copied(),
        }
    }

    /// The number of the domain, which is part of the stored format.
    #[inline]
    pub const fn byte(self) -> u8 {
        match self {
            Domain::Integer => 1,
            Domain::Text => 2,
            Domain::Uuid => 3,
            Domain::Bytea => 4,
            Domain::Boolean => 5,
            Domain::Float => 6,
            Domain::Numeric => 7,
            Domain::Date => 8,
            Domain::Timestamp => 9,
            Domain::Timestamptz => 10,
            Domain::Inet => 11,
            Domain::Char => 12,
            Domain::Keyed(Mark(mark)) => FIRST_KEYED | mark,
        }
    }

    fn is_keyed(self) -> bool {
        matches!(self, Domain::Keyed(_))
    }

    /// The domain of a number in the bytes of a type. One that this release does not know is refused as
    /// newer, with what the number is reserved for.
    pub fn of_stored(number: u8, type_name: &str) -> Result<Domain> {
        let reserved = match number {
            0 => return Err(Error::bad_bytes(type_name, "There is no value domain 0")),
            FIRST_FOREIGN.. => "numbers from 64 to 127 are hashes of other systems",
            _ => "numbers up to 63 are types of SQL values",
        };
        let newer = || {
            Error::newer(
                format!(
                    "{type_name} is of a value domain that this release of pg_sketch does not know"
                ),
                format!(
                    "The value domain is {number}; {reserved}, and this release reads up to {NEWEST}."
                ),
            )
        };
        Domain::from_byte(number).ok_or_else(newer)
    }

    /// The name that messages and `hll_info` use; of keyed hashes without their mark.
    pub fn name(self) -> &'static str {
        match self {
            Domain::Integer => "integer",
            Domain::Text => "text",
            Domain::Uuid => "uuid",
            Domain::Bytea => "bytea",
            Domain::Boolean => "boolean",
            Domain::Float => "float",
            Domain::Numeric => "numeric",
            Domain::Date => "date",
            Domain::Timestamp => "timestamp",
            Domain::Timestamptz => "timestamptz",
            Domain::Inet => "inet",
            Domain::Char => "char",
            Domain::Keyed(_) => "keyed",
        }
    }

    /// A SQL type to which the values of both domains can be cast so that those which SQL calls equal
    /// become one, if there is one.
    pub fn common_type(self, other: Domain) -> Option<&'static str> {
        let both = |one: &[Domain]| one.contains(&self) && one.contains(&other);
        if both(&[Domain::Integer, Domain::Numeric]) {
            Some("numeric")
        } else if both(&[Domain::Integer, Domain::Float, Domain::Numeric]) {
            // As `=` does. The cast of a double to numeric keeps only 15 digits of it.
            Some("double precision")
        } else if both(&[Domain::Date, Domain::Timestamp]) {
            Some("timestamp")
        } else if both(&[Domain::Char, Domain::Text]) {
            Some("bpchar")
        } else {
            None
        }
    }

    /// A SQL type whose values belong to the domain.
    pub fn sql_type(self) -> &'static str {
        match self {
            Domain::Integer => "bigint",
            Domain::Float => "double precision",
            // Without a length: char alone is one character.
            Domain::Char => "bpchar",
            _ => self.name(),
        }
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Domain::Keyed(Mark(mark)) => write!(f, "keyed {mark:02x}"),
            _ => f.write_str(self.name()),
        }
    }
}

/// The domain of a union: that of the two sides, of which either may have none yet.
pub fn common_domain(left: Option<Domain>, right: Option<Domain>) -> Result<Option<Domain>> {
    match (left, right) {
        (Some(sketch), Some(other)) if sketch != other => Err(mismatch(sketch, other)),
        _ => Ok(left.or(right)),
    }
}

/// The error where values of one domain meet a sketch of another.
pub fn mismatch(sketch: Domain, other: Domain) -> Error {
    Error::new(
        Kind::Mismatch,
        format!("cannot combine {other} values with a sketch of {sketch} values"),
        format!(
            "The sketch holds values of domain {sketch}; the other side is of domain {other}. \
             Values of different domains never hash equal."
        ),
    )
    .with_hint(cast_hint(sketch, other))
}

/// Which cast lets values of two domains meet. It must not be one after which equal values hash apart,
/// for then a filter would say no to a value that it holds.
fn cast_hint(sketch: Domain, other: Domain) -> String {
    if sketch.is_keyed() || other.is_keyed() {
        return "Hash the values with the same key on both sides, by sketch_hash_keyed, and cast them to \
                the same type before. sketch_key_fingerprint tells which key a sketch was made with."
            .into();
    }
    let own = sketch.sql_type();
    match sketch.common_type(other) {
        Some("bpchar") => {
            return "Cast the values of both to bpchar, where they are added and where they are \
                    looked for: trailing blanks count in text and not in char(n)."
                .into();
        }
        Some(both) if both == own => {
            return format!("Cast the values to {both}, where they are added or looked for.");
        }
        Some(both) => {
            return format!(
                "Cast the values to {own} if that loses nothing; else the values of both to {both}, \
                 where they are added and where they are looked for."
            );
        }
        None => {}
    }
    let times = [Domain::Date, Domain::Timestamp, Domain::Timestamptz];
    if times.contains(&sketch) && times.contains(&other) {
        return format!(
            "If both stand for the same times, bring the values to {own} with AT TIME ZONE: a cast \
             alone goes by the time zone of the session."
        );
    }
    let is_text = |domain| matches!(domain, Domain::Text | Domain::Char);
    if !is_text(sketch) && !is_text(other) {
        return "Make a sketch of each kind of value, or cast the values of both to text.".into();
    }
    let form = match sketch {
        // The text of a value may have several forms, such as 1.0 and 1.00.
        Domain::Text | Domain::Char => format!("{own}, in the form that the sketch holds"),
        _ => own.into(),
    };
    let literal = if sketch == Domain::Text || other == Domain::Text {
        " An untyped literal is text."
    } else {
        ""
    };
    format!(
        "If both stand for the same things, cast the values to {form}, where they are added or \
         looked for.{literal}"
    )
}
