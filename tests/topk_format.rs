//! The stored form of `topk`: golden files, damage, and what is refused. The bytes of a version never
//! change.

#![allow(clippy::unwrap_used)]

mod common;
#[path = "common/damage.rs"]
mod damage;
#[path = "common/golden.rs"]
mod golden;
#[path = "common/input.rs"]
mod input;
#[path = "common/topk_survival.rs"]
mod survival;

use golden::{Golden, assert_example, assert_files};
use pg_sketch::canonical;
use pg_sketch::domain::Domain;
use pg_sketch::error::{Error, Kind};
use pg_sketch::sketch::Sketch;
use pg_sketch::topk::info::Info;
use pg_sketch::topk::list;
use pg_sketch::topk::stored::FIRST_SLICE;
use pg_sketch::topk::{DEFAULT_CAPACITY, MAX_CAPACITY, MAX_STORED_LEN, MAX_TOTAL, Topk};
use pg_sketch::value::{MAX_LEN, Value};
use survival::accepted_as_canonical;

fn build(capacity: u32, domain: Domain, values: &[(Vec<u8>, u64)]) -> Topk {
    let mut sketch = Topk::new(capacity).unwrap();
    for (value, weight) in values {
        sketch.add((Value::new(domain, value), *weight)).unwrap();
    }
    sketch
}

fn texts(capacity: u32, texts: &[(&str, u64)]) -> Topk {
    let texts: Vec<_> =
        texts.iter().map(|(text, weight)| (text.as_bytes().to_vec(), *weight)).collect();
    build(capacity, Domain::Text, &texts)
}

/// The bigints from 1 on, each as often as it says.
fn bigints(capacity: u32, range: std::ops::RangeInclusive<i64>) -> Topk {
    let values: Vec<_> =
        range.map(|value| (canonical::integer(value).to_vec(), value.unsigned_abs())).collect();
    build(capacity, Domain::Integer, &values)
}

fn merged(parts: &[Topk]) -> Topk {
    let mut merged = Topk::decode(&parts[0].encode()).unwrap();
    for part in &parts[1..] {
        merged.merge(&Topk::decode(&part.encode()).unwrap()).unwrap();
    }
    merged
}

fn numbered(values: &[&[u8]]) -> Vec<(Vec<u8>, u64)> {
    values.iter().zip(1..).map(|(value, weight)| (value.to_vec(), weight)).collect()
}

fn goldens() -> Vec<Golden<Topk>> {
    let golden = |name, what, sketch| Golden { name, what, sketch };
    let long = "0123456789".repeat(26);
    let floats = [0.0, 1.5, -1e300, f64::NAN, f64::INFINITY].map(canonical::float);
    let dates = [0, -1, i32::MAX].map(canonical::date);
    let times = [0, -1, i64::MIN].map(canonical::timestamp);
    let inets = [
        &[4, 32, 127, 0, 0, 1][..],
        &[4, 8, 10, 0, 0, 0],
        &[[6, 128].as_slice(), &[0; 16]].concat(),
    ]
    .map(<[u8]>::to_vec);
    vec![
        golden("empty-c1000", "nothing", Topk::new(DEFAULT_CAPACITY).unwrap()),
        golden(
            "empty-c100000",
            "nothing, at the highest capacity",
            Topk::new(MAX_CAPACITY).unwrap(),
        ),
        golden("texts-3-c2", "a three times, b, c", texts(2, &[("a", 3), ("b", 1), ("c", 1)])),
        golden(
            "texts-6-c100",
            "the empty text, a, zwölf, 日本語, two of 260 characters that begin with the same 255",
            texts(
                100,
                &[
                    ("", 2),
                    ("a", 2),
                    ("zwölf", 300),
                    ("日本語", 70_000),
                    (&long, 5),
                    (&(long[..259].to_string() + "x"), 5),
                ],
            ),
        ),
        golden("chars-2-c10", "a, b", build(10, Domain::Char, &numbered(&[b"a", b"b"]))),
        golden("bigints-3-c1000", "1, 2 and 3, each as often as it says", bigints(1_000, 1..=3)),
        golden(
            "bigints-100-c10",
            "-50 to 50, each as often as its size, 10 kept",
            bigints(10, -50..=50),
        ),
        golden(
            "bigints-merged-c10",
            "1 to 15 and 10 to 30 and 1 to 12, each as often as it says, merged when stored",
            merged(&[bigints(10, 1..=15), bigints(10, 10..=30), bigints(10, 1..=12)]),
        ),
        golden(
            "bigints-extremes-c3",
            "the lowest and the highest one, 0, with the highest total",
            build(
                3,
                Domain::Integer,
                &[
                    (canonical::integer(i64::MIN).to_vec(), MAX_TOTAL - 3),
                    (canonical::integer(i64::MAX).to_vec(), 2),
                    (canonical::integer(0).to_vec(), 1),
                ],
            ),
        ),
        golden(
            "floats-5-c10",
            "0, 1.5, -1e300, NaN, Infinity",
            build(10, Domain::Float, &numbered(&floats.each_ref().map(|it| &it[..]))),
        ),
        golden(
            "numerics-3-c10",
            "-12.5, 1000, NaN",
            build(10, Domain::Numeric, &numbered(&[b"-12.5", b"1000", b"NaN"])),
        ),
        golden(
            "uuids-2-c10",
            "all zeros, all ones",
            build(10, Domain::Uuid, &numbered(&[&[0; 16], &[255; 16]])),
        ),
        golden(
            "byteas-4-c10",
            "none, 00, 255 and 256 times 07",
            build(10, Domain::Bytea, &numbered(&[b"", b"\0", &[7; 255], &[7; 256]])),
        ),
        golden(
            "booleans-2-c10",
            "false, true",
            build(10, Domain::Boolean, &numbered(&[&[0], &[1]])),
        ),
        golden(
            "dates-3-c10",
            "2000-01-01, 1999-12-31, infinity",
            build(10, Domain::Date, &numbered(&dates.each_ref().map(|it| &it[..]))),
        ),
        golden(
            "timestamps-3-c10",
            "2000-01-01, a microsecond before, -infinity",
            build(10, Domain::Timestamp, &numbered(&times.each_ref().map(|it| &it[..]))),
        ),
        golden(
            "timestamptzs-3-c10",
            "2000-01-01, a microsecond before, -infinity",
            build(10, Domain::Timestamptz, &numbered(&times.each_ref().map(|it| &it[..]))),
        ),
        golden(
            "inets-3-c10",
            "127.0.0.1, 10.0.0.0/8, ::",
            build(10, Domain::Inet, &numbered(&inets.each_ref().map(|it| &it[..]))),
        ),
    ]
}

#[test]
fn golden_files_are_written_and_read() {
    assert_files(&goldens(), |read, sketch| read.encode() == sketch.encode());
}

#[test]
fn the_example_in_the_page_of_the_format_is_right() {
    let sketch = texts(2, &[("a", 3), ("b", 1), ("c", 1)]);
    assert_example(include_str!("../src/topk/stored.rs"), &sketch);
}

#[test]
fn damaged_bytes_are_refused_or_those_of_another_sketch() {
    let goldens = goldens();
    damage::assert_whole(&goldens, accepted_as_canonical, |_, _| false);
    damage::flip_each_bit(&goldens[2..], accepted_as_canonical);
    damage::flip_two_bits(&goldens, 24, accepted_as_canonical);
}

#[test]
fn any_byte_in_any_place_does_no_harm() {
    for Golden { sketch, .. } in goldens() {
        let mut bytes = sketch.encode();
        // What follows are the bytes of long values.
        for at in 0..bytes.len().min(120) {
            let own = bytes[at];
            for other in 0..=255 {
                bytes[at] = other;
                accepted_as_canonical(&bytes);
            }
            bytes[at] = own;
        }
    }
}

#[test]
fn states_that_were_tampered_with_do_no_harm() {
    for Golden { sketch, .. } in goldens() {
        let memory = sketch.into_buffer();
        for at in 0..memory.len().min(300) {
            let mut changed = memory.clone();
            for byte in [0, 1, 7, 0x80, 0xff, memory[at] ^ 1, memory[at] ^ 0x80] {
                changed[at] = byte;
                survival::survives(&changed);
            }
            survival::survives(&memory[..at]);
        }
    }
}

#[test]
fn what_is_wrong_is_said() {
    let refused = |bytes: &[u8], words: &str| match Topk::decode(bytes) {
        Err(error) if error.kind() == Kind::BadBytes => {
            assert!(error.detail().contains(words), "{} for {bytes:?}", error.detail());
        }
        other => panic!("{other:?} for {bytes:?}"),
    };
    // T, version, 0, text, then capacity, total, bound, count, and step, slack, length, text.
    let accepted = [
        &[b'T', 1, 0, 2, 9, 5, 0, 2, 2, 0, 1, b'a', 1, 0, 1, b'b'][..],
        &[b'T', 1, 0, 2, 2, 5, 1, 2, 2, 1, 1, b'a', 2, 0, 1, b'b'],
        &[b'T', 1, 0, 0, 9, 0, 0, 0],
    ];
    for bytes in accepted {
        assert!(accepted_as_canonical(bytes), "{bytes:?}");
    }
    refused(&[], "4 bytes, there are 0");
    refused(&[b'H', 1, 0, 0], "0x48, not 0x54");
    refused(&[0xd4, 1, 0, 0], "0xd4, not 0x54");
    refused(&[b'T', 0, 0, 0], "version 0");
    refused(&[b'T', 1, 1, 0, 9, 0, 0, 0], "third byte is 1");
    refused(&[b'T', 1, 0, 0, 9, 0, 0], "cut short");
    refused(&[b'T', 1, 0, 0, 0, 0, 0, 0], "capacity 0");
    refused(&[b'T', 1, 0, 0, 0xa1, 0x8d, 6, 0, 0, 0], "capacity 100001");
    refused(&[b'T', 1, 0, 0, 0x89, 0, 0, 0, 0], "shortest form");
    refused(&[b'T', 1, 0, 0, 9, 0, 0, 0, 0], "behind the last");
    refused(&[b'T', 1, 0, 0, 9, 0, 1, 0], "contradict");
    refused(&[b'T', 1, 0, 0, 9, 1, 0, 0], "empty sketch");
    refused(&[b'T', 1, 0, 2, 9, 0, 0, 0], "empty sketch");
    refused(&[b'T', 1, 0, 0, 9, 1, 0, 1, 0, 0, 1, b'a'], "empty sketch");
    refused(&[b'T', 1, 0, 2, 9, 0, 0, 1, 0, 0, 1, b'a'], "empty sketch");
    // More entries than the capacity, a total above that of a bigint.
    refused(&[b'T', 1, 0, 2, 1, 5, 0, 2, 2, 0, 1, b'a', 1, 0, 1, b'b'], "contradict");
    let high = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1];
    refused(&[&[b'T', 1, 0, 2, 9][..], &high, &[0, 1, 0, 0, 1, b'a']].concat(), "contradict");
    // An upper above the total, one below the bound, a slack above the bound, one as high as the upper.
    refused(&[b'T', 1, 0, 2, 9, 5, 0, 2, 6, 0, 1, b'a', 1, 0, 1, b'b'], "bounds of a count");
    refused(&[b'T', 1, 0, 2, 2, 5, 1, 2, 2, 0, 1, b'a', 3, 0, 1, b'b'], "bounds of a count");
    refused(&[b'T', 1, 0, 2, 2, 5, 1, 2, 2, 2, 1, b'a', 2, 0, 1, b'b'], "bounds of a count");
    refused(&[b'T', 1, 0, 2, 2, 5, 1, 2, 2, 0, 1, b'a', 2, 1, 1, b'b'], "bounds of a count");
    // Out of order, and twice.
    refused(&[b'T', 1, 0, 2, 9, 4, 0, 2, 2, 0, 1, b'b', 0, 0, 1, b'a'], "out of order");
    refused(&[b'T', 1, 0, 2, 9, 4, 0, 2, 2, 0, 1, b'a', 0, 0, 1, b'a'], "out of order");
    refused(&[b'T', 1, 0, 2, 2, 7, 1, 2, 4, 1, 1, b'a', 0, 0, 1, b'b'], "out of order");
    refused(&[b'T', 1, 0, 2, 9, 5, 0, 2, 2, 0, 1, b'a', 1, 0, 1, b'a'], "listed twice");
    // Counts that do not make the total, too few entries, too high a bound, too high lowest counts.
    refused(&[b'T', 1, 0, 2, 9, 6, 0, 2, 3, 0, 1, b'a', 1, 0, 1, b'b'], "the total");
    refused(&[b'T', 1, 0, 2, 3, 9, 1, 2, 2, 0, 1, b'a', 2, 0, 1, b'b'], "the total");
    refused(&[b'T', 1, 0, 2, 2, 4, 1, 2, 1, 0, 1, b'a', 2, 0, 1, b'b'], "the total");
    // Values that are none.
    refused(&[b'T', 1, 0, 2, 9, 1, 0, 1, 0, 0, 1, 0xff], "UTF-8");
    refused(&[b'T', 1, 0, 5, 9, 1, 0, 1, 0, 0, 2], "neither 0 nor 1");
    refused(&[b'T', 1, 0, 12, 9, 1, 0, 1, 0, 0, 1, b' '], "blanks");
    refused(&[&[b'T', 1, 0, 4, 9, 1, 0, 1, 0, 0, 0x81, 2][..], &[4; 257]].concat(), "too high");
    refused(&[b'T', 1, 0, 2, 9, 1, 0, 1, 0, 0, 9, b'a'], "cut short");
    refused(&[b'T', 1, 0, 2, 9, 1, 0, 1, 0, 0, 1, b'a', 0], "behind the last");

    let newer = Topk::decode(&[b'T', 2, 0, 0, 9, 0, 0, 0]).unwrap_err();
    assert_eq!(newer, Error::newer_format("topk", 2, 1));
}

#[test]
fn domains_of_newer_releases_are_refused_as_such() {
    for number in (1..=u8::MAX).filter(|number| Domain::from_byte(*number).is_none()) {
        let bytes = [b'T', 1, 0, number, 9, 1, 0, 1, 0, 0, 1, b'a'];
        let error = Topk::decode(&bytes).unwrap_err();
        assert_eq!(error.kind(), Kind::Newer);
        assert_eq!(Topk::read(&bytes).unwrap_err(), error);
    }
}

#[test]
fn small_sketches_are_small() {
    assert_eq!(Topk::new(DEFAULT_CAPACITY).unwrap().encode().len(), 9);
    assert_eq!(bigints(1_000, 1..=1).encode().len(), 12);
    // A thousand bigints of a million, each with a count below 2^14.
    let values =
        (0..1_000).map(|n| (canonical::integer(n * 997 % 1_000_000).to_vec(), 16_000 - n as u64));
    let sketch = build(1_000, Domain::Integer, &values.collect::<Vec<_>>());
    assert!(sketch.encode().len() < 5_200, "{}", sketch.encode().len());
    let longest = build(1, Domain::Bytea, &[(vec![4; MAX_LEN], MAX_TOTAL)]).encode();
    assert!(longest.len() <= MAX_STORED_LEN - (MAX_CAPACITY as usize - 1) * (MAX_LEN + 4));
}

#[test]
fn the_first_bytes_tell_as_much_as_all() {
    for Golden { sketch, .. } in goldens() {
        let bytes = sketch.encode();
        let info = Info::from_start(&bytes, bytes.len()).unwrap().unwrap();
        let start = &bytes[..bytes.len().min(FIRST_SLICE)];
        assert_eq!(Info::from_start(start, bytes.len()).unwrap().unwrap(), info);
        assert_eq!((info.bytes, info.capacity), (bytes.len(), sketch.capacity()));
        assert_eq!((info.domain, info.total), (sketch.domain(), sketch.total()));
        assert_eq!(info.entries, sketch.entry_count().min(sketch.capacity() as usize));
        assert_eq!(Info::from_start(&sketch.clone().into_buffer(), 9), Ok(None));
        for most in 0..20 {
            let whole = list::first(&bytes, true, most).unwrap().unwrap();
            let mut needed = 0;
            for len in 4..=bytes.len() {
                match list::first(&bytes[..len], false, most).unwrap() {
                    Some(found) => assert_eq!(found, whole),
                    None => needed = len + 1,
                }
            }
            // No more than the entries that are listed, and one.
            assert!(most > 2 || needed <= FIRST_SLICE + (most + 2) * (MAX_LEN + 20));
        }
    }
    let empty = list::first(&[b'T', 1, 0, 0, 9, 0, 0, 0], true, 5).unwrap().unwrap();
    assert_eq!((empty.domain, empty.rows.len()), (None, 0));
    assert!(list::first(&[b'T', 1, 0, 2, 9, 1, 0, 1], true, 5).is_err());
    assert_eq!(list::first(&[b'T', 1, 0, 2, 9, 1, 0, 1], false, 5), Ok(None));
    assert_eq!(list::first(&[0xd4, 1, 0], false, 5), Ok(None));
}
