//! What a call site of `bloom_contains` keeps of the filters it has seen, as long as Postgres keeps the
//! expression, a statement or in PL/pgSQL a transaction: their heads, and whole those probed often.
//!
//! Reading a block costs an index scan of the TOAST table, about what a chunk of the filter costs
//! when all of it is read. So a filter is read whole when the blocks of it that were read come to
//! half of its chunks, which is never much more expensive than the better of the two.
//!
//! The memory is that of Postgres, in the context that it gives a call site, and holds plain values:
//! an error may end the statement at any time.

use super::call::Call;
use super::datum::FromSql;
use super::error::SqlResult;
use super::memory::in_context;
use super::varlena::{Fetched, InLine, OutOfLine, Pointer};
use crate::bloom::head::{FIRST_SLICE, HeadLen, head_len};
use pgrx::pg_sys;

/// The most filters that are kept, as of a join of values with daily filters.
const MOST: usize = 64;
/// What Postgres puts into one row of a TOAST table.
const CHUNK_LEN: usize = 1996;
/// Up to here reading all of a value costs no more than reading the head and one block.
const FEW_CHUNKS: usize = 4;
/// Reading a few blocks is always cheaper.
const FEW_BLOCKS: usize = 4;

/// The filters of a call site.
pub struct CallSite {
    context: pg_sys::MemoryContext,
    filters: [Filter; MOST],
    count: usize,
    /// The one used last.
    last: usize,
    clock: u64,
}

#[derive(Clone, Copy)]
struct Filter {
    pointer: Pointer,
    value: *mut pg_sys::varlena,
    /// So many bytes of the value are its head, or all of it.
    len: usize,
    is_whole: bool,
    /// How many of its blocks were read.
    blocks: usize,
    last_used: u64,
}

/// What is kept of a filter.
pub enum Kept<'a> {
    /// All its bytes.
    Whole(&'a [u8]),
    /// Its head.
    Head(&'a [u8]),
}

impl Filter {
    const NONE: Filter = Filter {
        pointer: Pointer::NOWHERE,
        value: std::ptr::null_mut(),
        len: 0,
        is_whole: false,
        blocks: 0,
        last_used: 0,
    };

    fn of(stored: &OutOfLine, value: Fetched) -> Filter {
        let len = value.bytes().len();
        Filter { pointer: stored.pointer(), value: value.keep(), len, ..Filter::NONE }
    }

    fn bytes(&self) -> &[u8] {
        // SAFETY: the value was fetched, so it is in line, and lives as long as the filter is kept.
        let bytes = unsafe { InLine::from_sql(self.value.into()) }.0.unwrap_or_default();
        bytes.get(..self.len).unwrap_or(bytes)
    }

    fn is_worth_reading(&self) -> bool {
        self.blocks >= FEW_BLOCKS.max(self.pointer.len() / CHUNK_LEN / 2)
    }
}

impl CallSite {
    /// That of the call, made when it is the first; none where Postgres gives it no memory.
    ///
    /// # Safety
    /// Nothing that was taken of the call site before is still in use.
    pub unsafe fn of(call: Call<'_>) -> Option<&mut CallSite> {
        // SAFETY: what the function keeps is null at first, then what is put there, and lives as
        // long as its context. All zeros are a call site without filters.
        unsafe {
            let function = call.function().as_mut()?;
            if function.fn_extra.is_null() {
                let size = size_of::<CallSite>();
                function.fn_extra = pg_sys::MemoryContextAllocZero(function.fn_mcxt, size);
            }
            let call_site = function.fn_extra.cast::<CallSite>().as_mut()?;
            call_site.context = function.fn_mcxt;
            Some(call_site)
        }
    }

    /// The bytes of a filter if it is the one used last, and kept whole. This can neither fail nor
    /// panic.
    ///
    /// # Safety
    /// The bytes are not in use any more when [`CallSite::of`] is called.
    #[inline]
    pub unsafe fn last_filter(call: Call<'_>, pointer: Pointer) -> Option<&[u8]> {
        // SAFETY: as above.
        let call_site = unsafe { call.function().as_ref()?.fn_extra.cast::<CallSite>().as_ref()? };
        let filter = call_site.filters.get(call_site.last)?;
        (filter.is_whole && filter.pointer == pointer).then(|| filter.bytes())
    }

    /// What there is of a filter, which is about to be probed.
    pub fn filter(&mut self, stored: &OutOfLine) -> SqlResult<Kept<'_>> {
        self.last = match self.position(stored.pointer()) {
            Some(number) => number,
            None => self.take_up(stored)?,
        };
        self.clock += 1;
        let filter = &mut self.filters[self.last];
        filter.last_used = self.clock;
        if !filter.is_whole && filter.is_worth_reading() {
            self.forget(self.last);
            self.last = self.take_up_whole(stored);
        }
        let filter = &self.filters[self.last];
        Ok(match filter.is_whole {
            true => Kept::Whole(filter.bytes()),
            false => Kept::Head(filter.bytes()),
        })
    }

    /// Notes how many blocks were read of the filter used last.
    pub fn note_blocks(&mut self, blocks: usize) {
        self.filters[self.last].blocks += blocks;
    }

    fn position(&self, pointer: Pointer) -> Option<usize> {
        let mut numbers = [self.last].into_iter().chain(0..self.count);
        numbers.find(|number| self.filters[*number].pointer == pointer)
    }

    /// Reads the head of a filter, or all of one that has none or is short.
    fn take_up(&mut self, stored: &OutOfLine) -> SqlResult<usize> {
        if stored.is_compressed() || stored.pointer().len() <= FEW_CHUNKS * CHUNK_LEN {
            return Ok(self.take_up_whole(stored));
        }
        let first = self.fetch(|| stored.slice(0, FIRST_SLICE));
        match head_len(first.bytes())? {
            HeadLen::Whole => Ok(self.take_up_whole(stored)),
            HeadLen::Bytes(len) => {
                let is_there = len <= first.bytes().len();
                let head = if is_there { first } else { self.fetch(|| stored.slice(0, len)) };
                Ok(self.keep(Filter { len, ..Filter::of(stored, head) }))
            }
        }
    }

    fn take_up_whole(&mut self, stored: &OutOfLine) -> usize {
        self.make_room(stored.pointer().len());
        let whole = self.fetch(|| stored.whole());
        self.keep(Filter { is_whole: true, ..Filter::of(stored, whole) })
    }

    /// Fetches what is to be kept.
    fn fetch(&self, fetch: impl FnOnce() -> Fetched) -> Fetched {
        // SAFETY: the context is that of the call site.
        unsafe { in_context(self.context, fetch) }
    }

    fn keep(&mut self, filter: Filter) -> usize {
        if self.count == MOST {
            self.forget_oldest(|_| true);
        }
        self.filters[self.count] = filter;
        self.count += 1;
        self.count - 1
    }

    /// Makes room for that many bytes within work_mem, or all the room there is: one filter is kept
    /// whole however large it is.
    fn make_room(&mut self, len: usize) {
        // SAFETY: a setting, which is never negative.
        let room = unsafe { pg_sys::work_mem } as usize * 1024;
        while len + self.whole_len() > room && self.forget_oldest(|filter| filter.is_whole) {}
    }

    fn whole_len(&self) -> usize {
        let whole = self.filters.iter().filter(|filter| filter.is_whole);
        whole.map(|filter| filter.pointer.len()).sum()
    }

    fn forget_oldest(&mut self, which: impl Fn(&Filter) -> bool) -> bool {
        let numbers = (0..self.count).filter(|number| which(&self.filters[*number]));
        let oldest = numbers.min_by_key(|number| self.filters[*number].last_used);
        oldest.map(|number| self.forget(number)).is_some()
    }

    fn forget(&mut self, number: usize) {
        // SAFETY: the call site alone has the value.
        unsafe { pg_sys::pfree(self.filters[number].value.cast()) };
        self.count -= 1;
        self.filters[number] = self.filters[self.count];
        self.filters[self.count] = Filter::NONE;
    }
}
