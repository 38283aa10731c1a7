//! How often a value was added, wherever the sketch is.
//!
//! Of a sketch that is stored out of line the front is read, and then the counters of each value. Once that
//! has cost as much as reading the sketch whole, the call site reads it whole and caches it.

use crate::cache::Part;
use crate::cms::Cms;
use crate::cms::bounds::Bounds;
use crate::cms::probe::counter;
use crate::cms::stored::Front;
use crate::cms::view::View;
use crate::error::Result;
use crate::hash::SketchHash;
use crate::pg::boundary::argument::{Place, Unfetched};
use crate::pg::boundary::buffer::Detoasted;
use crate::pg::boundary::call::Call;
use crate::pg::boundary::error::SqlResult;
use crate::pg::boundary::function::sql_functions;
use crate::pg::boundary::row::{Row, column};
use crate::pg::boundary::toast::OutOfLine;
use crate::pg::hash::sketch_item::Literal;
use crate::pg::sketch::cache::cache;

sql_functions! {
    cms_count = count::<SketchHash>,
    cms_count_literal = count::<Literal>,
    cms_count_bounds = count_bounds::<SketchHash>,
    cms_count_bounds_literal = count_bounds::<Literal>,
}

fn count<V: Into<SketchHash>>(
    call: Call<'_>,
    sketch: Unfetched<'_, Cms>,
    value: V,
) -> SqlResult<i64> {
    Ok(bounds(call, sketch, value.into())?.upper as i64)
}

fn count_bounds<V: Into<SketchHash>>(
    call: Call<'_>,
    sketch: Unfetched<'_, Cms>,
    value: V,
) -> SqlResult<Row<3>> {
    let Bounds { lower, upper } = bounds(call, sketch, value.into())?;
    Ok(Row([lower, upper, upper].map(|count| column(count as i64))))
}

fn bounds(call: Call<'_>, sketch: Unfetched<'_, Cms>, hash: SketchHash) -> SqlResult<Bounds> {
    match &sketch.place {
        Place::OutOfLine(stored) => bounds_of_stored(call, stored, hash),
        _ => Ok(in_memory(sketch.fetch().bytes(), hash)?),
    }
}

fn in_memory(bytes: &[u8], hash: SketchHash) -> Result<Bounds> {
    View::read(bytes)?.count_bounds(hash)
}

fn bounds_of_stored(call: Call<'_>, stored: &OutOfLine, hash: SketchHash) -> SqlResult<Bounds> {
    // SAFETY: the function caches nothing else, and no reference to the cache is in use.
    let Some(mut cached) = (unsafe { cache(call, stored, read_front)? }) else {
        return Ok(in_memory(stored.whole().bytes(), hash)?);
    };
    let front = match cached.part() {
        Part::Whole(sketch) => return Ok(in_memory(sketch.bytes(), hash)?),
        Part::Head(front) => Front::read(front.bytes())?.0,
        Part::Nothing => {
            cached.note_whole();
            return Ok(in_memory(stored.whole().bytes(), hash)?);
        }
    };
    front.check_domain(hash)?;
    let mut lowest = u64::MAX;
    for (offset, len) in front.counters(hash) {
        lowest = lowest.min(counter(stored.slice(offset, len).bytes()));
        cached.note_blocks(1);
    }
    Ok(front.bounds(lowest))
}

/// The front of a sketch, unless all of it has to be read.
fn read_front(stored: &OutOfLine) -> SqlResult<Option<Detoasted>> {
    let start = stored.slice(0, Front::LEN);
    let (front, _) = Front::read(start.bytes())?;
    Ok(front.is_divisible(stored.pointer().len()).then_some(start))
}
