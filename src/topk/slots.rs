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

#[inline]
pub(super) fn find(slots: &[Slot], arena: &[u8], form: u8, tag: u32, value: &[u8]) -> Found {
    let home = home(tag, slots.len());
    let (before, from_home) = slots.split_at(home);
    let from_home = from_home.iter().zip(home..);
    for (slot, number) in from_home.chain(before.iter().zip(0..)) {
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
    (u64::from(tag) * slots as u64 >> 32) as usize
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
