//! The doors of the database, behind which all bytes are canonical.

use pg_sketch::error::Error;
use pg_sketch::sketch::Sketch;

/// Decodes bytes that may be damaged: the sketch, if they were accepted as those of one.
pub fn decode<S: Sketch>(bytes: &[u8]) -> Option<S> {
    match S::decode(bytes) {
        Ok(sketch) => {
            assert_eq!(sketch.sent(), bytes);
            Some(sketch)
        }
        Err(Error::BadBytes { type_name, reason }) => {
            assert_eq!(type_name, S::NAME);
            assert!(!reason.is_empty() && !reason.ends_with('.'), "{reason}");
            None
        }
        Err(Error::NewerFormat { type_name, version, newest: 1 }) => {
            assert_eq!((type_name, version), (S::NAME, bytes[1]));
            None
        }
        Err(other) => panic!("{other:?}"),
    }
}
