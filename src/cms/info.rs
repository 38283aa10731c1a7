//! What there is to tell of a sketch.

use super::parameters::Shape;
use super::stored::{Stored, VERSION};
use crate::domain::Domain;
use crate::error::Result;

/// What `cms_info` tells.
#[derive(Debug, Clone, PartialEq)]
pub struct Info {
    /// The format version that this release writes.
    pub format_version: u8,
    /// How many counters there are.
    pub shape: Shape,
    /// The domain of the values; none in an empty sketch.
    pub domain: Option<Domain>,
    /// `empty`, `sparse` or `dense`.
    pub form: &'static str,
    /// The length of the stored bytes, without the length word of Postgres.
    pub bytes: usize,
    /// The sum of all that was added.
    pub total: u64,
}

impl Info {
    /// What there is to tell of stored bytes.
    pub fn of(bytes: &[u8]) -> Result<Info> {
        let stored = Stored::read(bytes)?;
        Ok(Info {
            format_version: VERSION,
            shape: stored.front.shape,
            domain: stored.front.domain,
            form: stored.form(),
            bytes: bytes.len(),
            total: stored.front.total,
        })
    }
}
