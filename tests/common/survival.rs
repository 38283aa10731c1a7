//! Runs every function that reads bytes of a `bloom` on any bytes.

#![allow(dead_code)] // Each test uses a part of it.

use crate::common::Random;
use crate::input;
use pg_sketch::bloom::Bloom;
use pg_sketch::bloom::filling::{self, add_later, without_pending};
use pg_sketch::bloom::head::{FIRST_SLICE, Head, HeadLen, head_len};
use pg_sketch::bloom::info::Info;
use pg_sketch::bloom::layer::Layer;
use pg_sketch::bloom::layout::{add_in_place, has_parameters};
use pg_sketch::bloom::probe::contains_in_place;
use pg_sketch::bloom::view::View;
use pg_sketch::domain::Domain;
use pg_sketch::hash::SketchHash;
use pg_sketch::sketch::{Merge, Sketch};
use std::ops::RangeInclusive;

/// The header and the rate.
pub const FIXED_LEN: usize = 12;

/// A filter of these values.
pub fn build(capacity: u64, rate: f64, values: impl IntoIterator<Item = SketchHash>) -> Bloom {
    let mut filter = Bloom::new(capacity, rate).unwrap();
    values.into_iter().for_each(|value| filter.add(value).unwrap());
    filter
}

/// A filter of these bigints.
pub fn bigints(capacity: u64, rate: f64, values: RangeInclusive<i64>) -> Bloom {
    build(capacity, rate, values.map(SketchHash::integer))
}

/// The bytes of integers in layers, whatever these are.
pub fn filter_of(rate: f64, layers: &[Layer], bits: &[u8]) -> Vec<u8> {
    let mut bytes = vec![b'B', 1, layers.len() as u8, 1];
    bytes.extend(rate.to_le_bytes());
    layers.iter().for_each(|layer| bytes.extend(layer.write()));
    bytes.extend(bits);
    bytes
}

/// Does with bytes all that the database does with them, also with those that no input function accepts.
pub fn survives(bytes: &[u8]) {
    let domain = bytes.get(3).and_then(|byte| Domain::from_byte(*byte)).unwrap_or(Domain::Integer);
    let mut random = Random(7);
    let mut key =
        || SketchHash::from_bits(random.hash().hash_bits() | u64::from(domain.byte())).unwrap();

    has_parameters(bytes, 1_000, 0.01);
    let in_place = contains_in_place(bytes, key());
    let mut added = bytes.to_vec();
    (0..9).for_each(|_| _ = add_in_place(&mut added, key()));
    (0..9).for_each(|_| _ = add_later(&mut added, key(), |_| ()));
    for bytes in [bytes, &added] {
        filling::has_parameters(bytes, 1_000, 0.01);
        if let Ok(complete) = without_pending::<Vec<u8>>(bytes)
            && let Ok(view) = complete.view()
        {
            assert_sane(&view.info());
            let _ = complete.into_state();
        }
    }
    if let Ok(HeadLen::Bytes(len)) = head_len(bytes)
        && let Some(head) = bytes.get(..len)
        && let Ok(head) = Head::read(head, bytes.len())
    {
        for key in [key(), key(), key()] {
            for block in head.blocks(key) {
                block.contains(&bytes[block.offset..block.offset + block.len], key);
            }
        }
    }
    let from_start = Info::from_start(&bytes[..bytes.len().min(FIRST_SLICE)], bytes.len());
    if let Ok(Some(info)) = from_start {
        assert_sane(&info);
    }

    let Ok(view) = View::read(bytes) else { return };
    assert_sane(&view.info());
    assert!(in_place.is_none() || view.domain == Some(domain));
    view.contains(key()).unwrap();
    let Ok(mut state) = Bloom::from_view(&view) else { return };
    let _ = state.merge_view(&view);
    for _ in 0..40 {
        if state.add(key()).is_err() {
            break;
        }
    }
    let _ = state.merge(&bigints(20, view.rate, 1..=10));
    let _ = Bloom::decode(&state.encode());
}

fn assert_sane(info: &Info) {
    let share = 0.0..=1.0;
    let keys = info.cardinality.unwrap_or(info.lower);
    assert!(0.0 <= info.lower && info.lower <= keys && keys <= info.upper, "{info:?}");
    assert!(info.lower.is_finite() && keys.is_finite(), "{info:?}");
    assert!(share.contains(&info.estimated_rate), "{info:?}");
    assert!(info.fill.iter().all(|fill| share.contains(fill)), "{info:?}");
    assert!((0.0..=1.0).contains(&info.selectivity(1_000.0, 0.1)));
}

/// Decodes bytes that may be damaged. Returns whether they were accepted.
pub fn accepted_as_canonical(bytes: &[u8]) -> bool {
    survives(bytes);
    let filter = input::decode::<Bloom>(bytes);
    filter.is_some_and(|filter| {
        assert_sane(&filter.view().unwrap().info());
        true
    })
}
