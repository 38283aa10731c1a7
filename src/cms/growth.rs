//! How a state grows: from slots to more slots, from hashes to their counters, and from slots to counters.

use super::cells::Cells;
use super::layout::{CELLS, FORM, HASHES, SLOT_LEN, slots_for, taken};
use super::parameters::Shape;
use super::state::{Parts, State, pairs};
use crate::hash::SketchHash;
use crate::sketch::Buffer;
use crate::table::load_limit;

impl<B: Buffer> State<B> {
    /// Makes room for that many more keys: slots, or counters where slots would take as much.
    pub(super) fn make_room(&mut self, more: usize) {
        let (form, shape) = (self.head()[FORM], self.shape());
        let (Parts::Hashes(slots) | Parts::Cells(slots)) = self.parts() else { return };
        if taken(self.head()) + more <= load_limit(slots.len()) {
            return;
        }
        let live = pairs(slots).count();
        // Room is left for half as many again, so that this seldom happens.
        let keys = live + more + live / 2;
        match slots_for(keys) * SLOT_LEN < 4 * shape.counters() {
            true => self.change_to(|shape| State::with_slots(form, shape, keys)),
            false => self.make_counters(),
        }
    }

    /// Replaces slots by counters.
    pub(super) fn make_counters(&mut self) {
        if matches!(self.head()[FORM], HASHES | CELLS) {
            let total = self.total();
            self.change_to(|shape| State::with_counters(shape, total));
        }
    }

    /// Replaces hashes by the counters of these, in slots.
    pub(super) fn make_cells(&mut self) {
        if let Parts::Hashes(slots) = self.parts() {
            let keys = pairs(slots).count() * usize::from(self.shape().depth);
            match slots_for(keys) * SLOT_LEN < 4 * self.shape().counters() {
                true => self.change_to(|shape| State::with_slots(CELLS, shape, keys)),
                false => self.make_counters(),
            }
        }
    }

    /// Moves all to another form, which has room for it.
    pub(super) fn change_to(&mut self, make: impl FnOnce(Shape) -> State<B>) {
        let shape = self.shape();
        let mut other = make(shape);
        match self.parts() {
            Parts::Hashes(slots) => pairs(slots).for_each(|(bits, count)| {
                other.increase_hash(SketchHash::from_stored_bits(bits), count);
            }),
            Parts::Cells(slots) => {
                pairs(slots).for_each(|(key, count)| other.increase_cell(key as usize - 1, count));
            }
            Parts::Narrow(cells) => cells.visit(|at, count| other.increase_cell(at, count)),
            Parts::Wide(cells) => cells.visit(|at, count| other.increase_cell(at, count)),
        }
        other.set(self.domain(), self.total());
        *self = other;
    }
}
