//! Stored values that a query reads again and again.
//!
//! All call sites of the query share one cache, which holds them, or parts of them, within `work_mem`.
//! [`cache`](crate::cache) says which of them.

use crate::cache::{Cache, Number, Part, SHORT};
use crate::pg::boundary::buffer::Detoasted;
use crate::pg::boundary::call::Call;
use crate::pg::boundary::call_site::{cached, found, shared};
use crate::pg::boundary::error::SqlResult;
use crate::pg::boundary::memory::{Palloc, in_context};
use crate::pg::boundary::toast::{OutOfLine, Pointer};
use pgrx::pg_sys;

/// The values that are cached.
type Values = Cache<Pointer, Detoasted, Palloc>;

/// What a call site knows of them.
struct Site {
    values: *mut Values,
    /// The value that it read last.
    last: Option<Number>,
}

/// The bytes of a value, if it is cached whole, and the call site has read it last. This can neither fail
/// nor panic.
///
/// # Safety
/// The function caches nothing but values. The bytes are not in use any more when [`cache`] is called.
#[inline]
pub unsafe fn last<'call>(call: Call<'call>, stored: &OutOfLine) -> Option<&'call [u8]> {
    // SAFETY: see above. The values live as long as what the call site knows of them.
    let (values, last) = unsafe {
        let site = found::<Site>(call)?;
        (&mut *site.values, site.last?)
    };
    values.whole(last, stored.pointer()).map(Detoasted::bytes)
}

/// A stored value, and what is cached of it.
pub struct Cached<'call> {
    values: &'call mut Values,
    number: Number,
}

/// Looks a stored value up, and caches its head, or all of it, where that pays. `read_head` reads the
/// head, if it may be read alone. None where Postgres gives the call site no memory.
///
/// # Safety
/// The function caches nothing but values, and no earlier reference to them is in use.
pub unsafe fn cache<'call>(
    call: Call<'call>,
    stored: &OutOfLine,
    read_head: impl FnOnce(&OutOfLine) -> SqlResult<Option<Detoasted>>,
) -> SqlResult<Option<Cached<'call>>> {
    // SAFETY: see above. Nothing else is shared.
    let site = unsafe {
        let make =
            |context| Site { values: shared(context, || Values::new_in(Palloc)), last: None };
        cached(call, make)
    };
    let Some((site, context)) = site else { return Ok(None) };
    // SAFETY: the values live as long as what the call site knows of them.
    let values = unsafe { &mut *site.values };
    let (pointer, len) = (stored.pointer(), stored.pointer().len());
    // SAFETY: it is a setting, which is never negative.
    let room = unsafe { pg_sys::work_mem } as usize * 1024;
    let is_divisible = !stored.is_compressed();
    let look_up = || {
        let number = values.look_up(pointer, len, is_divisible, room);
        site.last = Some(number);
        if values.makes_room_for(number, room) {
            values.put(number, Part::Whole(stored.whole()), len);
        } else if let Part::Nothing = values.part(number)
            && is_divisible
            && len > SHORT
            && let Some(head) = read_head(stored)?
        {
            let len = head.bytes().len();
            values.put(number, Part::Head(head), len);
        }
        Ok(Some(Cached { values, number }))
    };
    // SAFETY: what is cached lives as long as the context.
    unsafe { in_context(context, look_up) }
}

impl Cached<'_> {
    /// What is cached.
    pub fn part(&self) -> &Part<Detoasted> {
        self.values.part(self.number)
    }

    /// Notes that this many blocks of the value were read.
    pub fn note_blocks(&mut self, blocks: usize) {
        self.values.note_blocks(self.number, blocks);
    }

    /// Notes that all of the value was read, and not cached.
    pub fn note_whole(&mut self) {
        self.values.note_whole(self.number);
    }
}
