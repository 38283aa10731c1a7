//! Input, receive and the cast from bytea: what they accept is canonical.

use pg_sketch::domain::Domain;
use pg_sketch::error::{Error, Kind};
use pg_sketch::sketch::Sketch;

/// Decodes bytes that may be damaged: the sketch, if they were accepted as those of one.
pub fn decode<S: Sketch>(bytes: &[u8]) -> Option<S> {
    match S::decode(bytes) {
        Ok(sketch) => {
            assert_eq!(sketch.portable(), bytes);
            Some(sketch)
        }
        Err(error) => {
            match error.kind() {
                Kind::BadBytes => {
                    assert_eq!(error.to_string(), format!("invalid bytes for type {}", S::NAME));
                    let detail = error.detail();
                    assert!(detail.len() > 1 && detail.ends_with('.') && !detail.ends_with(".."));
                }
                Kind::Newer => assert!(
                    error == Error::newer_format(S::NAME, bytes[1], S::VERSION)
                        || Domain::of_stored(bytes[3], S::NAME) == Err(error)
                ),
                _ => panic!("{error:?}"),
            }
            None
        }
    }
}
