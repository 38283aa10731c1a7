//! `bloom_contains`: looks a value up in a filter, wherever that is.
//!
//! A filter in memory is neither copied nor cached. Of one that is stored out of line the head is read, and
//! then a block for each value. Once that has cost as much as reading the filter whole, the call site reads
//! it whole and caches it. Any other filter is fetched whole for the call.

use super::value::without_pending;
use crate::bloom::Bloom;
use crate::bloom::head::{FIRST_SLICE, Head, HeadLen, head_len};
use crate::bloom::probe::contains_in_place;
use crate::cache::Part;
use crate::error::Result;
use crate::hash::SketchHash;
use crate::pg::boundary::argument::{Place, Unfetched};
use crate::pg::boundary::buffer::Detoasted;
use crate::pg::boundary::call::{Call, Returned};
use crate::pg::boundary::error::SqlResult;
use crate::pg::boundary::function::sql_functions;
use crate::pg::boundary::toast::OutOfLine;
use crate::pg::hash::sketch_item::Literal;
use crate::pg::sketch::cache::{cache, last};

sql_functions! {
    bloom_contains = contains::<SketchHash>,
    bloom_contains_literal = contains::<Literal>,
}

#[inline]
fn contains<V: Into<SketchHash>>(
    call: Call<'_>,
    filter: Unfetched<'_, Bloom>,
    value: V,
) -> Returned<bool> {
    let hash = value.into();
    let in_memory = match &filter.place {
        Place::InLine(bytes) | Place::Expanded(bytes) => Some(*bytes),
        // SAFETY: only `contains_stored` caches anything, and the bytes are not in use any more then.
        Place::OutOfLine(stored) => unsafe { last(call, stored) },
        Place::Packed => None,
    };
    match in_memory.and_then(|bytes| contains_in_place(bytes, hash)) {
        Some(found) => call.value(found),
        None => contains_guarded(call, filter, hash),
    }
}

#[cold]
fn contains_guarded(
    call: Call<'_>,
    filter: Unfetched<'_, Bloom>,
    hash: SketchHash,
) -> Returned<bool> {
    call.guarded(|| match &filter.place {
        Place::OutOfLine(stored) => contains_stored(call, stored, hash).map(Some),
        _ => Ok(Some(contains_in_memory(filter.fetch().bytes(), hash)?)),
    })
}

fn contains_in_memory(bytes: &[u8], hash: SketchHash) -> Result<bool> {
    match contains_in_place(bytes, hash) {
        Some(found) => Ok(found),
        None => without_pending(bytes)?.view()?.contains(hash),
    }
}

fn contains_stored(call: Call<'_>, stored: &OutOfLine, hash: SketchHash) -> SqlResult<bool> {
    // SAFETY: the function caches nothing else, and no reference to the cache is in use.
    let Some(mut cached) = (unsafe { cache(call, stored, read_head)? }) else {
        return Ok(contains_in_memory(stored.whole().bytes(), hash)?);
    };
    let head = match cached.part() {
        Part::Head(head) => Head::read(head.bytes(), stored.pointer().len())?,
        Part::Whole(whole) => return Ok(contains_in_memory(whole.bytes(), hash)?),
        Part::Nothing => {
            cached.note_whole();
            return Ok(contains_in_memory(stored.whole().bytes(), hash)?);
        }
    };
    head.check_domain(hash)?;
    let mut blocks = 0;
    let found = head.blocks(hash).any(|block| {
        blocks += 1;
        let slice = stored.slice(block.offset, block.len);
        block.contains(slice.bytes(), hash)
    });
    cached.note_blocks(blocks);
    Ok(found)
}

/// The head of a filter, in the current memory context, unless all of the filter has to be read.
fn read_head(stored: &OutOfLine) -> SqlResult<Option<Detoasted>> {
    let first = stored.slice(0, FIRST_SLICE);
    Ok(match head_len(first.bytes())? {
        HeadLen::Whole => None,
        HeadLen::Bytes(len) => match first.bytes().get(..len) {
            Some(head) => Some(Detoasted::copy_of(head)),
            None => Some(stored.slice(0, len)),
        },
    })
}
