//! The cache of stored filters: which of those that are probed again and again stay in memory.
//!
//! A filter can be probed block by block where it is stored, or be read whole and cached. To read a block
//! costs about what a chunk of the filter costs when all of it is read. So a filter is worth reading
//! whole when the blocks of it that were read come to half of its chunks. That is never much more
//! expensive than the better of the two.
//!
//! The cache takes no more room than there is, whatever the number of filters. Where no room is left, a
//! filter gives way to another only if it was not probed since the other one's blocks began to be
//! counted. So filters that are probed in turn, more of them than there is room for, do not push each
//! other out: those that came first stay, and of the others blocks are read. Filters that are no longer
//! probed do give way. One filter is cached whole however large it is.
//!
//! Several call sites share a cache: each partition of a table has one of its own, for the same filter. A
//! call site remembers the number of the filter that it probed last, and finds it again without a look-up.

use super::lru::{Entry, Lru, NONE};
use allocator_api2::alloc::Allocator;

pub use super::lru::Key;

/// What Postgres puts into one row of a TOAST table.
const CHUNK_LEN: usize = 1996;
/// Up to this length reading all of a filter costs no more than reading the head and one block.
pub const SHORT: usize = 4 * CHUNK_LEN;
/// Reading a few blocks is always cheaper.
const FEW_BLOCKS: usize = 4;
/// This share of the room may go to filters that are not cached whole: to their heads, and to what is
/// remembered of them.
const SHARE_OF_HEADS: usize = 4;

/// The order of the filters that are cached whole, and that of the others.
const WHOLE: usize = 0;
const OTHERS: usize = 1;

/// What is cached of a filter.
#[derive(Debug)]
pub enum Part<V> {
    /// That there is such a filter.
    Nothing,
    /// Its head.
    Head(V),
    /// All its bytes.
    Whole(V),
}

/// The place of a filter in the cache. Another filter may have it once a further one was looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number(u32);

/// Cached filters.
pub struct Cache<K, V, A: Allocator> {
    filters: Lru<K, Filter<V>, A>,
    clock: u64,
}

struct Filter<V> {
    part: Part<V>,
    /// The length of all its bytes.
    len: usize,
    /// Whether it can be probed in no other way than whole, or that is cheap.
    is_read_whole: bool,
    /// What has been read of it since then without being cached, in chunks.
    debt: usize,
    since: u64,
    last_used: u64,
}

impl<V> Filter<V> {
    fn is_whole(&self) -> bool {
        matches!(self.part, Part::Whole(_))
    }

    /// From this many chunks on that were read of it, it is worth reading whole.
    fn price(&self) -> usize {
        FEW_BLOCKS.max(self.len / CHUNK_LEN / 2)
    }
}

impl<K: Key, V, A: Allocator + Copy> Cache<K, V, A> {
    /// An empty cache, in that memory.
    pub fn new_in(memory: A) -> Cache<K, V, A> {
        Cache { filters: Lru::new_in(memory), clock: 0 }
    }

    /// What a filter takes of which that many bytes are cached.
    const fn size(cached_len: usize) -> usize {
        size_of::<Entry<K, Filter<V>>>() + cached_len
    }

    /// The bytes of the filter that has had that number, if it still has it, and is cached whole. It does
    /// not panic.
    #[inline]
    pub fn whole(&mut self, number: Number, key: K) -> Option<&V> {
        let clock = self.clock;
        match self.filters.get_if(number.0, key)? {
            Filter { part: Part::Whole(bytes), last_used, .. } => {
                *last_used = clock;
                Some(bytes)
            }
            _ => None,
        }
    }

    /// Looks up a filter of that length, which is about to be probed. A new one is remembered.
    pub fn look_up(&mut self, key: K, len: usize, is_divisible: bool, room: usize) -> Number {
        self.clock += 1;
        let number = match self.filters.find(key) {
            NONE => self.add(key, len, is_divisible, room),
            number => number,
        };
        self.filters.get_mut(number).last_used = self.clock;
        self.filters.touch(number);
        Number(number)
    }

    /// What is cached of a filter.
    pub fn part(&self, number: Number) -> &Part<V> {
        &self.filters.get(number.0).part
    }

    /// Whether a filter that is not cached whole is to be: it is worth it, and there is room for it, or
    /// others have given way.
    pub fn makes_room_for(&mut self, number: Number, room: usize) -> bool {
        let filter = self.filters.get(number.0);
        let (since, price, size) = (filter.since, filter.price(), Self::size(filter.len));
        let fits = |bytes: usize| bytes == 0 || bytes + size <= room;
        if filter.is_whole() || filter.is_read_whole && fits(self.filters.size(WHOLE)) {
            return !filter.is_whole();
        }
        if filter.debt < price {
            return false;
        }
        let idle = |filter: &Filter<V>| filter.last_used < since;
        let mut left = self.filters.size(WHOLE);
        let mut next = self.filters.oldest(WHOLE);
        while !fits(left) && next != NONE {
            if idle(self.filters.get(next)) {
                left -= self.filters.size_of(next);
            }
            next = self.filters.newer(next);
        }
        if !fits(left) {
            let clock = self.clock;
            let filter = self.filters.get_mut(number.0);
            (filter.debt, filter.since) = (0, clock);
            return false;
        }
        let mut next = self.filters.oldest(WHOLE);
        while !fits(self.filters.size(WHOLE)) {
            let newer = self.filters.newer(next);
            if idle(self.filters.get(next)) {
                self.forget(next);
            }
            next = newer;
        }
        true
    }

    /// Caches a part of a filter, of that length.
    pub fn put(&mut self, number: Number, part: Part<V>, len: usize) {
        let filter = self.filters.get_mut(number.0);
        filter.part = part;
        let order = if filter.is_whole() { WHOLE } else { OTHERS };
        self.filters.change(number.0, Self::size(len), order);
    }

    /// Notes that this many blocks were read of a filter.
    pub fn note_blocks(&mut self, number: Number, blocks: usize) {
        self.filters.get_mut(number.0).debt += blocks;
    }

    /// Notes that all of a filter was read, and not cached.
    pub fn note_whole(&mut self, number: Number) {
        let filter = self.filters.get_mut(number.0);
        filter.debt += filter.price();
    }

    /// How many bytes the cache takes.
    pub fn bytes(&self) -> usize {
        self.filters.size(WHOLE) + self.filters.size(OTHERS)
    }

    fn add(&mut self, key: K, len: usize, is_divisible: bool, room: usize) -> u32 {
        while self.filters.oldest(OTHERS) != NONE
            && self.filters.size(OTHERS) > room / SHARE_OF_HEADS
        {
            self.forget(self.filters.oldest(OTHERS));
        }
        let filter = Filter {
            part: Part::Nothing,
            len,
            is_read_whole: !is_divisible || len <= SHORT,
            debt: 0,
            since: self.clock,
            last_used: self.clock,
        };
        self.filters.insert(key, filter, Self::size(0), OTHERS)
    }

    fn forget(&mut self, number: u32) {
        self.filters.get_mut(number).part = Part::Nothing;
        self.filters.remove(number);
    }
}

#[cfg(test)]
mod tests;
