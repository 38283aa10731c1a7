//! Merging and subtracting: counters are added to others, or taken from them.

use super::cells::{Counter, Dense, with_counters};
use super::columns::counters;
use super::error::{shape_mismatch, underflow};
use super::layout::{FORM, HASHES, NARROW, Slot, count, find, key, set_count};
use super::parameters::Shape;
use super::state::{Parts, State, pairs};
use super::stored::{Body, Stored};
use super::view::View;
use crate::domain::{Domain, common_domain};
use crate::error::Result;
use crate::hash::SketchHash;
use crate::sketch::Buffer;

impl<B: Buffer> State<B> {
    /// Adds all that another sketch holds.
    #[inline(always)]
    pub fn merge_view(&mut self, other: &View<'_>) -> Result<()> {
        self.make_compatible(other.domain(), other.shape())?;
        if other.total() == 0 {
            return Ok(());
        }
        self.take(other.domain(), other.total())?;
        match other {
            View::InMemory(state) => match state.parts() {
                Parts::Hashes(slots) => {
                    if self.head()[FORM] == HASHES {
                        self.make_room(pairs(slots).count());
                    }
                    pairs(slots).for_each(|(bits, count)| {
                        self.increase_hash(SketchHash::from_stored_bits(bits), count);
                    });
                }
                Parts::Cells(slots) => {
                    self.make_cells();
                    self.make_room(pairs(slots).count());
                    pairs(slots)
                        .for_each(|(key, count)| self.increase_cell(key as usize - 1, count));
                }
                Parts::Narrow(cells) => self.add_all(Dense::Four(cells)),
                Parts::Wide(cells) => self.add_all(Dense::Eight(cells)),
            },
            View::Stored(Stored { body: Body::Dense(dense), .. }) => self.add_all(*dense),
            View::Stored(Stored { body: Body::Sparse(sparse), .. }) => {
                self.make_cells();
                self.make_room(sparse.most());
                sparse.try_visit(|at, count| self.increase_cell(at, count))?;
            }
        }
        Ok(())
    }

    /// Makes ready for what another sketch holds. An empty sketch takes its shape; two empty ones make one
    /// of the smaller shape, in whichever order they come.
    fn make_compatible(&mut self, domain: Option<Domain>, shape: Shape) -> Result<()> {
        let own = self.shape();
        if self.is_empty() && (domain.is_some() || shape < own) && shape != own {
            *self = State::new(shape);
        }
        match domain {
            Some(_) if self.shape() != shape => Err(shape_mismatch(self.shape(), shape)),
            _ => Ok(()),
        }
    }

    /// Adds to all counters.
    #[inline(always)]
    fn add_all(&mut self, other: Dense<'_>) {
        #[inline(always)]
        fn add<C: Counter, D: Counter>(own: &mut [C], other: &[D]) {
            own.iter_mut()
                .zip(other)
                .for_each(|(own, other)| *own = C::of(own.value().wrapping_add(other.value())));
        }
        self.make_counters();
        let (head, rest) = self.split();
        match head[FORM] {
            NARROW => {
                let own = rest.as_chunks_mut::<4>().0;
                with_counters!(other, counters => add(own, counters))
            }
            _ => {
                let own = rest.as_chunks_mut::<8>().0;
                with_counters!(other, counters => add(own, counters))
            }
        }
    }

    /// Takes out all that another sketch holds.
    pub fn subtract_view(&mut self, other: &View<'_>) -> Result<()> {
        if other.total() == 0 {
            return Ok(());
        }
        if self.shape() != other.shape() && !self.is_empty() {
            return Err(shape_mismatch(self.shape(), other.shape()));
        }
        let hashes = match other {
            View::InMemory(state) => match state.parts() {
                Parts::Hashes(slots) => pairs(slots).collect(),
                _ => Vec::new(),
            },
            View::Stored(_) => Vec::new(),
        };
        self.take_out(other.domain(), other.total(), |state| {
            if state.take_hashes(&hashes) {
                return Ok(());
            }
            match other {
                View::Stored(Stored { body: Body::Dense(dense), .. }) => state.take_all(*dense),
                _ => {
                    state.make_cells();
                    state.take_cells(|visit| other.visit(visit))
                }
            }
        })
    }

    /// Takes out occurrences of a value.
    pub fn remove(&mut self, (hash, weight): (SketchHash, u64)) -> Result<()> {
        let shape = self.shape();
        self.take_out(Some(hash.domain()?), weight, |state| {
            if state.take_hashes(&[(hash.bits(), weight)]) {
                return Ok(());
            }
            state.make_cells();
            state.take_cells(|visit| {
                counters(hash, shape).for_each(|at| visit(at, weight));
                Ok(())
            })
        })
    }

    /// Takes that much out of the total, and what the body takes out of all else. Nothing changes if that
    /// is more than there is.
    fn take_out(
        &mut self,
        domain: Option<Domain>,
        weight: u64,
        body: impl FnOnce(&mut State<B>) -> Result<()>,
    ) -> Result<()> {
        let domain = common_domain(self.domain(), domain)?;
        let left = self.total().checked_sub(weight).ok_or_else(underflow)?;
        if weight > 0 {
            body(self)?;
            self.set(domain.filter(|_| left > 0), left);
        }
        Ok(())
    }

    /// Takes out hashes, if all of these are there as often. There are some.
    fn take_hashes(&mut self, hashes: &[(u64, u64)]) -> bool {
        let (head, rest) = self.split();
        if head[FORM] != HASHES || hashes.is_empty() {
            return false;
        }
        let slots: &mut [Slot] = rest.as_chunks_mut().0;
        let mut found = Vec::with_capacity(hashes.len());
        for (bits, less) in hashes {
            match find(head, slots, *bits) {
                Some(at) if key(&slots[at]) == *bits && count(&slots[at]) >= *less => {
                    found.push((at, count(&slots[at]) - less));
                }
                _ => return false,
            }
        }
        found.iter().for_each(|(at, left)| set_count(&mut slots[*at], *left));
        true
    }

    /// Takes from the counters that are visited, if none of them becomes negative. There are no hashes.
    fn take_cells(
        &mut self,
        visit: impl Fn(&mut dyn FnMut(usize, u64)) -> Result<()>,
    ) -> Result<()> {
        let mut is_there = true;
        visit(&mut |at, less| is_there &= self.cell(at) >= less)?;
        match is_there {
            true => visit(&mut |at, less| self.increase_cell(at, less.wrapping_neg())),
            false => Err(underflow()),
        }
    }

    /// Takes from all counters, if none of them becomes negative.
    fn take_all(&mut self, other: Dense<'_>) -> Result<()> {
        fn take<C: Counter, D: Counter>(own: &mut [C], other: &[D]) -> Result<()> {
            if own.iter().zip(other).any(|(own, less)| own.value() < less.value()) {
                return Err(underflow());
            }
            own.iter_mut()
                .zip(other)
                .for_each(|(own, less)| *own = C::of(own.value() - less.value()));
            Ok(())
        }
        self.make_counters();
        let (head, rest) = self.split();
        match head[FORM] {
            NARROW => {
                let own = rest.as_chunks_mut::<4>().0;
                with_counters!(other, counters => take(own, counters))
            }
            _ => {
                let own = rest.as_chunks_mut::<8>().0;
                with_counters!(other, counters => take(own, counters))
            }
        }
    }
}
