//! How large the memory of a state is, and how much of it are slots.

use super::entry::entry_len;
use super::layout::HEAD_LEN;
use super::slots::SLOT_LEN;
use crate::table;

/// Length word of Postgres and header of ours.
const OVERHEAD: usize = 4 + HEAD_LEN;
const SMALLEST_SIZE: usize = 64;
/// The allocator of Postgres rounds sizes up to powers of two, up to this one.
const LARGEST_ROUNDED: usize = 8192;

/// Room for entries.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Room {
    /// How many entries.
    pub(super) entries: usize,
    /// How many bytes their values have.
    pub(super) bytes: usize,
}

/// The parts of a buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Parts {
    /// The number of slots.
    pub(super) slots: usize,
    /// The length of the buffer.
    pub(super) len: usize,
}

impl Room {
    /// Room for one more value as well.
    pub(super) fn and(self, value_len: usize) -> Room {
        Room { entries: self.entries + 1, bytes: self.bytes + value_len }
    }

    fn arena_len(self, form: u8) -> usize {
        self.entries * entry_len(form, 0) + self.bytes
    }

    /// The bytes that are needed in Postgres.
    fn size(self, form: u8) -> usize {
        OVERHEAD + table::slots_for(self.entries) * SLOT_LEN + self.arena_len(form)
    }

    /// That many times as much room, in per cent.
    fn percent(self, percent: usize) -> Room {
        let part = |number: usize| (number * percent).div_ceil(100);
        Room { entries: part(self.entries), bytes: part(self.bytes) }
    }

    /// A buffer that has this room, and more where the allocator would waste it.
    pub(super) fn parts(self, form: u8, most_entries: usize) -> Parts {
        let needed = self.size(form);
        if needed > LARGEST_ROUNDED {
            return Parts { slots: table::slots_for(self.entries), len: needed - 4 };
        }
        let size = needed.next_power_of_two().max(SMALLEST_SIZE);
        // More entries of the same kind share what is left.
        let entries = self.entries * (size - OVERHEAD) / (needed - OVERHEAD).max(1);
        let entries = entries.clamp(self.entries, most_entries.max(self.entries));
        Parts { slots: table::slots_for(entries), len: size - 4 }
    }

    /// The room to move to where this one is needed: more, so that not every new value moves the table.
    pub(super) fn grown(self, form: u8, most_entries: usize) -> Room {
        let some = self.percent(125);
        let more = if some.size(form) > LARGEST_ROUNDED { self.percent(200) } else { some };
        Room { entries: more.entries.min(most_entries.max(self.entries)), ..more }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topk::layout::TWO_COUNTS;

    #[test]
    fn a_buffer_has_the_room_that_was_asked_for() {
        for form in [0, TWO_COUNTS] {
            for value_len in [0, 1, 8, 20, 255] {
                for entries in (0..200).chain([1_000, 65_536]) {
                    let room = Room { entries, bytes: entries * value_len };
                    for asked in
                        [room, room.and(value_len), room.and(value_len).grown(form, 65_536)]
                    {
                        let Parts { slots, len } = asked.parts(form, 65_536);
                        assert!(table::load_limit(slots) >= asked.entries);
                        assert!(len >= HEAD_LEN + slots * SLOT_LEN + asked.arena_len(form));
                        let size = len + 4;
                        assert!(size.is_power_of_two() || size > LARGEST_ROUNDED);
                    }
                }
            }
        }
    }

    /// The limit is no more than there are slots for: it need not be looked at where a value is added.
    #[test]
    fn there_are_no_slots_for_more_values_than_the_limit() {
        for limit in [1, 2, 3, 65_536, 65_537, 400_000] {
            for entries in [limit - 1, limit] {
                let room = Room { entries, bytes: 8 * entries }.grown(0, limit);
                let slots = room.parts(0, limit).slots;
                assert!(table::load_limit(slots) <= limit, "{limit}");
            }
        }
    }
}
