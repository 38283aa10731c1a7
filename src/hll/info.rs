//! What there is to tell of a sketch: how much it holds, and how sure its estimate is.

use super::bounds;
use super::codec::encode;
use super::state::Hll;
use super::stored::VERSION;
use crate::domain::Domain;

/// What `hll_info` tells.
#[derive(Debug, Clone, PartialEq)]
pub struct Info {
    /// The format version that this release writes.
    pub format_version: u8,
    /// The precision.
    pub precision: u8,
    /// The domain of the values; none in an empty sketch.
    pub domain: Option<Domain>,
    /// `empty`, `sparse` or `dense`.
    pub form: &'static str,
    /// The length of the stored bytes, without the length word of Postgres.
    pub bytes: i32,
    /// Entries in a sparse sketch, registers that are not empty in a dense one.
    pub occupied: i32,
    /// The estimate, a whole number.
    pub cardinality: f64,
    /// The relative standard error of the estimate.
    pub relative_error: f64,
}

impl Hll {
    /// What there is to tell.
    pub fn info(&self) -> Info {
        let (form, occupied) = match self.registers() {
            Some(registers) => ("dense", registers.iter().filter(|rank| **rank > 0).count()),
            None if self.is_empty() => ("empty", 0),
            None => ("sparse", self.entry_count()),
        };
        Info {
            format_version: VERSION,
            precision: self.precision(),
            domain: self.domain(),
            form,
            bytes: encode(self).len() as i32,
            occupied: occupied as i32,
            cardinality: self.cardinality(),
            relative_error: bounds::relative_error(self),
        }
    }
}
