//! What can be wrong, in words: every error has a message, a detail with the values at hand, and a
//! hint where there is something to do. Which SQLSTATE each one gets is decided in `pg/error.rs`.

use crate::hash::Domain;
use std::fmt;

/// A mistake in what a caller gave, or damage in what was stored.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the fields are the values that the variant's line speaks of")]
pub enum Error {
    /// A parameter lies outside what it may be.
    OutOfRange { parameter: &'static str, value: String, allowed: &'static str },
    /// A parameter of an aggregate that must stay the same differs between two rows.
    Changed { parameter: &'static str, from: String, to: String },
    /// A parameter that must have a value is NULL.
    NullParameter { parameter: &'static str },
    /// Values of one domain meet a sketch of another.
    DomainMismatch { sketch: Domain, other: Domain },
    /// Two `hll` of different precisions, neither of them empty.
    PrecisionMismatch { left: u8, right: u8 },
    /// Two `bloom` that were asked for different false-positive rates, neither of them empty.
    RateMismatch { left: f64, right: f64 },
    /// A sketch that would be longer than a value can be.
    TooLarge { what: String, bytes: u64, limit: usize },
    /// A union of more filters of different shapes than one can hold.
    TooManyLayers { limit: usize },
    /// A sketch of one precision is put where another one is declared.
    WrongPrecision { expected: u8, found: u8 },
    /// A sketch cannot be made finer than it is.
    CannotRefine { from: u8, to: u8 },
    /// Text that is not the text form of the type.
    BadText { type_name: &'static str, input: String, expected: &'static str },
    /// Bytes that no version of this extension writes.
    BadBytes { type_name: &'static str, reason: String },
    /// Bytes of a format version that this release does not know yet.
    NewerFormat { type_name: &'static str, version: u8, newest: u8 },
}

/// What every fallible function of the crate returns.
pub type Result<T> = std::result::Result<T, Error>;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::OutOfRange { parameter, .. } => write!(f, "{parameter} is out of range"),
            Error::Changed { parameter, .. } => {
                write!(f, "{parameter} must be the same for all rows of an aggregate")
            }
            Error::NullParameter { parameter } => write!(f, "{parameter} must not be null"),
            Error::DomainMismatch { sketch, other } => {
                write!(f, "cannot combine {other} values with a sketch of {sketch} values")
            }
            Error::PrecisionMismatch { left, right } => {
                write!(f, "cannot merge hll sketches of precision {left} and {right}")
            }
            Error::RateMismatch { left, right } => write!(
                f,
                "cannot merge bloom filters of false-positive rates {left:?} and {right:?}"
            ),
            Error::TooLarge { what, .. } => write!(f, "{what} is too large"),
            Error::TooManyLayers { .. } => write!(f, "bloom filter has too many layers"),
            Error::WrongPrecision { expected, found } => {
                write!(f, "expected hll precision {expected}, not {found}")
            }
            Error::CannotRefine { from, to } => {
                write!(f, "cannot raise hll precision from {from} to {to}")
            }
            Error::BadText { type_name, .. } => {
                write!(f, "invalid input syntax for type {type_name}")
            }
            Error::BadBytes { type_name, .. } => write!(f, "invalid bytes for type {type_name}"),
            Error::NewerFormat { type_name, .. } => {
                write!(f, "{type_name} format is newer than this release of pg_sketch")
            }
        }
    }
}

impl std::error::Error for Error {}

impl Error {
    /// Text that is not the text form of the type; of a long one the start, for a message need not
    /// repeat a megabyte.
    pub fn bad_text(type_name: &'static str, input: &str, expected: &'static str) -> Error {
        const SHOWN: usize = 40;
        // A message must be text in every server encoding.
        let mut shown = String::new();
        for character in input.chars().take(SHOWN) {
            match character {
                ' '..='~' => shown.push(character),
                other => shown.extend(other.escape_default()),
            }
        }
        if input.chars().nth(SHOWN).is_some() {
            shown.push_str("...");
        }
        Error::BadText { type_name, input: shown, expected }
    }

    /// Bytes that no version of the type has.
    pub fn bad_bytes(type_name: &'static str, reason: impl Into<String>) -> Error {
        Error::BadBytes { type_name, reason: reason.into() }
    }

    /// The same error, of a filter that its keys made grow.
    pub fn of_growth(self) -> Error {
        match self {
            Error::TooLarge { bytes, limit, .. } => {
                let what = "a bloom filter grown past its capacity".into();
                Error::TooLarge { what, bytes, limit }
            }
            other => other,
        }
    }

    /// The values that were involved.
    pub fn detail(&self) -> String {
        match self {
            Error::OutOfRange { parameter, value, allowed } => {
                format!("The {parameter} is {value}; it must be {allowed}.")
            }
            Error::Changed { parameter, from, to } => {
                format!("The {parameter} was {from} in an earlier row and is {to} now.")
            }
            Error::NullParameter { parameter } => {
                format!("The {parameter} is null; the argument may be left out instead.")
            }
            Error::DomainMismatch { sketch, other } => format!(
                "The sketch holds values of domain {sketch}; the other side is of domain {other}. \
                 Values of different domains never hash equal."
            ),
            Error::PrecisionMismatch { left, right } => {
                format!("One sketch has 2^{left} registers, the other 2^{right}; neither is empty.")
            }
            Error::RateMismatch { left, right } => format!(
                "One filter was asked for the rate {left:?}, the other for {right:?}; neither is empty."
            ),
            Error::TooLarge { bytes, limit, .. } => {
                format!("It would take about {bytes} bytes; a value holds {limit}.")
            }
            Error::TooManyLayers { limit } => format!(
                "Filters of different capacities stand side by side in their union, {limit} of them at most."
            ),
            Error::WrongPrecision { expected, found } => {
                format!("The column or cast is hll({expected}); the sketch has precision {found}.")
            }
            Error::CannotRefine { from, to } => {
                format!("A sketch of 2^{from} registers does not hold what 2^{to} registers would.")
            }
            Error::BadText { input, expected, .. } => {
                format!("The input is \"{input}\"; expected {expected}.")
            }
            Error::BadBytes { reason, .. } => format!("{reason}."),
            Error::NewerFormat { version, newest, .. } => format!(
                "The bytes are of format version {version}; this release reads up to {newest}."
            ),
        }
    }

    /// What the user can do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            Error::DomainMismatch { sketch, other } => Some(cast_hint(*sketch, *other)),
            Error::PrecisionMismatch { left, right } => {
                let lower = left.min(right);
                Some(format!("Use hll_downsample(sketch, {lower}) on the finer one."))
            }
            Error::RateMismatch { .. } => {
                Some("Build all filters that are to be merged with the same rate.".into())
            }
            Error::TooLarge { .. } => Some(
                "Split it: a filter for each day, or for each range of a hash of the values. \
                 A higher false-positive rate takes fewer bytes."
                    .into(),
            ),
            Error::TooManyLayers { .. } => Some(
                "Build all filters that are to be merged with one capacity, large enough for the union."
                    .into(),
            ),
            Error::WrongPrecision { expected, found } if found > expected => {
                Some(format!("Use hll_downsample(sketch, {expected})."))
            }
            Error::WrongPrecision { expected, .. } => {
                Some(format!("Build the sketch with precision {expected}."))
            }
            Error::CannotRefine { to, .. } => {
                Some(format!("Build the sketch with precision {to} from the values."))
            }
            Error::BadText { type_name: "sketch_hash", .. } => {
                Some("To hash the text itself, use the function: sketch_hash_of('abc'::text).".into())
            }
            Error::BadText { type_name: "sketch_item", .. } => Some(
                "Write the type of the value: 'abc'::text, $1::text, $1::bigint; \
                 of a hash computed elsewhere: $1::sketch_hash."
                    .into(),
            ),
            Error::NewerFormat { .. } => Some("Upgrade pg_sketch on this server.".into()),
            _ => None,
        }
    }
}

/// Which cast lets values of two domains meet. It must not be one after which equal values hash apart,
/// for then a filter would say no to a value that it holds.
fn cast_hint(sketch: Domain, other: Domain) -> String {
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
