//! Hash tables in bytes: open addressing with linear probing, as the in-memory forms use them.
//!
//! A slot is as wide as a key. It holds a key, or zeros where it is free; so no key is zero. The slots
//! are filled to three quarters at most. A key stands in its home slot, or in the first slot behind it
//! that was free, and behind the last slot comes the first.
//!
//! Homes are in the order of the spread keys, whatever the number of slots. So the keys of one table, in
//! the order of its slots, go well into another one that has room for all of them. Into a smaller one
//! that has yet to grow they do not: they would fill its start alone, each behind all those before it,
//! in quadratic time. For those there is [`scattered`].

/// What became of a key that was to be inserted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Insertion {
    /// It took a free slot.
    New,
    /// It was there.
    Known,
    /// There was no room for it.
    Full,
}

/// A slot: the bytes of a number.
pub trait Slot: Copy {
    /// The number, zero where the slot is free.
    fn number(self) -> u64;

    /// The slot of a number, which must fit into it.
    fn of(number: u64) -> Self;
}

impl Slot for [u8; 4] {
    #[inline(always)]
    fn number(self) -> u64 {
        u32::from_le_bytes(self).into()
    }

    #[inline(always)]
    fn of(number: u64) -> [u8; 4] {
        (number as u32).to_le_bytes()
    }
}

impl Slot for [u8; 8] {
    #[inline(always)]
    fn number(self) -> u64 {
        u64::from_le_bytes(self)
    }

    #[inline(always)]
    fn of(number: u64) -> [u8; 8] {
        number.to_le_bytes()
    }
}

/// Inserts a key that is not there yet into the first free slot from its home on, if there is room for
/// another one. It does not panic, whatever the slots hold and wherever the home is.
#[inline(always)]
pub fn insert<S: Slot>(slots: &mut [S], key: u64, home: usize, has_room: bool) -> Insertion {
    let Some((before, from_home)) = slots.split_at_mut_checked(home) else {
        return Insertion::Full;
    };
    for slot in from_home.iter_mut().chain(before) {
        #[cfg(test)]
        tests::PROBES.set(tests::PROBES.get() + 1);
        match slot.number() {
            0 if !has_room => return Insertion::Full,
            0 => {
                *slot = S::of(key);
                return Insertion::New;
            }
            taken if taken == key => return Insertion::Known,
            _ => {}
        }
    }
    Insertion::Full
}

/// The home slot of a key among that many slots. With another seed it is another one, so that whoever
/// chooses the keys cannot choose them to have one home.
///
/// The factor is 2^64 divided by the golden ratio: it spreads keys that follow one another.
#[inline]
pub fn home(key: u64, seed: u16, slots: usize) -> usize {
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    let spread = (key ^ u64::from(seed).wrapping_mul(SPREAD)).wrapping_mul(SPREAD);
    ((u128::from(spread) * slots as u128) >> 64) as usize
}

/// How many keys fit into that many slots.
#[inline]
pub fn load_limit(slots: usize) -> usize {
    slots * 3 / 4
}

/// How many slots that many keys need.
pub fn slots_for(keys: usize) -> usize {
    (keys * 4).div_ceil(3)
}

/// The keys in the order of their slots.
#[inline]
pub fn keys<S: Slot>(slots: &[S]) -> impl Iterator<Item = u64> + Clone + '_ {
    slots.iter().map(|slot| slot.number()).filter(|key| *key != 0)
}

/// The keys from all over the table, to be inserted into one that may have to grow.
#[inline]
pub fn scattered<S: Slot>(slots: &[S]) -> impl Iterator<Item = u64> + Clone + '_ {
    scattered_numbers(slots.len()).map(|at| slots[at].number()).filter(|key| *key != 0)
}

/// The numbers below that one, each once, the first of them spread over the whole range, and so on.
pub fn scattered_numbers(below: usize) -> impl Iterator<Item = usize> + Clone {
    // Numbers without a common divisor come back only after all others.
    let golden = (below as f64 * 0.618) as usize;
    let stride = (golden.max(1)..).find(|stride| greatest_divisor(*stride, below) == 1);
    let stride = stride.unwrap_or(1);
    let mut next = 0;
    (0..below).map(move |_| {
        let at = next;
        next += stride;
        if next >= below {
            next -= below;
        }
        at
    })
}

fn greatest_divisor(one: usize, other: usize) -> usize {
    match other {
        0 => one,
        _ => greatest_divisor(other, one % other),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    thread_local! {
        /// How many slots this thread has looked at.
        pub(super) static PROBES: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
    }

    /// How many slots are looked at for each of that many keys.
    pub(crate) fn probes_each(keys: u64, body: impl FnOnce()) -> f64 {
        PROBES.set(0);
        body();
        PROBES.get() as f64 / keys as f64
    }

    #[test]
    fn a_scattered_order_visits_each_slot_once() {
        for slots in 0..2_000 {
            let mut visited: Vec<usize> = scattered_numbers(slots).collect();
            visited.sort_unstable();
            assert!(visited.into_iter().eq(0..slots), "{slots}");
        }
    }

    #[test]
    fn a_key_is_found_where_it_was_put_and_no_key_too_many_goes_in() {
        for slots in [1, 2, 3, 12, 64, 1_000] {
            let mut table = vec![[0u8; 8]; slots];
            let most = load_limit(slots);
            let insert = |table: &mut Vec<[u8; 8]>, key: u64, has_room: bool| {
                insert(table, key, home(key, 7, slots), has_room)
            };
            for key in 1..=most as u64 {
                assert_eq!(insert(&mut table, key, true), Insertion::New);
            }
            for key in 1..=most as u64 {
                assert_eq!(insert(&mut table, key, false), Insertion::Known);
            }
            assert_eq!(insert(&mut table, u64::MAX, false), Insertion::Full);
            assert_eq!(keys(&table).count(), most);
            let mut found: Vec<u64> = scattered(&table).collect();
            found.sort_unstable();
            assert!(found.into_iter().eq(1..=most as u64));
            assert!(slots_for(most) <= slots && load_limit(slots_for(most)) >= most);
        }
        // A table without a free slot, or without any slot, has no room.
        let mut full = [[1; 4]; 3];
        assert_eq!(super::insert(&mut full, 2, 1, true), Insertion::Full);
        assert_eq!(super::insert(&mut full, 2, 9, true), Insertion::Full);
        assert_eq!(super::insert::<[u8; 4]>(&mut [], 2, 0, true), Insertion::Full);
    }

    /// What `scattered` is for: without it this takes some thousand probes a key.
    #[test]
    fn keys_of_one_table_do_not_crowd_a_smaller_one() {
        let build = |keys: &mut dyn Iterator<Item = u64>| {
            let mut table = vec![[0u8; 4]; 12];
            for (count, key) in keys.enumerate() {
                if count >= load_limit(table.len()) {
                    let mut larger = vec![[0u8; 4]; 2 * table.len()];
                    for key in super::keys(&table) {
                        let home = home(key, 0, larger.len());
                        insert(&mut larger, key, home, true);
                    }
                    table = larger;
                }
                let home = home(key, 0, table.len());
                insert(&mut table, key, home, true);
            }
            table
        };
        let table = build(&mut (1..=30_000));
        let probes = probes_each(30_000, || drop(build(&mut scattered(&table))));
        assert!(probes < 12.0, "{probes}");
        let probes = probes_each(30_000, || drop(build(&mut keys(&table))));
        assert!(probes > 100.0, "{probes}");
    }
}
