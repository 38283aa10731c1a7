//! Which filters stay in memory, of those that are stored elsewhere and probed again and again.
//!
//! A filter can be probed block by block, where it is stored, or be read whole and kept. Reading a
//! block costs about what a chunk of the filter costs when all of it is read. So a filter is worth
//! reading whole when the blocks of it that were read come to half of its chunks, which is never much
//! more expensive than the better of the two.
//!
//! What is kept takes no more room than there is, whatever the number of filters. Where there is none
//! left, a filter gives way to another only if it was not probed since the other one's blocks began to
//! be counted. Filters that are probed in turn, more of them than there is room for, thus do not
//! push each other out: those that came first stay, and of the others blocks are read. Filters that
//! are done with do give way. One filter is kept whole however large it is.

use allocator_api2::alloc::Allocator;
use allocator_api2::vec::Vec;

/// What Postgres puts into one row of a TOAST table.
const CHUNK_LEN: usize = 1996;
/// Up to this length reading all of a filter costs no more than reading the head and one block.
pub const SHORT: usize = 4 * CHUNK_LEN;
/// Reading a few blocks is always cheaper.
const FEW_BLOCKS: usize = 4;
/// So large a share of the room may go to filters that are not kept whole: to their heads, and to what
/// is remembered of them.
const SHARE_OF_HEADS: usize = 4;

/// What tells one stored filter from another.
pub trait Key: Copy + Eq {
    /// A number that is evenly spread over all keys.
    fn spread(&self) -> u64;
}

/// What is kept of a filter.
#[derive(Debug)]
pub enum Part<V> {
    /// That there is such a filter.
    Nothing,
    /// Its head.
    Head(V),
    /// All its bytes.
    Whole(V),
}

/// The place of a filter among those that are kept. It is good until the next filter is probed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number(u32);

const NONE: u32 = u32::MAX;

/// The filters that are kept.
pub struct Kept<K, V, A: Allocator> {
    filters: Vec<Filter<K, V>, A>,
    /// The first filter of each bucket.
    buckets: Vec<u32, A>,
    /// A filter that was forgotten, whose place is free; each knows the next one.
    free: u32,
    /// Those kept whole, and the others.
    whole: Order,
    others: Order,
    /// The one probed last.
    last: u32,
    clock: u64,
}

struct Filter<K, V> {
    key: K,
    part: Part<V>,
    /// The length of all its bytes.
    len: usize,
    /// The length of what is kept of it.
    kept_len: usize,
    /// Whether it can be probed in no other way than whole, or that is cheap.
    is_read_whole: bool,
    /// What has been read of it in vain since that moment, in chunks.
    debt: usize,
    since: u64,
    last_used: u64,
    next_in_bucket: u32,
    older: u32,
    newer: u32,
}

/// Filters in the order in which they were probed.
struct Order {
    oldest: u32,
    newest: u32,
    /// What they take.
    bytes: usize,
}

impl Order {
    const EMPTY: Order = Order { oldest: NONE, newest: NONE, bytes: 0 };
}

impl<K, V> Filter<K, V> {
    /// What it takes if so much is kept of it.
    const fn size(kept_len: usize) -> usize {
        size_of::<Filter<K, V>>() + kept_len
    }

    fn is_whole(&self) -> bool {
        matches!(self.part, Part::Whole(_))
    }

    /// From so many chunks on that were read of it, it is worth reading whole.
    fn price(&self) -> usize {
        FEW_BLOCKS.max(self.len / CHUNK_LEN / 2)
    }
}

impl<K: Key, V, A: Allocator + Copy> Kept<K, V, A> {
    /// None yet, in that memory.
    pub fn new_in(memory: A) -> Kept<K, V, A> {
        Kept {
            filters: Vec::new_in(memory),
            buckets: Vec::new_in(memory),
            free: NONE,
            whole: Order::EMPTY,
            others: Order::EMPTY,
            last: NONE,
            clock: 0,
        }
    }

    /// The bytes of a filter if it is the one probed last, and kept whole. It does not panic.
    #[inline]
    pub fn last(&self, key: K) -> Option<&V> {
        match self.filters.get(self.last as usize) {
            Some(Filter { key: own, part: Part::Whole(bytes), .. }) if *own == key => Some(bytes),
            _ => None,
        }
    }

    /// Takes up a filter of that length, which is about to be probed: one that is known, or a new one.
    pub fn take_up(&mut self, key: K, len: usize, is_divisible: bool, room: usize) -> Number {
        self.clock += 1;
        if self.last != NONE {
            // It may have been probed again and again meanwhile.
            self.touch(self.last);
        }
        self.last = match self.position(key) {
            NONE => self.add(key, len, is_divisible, room),
            number => number,
        };
        self.touch(self.last);
        Number(self.last)
    }

    /// What is kept of a filter.
    pub fn part(&self, number: Number) -> &Part<V> {
        &self.at(number.0).part
    }

    /// Whether a filter that is not kept whole is to be: it is worth it, and there is room for it, or
    /// others have given way.
    pub fn makes_room_for(&mut self, number: Number, room: usize) -> bool {
        let filter = self.at(number.0);
        let (since, price, size) = (filter.since, filter.price(), Filter::<K, V>::size(filter.len));
        let fits = |bytes: usize| bytes == 0 || bytes + size <= room;
        if filter.is_whole() || filter.is_read_whole && fits(self.whole.bytes) {
            return !filter.is_whole();
        }
        if filter.debt < price {
            return false;
        }
        let mut left = self.whole.bytes;
        let mut next = self.whole.oldest;
        while !fits(left) && next != NONE && self.at(next).last_used < since {
            left -= Filter::<K, V>::size(self.at(next).kept_len);
            next = self.at(next).newer;
        }
        if !fits(left) {
            let clock = self.clock;
            let filter = self.at_mut(number.0);
            (filter.debt, filter.since) = (0, clock);
            return false;
        }
        while self.whole.oldest != next {
            self.forget(self.whole.oldest);
        }
        true
    }

    /// Keeps a part of a filter, of that length.
    pub fn keep(&mut self, number: Number, part: Part<V>, len: usize) {
        self.unlink(number.0);
        let filter = self.at_mut(number.0);
        (filter.part, filter.kept_len) = (part, len);
        self.link(number.0);
    }

    /// Notes that so many blocks were read of a filter.
    pub fn note_blocks(&mut self, number: Number, blocks: usize) {
        self.at_mut(number.0).debt += blocks;
    }

    /// Notes that all of a filter was read, and not kept.
    pub fn note_whole(&mut self, number: Number) {
        let filter = self.at_mut(number.0);
        filter.debt += filter.price();
    }

    /// What is kept takes so many bytes.
    pub fn bytes(&self) -> usize {
        self.whole.bytes + self.others.bytes
    }

    fn at(&self, number: u32) -> &Filter<K, V> {
        &self.filters[number as usize]
    }

    fn at_mut(&mut self, number: u32) -> &mut Filter<K, V> {
        &mut self.filters[number as usize]
    }

    fn order(&mut self, number: u32) -> &mut Order {
        match self.at(number).is_whole() {
            true => &mut self.whole,
            false => &mut self.others,
        }
    }

    fn touch(&mut self, number: u32) {
        self.unlink(number);
        self.at_mut(number).last_used = self.clock;
        self.link(number);
    }

    /// Puts a filter to the new end of its order.
    fn link(&mut self, number: u32) {
        let size = Filter::<K, V>::size(self.at(number).kept_len);
        let order = self.order(number);
        let newest = std::mem::replace(&mut order.newest, number);
        order.bytes += size;
        match newest {
            NONE => order.oldest = number,
            newest => self.at_mut(newest).newer = number,
        }
        let filter = self.at_mut(number);
        (filter.older, filter.newer) = (newest, NONE);
    }

    fn unlink(&mut self, number: u32) {
        let Filter { older, newer, kept_len, .. } = *self.at(number);
        let order = self.order(number);
        order.bytes -= Filter::<K, V>::size(kept_len);
        if older == NONE {
            order.oldest = newer;
        }
        if newer == NONE {
            order.newest = older;
        }
        if older != NONE {
            self.at_mut(older).newer = newer;
        }
        if newer != NONE {
            self.at_mut(newer).older = older;
        }
    }

    fn bucket(&self, key: K) -> Option<usize> {
        let last = self.buckets.len().checked_sub(1)?;
        Some(key.spread() as usize & last)
    }

    fn position(&self, key: K) -> u32 {
        let mut number = self.bucket(key).map_or(NONE, |bucket| self.buckets[bucket]);
        while number != NONE && self.at(number).key != key {
            number = self.at(number).next_in_bucket;
        }
        number
    }

    fn add(&mut self, key: K, len: usize, is_divisible: bool, room: usize) -> u32 {
        while self.others.oldest != NONE && self.others.bytes > room / SHARE_OF_HEADS {
            self.forget(self.others.oldest);
        }
        let filter = Filter {
            key,
            part: Part::Nothing,
            len,
            kept_len: 0,
            is_read_whole: !is_divisible || len <= SHORT,
            debt: 0,
            since: self.clock,
            last_used: self.clock,
            next_in_bucket: NONE,
            older: NONE,
            newer: NONE,
        };
        let number = match self.free {
            NONE => {
                self.filters.push(filter);
                self.filters.len() as u32 - 1
            }
            number => {
                self.free = self.at(number).next_in_bucket;
                *self.at_mut(number) = filter;
                number
            }
        };
        if self.filters.len() > self.buckets.len() {
            self.widen();
        }
        self.put_into_bucket(number);
        self.link(number);
        number
    }

    fn put_into_bucket(&mut self, number: u32) {
        if let Some(bucket) = self.bucket(self.at(number).key) {
            let first = std::mem::replace(&mut self.buckets[bucket], number);
            self.at_mut(number).next_in_bucket = first;
        }
    }

    /// Twice as many buckets, with all filters that are in one.
    fn widen(&mut self) {
        let known: [u32; 2] = [self.whole.oldest, self.others.oldest];
        let buckets = (self.buckets.len() * 2).max(8);
        self.buckets.clear();
        self.buckets.resize(buckets, NONE);
        for mut number in known {
            while number != NONE {
                self.put_into_bucket(number);
                number = self.at(number).newer;
            }
        }
    }

    fn forget(&mut self, number: u32) {
        self.unlink(number);
        let (key, next) = (self.at(number).key, self.at(number).next_in_bucket);
        if let Some(bucket) = self.bucket(key) {
            let mut before = self.buckets[bucket];
            if before == number {
                self.buckets[bucket] = next;
            } else {
                while self.at(before).next_in_bucket != number {
                    before = self.at(before).next_in_bucket;
                }
                self.at_mut(before).next_in_bucket = next;
            }
        }
        let free = std::mem::replace(&mut self.free, number);
        let filter = self.at_mut(number);
        (filter.part, filter.kept_len, filter.next_in_bucket) = (Part::Nothing, 0, free);
        if self.last == number {
            self.last = NONE;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use allocator_api2::alloc::Global;

    impl Key for u32 {
        fn spread(&self) -> u64 {
            // A few collisions are wanted.
            u64::from(self / 3)
        }
    }

    /// Filters that are probed by a made-up server, which counts what it reads.
    struct Site {
        kept: Kept<u32, u32, Global>,
        room: usize,
        blocks: usize,
        whole: usize,
        heads: usize,
    }

    impl Site {
        fn new(room: usize) -> Site {
            Site { kept: Kept::new_in(Global), room, blocks: 0, whole: 0, heads: 0 }
        }

        fn probe(&mut self, key: u32, len: usize) {
            if let Some(found) = self.kept.last(key) {
                assert_eq!(*found, key);
                return;
            }
            let number = self.kept.take_up(key, len, true, self.room);
            if self.kept.makes_room_for(number, self.room) {
                self.whole += 1;
                self.kept.keep(number, Part::Whole(key), len);
            }
            match self.kept.part(number) {
                Part::Whole(found) => assert_eq!(*found, key),
                Part::Head(found) => {
                    assert_eq!(*found, key);
                    self.blocks += 1;
                    self.kept.note_blocks(number, 1);
                }
                Part::Nothing if len <= SHORT => {
                    self.whole += 1;
                    self.kept.note_whole(number);
                }
                Part::Nothing => {
                    self.heads += 1;
                    self.kept.keep(number, Part::Head(key), 44);
                    self.blocks += 1;
                    self.kept.note_blocks(number, 1);
                }
            }
        }

        fn is_whole(&self, key: u32) -> bool {
            match self.kept.position(key) {
                NONE => false,
                number => self.kept.at(number).is_whole(),
            }
        }
    }

    const LEN: usize = 60 * CHUNK_LEN;
    const PRICE: usize = 30;

    #[test]
    fn a_filter_is_read_whole_once_that_has_cost_half() {
        let mut site = Site::new(10 * LEN);
        for _ in 0..1000 {
            site.probe(1, LEN);
        }
        assert_eq!((site.heads, site.blocks, site.whole), (1, PRICE, 1));
        let mut short = Site::new(10 * LEN);
        (0..9).for_each(|_| short.probe(1, SHORT));
        assert_eq!((short.heads, short.blocks, short.whole), (0, 0, 1));
    }

    #[test]
    fn filters_in_turn_do_not_push_each_other_out() {
        let room = 64 * Filter::<u32, u32>::size(LEN);
        for filters in [10, 64, 65, 100, 300, 1000] {
            let mut site = Site::new(room);
            for _ in 0..200 {
                (0..filters).for_each(|key| site.probe(key, LEN));
            }
            let kept = filters.min(64) as usize;
            assert_eq!(site.whole, kept, "{filters} filters");
            assert_eq!(site.heads, filters as usize);
            assert_eq!(site.blocks, kept * PRICE + (filters as usize - kept) * 200);
            assert!((0..64.min(filters)).all(|key| site.is_whole(key)));
        }
    }

    #[test]
    fn filters_that_are_done_with_give_way() {
        let mut site = Site::new(3 * Filter::<u32, u32>::size(LEN));
        for day in 0..1000 {
            for _ in 0..5 * PRICE {
                // One of them goes on being probed, and stays.
                site.probe(day, LEN);
                site.probe(1_000_000, LEN);
            }
            assert!(site.is_whole(day) && site.is_whole(1_000_000), "day {day}");
        }
        assert_eq!((site.whole, site.blocks), (1001, 1001 * PRICE));
    }

    #[test]
    fn no_more_is_kept_than_there_is_room_for() {
        let room = 1_000_000;
        let mut site = Site::new(room);
        let mut random = 1u64;
        for _ in 0..200_000 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            // Some come often, most once.
            let key = match (random >> 40) % 3 {
                0 => (random >> 50) as u32 % 20,
                1 => (random >> 45) as u32 % 300,
                _ => (random >> 33) as u32,
            };
            site.probe(key, 1000 + key as usize % 200_000);
            assert!(site.kept.bytes() <= room + room / SHARE_OF_HEADS + 1000);
        }
        let known = |mut number: u32| {
            let mut count = 0;
            while number != NONE {
                assert_eq!(site.kept.position(site.kept.at(number).key), number);
                number = site.kept.at(number).newer;
                count += 1;
            }
            count
        };
        let (whole, others) = (known(site.kept.whole.oldest), known(site.kept.others.oldest));
        assert!(whole > 10 && others > 100, "{whole} whole, {others} others");
        assert!(site.kept.filters.len() < 3000);
    }

    #[test]
    fn one_filter_is_kept_however_large() {
        let mut site = Site::new(LEN);
        for _ in 0..4 * PRICE {
            site.probe(1, 2 * LEN);
        }
        assert!(site.is_whole(1));
        // Another one as large does not push it out as long as it is in use.
        for _ in 0..1000 {
            site.probe(1, 2 * LEN);
            site.probe(2, 2 * LEN);
        }
        assert_eq!((site.is_whole(1), site.is_whole(2), site.whole), (true, false, 1));
        for _ in 0..5 * PRICE {
            site.probe(2, 2 * LEN);
        }
        assert_eq!((site.is_whole(1), site.is_whole(2), site.whole), (false, true, 2));
    }

    #[test]
    fn short_filters_in_turn_are_read_each_time_and_those_that_fit_stay() {
        let short = 3 * CHUNK_LEN;
        let mut site = Site::new(10 * Filter::<u32, u32>::size(short));
        for _ in 0..100 {
            (0..20).for_each(|key| site.probe(key, short));
        }
        assert_eq!(site.whole, 10 + 10 * 100);
    }
}
