//! Format versions and reserved value domains: which a reader accepts, and how it refuses the others.
//!
//! The files in `tests/reserved` are what a newer release may write. Their first lines are the
//! errors of this release.

#![allow(clippy::unwrap_used)]

use pg_sketch::bloom::Bloom;
use pg_sketch::bytes::{Header, kind};
use pg_sketch::domain::Domain;
use pg_sketch::error::Kind;
use pg_sketch::hash::SketchHash;
use pg_sketch::hex;
use pg_sketch::hll::Hll;
use pg_sketch::sketch::Sketch;
use std::path::Path;

/// Stored bytes of a sketch of bigints.
fn stored() -> [Vec<u8>; 2] {
    let (mut hll, mut bloom) = (Hll::new(14).unwrap(), Bloom::new(1_000, 0.01).unwrap());
    for value in 0..3 {
        hll.add(SketchHash::integer(value)).unwrap();
        bloom.add(SketchHash::integer(value)).unwrap();
    }
    [hll.encode(), bloom.encode()]
}

#[test]
fn every_version_up_to_the_newest_is_read() {
    let bytes = |version| [kind::HLL, version, 14, 1, 7];
    for newest in [1, 2, 3, 255] {
        for version in 1..=newest {
            let read = bytes(version);
            let (header, body) = Header::read(&read, kind::HLL, newest, "hll").unwrap();
            assert_eq!((header.version, body), (version, &[7][..]));
        }
        let zero = Header::read(&bytes(0), kind::HLL, newest, "hll").unwrap_err();
        assert_eq!(zero.kind(), Kind::BadBytes);
        for version in (1..=255).skip(newest.into()) {
            let error = Header::read(&bytes(version), kind::HLL, newest, "hll").unwrap_err();
            assert_eq!(error.kind(), Kind::Newer);
            assert!(error.detail().contains(&format!("version {version};")));
        }
    }
}

fn refuses_domains_of_newer_releases<S: Sketch>(mut bytes: Vec<u8>) {
    assert!(S::decode(&bytes).is_ok());
    for number in 1..=u8::MAX {
        bytes[3] = number;
        let decoded = S::decode(&bytes).map(drop);
        assert_eq!(S::read(&bytes).map(drop), decoded);
        if number <= 12 || number >= 0x80 {
            assert!(decoded.is_ok(), "{number}");
            continue;
        }
        let error = decoded.unwrap_err();
        assert_eq!(error.kind(), Kind::Newer);
        assert!(error.to_string().starts_with(S::NAME));
        assert!(error.hint().unwrap().contains("Upgrade"));
        let reserved_for = match number {
            0x40.. => "hashes of other systems",
            _ => "types of SQL values",
        };
        let detail = error.detail();
        assert!(detail.contains(&format!("domain is {number};")) && detail.contains(reserved_for));
    }
}

#[test]
fn domains_of_newer_releases_are_refused_as_such() {
    let [hll, bloom] = stored();
    refuses_domains_of_newer_releases::<Hll>(hll);
    refuses_domains_of_newer_releases::<Bloom>(bloom);
    for number in 13..0x80u8 {
        let error = SketchHash::from_bits(number.into()).unwrap_err();
        assert_eq!(error.kind(), Kind::Newer);
        assert_eq!(Domain::from_byte(number), None);
    }
    assert_eq!(Domain::from_byte(0), None);
}

#[test]
fn golden_files_of_newer_releases_are_refused_as_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reserved");
    let mut files = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let (expected, bytes) = text.trim_end().split_once('\n').unwrap();
        let bytes: Vec<u8> = hex::decode(bytes, "sketch", usize::MAX).unwrap();
        let error = match bytes[0] {
            kind::HLL => Hll::decode(&bytes).map(drop),
            _ => Bloom::decode(&bytes).map(drop),
        };
        let error = error.unwrap_err();
        assert_eq!(error.kind(), Kind::Newer, "{}", path.display());
        assert_eq!(format!("# {error}: {}", error.detail()), expected, "{}", path.display());
        files += 1;
    }
    assert_eq!(files, 4);
}

/// 0 is not a value domain, and no release will make it one.
#[test]
fn no_domain_is_damage_where_there_must_be_one() {
    for mut bytes in stored() {
        bytes[3] = 0;
        let error = match bytes[0] {
            kind::HLL => Hll::decode(&bytes).map(drop),
            _ => Bloom::decode(&bytes).map(drop),
        };
        assert_eq!(error.unwrap_err().kind(), Kind::BadBytes);
    }
    assert_eq!(SketchHash::from_bits(0).unwrap_err().kind(), Kind::BadBytes);
}
