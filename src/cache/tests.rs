//! A cache at a made-up server.

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
    cache: Cache<u32, u32, Global>,
    last: Option<Number>,
    room: usize,
    blocks: usize,
    whole: usize,
    heads: usize,
}

impl Site {
    fn new(room: usize) -> Site {
        Site { cache: Cache::new_in(Global), last: None, room, blocks: 0, whole: 0, heads: 0 }
    }

    fn probe(&mut self, key: u32, len: usize) {
        if let Some(found) = self.last.and_then(|last| self.cache.whole(last, key)) {
            assert_eq!(*found, key);
            return;
        }
        let number = self.cache.look_up(key, len, true, self.room);
        self.last = Some(number);
        if self.cache.makes_room_for(number, self.room) {
            self.whole += 1;
            self.cache.put(number, Part::Whole(key), len);
        }
        match self.cache.part(number) {
            Part::Whole(found) => assert_eq!(*found, key),
            Part::Head(found) => {
                assert_eq!(*found, key);
                self.blocks += 1;
                self.cache.note_blocks(number, 1);
            }
            Part::Nothing if len <= SHORT => {
                self.whole += 1;
                self.cache.note_whole(number);
            }
            Part::Nothing => {
                self.heads += 1;
                self.cache.put(number, Part::Head(key), 44);
                self.blocks += 1;
                self.cache.note_blocks(number, 1);
            }
        }
    }

    fn is_whole(&self, key: u32) -> bool {
        match self.cache.filters.find(key) {
            NONE => false,
            number => self.cache.filters.get(number).is_whole(),
        }
    }
}

/// Call sites that share a cache, each of which probes a filter of its own.
#[test]
fn a_filter_that_another_call_site_probes_stays() {
    let mut site = Site::new(3 * Cache::<u32, u32, Global>::size(LEN));
    let mut last = [None; 4];
    for round in 0..10 * PRICE {
        for (key, own) in (0..).zip(&mut last) {
            site.last = *own;
            site.probe(key, LEN);
            *own = site.last;
        }
        if round > PRICE {
            assert!((0..3).all(|key| site.is_whole(key)));
        }
    }
    // Of the one for which there is no room blocks are read.
    assert_eq!((site.whole, site.blocks), (3, 3 * PRICE + 10 * PRICE));
    // Once a filter is probed no more, it gives way, though it is not the one looked up first.
    for _ in 0..5 * PRICE {
        for key in [0, 2, 3] {
            site.last = last[key as usize];
            site.probe(key, LEN);
            last[key as usize] = site.last;
        }
    }
    assert_eq!([0, 1, 2, 3].map(|key| site.is_whole(key)), [true, false, true, true]);
    assert_eq!(site.whole, 4);
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
    let room = 64 * Cache::<u32, u32, Global>::size(LEN);
    for filters in [10, 64, 65, 100, 300, 1000] {
        let mut site = Site::new(room);
        for _ in 0..200 {
            (0..filters).for_each(|key| site.probe(key, LEN));
        }
        let cached = filters.min(64) as usize;
        assert_eq!(site.whole, cached, "{filters} filters");
        assert_eq!(site.heads, filters as usize);
        assert_eq!(site.blocks, cached * PRICE + (filters as usize - cached) * 200);
        assert!((0..64.min(filters)).all(|key| site.is_whole(key)));
    }
}

#[test]
fn filters_that_are_done_with_give_way() {
    let mut site = Site::new(3 * Cache::<u32, u32, Global>::size(LEN));
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
fn no_more_is_cached_than_there_is_room_for() {
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
        assert!(site.cache.bytes() <= room + room / SHARE_OF_HEADS + 1000);
    }
    let (whole, others) = (site.cache.filters.count(WHOLE), site.cache.filters.count(OTHERS));
    assert!(whole > 10 && others > 100, "{whole} whole, {others} others");
    assert!(site.cache.filters.places() < 3000);
}

#[test]
fn one_filter_is_cached_however_large() {
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
    let mut site = Site::new(10 * Cache::<u32, u32, Global>::size(short));
    for _ in 0..100 {
        (0..20).for_each(|key| site.probe(key, short));
    }
    assert_eq!(site.whole, 10 + 10 * 100);
}
