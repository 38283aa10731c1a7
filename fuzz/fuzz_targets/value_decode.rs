//! Bytes of a `sketch_value`: those that are accepted are written again as they were, and have a text. Of
//! no others is anything told.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pg_sketch::domain::Domain;
use pg_sketch::error::Kind;
use pg_sketch::value::{MAX_LEN, Value, flaw, shortened};
use pg_sketch_fuzz::memory::in_proportion;

fuzz_target!(|bytes: &[u8]| {
    match in_proportion(bytes, || Value::decode(bytes)) {
        Ok(value) => {
            assert_eq!(value.encode(), bytes);
            let (domain, canonical) = (value.domain().unwrap(), value.bytes());
            assert_eq!(flaw(domain, canonical), None);
            assert!(canonical.len() <= MAX_LEN);
            let text = in_proportion(bytes, || value.text()).unwrap();
            assert_text(domain, canonical, &text);
        }
        Err(error) => {
            assert!(matches!(error.kind(), Kind::BadBytes | Kind::Newer));
            assert_eq!(Value::from_stored(bytes).text(), Err(error));
        }
    }
    for domain in [Domain::Text, Domain::Char, Domain::Bytea, Domain::Numeric] {
        let canonical = shortened(domain, bytes);
        assert!(canonical.len() <= MAX_LEN);
        let value = [&[domain.byte()], &*canonical].concat();
        let is_text =
            str::from_utf8(bytes).is_ok() && !bytes.contains(&0) && !bytes.ends_with(b" ");
        assert!(domain == Domain::Numeric || Value::decode(&value).is_ok() || !is_text);
    }
});

/// Reads the text back where Rust can.
fn assert_text(domain: Domain, canonical: &[u8], text: &str) {
    assert!(!text.contains('\0'));
    match domain {
        Domain::Text | Domain::Char | Domain::Numeric => assert_eq!(text.as_bytes(), canonical),
        Domain::Integer => assert_eq!(text.parse::<i64>().unwrap().to_le_bytes(), canonical),
        Domain::Boolean => assert_eq!([u8::from(text.parse::<bool>().unwrap())], canonical),
        Domain::Float => {
            let value: f64 = text.parse().unwrap();
            assert_eq!(pg_sketch::canonical::float(value), canonical);
        }
        Domain::Inet => {
            let (address, netmask) = text.split_once('/').unwrap_or((text, ""));
            let address: std::net::IpAddr = address.parse().unwrap();
            let widest = if address.is_ipv4() { 32 } else { 128 };
            assert_eq!(netmask.parse().unwrap_or(widest), canonical[1]);
            match address {
                std::net::IpAddr::V4(address) => assert_eq!(address.octets(), canonical[2..]),
                std::net::IpAddr::V6(address) => assert_eq!(address.octets(), canonical[2..]),
            }
        }
        Domain::Uuid | Domain::Bytea => {
            let digits = text.chars().filter(char::is_ascii_hexdigit).count();
            assert_eq!(digits, 2 * canonical.len());
        }
        Domain::Keyed(_) => panic!("a hash is no value"),
        Domain::Date | Domain::Timestamp | Domain::Timestamptz => {
            let date = text.split(' ').next().unwrap();
            let parts: Vec<&str> = date.split('-').collect();
            assert!(
                text.ends_with("infinity") || parts.len() == 3 && parts[0].len() >= 4,
                "{text}"
            );
        }
    }
}
