//! Texts: an accepted text form of a sketch or of a hash is written again as it was, in lower case. Other
//! texts are refused without a panic.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pg_sketch::domain::Domain;
use pg_sketch::error::{Kind, Result};
use pg_sketch::hash::SketchHash;
use pg_sketch::hex;
use pg_sketch_fuzz::memory::in_proportion;

const MOST_BYTES: usize = 64;

fuzz_target!(|text: &str| {
    assert_text(text);
    assert_text(&format!("\\x{text}"));
});

fn assert_text(text: &str) {
    let decode = || hex::decode::<Vec<u8>>(text, "hll", MOST_BYTES);
    if let Some(bytes) = read(in_proportion(text.as_bytes(), decode)) {
        assert!(bytes.len() <= MOST_BYTES);
        let mut written = vec![0; hex::len(&bytes)];
        hex::encode(&bytes, &mut written, || ());
        assert_eq!(String::from_utf8(written).unwrap(), text.to_ascii_lowercase());
    }
    if let Some(hash) = read(in_proportion(text.as_bytes(), || SketchHash::parse(text))) {
        assert_eq!(hash.to_string(), text.to_ascii_lowercase());
        assert_eq!(SketchHash::from_bits(hash.bits()), Ok(hash));
        assert!(Domain::ALL.contains(&hash.domain().unwrap()));
    }
    if let Some(item) = read(in_proportion(text.as_bytes(), || SketchHash::parse_item(text))) {
        assert_eq!(item.item(), text.to_ascii_lowercase());
        assert!(SketchHash::parse(text).is_err());
    }
    if let Some(hash) = read(SketchHash::read_message(text.as_bytes())) {
        assert_eq!(hash.message(), text.as_bytes());
    }
    if let Some(bits) = text.as_bytes().first_chunk() {
        let bits = u64::from_le_bytes(*bits);
        let known = Domain::from_byte(bits as u8).is_some();
        assert_eq!(read(SketchHash::from_bits(bits)).map(SketchHash::bits), known.then_some(bits));
    }
}

/// The value that was read. Asserts that the message of an error is text in every encoding.
fn read<T>(read: Result<T>) -> Option<T> {
    let error = match read {
        Ok(read) => return Some(read),
        Err(error) if matches!(error.kind(), Kind::BadText | Kind::BadBytes | Kind::Newer) => error,
        Err(other) => panic!("{other:?}"),
    };
    let message = error.to_string();
    let told = [Some(message.as_str()), Some(error.detail()), error.hint()];
    assert!(told.iter().flatten().all(|part| part.is_ascii() && part.len() < 600));
    None
}
