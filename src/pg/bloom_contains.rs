//! `bloom_contains`: a filter is probed where it is.
//!
//! One in memory is neither copied nor kept. Of one stored out of line the head is read, and then a
//! block for each value; once that has cost what reading it whole costs, it is, and the call site
//! keeps it, see [`call_site`](super::call_site). What is neither is fetched whole for the call.

use super::call::{Call, pg_function_v1};
use super::call_site::{CallSite, Kept};
use super::error::SqlResult;
use super::varlena::{InLine, OutOfLine, Raw};
use crate::bloom::Bloom;
use crate::bloom::head::Head;
use crate::bloom::probe::contains_in_place;
use crate::bloom::stored::View;
use crate::error::Result;
use crate::hash::SketchHash;
use pgrx::pg_sys;
use std::ffi::CStr;

pg_function_v1!(pg_finfo_pg_sketch_bloom_contains, pg_sketch_bloom_contains, |call| {
    contains(call, call.strict_argument(1))
});

pg_function_v1!(
    pg_finfo_pg_sketch_bloom_contains_literal,
    pg_sketch_bloom_contains_literal,
    |call| contains(call, SketchHash::text(call.strict_argument::<&CStr>(1).to_bytes()))
);

#[inline]
fn contains(call: Call<'_>, hash: SketchHash) -> pg_sys::Datum {
    let stored = call.strict_argument::<Option<OutOfLine>>(0);
    let in_memory = match &stored {
        // SAFETY: the call site is taken up again only where there are no such bytes.
        Some(stored) => unsafe { CallSite::last_filter(call, stored.pointer()) },
        None => call.strict_argument::<InLine<'_>>(0).0,
    };
    match in_memory.and_then(|bytes| contains_in_place(bytes, hash)) {
        Some(found) => call.value(found),
        None => contains_with_care(call, in_memory, stored, hash),
    }
}

#[cold]
fn contains_with_care(
    call: Call<'_>,
    in_memory: Option<&[u8]>,
    stored: Option<OutOfLine>,
    hash: SketchHash,
) -> pg_sys::Datum {
    call.guarded(|| match (in_memory, stored) {
        (Some(bytes), _) => Ok(Some(contains_in_memory(bytes, hash)?)),
        (None, Some(stored)) => contains_stored(call, &stored, hash).map(Some),
        (None, None) => {
            let raw = call.strict_argument::<Raw<'_, Bloom>>(0);
            Ok(Some(contains_in_memory(raw.bytes(), hash)?))
        }
    })
}

fn contains_in_memory(bytes: &[u8], hash: SketchHash) -> Result<bool> {
    View::read(bytes)?.contains(hash)
}

fn contains_stored(call: Call<'_>, stored: &OutOfLine, hash: SketchHash) -> SqlResult<bool> {
    // SAFETY: the filter was not the one used last, so nothing of the call site is in use.
    let Some(call_site) = (unsafe { CallSite::of(call) }) else {
        return Ok(contains_in_memory(stored.whole().bytes(), hash)?);
    };
    let head = match call_site.filter(stored)? {
        Kept::Whole(bytes) => {
            return match contains_in_place(bytes, hash) {
                Some(found) => Ok(found),
                None => Ok(contains_in_memory(bytes, hash)?),
            };
        }
        Kept::Head(bytes) => Head::read(bytes, stored.pointer().len())?,
    };
    head.check_domain(hash)?;
    let mut blocks = 0;
    let found = head.blocks(hash).any(|block| {
        blocks += 1;
        let slice = stored.slice(block.offset, block.len);
        block.contains(slice.bytes(), hash)
    });
    call_site.note_blocks(blocks);
    Ok(found)
}
