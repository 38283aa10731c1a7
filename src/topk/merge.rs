//! Merging: all that one sketch counts is added to another. And taking it away again.

use super::entry::Entry;
use super::error::capacity_mismatch;
use super::layout::{CUT, FRAME, TWO_COUNTS, decrease};
use super::state::State;
use super::view::View;
use crate::domain::{Domain, common_domain};
use crate::error::Result;
use crate::sketch::Buffer;
use crate::value::{Value, shortened};

impl<B: Buffer> State<B> {
    /// What stored bytes or another state hold, in memory of its own.
    pub fn from_view(view: &View) -> Result<State<B>> {
        let mut state = State::empty(view.capacity(), 0);
        if let View::InMemory(other) = view {
            state = other.moved(other.form() & !FRAME, other.room());
        } else {
            state.merge_view(view)?;
        }
        Ok(state)
    }

    /// Adds all that another state counts.
    pub fn merge<C: AsRef<[u8]>>(&mut self, other: &State<C>) -> Result<()> {
        self.merge_view(&other.view())
    }

    /// Adds all that another sketch counts, stored or in memory. If the total would become too high, nothing
    /// is changed.
    pub fn merge_view(&mut self, other: &View) -> Result<()> {
        self.make_compatible(other)?;
        let total = self.total_with(other.total())?;
        if other.entry_count() == 0 {
            return Ok(());
        }
        self.set_domain(other.domain());
        if self.entry_count() == 0 {
            let form = self.form() | if other.bound() > 0 { TWO_COUNTS } else { 0 };
            *self = self.moved(form, other.room());
        }
        if other.bound() > 0 {
            self.need_two_counts();
        }
        other.visit(|entry| self.increase(entry))?;
        self.set_total(total);
        self.set_bound(self.bound().saturating_add(other.bound()));
        if let View::InMemory(state) = other
            && state.was_cut()
        {
            self.set_form(self.form() | CUT);
        }
        Ok(())
    }

    /// Refuses values of another domain, and a sketch of another capacity unless one of both is empty. An
    /// empty one takes the capacity of the other; of two empty ones both have the lower one then.
    fn make_compatible(&mut self, other: &View) -> Result<()> {
        common_domain(self.domain(), other.domain())?;
        let (own, others) = (self.capacity(), other.capacity());
        if own == others {
            return Ok(());
        }
        match (self.is_empty(), other.domain()) {
            (true, Some(_)) => *self = State::empty(others, self.form() & FRAME),
            (true, None) => *self = State::empty(own.min(others), self.form() & FRAME),
            (false, None) => {}
            (false, Some(_)) => return Err(capacity_mismatch(own, others)),
        }
        Ok(())
    }

    /// Takes occurrences of a value away, which were added before. Returns false if that cannot be done:
    /// values were dropped since, or there never were as many. Then the state must not be used any more.
    pub fn remove(&mut self, (value, weight): (Value<'_>, u64)) -> Result<bool> {
        let domain = value.domain()?;
        common_domain(self.domain(), Some(domain))?;
        let kept = shortened(domain, value.bytes());
        let entry = Entry { above: weight, lower: weight, value: &kept };
        let total = self.total().checked_sub(weight);
        let Some(total) = total.filter(|_| !self.was_cut()) else { return Ok(false) };
        Ok(weight == 0 || self.decrease(entry) && self.leave(total, self.bound()))
    }

    /// Takes away all that another sketch counts, which was merged before. Returns false if that cannot be
    /// done, as in [`State::remove`].
    pub fn unmerge(&mut self, other: &View) -> Result<bool> {
        common_domain(self.domain(), other.domain())?;
        if other.entry_count() == 0 {
            return Ok(true);
        }
        let left = self.total().checked_sub(other.total());
        let left = left.zip(self.bound().checked_sub(other.bound()));
        let Some((total, bound)) = left.filter(|_| !self.was_cut()) else { return Ok(false) };
        let mut complete = self.capacity() == other.capacity();
        other.visit(|entry| {
            complete = complete && self.decrease(entry);
            Ok(())
        })?;
        Ok(complete && self.leave(total, bound))
    }

    fn decrease(&mut self, entry: Entry) -> bool {
        let (head, rest) = self.parts_mut();
        decrease(head, rest, entry)
    }

    /// Sets what is left when entries have been taken away.
    fn leave(&mut self, total: u64, bound: u64) -> bool {
        self.set_total(total);
        self.set_bound(bound);
        if self.entry_count() > 0 {
            return total > 0;
        }
        self.set_domain(None::<Domain>);
        total == 0 && bound == 0
    }
}
