//! Values by key, in two orders of last use: what a cache is made of.
//!
//! A value has a number, by which it is found without its key. All of it lives in memory of one
//! allocator: the values in a vector, chained by numbers to the buckets of a hash table and to the order
//! that each is in.

use allocator_api2::alloc::Allocator;
use allocator_api2::vec::Vec;

/// What tells one value from another.
pub trait Key: Copy + Eq {
    /// A number that is evenly spread over all keys.
    fn spread(&self) -> u64;
}

/// No value.
pub(super) const NONE: u32 = u32::MAX;

/// The values. `order` is 0 or 1.
pub(super) struct Lru<K, T, A: Allocator> {
    entries: Vec<Entry<K, T>, A>,
    /// The first value of each bucket.
    buckets: Vec<u32, A>,
    /// The place of a value that was removed; each knows the next one.
    free: u32,
    orders: [Order; 2],
}

pub(super) struct Entry<K, T> {
    key: K,
    value: T,
    size: usize,
    order: usize,
    next_in_bucket: u32,
    older: u32,
    newer: u32,
}

#[derive(Clone, Copy)]
struct Order {
    oldest: u32,
    newest: u32,
    /// The sum of the sizes.
    size: usize,
}

impl<K: Key, T, A: Allocator + Copy> Lru<K, T, A> {
    pub(super) fn new_in(memory: A) -> Lru<K, T, A> {
        let empty = Order { oldest: NONE, newest: NONE, size: 0 };
        Lru {
            entries: Vec::new_in(memory),
            buckets: Vec::new_in(memory),
            free: NONE,
            orders: [empty; 2],
        }
    }

    pub(super) fn get(&self, number: u32) -> &T {
        &self.entries[number as usize].value
    }

    pub(super) fn get_mut(&mut self, number: u32) -> &mut T {
        &mut self.entries[number as usize].value
    }

    /// The value of that number if it has that key. It does not panic.
    #[inline]
    pub(super) fn get_if(&mut self, number: u32, key: K) -> Option<&mut T> {
        let entry = self.entries.get_mut(number as usize);
        entry.filter(|entry| entry.key == key).map(|entry| &mut entry.value)
    }

    /// The number of the value of a key.
    pub(super) fn find(&self, key: K) -> u32 {
        let mut number = self.bucket(key).map_or(NONE, |bucket| self.buckets[bucket]);
        while number != NONE && self.at(number).key != key {
            number = self.at(number).next_in_bucket;
        }
        number
    }

    /// The oldest value of an order.
    pub(super) fn oldest(&self, order: usize) -> u32 {
        self.orders[order].oldest
    }

    /// The next newer value of the same order.
    pub(super) fn newer(&self, number: u32) -> u32 {
        self.at(number).newer
    }

    pub(super) fn size_of(&self, number: u32) -> usize {
        self.at(number).size
    }

    /// The sum of the sizes in an order.
    pub(super) fn size(&self, order: usize) -> usize {
        self.orders[order].size
    }

    /// Adds a value of a new key, as the newest one.
    pub(super) fn insert(&mut self, key: K, value: T, size: usize, order: usize) -> u32 {
        let links = (NONE, NONE, NONE);
        let (next_in_bucket, older, newer) = links;
        let entry = Entry { key, value, size, order, next_in_bucket, older, newer };
        let number = match self.free {
            NONE => {
                self.entries.push(entry);
                self.entries.len() as u32 - 1
            }
            number => {
                self.free = self.at(number).next_in_bucket;
                *self.at_mut(number) = entry;
                number
            }
        };
        if self.entries.len() > self.buckets.len() {
            self.widen();
        }
        self.put_into_bucket(number);
        self.link(number);
        number
    }

    /// Makes a value the newest one, of that size and in that order.
    pub(super) fn change(&mut self, number: u32, size: usize, order: usize) {
        self.unlink(number);
        let entry = self.at_mut(number);
        (entry.size, entry.order) = (size, order);
        self.link(number);
    }

    /// Makes a value the newest one.
    pub(super) fn touch(&mut self, number: u32) {
        self.unlink(number);
        self.link(number);
    }

    /// Forgets the key of a value. The value stays until its place is needed.
    pub(super) fn remove(&mut self, number: u32) {
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
        self.at_mut(number).next_in_bucket = free;
    }

    fn at(&self, number: u32) -> &Entry<K, T> {
        &self.entries[number as usize]
    }

    fn at_mut(&mut self, number: u32) -> &mut Entry<K, T> {
        &mut self.entries[number as usize]
    }

    fn link(&mut self, number: u32) {
        let Entry { size, order, .. } = *self.at(number);
        let order = &mut self.orders[order];
        let newest = std::mem::replace(&mut order.newest, number);
        order.size += size;
        match newest {
            NONE => order.oldest = number,
            newest => self.at_mut(newest).newer = number,
        }
        let entry = self.at_mut(number);
        (entry.older, entry.newer) = (newest, NONE);
    }

    fn unlink(&mut self, number: u32) {
        let Entry { older, newer, size, order, .. } = *self.at(number);
        let order = &mut self.orders[order];
        order.size -= size;
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

    fn put_into_bucket(&mut self, number: u32) {
        if let Some(bucket) = self.bucket(self.at(number).key) {
            let first = std::mem::replace(&mut self.buckets[bucket], number);
            self.at_mut(number).next_in_bucket = first;
        }
    }

    /// Makes twice as many buckets, with all values that are in an order.
    fn widen(&mut self) {
        let buckets = (self.buckets.len() * 2).max(8);
        self.buckets.clear();
        self.buckets.resize(buckets, NONE);
        for mut number in self.orders.map(|order| order.oldest) {
            while number != NONE {
                self.put_into_bucket(number);
                number = self.at(number).newer;
            }
        }
    }
}

#[cfg(test)]
impl<K: Key, T, A: Allocator + Copy> Lru<K, T, A> {
    /// How many values an order has; each of them is found by its key.
    pub(super) fn count(&self, order: usize) -> usize {
        let mut number = self.oldest(order);
        let mut count = 0;
        while number != NONE {
            assert_eq!(self.find(self.at(number).key), number);
            number = self.newer(number);
            count += 1;
        }
        count
    }

    /// How many places there are, free or not.
    pub(super) fn places(&self) -> usize {
        self.entries.len()
    }
}
