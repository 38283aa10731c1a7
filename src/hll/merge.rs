//! Merging: all that one sketch holds is added to another.

use super::dense::DenseRef;
use super::error::precision_mismatch;
use super::layout::HEADER_LEN;
use super::sparse::SparseRef;
use super::state::State;
use super::stored::{Body, Stored};
use super::view::View;
use crate::domain::Domain;
use crate::error::Result;
use crate::sketch::Buffer;

impl<B: Buffer> State<B> {
    /// Adds all that the stored bytes hold.
    #[inline(always)]
    pub fn merge_stored(&mut self, other: &Stored) -> Result<()> {
        self.make_compatible(other.domain, other.precision)?;
        self.merge_body(&other.body)
    }

    /// Adds all that another state holds.
    #[inline(always)]
    pub fn merge<C: AsRef<[u8]>>(&mut self, other: &State<C>) -> Result<()> {
        self.make_compatible(other.domain(), other.precision())?;
        match other.registers() {
            Some(registers) => {
                self.need_registers();
                let own = &mut self.buffer_mut()[HEADER_LEN..];
                own.iter_mut().zip(registers).for_each(|(own, other)| *own = (*own).max(*other));
            }
            None => {
                self.reserve(other.entry_count());
                other.scattered_entries().for_each(|entry| self.insert(entry));
            }
        }
        Ok(())
    }

    /// Makes ready for what another sketch holds: takes on its domain, and where this one is empty
    /// its precision. Two empty ones make one of the lower precision, in whichever order they come.
    pub(super) fn make_compatible(&mut self, domain: Option<Domain>, precision: u8) -> Result<()> {
        let yields = match domain {
            Some(_) => precision != self.precision(),
            None => precision < self.precision(),
        };
        if yields && self.is_empty() {
            *self = State::with_room(precision, 0, 1);
        }
        match domain {
            None => Ok(()),
            Some(_) if self.precision() == precision => self.take_domain(domain),
            Some(_) => Err(precision_mismatch(self.precision(), precision)),
        }
    }

    #[inline(always)]
    pub(super) fn merge_body(&mut self, body: &Body) -> Result<()> {
        match body {
            Body::Empty => Ok(()),
            Body::Sparse(list) => self.merge_entries(list),
            Body::Dense(registers) => self.merge_registers(registers),
        }
    }

    fn merge_entries(&mut self, list: &SparseRef) -> Result<()> {
        self.reserve(list.count());
        for entry in list.entries() {
            self.insert(entry?);
        }
        Ok(())
    }

    #[inline(always)]
    fn merge_registers(&mut self, registers: &DenseRef) -> Result<()> {
        self.need_registers();
        let precision = self.precision();
        registers.merge_into(&mut self.buffer_mut()[HEADER_LEN..], precision)
    }

    /// Adds all that another sketch holds, stored or in memory.
    #[inline(always)]
    pub fn merge_view(&mut self, other: &View) -> Result<()> {
        match other {
            View::Stored(stored) => self.merge_stored(stored),
            View::InMemory(state) => self.merge(state),
        }
    }
}
