//! What can be wrong: the kinds of error, and an error with a message, a detail and often a hint.
//!
//! The words that fit every sketch stand here. The words about one type stand in that type's own
//! `error.rs`, and those about value domains in `domain.rs`. `pg/error.rs` gives each kind its SQLSTATE.

use std::fmt;

/// What kind of mistake a caller made, or that the stored bytes are damaged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A parameter lies outside its range.
    OutOfRange,
    /// A parameter that must stay the same differs between two rows of an aggregate.
    Changed,
    /// A parameter that must have a value is NULL.
    Null,
    /// Two sketches do not fit together, or a sketch and a value, or a sketch and a column.
    Mismatch,
    /// A sketch would pass a limit.
    TooLarge,
    /// A count would be higher than that of a bigint, or negative.
    Overflow,
    /// The text is not the text form of the type.
    BadText,
    /// No version of this extension writes these bytes.
    BadBytes,
    /// A newer release may have written these bytes.
    Newer,
}

/// An error.
///
/// It is a pointer: a `Result` of a small value stays small where no error occurs, which is once a row.
#[derive(Debug, Clone, PartialEq)]
pub struct Error(Box<Report>);

#[derive(Debug, Clone, PartialEq)]
struct Report {
    kind: Kind,
    message: String,
    detail: String,
    hint: Option<String>,
}

/// What every fallible function of the crate returns.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error of that kind. The message says what is wrong, the detail gives the values.
    pub fn new(kind: Kind, message: impl Into<String>, detail: impl Into<String>) -> Error {
        let (message, detail) = (message.into(), detail.into());
        Error(Box::new(Report { kind, message, detail, hint: None }))
    }

    /// The same error with a hint: what the user can do.
    pub fn with_hint(mut self, hint: impl Into<String>) -> Error {
        self.0.hint = Some(hint.into());
        self
    }

    /// The same error with another message.
    pub fn with_message(mut self, message: impl Into<String>) -> Error {
        self.0.message = message.into();
        self
    }

    /// A parameter that lies outside its range.
    pub fn out_of_range(parameter: &str, value: impl fmt::Display, allowed: &str) -> Error {
        Error::new(
            Kind::OutOfRange,
            format!("{parameter} is out of range"),
            format!("The {parameter} is {value}; it must be {allowed}."),
        )
    }

    /// A parameter of an aggregate that differs from that of an earlier row.
    pub fn changed(parameter: &str, from: impl fmt::Display, to: impl fmt::Display) -> Error {
        Error::new(
            Kind::Changed,
            format!("{parameter} must be the same for all rows of an aggregate"),
            format!("The {parameter} was {from} in an earlier row and is {to} now."),
        )
    }

    /// A parameter that is NULL.
    pub fn null(parameter: &str) -> Error {
        Error::new(
            Kind::Null,
            format!("{parameter} must not be null"),
            format!("The {parameter} is null; the argument may be left out instead."),
        )
    }

    /// Text that is not the text form of the type. The detail quotes the start of a long text.
    pub fn bad_text(type_name: &str, input: &str, expected: &str) -> Error {
        const QUOTED: usize = 40;
        // A message must be text in every server encoding.
        let mut quoted = String::new();
        for character in input.chars().take(QUOTED) {
            match character {
                ' '..='~' => quoted.push(character),
                other => quoted.extend(other.escape_default()),
            }
        }
        if input.chars().nth(QUOTED).is_some() {
            quoted.push_str("...");
        }
        Error::new(
            Kind::BadText,
            format!("invalid input syntax for type {type_name}"),
            format!("The input is \"{quoted}\"; expected {expected}."),
        )
    }

    /// Bytes that no version of the type has. The reason is a sentence without its full stop.
    pub fn bad_bytes(type_name: &str, reason: impl fmt::Display) -> Error {
        Error::new(
            Kind::BadBytes,
            format!("invalid bytes for type {type_name}"),
            format!("{reason}."),
        )
    }

    /// Bytes of a format version that this release does not know.
    pub fn newer_format(type_name: &str, version: u8, newest: u8) -> Error {
        Error::newer(
            format!("{type_name} format is newer than this release of pg_sketch"),
            format!(
                "The bytes are of format version {version}; this release reads up to {newest}."
            ),
        )
    }

    /// Bytes that only a newer release can have written.
    pub fn newer(message: impl Into<String>, detail: impl Into<String>) -> Error {
        Error::new(Kind::Newer, message, detail).with_hint("Upgrade pg_sketch on this server.")
    }

    /// What kind of error it is.
    pub fn kind(&self) -> Kind {
        self.0.kind
    }

    /// The values that were involved.
    pub fn detail(&self) -> &str {
        &self.0.detail
    }

    /// What the user can do about it.
    pub fn hint(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for Error {}
