//! The memory that aggregates work in.
//!
//! The transition value is a sketch at work, a varlena in the aggregate's memory context, changed in
//! place. Where it grows, the function returns a new one in the current context: the executor copies
//! that into the aggregate's context and frees the old one.

use super::call::{Call, Returned};
use super::datum::{FromSql, IntoSql, Later};
use super::error::{SqlResult, not_in_an_aggregate};
use super::processor::{fetch, vectorized};
use super::varlena::{Memory, Raw};
use crate::hash::SketchHash;
use crate::sketch::Aggregate;
use pgrx::pg_sys;
use std::marker::PhantomData;

/// The transition value of an aggregate.
pub struct Transition<T> {
    datum: pg_sys::Datum,
    marker: PhantomData<T>,
}

impl<T> Clone for Transition<T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Transition<T> {}

impl<T> FromSql<'_> for Transition<T> {
    /// The type of the sketch, as the state of an aggregate.
    #[inline]
    unsafe fn from_sql(datum: pg_sys::Datum) -> Transition<T> {
        Transition { datum, marker: PhantomData }
    }
}

impl<T> IntoSql for Transition<T> {
    #[inline]
    fn into_sql(self, _: pg_sys::FunctionCallInfo) -> pg_sys::Datum {
        self.datum
    }
}

impl<T> From<Memory> for Transition<T> {
    /// That of a sketch of the type, which is new.
    fn from(memory: Memory) -> Transition<T> {
        Transition { datum: memory.into_datum(), marker: PhantomData }
    }
}

impl<T: Aggregate<Memory, Item = SketchHash>> Transition<T> {
    /// Its memory, as that of a sketch at work is.
    ///
    /// The executor has copied it into the aggregate's own memory, so it may be written to. What its
    /// bytes say is checked by whoever takes them up.
    #[inline]
    fn memory(self) -> Option<Memory> {
        // SAFETY: the transition value is a varlena, and the aggregate alone refers to it.
        unsafe { Memory::of(self.datum) }
    }

    /// Adds a value in place, if it is as simple as that: this cannot panic.
    #[inline]
    pub fn add_in_place(self, call: Call<'_>, hash: SketchHash) -> bool {
        let Some(mut memory) = self.memory() else { return false };
        match call.is_in_window() {
            // Whoever asks for a result after each row would have to add it at once all the same.
            true => T::add_in_place(memory.as_mut(), hash),
            false => T::add_later(memory.as_mut(), hash, fetch),
        }
    }

    /// Whether its bytes are at hand and pass the test.
    #[inline]
    pub fn is(self, test: impl FnOnce(&[u8]) -> bool) -> bool {
        self.memory().is_some_and(|memory| test(memory.as_ref()))
    }

    /// The sketch at work: the aggregate's own memory where it already is one, else a copy.
    fn resume(self) -> SqlResult<T::State> {
        match self.memory().filter(|memory| T::is_state(memory.as_ref())) {
            Some(memory) => Ok(T::resume(memory)?),
            None => {
                // SAFETY: the transition value is a sketch of that type.
                let value = unsafe { Raw::<T>::from_sql(self.datum) };
                Ok(vectorized(
                    #[inline(always)]
                    || T::copy(value.bytes()),
                )?)
            }
        }
    }
}

/// The sketch at work that is the first argument of a support function.
pub fn resume<T: Aggregate<Memory, Item = SketchHash>>(
    call: Call<'_>,
    state: Option<Transition<T>>,
) -> SqlResult<Option<T::State>> {
    match call.is_in_aggregate() {
        true => state.map(Transition::resume).transpose(),
        false => Err(not_in_an_aggregate()),
    }
}

/// Adds the sketch that is the second argument to the one at work, for aggregates over sketches; the
/// state of another process, to be combined, arrives as a sketch at work.
pub fn union<T: Aggregate<Memory, Item = SketchHash>>(
    call: Call<'_>,
    state: Option<Transition<T>>,
    other: Option<Later<Raw<'_, T>>>,
) -> Returned<Transition<T>> {
    call.guarded(|| {
        let state = resume(call, state)?;
        let state = match (state, other.map(Later::take)) {
            (state, None) => state,
            (None, Some(other)) => Some(vectorized(
                #[inline(always)]
                || T::copy(other.bytes()),
            )?),
            (Some(mut state), Some(other)) => {
                vectorized(
                    #[inline(always)]
                    || <T as Aggregate<Memory>>::merge(&mut state, other.bytes()),
                )?;
                Some(state)
            }
        };
        Ok(state.map(|state| T::into_buffer(state).into()))
    })
}
