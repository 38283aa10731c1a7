//! The slots of a table: where the entry of a value is.

use super::entry::{LENGTH_LEN, counts_len};

pub(super) const SLOT_LEN: usize = 8;

/// The upper half of a hash over a place in the arena plus 1, or zero.
pub(super) type Slot = [u8; SLOT_LEN];

/// Where a value is.
pub(super) enum Found {
    /// The place of its entry in the arena, and its slot.
    Entry { place: usize, slot: usize },
    /// The free slot where it would be.
    Free(usize),
    /// Only a damaged table has no free slot.
    Nowhere,
}

/// Looks for a value. It does not panic, whatever the slots and the arena hold.
#[inline]
pub(super) fn find(slots: &[Slot], arena: &[u8], form: u8, tag: u32, value: &[u8]) -> Found {
    let home = home(tag, slots.len());
    let (before, from_home) = slots.split_at(home);
    let from_home = from_home.iter().zip(home..);
    for (slot, number) in from_home.chain(before.iter().zip(0..)) {
        #[cfg(test)]
        tests::PROBES.set(tests::PROBES.get() + 1);
        let slot = u64::from_le_bytes(*slot);
        if slot == 0 {
            return Found::Free(number);
        }
        if (slot >> 32) as u32 == tag
            && let Some(place) = (slot as u32 as usize).checked_sub(1)
            && is_at(arena, place + counts_len(form), value)
        {
            return Found::Entry { place, slot: number };
        }
    }
    Found::Nowhere
}

/// Whether the length and the bytes of the value stand there.
#[inline]
fn is_at(arena: &[u8], place: usize, value: &[u8]) -> bool {
    arena.get(place..place + LENGTH_LEN + value.len()).is_some_and(|bytes| {
        let (len, bytes) = bytes.split_at(LENGTH_LEN);
        len == (value.len() as u16).to_le_bytes() && bytes == value
    })
}

/// The first slot in which a value may be, among that many.
#[inline]
fn home(tag: u32, slots: usize) -> usize {
    ((u64::from(tag) * slots as u64) >> 32) as usize
}

/// Frees a slot. Those behind it that would not be found any more move up.
pub(super) fn free(slots: &mut [Slot], mut freed: usize) {
    let len = slots.len();
    let after = |slot: usize| if slot + 1 == len { 0 } else { slot + 1 };
    let distance = |from: usize, to: usize| if to >= from { to - from } else { to + len - from };
    let mut next = after(freed);
    for _ in 1..len {
        let slot = u64::from_le_bytes(slots[next]);
        if slot == 0 {
            break;
        }
        let home = home((slot >> 32) as u32, len);
        if distance(home, next) >= distance(freed, next) {
            slots[freed] = slots[next];
            freed = next;
        }
        next = after(next);
    }
    slots[freed] = [0; SLOT_LEN];
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::cell::Cell;

    thread_local! {
        /// How many slots this thread has looked at.
        pub(super) static PROBES: Cell<u64> = const { Cell::new(0) };
    }

    /// How many slots are looked at for each of that many values.
    pub(in crate::topk) fn probes_each(values: u64, body: impl FnOnce()) -> f64 {
        PROBES.set(0);
        body();
        PROBES.get() as f64 / values as f64
    }

    /// Slots of these tags, each of which has its number as its place.
    fn filled(slots: usize, tags: &[u32]) -> Vec<Slot> {
        let mut table = vec![[0; SLOT_LEN]; slots];
        for (tag, number) in tags.iter().zip(1u64..) {
            let free = (home(*tag, slots)..slots).chain(0..slots).find(|at| table[*at] == [0; 8]);
            table[free.expect("a free slot")] = (u64::from(*tag) << 32 | number).to_le_bytes();
        }
        table
    }

    /// Every tag is met before a free slot, on the way from its home.
    fn all_are_found(table: &[Slot]) -> bool {
        let slots = table.len();
        (0..slots).filter(|at| table[*at] != [0; 8]).all(|at| {
            let tag = (u64::from_le_bytes(table[at]) >> 32) as u32;
            let way = (home(tag, slots)..slots).chain(0..slots);
            way.take_while(|step| *step != at).all(|step| table[step] != [0; 8])
        })
    }

    #[test]
    fn what_is_left_is_found_when_a_slot_was_freed() {
        let spread = |number: u32| number.wrapping_mul(0x9e37_79b9);
        let crowded = |number: u32| u32::MAX - number * 1_000;
        for tag in [spread, crowded] {
            for (slots, count) in [(2, 1), (8, 6), (40, 30), (41, 30)] {
                let tags: Vec<u32> = (1..=count).map(tag).collect();
                for freed in 0..slots {
                    let mut table = filled(slots, &tags);
                    let taken = table[freed] != [0; 8];
                    assert!(all_are_found(&table));
                    if taken {
                        free(&mut table, freed);
                        let left = table.iter().filter(|slot| **slot != [0; 8]).count();
                        assert_eq!(left + 1, tags.len());
                        assert!(all_are_found(&table), "{slots} {freed}");
                    }
                }
            }
        }
        // A table without a free slot is damaged.
        let mut full = vec![[1; SLOT_LEN]; 5];
        free(&mut full, 2);
        assert_eq!(full.iter().filter(|slot| **slot != [0; 8]).count(), 4);
    }
}
