//! The bytes of values, and the text that is made of them: that of Postgres.

#![allow(clippy::unwrap_used)]

use pg_sketch::canonical;
use pg_sketch::domain::Domain;
use pg_sketch::error::Kind;
use pg_sketch::hash::SketchHash;
use pg_sketch::value::{MAX_LEN, MAX_WHOLE_LEN, Value, shortened};

fn domain(name: &str) -> Domain {
    Domain::ALL.into_iter().find(|domain| domain.name() == name).unwrap()
}

fn from_hex(digits: &str) -> Vec<u8> {
    let bytes = (0..digits.len()).step_by(2).map(|at| &digits[at..at + 2]);
    bytes.map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

fn text(domain: Domain, bytes: &[u8]) -> String {
    let stored = Value::new(domain, bytes).encode();
    assert_eq!((stored[0], &stored[1..]), (domain.byte(), bytes));
    Value::decode(&stored).unwrap().text().unwrap().into_owned()
}

/// Postgres wrote the file, see values/texts.sql.
#[test]
fn a_value_has_the_text_that_postgres_shows() {
    let mut different = Vec::new();
    for line in include_str!("values/texts.txt").lines() {
        let [name, digits, expected] = line.splitn(3, ' ').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let found = text(domain(name), &from_hex(digits));
        if found != expected {
            different.push(format!("{line}: {found}"));
        }
    }
    assert!(different.is_empty(), "{different:#?}");
}

#[test]
fn a_value_is_kept_in_the_bytes_that_are_hashed() {
    let hash = |domain: Domain, bytes: &[u8]| {
        let bits = xxhash_rust::xxh3::xxh3_64(bytes) & !0xff | u64::from(domain.byte());
        SketchHash::from_bits(bits).unwrap()
    };
    for number in [0, 1, -1, 42, i64::MIN, i64::MAX] {
        let integer = hash(Domain::Integer, &canonical::integer(number));
        assert_eq!(integer, SketchHash::integer(number));
        let timestamp = hash(Domain::Timestamp, &canonical::timestamp(number));
        assert_eq!(timestamp, SketchHash::timestamp(number));
        let date = hash(Domain::Date, &canonical::date(number as i32));
        assert_eq!(date, SketchHash::date(number as i32));
    }
    for number in [0.0, -0.0, 0.1, f64::NAN, -f64::NAN, f64::INFINITY] {
        assert_eq!(hash(Domain::Float, &canonical::float(number)), SketchHash::float(number));
    }
    for truth in [true, false] {
        assert_eq!(hash(Domain::Boolean, &canonical::boolean(truth)), SketchHash::boolean(truth));
    }
    for (netmask, address) in [(8, &[10, 0, 0, 0][..]), (128, &[7; 16]), (0, &[]), (9, &[1; 20])] {
        let inet = hash(Domain::Inet, &canonical::inet(netmask, address));
        assert_eq!(inet, SketchHash::inet(netmask, address));
    }
}

#[test]
fn a_long_value_is_shortened_and_stays_different() {
    let digits = "0123456789".repeat(30);
    for domain in [Domain::Text, Domain::Char, Domain::Numeric, Domain::Bytea] {
        let whole = &digits.as_bytes()[1..=MAX_WHOLE_LEN];
        assert_eq!(*shortened(domain, whole), *whole);
        let mut kept = Vec::new();
        for len in [MAX_WHOLE_LEN + 1, MAX_WHOLE_LEN + 2, 298] {
            let long = &digits.as_bytes()[1..=len];
            let hash = match domain {
                Domain::Text => SketchHash::text(long),
                Domain::Char => SketchHash::char(long),
                Domain::Numeric => SketchHash::numeric(long),
                _ => SketchHash::bytea(long),
            };
            let short = shortened(domain, long).into_owned();
            assert!(short.len() <= MAX_LEN);
            let expected = match domain {
                Domain::Bytea => {
                    let bytes: String =
                        long[..248].iter().map(|byte| format!("{byte:02x}")).collect();
                    format!("\\x{bytes}…{hash}")
                }
                _ => format!("{}…{hash}", &digits[1..201]),
            };
            assert_eq!(text(domain, &short), expected);
            kept.push(short);
        }
        assert!(kept[0] != kept[1] && kept[1] != kept[2]);
    }
}

#[test]
fn a_long_text_is_cut_before_a_character() {
    for character in ["a", "ö", "…", "😀"] {
        for before in 0..4 {
            let long = "-".repeat(before) + &character.repeat(300 / character.len());
            let short = shortened(Domain::Text, long.as_bytes()).into_owned();
            let short = text(Domain::Text, &short);
            let (start, digits) = short.split_at(short.len() - 16);
            let start = start.strip_suffix('…').unwrap();
            assert!(long.starts_with(start) && (197..=200).contains(&start.len()), "{start}");
            assert_eq!(digits, SketchHash::text(long.as_bytes()).to_string());
        }
    }
    // Bytes that are no text are cut all the same.
    shortened(Domain::Text, &[0x80; 300]);
}

/// One bytea is not another one that was shortened.
#[test]
fn a_bytea_is_not_taken_for_a_shortened_one() {
    let long = [7; 300];
    let short = shortened(Domain::Bytea, &long);
    assert_eq!(short.len(), 256);
    let again = shortened(Domain::Bytea, &short).into_owned();
    assert_ne!(again, *short);
    assert!(Value::decode(&[&[4], &[0; 255][..]].concat()).is_ok());
    assert!(Value::decode(&[&[4], &[0; 256][..]].concat()).is_err());
    assert!(Value::decode(&[&[4], &[4; 256][..]].concat()).is_ok());
}

#[test]
fn bytes_that_no_value_has_are_refused() {
    let long = "9".repeat(200) + "…0123456789abcd07";
    let texts = |domain: Domain, texts: &[&str]| {
        texts.iter().map(|text| (domain, text.as_bytes().to_vec())).collect::<Vec<_>>()
    };
    let float = |bits: u64| (Domain::Float, bits.to_le_bytes().to_vec());
    let time = |time: i64| (Domain::Timestamptz, time.to_le_bytes().to_vec());
    let accepted = [
        texts(Domain::Numeric, &["0", "-1", "0.1", "10", "-0.01", "NaN", "Infinity", "-Infinity"]),
        texts(
            Domain::Numeric,
            &[&long, &long.replacen("9", "-", 1), &long.replacen("99", "9.", 1)],
        ),
        texts(Domain::Text, &["", " ", "a ", "…", &"a".repeat(255)]),
        texts(Domain::Char, &["", " a"]),
        vec![float(0), float(0x7ff8 << 48), float(0xfff0 << 48), float(1)],
        vec![time(i64::MIN), time(i64::MAX), time(-211_813_488_000_000_000)],
        vec![time(9_223_371_331_199_999_999)],
        vec![(Domain::Inet, [&[6, 128][..], &[0; 16]].concat())],
        vec![(Domain::Date, vec![0xff, 0xff, 0xff, 0x7f]), (Domain::Date, vec![0, 0, 0, 0x80])],
    ];
    for (domain, bytes) in accepted.concat() {
        text(domain, &bytes);
    }
    let numerics = [
        "",
        "-",
        "-0",
        "00",
        "01",
        "-01",
        "0.",
        "1.",
        "1.0",
        "0.10",
        ".5",
        "+1",
        "1e5",
        "1 ",
        "nan",
        "inf",
        "1..2",
        "1.2.3",
        "--1",
        "1…0123456789abcd07",
        "٣",
    ];
    let refused = [
        texts(Domain::Numeric, &numerics),
        texts(Domain::Numeric, &[&"9".repeat(256), &long.replace("07", "02")]),
        texts(Domain::Numeric, &[&long.replace("abc", "ABC"), &long.replacen("99", "0", 2)]),
        texts(Domain::Text, &["a\0", "\0", &"a".repeat(256)]),
        texts(Domain::Char, &[" ", "a ", "a\0"]),
        vec![
            (Domain::Text, vec![0xff]),
            (Domain::Char, vec![0xc3]),
            (Domain::Text, vec![0xc0, 0x80]),
        ],
        vec![(Domain::Boolean, vec![2]), (Domain::Boolean, vec![]), (Domain::Boolean, vec![0, 0])],
        vec![float(1 << 63), float(0x7ff8 << 48 | 1), float(0xfff8 << 48)],
        vec![time(i64::MIN + 1), time(i64::MAX - 1), time(-211_813_488_000_000_001)],
        vec![time(9_223_371_331_200_000_000), (Domain::Timestamp, vec![0; 7])],
        vec![(Domain::Date, vec![1, 0, 0, 0x80]), (Domain::Date, vec![0; 5])],
        vec![(Domain::Inet, vec![4, 33, 0, 0, 0, 0]), (Domain::Inet, vec![5, 3, 0, 0, 0, 0])],
        vec![
            (Domain::Inet, vec![6, 3, 0, 0, 0, 0]),
            (Domain::Inet, vec![4]),
            (Domain::Inet, vec![]),
        ],
        vec![(Domain::Inet, [&[6, 129][..], &[0; 16]].concat())],
        vec![(Domain::Integer, vec![0; 9]), (Domain::Uuid, vec![0; 15]), (Domain::Float, vec![])],
    ];
    for (domain, bytes) in refused.concat() {
        let stored = Value::new(domain, &bytes).encode();
        let error = Value::decode(&stored).unwrap_err();
        assert_eq!(error.kind(), Kind::BadBytes, "{domain} {bytes:?}");
        assert!(error.detail().ends_with('.') && !error.detail().ends_with(".."));
        assert_eq!(Value::new(domain, &bytes).text(), Err(error));
    }
}

#[test]
fn bytes_of_no_known_domain_are_refused() {
    for (bytes, kind) in
        [(&[][..], Kind::BadBytes), (&[0, 1], Kind::BadBytes), (&[13, 1], Kind::Newer)]
    {
        let value = Value::from_stored(bytes);
        assert_eq!(value.domain().unwrap_err().kind(), kind);
        assert_eq!(Value::decode(bytes).unwrap_err().kind(), kind);
        assert_eq!(value.text().unwrap_err().kind(), kind);
    }
    for foreign in 64..128 {
        assert_eq!(Value::decode(&[foreign, 1]).unwrap_err().kind(), Kind::Newer);
    }
    // A keyed hash is no value.
    for keyed in 128..=255 {
        assert_eq!(Value::decode(&[keyed, 1]).unwrap_err().kind(), Kind::BadBytes);
    }
}
