//! The test vectors of docs/hashing.md, read from that page. Hashes that others build by its rules must
//! stay equal to those built here.

#![allow(clippy::unwrap_used)]

use pg_sketch::domain::{self, Domain};
use pg_sketch::hash::SketchHash;
use std::net::IpAddr;
use xxhash_rust::xxh3::xxh3_64;

/// A row of the table.
struct Vector {
    sql_type: String,
    literal: String,
    /// As on the page: in hexadecimal, or in words for a long text.
    bytes: String,
    hash: SketchHash,
}

fn vectors() -> Vec<Vector> {
    let page = include_str!("../docs/hashing.md");
    let (_, section) = page.split_once("## Test vectors").unwrap();
    let rows = section.lines().filter(|line| line.starts_with('|')).skip(2);
    let vector = |row: &str| {
        let cells: Vec<&str> = row.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let [_, sql_type, literal, bytes, hash, _] = cells[..] else { panic!("{row}") };
        Vector {
            sql_type: sql_type.into(),
            literal: literal.into(),
            bytes: bytes.into(),
            hash: SketchHash::parse(hash).unwrap(),
        }
    };
    rows.map(vector).collect()
}

impl Vector {
    fn domain(&self) -> Domain {
        match self.sql_type.as_str() {
            "smallint" | "integer" | "bigint" => Domain::Integer,
            "text" | "varchar" | "name" => Domain::Text,
            "char(5)" => Domain::Char,
            "real" | "double precision" => Domain::Float,
            name => Domain::ALL.into_iter().find(|domain| domain.name() == name).unwrap(),
        }
    }

    /// The value between the quotes, if there are any.
    fn unquoted(&self) -> String {
        let long = self.literal.strip_prefix("left(repeat('0123456789', 200), ");
        match long.and_then(|rest| rest.strip_suffix(')')) {
            Some(len) => "0123456789".repeat(200)[..len.parse().unwrap()].into(),
            None => self.literal.trim_matches('\'').into(),
        }
    }

    fn canonical_bytes(&self) -> Vec<u8> {
        if self.bytes == "none" {
            return Vec::new();
        }
        if self.bytes.starts_with("the ") {
            return self.unquoted().into_bytes();
        }
        let digits = self.bytes.split(' ');
        digits.map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
    }

    /// The hash by the function that Postgres calls for such values, which gets them as they stand
    /// in the literal where Rust can read it.
    fn hash_of_value(&self) -> SketchHash {
        let value = self.unquoted();
        let bytes = self.canonical_bytes();
        let eight = || i64::from_le_bytes(bytes[..].try_into().unwrap());
        match self.domain() {
            Domain::Integer => SketchHash::integer(value.parse().unwrap()),
            Domain::Char => SketchHash::char(format!("{value:<5}").as_bytes()),
            Domain::Keyed(_) => unreachable!("no vector is of a keyed hash"),
            Domain::Text => SketchHash::text(value.as_bytes()),
            Domain::Uuid => SketchHash::uuid(bytes[..].try_into().unwrap()),
            Domain::Bytea => SketchHash::bytea(&bytes),
            Domain::Boolean => SketchHash::boolean(value.parse().unwrap()),
            Domain::Float if self.sql_type == "real" => {
                SketchHash::float(value.parse::<f32>().unwrap().into())
            }
            Domain::Float => SketchHash::float(value.parse().unwrap()),
            Domain::Numeric => SketchHash::numeric(&bytes),
            Domain::Date => SketchHash::date(i32::from_le_bytes(bytes[..].try_into().unwrap())),
            Domain::Timestamp => SketchHash::timestamp(eight()),
            Domain::Timestamptz => SketchHash::timestamptz(eight()),
            Domain::Inet => {
                let (address, netmask) = value.split_once('/').unwrap_or((&value, ""));
                match address.parse().unwrap() {
                    IpAddr::V4(v4) => SketchHash::inet(netmask.parse().unwrap_or(32), &v4.octets()),
                    IpAddr::V6(v6) => {
                        SketchHash::inet(netmask.parse().unwrap_or(128), &v6.octets())
                    }
                }
            }
        }
    }
}

#[test]
fn values_hash_as_published() {
    for vector in vectors() {
        let Vector { sql_type, literal, hash, .. } = &vector;
        assert_eq!(vector.hash_of_value(), *hash, "{sql_type} {literal}");
    }
}

#[test]
fn the_published_bytes_hash_as_the_page_says() {
    for vector in vectors() {
        let bits = xxh3_64(&vector.canonical_bytes()) >> 8 << 8 | u64::from(vector.domain().byte());
        assert_eq!(bits, vector.hash.bits(), "{} {}", vector.sql_type, vector.literal);
        assert_eq!(format!("{}", vector.hash), format!("{bits:016x}"));
    }
}

#[test]
fn vectors_reach_every_domain_and_every_way_of_xxh3() {
    let vectors = vectors();
    for domain in Domain::ALL {
        assert!(vectors.iter().filter(|vector| vector.domain() == domain).count() >= 2);
    }
    // XXH3 treats texts of these lengths differently.
    for lengths in [0..=0, 1..=3, 4..=8, 9..=16, 17..=128, 129..=240, 241..=1_024, 1_025..=9_999] {
        assert!(vectors.iter().any(|vector| lengths.contains(&vector.canonical_bytes().len())));
    }
}

#[test]
fn every_nan_and_both_zeros_are_one_value_each() {
    for bits in [0x7ff8_0000_0000_0001, 0xfff8_0000_0000_0000, 0x7ff0_0000_0000_0001] {
        assert_eq!(SketchHash::float(f64::from_bits(bits)), SketchHash::float(f64::NAN));
    }
    assert_eq!(SketchHash::float(-0.0), SketchHash::float(0.0));
}

#[test]
fn only_sixteen_digits_with_a_domain_are_a_hash() {
    let hash = SketchHash::integer(42);
    assert_eq!(SketchHash::parse("d5a6f8c838df2701").unwrap(), hash);
    assert_eq!(SketchHash::parse("D5A6F8C838DF2701").unwrap(), hash);
    let refused = ["", "1", "d5a6f8c838df270", "d5a6f8c838df27011", "+5a6f8c838df2701"];
    let unknown_domains = ["d5a6f8c838df2700", "d5a6f8c838df270d", "d5a6f8c838df277f"];
    for text in refused.into_iter().chain(unknown_domains).chain([" d5a6f8c838df270", "zwölf"]) {
        assert!(SketchHash::parse(text).is_err(), "{text}");
    }
    for byte in 0..=255 {
        let is_domain = (1..=12).contains(&byte) || byte >= 0x80;
        assert_eq!(SketchHash::from_bits(byte).is_ok(), is_domain);
    }
}

#[test]
fn char_is_a_domain_of_its_own_without_trailing_blanks() {
    assert_eq!(SketchHash::char(b"ab   "), SketchHash::char(b"ab"));
    assert_eq!(SketchHash::char(b"   "), SketchHash::char(b""));
    assert_ne!(SketchHash::char(b"ab\t"), SketchHash::char(b"ab"));
    assert_ne!(SketchHash::char(b" ab"), SketchHash::char(b"ab"));
    assert_eq!(SketchHash::char(b"ab").hash_bits(), SketchHash::text(b"ab").hash_bits());
    assert_ne!(SketchHash::char(b"ab"), SketchHash::text(b"ab"));
}

#[test]
fn text_and_char_meet_with_the_cast_in_the_hint() {
    let hint = |sketch, other| domain::mismatch(sketch, other).hint().unwrap().to_owned();
    for (sketch, other) in [(Domain::Char, Domain::Text), (Domain::Text, Domain::Char)] {
        assert!(hint(sketch, other).contains("values of both to bpchar, where they are added"));
    }
}

#[test]
fn only_the_marked_digits_are_an_item() {
    let hash = SketchHash::integer(42);
    assert_eq!(hash.item(), "sketch_hash:d5a6f8c838df2701");
    assert_eq!(SketchHash::parse_item(&hash.item()).unwrap(), hash);
    let refused = ["", "42", "d5a6f8c838df2701", "sketch_hash:", "sketch_hash:d5a6f8c838df270d"];
    let nearly = ["Sketch_hash:d5a6f8c838df2701", " sketch_hash:d5a6f8c838df2701"];
    for text in refused.into_iter().chain(nearly) {
        let error = SketchHash::parse_item(text).unwrap_err();
        assert!(error.hint().unwrap().contains("$1::text"), "{text}");
    }
}

/// The binary forms of other types that are eight bytes, and as much of them as there is.
#[test]
fn no_other_binary_form_is_a_hash() {
    let hash = SketchHash::integer(42);
    let message = hash.message();
    assert_eq!(message, [1, 0xd5, 0xa6, 0xf8, 0xc8, 0x38, 0xdf, 0x27, 0x01]);
    assert_eq!(SketchHash::read_message(&message).unwrap(), hash);
    let bigint = hash.bits().to_be_bytes();
    assert!(SketchHash::read_message(&bigint).is_err());
    for len in (0..20).filter(|len| *len != message.len()) {
        assert!(SketchHash::read_message(&[1; 20][..len]).is_err(), "{len} bytes");
    }
    for first in (0..=255).filter(|first| *first != 1) {
        let mut other = message;
        other[0] = first;
        assert!(SketchHash::read_message(&other).is_err(), "a first byte of {first}");
    }
    let unknown_domain = [1, 0, 0, 0, 0, 0, 0, 0, 13];
    assert!(SketchHash::read_message(&unknown_domain).is_err());
}
