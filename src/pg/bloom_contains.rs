//! `bloom_contains`: a filter is probed where it is.
//!
//! One in memory is neither copied nor kept. Of one stored out of line the head is read, and then a
//! block for each value; once that has cost what reading it whole costs, it is, and the call site
//! keeps it, see [`cache`](crate::cache). What is neither is fetched whole for the call.

use super::bloom::settled;
use super::call::{Call, Returned, pg_function_v1};
use super::call_site::{found, kept};
use super::error::SqlResult;
use super::memory::{Palloc, in_context};
use super::varlena::{Fetched, OutOfLine, Place, Placed, Pointer};
use crate::bloom::Bloom;
use crate::bloom::head::{FIRST_SLICE, Head, HeadLen, head_len};
use crate::bloom::probe::contains_in_place;
use crate::cache::{Cache, Part, SHORT};
use crate::error::Result;
use crate::hash::SketchHash;
use pgrx::pg_sys;
use std::ffi::CStr;

/// The filters of a call site.
type Filters = Cache<Pointer, Fetched, Palloc>;

pg_function_v1! {
    pg_finfo_pg_sketch_bloom_contains,
    fn pg_sketch_bloom_contains(call: Call<'_>, filter: Placed<'_, Bloom>, value: SketchHash) -> bool {
        contains(call, filter, value)
    }
}

pg_function_v1! {
    pg_finfo_pg_sketch_bloom_contains_literal,
    fn pg_sketch_bloom_contains_literal(call: Call<'_>, filter: Placed<'_, Bloom>, value: &CStr) -> bool {
        contains(call, filter, SketchHash::text(value.to_bytes()))
    }
}

#[inline]
fn contains(call: Call<'_>, filter: Placed<'_, Bloom>, hash: SketchHash) -> Returned<bool> {
    let in_memory = match &filter.place {
        Place::InLine(bytes) | Place::Expanded(bytes) => Some(*bytes),
        // SAFETY: the bytes are not in use any more when the filter is looked at with care.
        Place::Stored(stored) => unsafe { found::<Filters>(call) }
            .and_then(|filters| filters.last(stored.pointer()))
            .map(Fetched::bytes),
        Place::Packed => None,
    };
    match in_memory.and_then(|bytes| contains_in_place(bytes, hash)) {
        Some(found) => call.value(found),
        None => contains_with_care(call, filter, hash),
    }
}

#[cold]
fn contains_with_care(
    call: Call<'_>,
    filter: Placed<'_, Bloom>,
    hash: SketchHash,
) -> Returned<bool> {
    call.guarded(|| match &filter.place {
        Place::Stored(stored) => contains_stored(call, stored, hash).map(Some),
        _ => Ok(Some(contains_in_memory(filter.fetch().bytes(), hash)?)),
    })
}

fn contains_in_memory(bytes: &[u8], hash: SketchHash) -> Result<bool> {
    match contains_in_place(bytes, hash) {
        Some(found) => Ok(found),
        None => settled(bytes)?.view()?.contains(hash),
    }
}

fn contains_stored(call: Call<'_>, stored: &OutOfLine, hash: SketchHash) -> SqlResult<bool> {
    // SAFETY: the function keeps nothing else, and what it keeps is not in use.
    let Some((filters, context)) = (unsafe { kept(call, || Ok(Filters::new_in(Palloc)))? }) else {
        return Ok(contains_in_memory(stored.whole().bytes(), hash)?);
    };
    let (pointer, len) = (stored.pointer(), stored.pointer().len());
    // SAFETY: a setting, which is never negative.
    let room = unsafe { pg_sys::work_mem } as usize * 1024;
    let look = || {
        let number = filters.look_up(pointer, len, !stored.is_compressed(), room);
        if filters.makes_room_for(number, room) {
            filters.put(number, Part::Whole(stored.whole()), len);
        } else if let Part::Nothing = filters.part(number)
            && let Some(head) = head(stored)?
        {
            let len = head.bytes().len();
            filters.put(number, Part::Head(head), len);
        }
        SqlResult::Ok((filters, number))
    };
    // SAFETY: what is kept lives as long as the context.
    let (filters, number) = unsafe { in_context(context, look) }?;
    let head = match filters.part(number) {
        Part::Head(head) => Head::read(head.bytes(), len)?,
        Part::Whole(whole) => return Ok(contains_in_memory(whole.bytes(), hash)?),
        Part::Nothing => {
            filters.note_whole(number);
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
    filters.note_blocks(number, blocks);
    Ok(found)
}

/// The head of a filter, in the current memory context, if it is one of which parts are worth reading.
fn head(stored: &OutOfLine) -> SqlResult<Option<Fetched>> {
    if stored.is_compressed() || stored.pointer().len() <= SHORT {
        return Ok(None);
    }
    let first = stored.slice(0, FIRST_SLICE);
    Ok(match head_len(first.bytes())? {
        HeadLen::Whole => None,
        HeadLen::Bytes(len) => match first.bytes().get(..len) {
            Some(head) => Some(Fetched::copy_of(head)),
            None => Some(stored.slice(0, len)),
        },
    })
}
