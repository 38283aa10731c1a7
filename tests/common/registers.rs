//! Sketches of given registers.

use pg_sketch::hll::Hll;

/// A sketch of domain integer with these registers, whether or not values can leave them.
pub fn with_registers(precision: u8, registers: &[u8]) -> Hll {
    let header = [0xc8, precision, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0];
    Hll::resume_unknown([&header, registers].concat()).expect("these are registers")
}
