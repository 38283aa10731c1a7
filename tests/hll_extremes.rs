//! Estimates, errors and bounds of registers and lists that hardly occur.

#![allow(clippy::unwrap_used)]

mod common;
#[path = "common/registers.rs"]
mod registers;

use common::Random;
use pg_sketch::hll::bounds::{bounds, relative_error};
use pg_sketch::hll::entry::max_rank;
use pg_sketch::hll::{Hll, MAX_PRECISION, MIN_PRECISION};
use registers::with_registers;

fn assert_sane(sketch: &Hll) {
    let most = (1u64 << 56) as f64;
    let estimate = sketch.estimate();
    assert!((0.0..=most).contains(&estimate), "{estimate}");
    let error = relative_error(sketch);
    assert!((0.0..10.0).contains(&error), "error {error} of {estimate}");
    for confidence in [1e-9, 0.5, 0.95, 1.0 - 1e-9] {
        let found = bounds(sketch, confidence).unwrap();
        assert!(found.lower >= 0.0 && found.upper.is_finite(), "{found:?}");
        assert!(found.lower <= found.estimate && found.estimate <= found.upper, "{found:?}");
        assert_eq!(found.estimate, estimate.round());
    }
}

#[test]
fn no_registers_make_an_absurd_estimate() {
    let mut random = Random(5);
    for precision in (MIN_PRECISION..=MAX_PRECISION).step_by(2) {
        let highest = max_rank(precision);
        let mut registers = vec![0; 1 << precision];
        let half = registers.len() / 2;
        for rank in 0..=highest {
            registers.fill(rank);
            assert_sane(&with_registers(precision, &registers));
            for other in [0, 1, rank / 2, highest] {
                registers[..half].fill(other);
                assert_sane(&with_registers(precision, &registers));
                registers[1..].fill(other);
                assert_sane(&with_registers(precision, &registers));
            }
        }
        for highest in (1..=highest).step_by(7) {
            registers.fill_with(|| (random.bits() % u64::from(highest + 1)) as u8);
            assert_sane(&with_registers(precision, &registers));
        }
    }
}

#[test]
fn no_list_makes_an_absurd_estimate() {
    let mut random = Random(6);
    for precision in MIN_PRECISION..=MAX_PRECISION {
        let mut sketch = Hll::new(precision).unwrap();
        assert_sane(&sketch);
        while sketch.registers().is_none() {
            sketch.add(random.hash()).unwrap();
            if sketch.entry_count() % 97 < 3 {
                assert_sane(&sketch);
            }
        }
    }
}
