//! The transition state of an aggregate, and the support functions that all types have.
//!
//! The state is the in-memory form of a sketch, a varlena in the aggregate's memory context, and is
//! changed in place. When it grows, the function returns a new one in the current context: the executor
//! copies that into the aggregate's context and frees the old one.

use crate::error::Result;
use crate::hash::SketchHash;
use crate::pg::boundary::argument::Raw;
use crate::pg::boundary::buffer::{Memory, Varlena};
use crate::pg::boundary::call::{Call, Returned};
use crate::pg::boundary::datum::{FromSql, IntoSql, Later};
use crate::pg::boundary::error::{SqlResult, not_in_an_aggregate};
use crate::pg::boundary::processor::{fetch, vectorized};
use crate::sketch::{Aggregate, Buffer};
use pgrx::pg_sys;
use std::marker::PhantomData;

/// A sketch that is the result of an aggregate.
pub trait Finish: Aggregate<Memory> {
    /// The result for a transition state.
    fn result(state: &[u8]) -> Result<Varlena> {
        Ok(Self::read(state)?.encode().into())
    }
}

/// The parameters that a row passes to an aggregate. Each of them may be NULL.
pub trait Passed<T: Aggregate<Memory>>: Copy {
    /// Whether a state has these parameters: this cannot panic, whatever the bytes are.
    fn are_those_of(self, state: &[u8]) -> bool;

    /// The parameters, checked; none if there are none to pass.
    fn checked(self) -> Result<Option<T::Parameters>>;
}

impl<T: Aggregate<Memory>> Passed<T> for () {
    #[inline]
    fn are_those_of(self, _: &[u8]) -> bool {
        true
    }

    fn checked(self) -> Result<Option<T::Parameters>> {
        Ok(None)
    }
}

/// The transition state of an aggregate.
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

impl<T: Aggregate<Memory>> Transition<T> {
    /// Its memory, unless it is the value of an expanded object, say.
    ///
    /// The executor has copied it into the aggregate's own memory, so it may be written to. Whoever
    /// resumes from it checks its bytes.
    #[inline]
    fn memory(self) -> Option<Memory> {
        // SAFETY: the transition state is a varlena, and the aggregate alone refers to it.
        unsafe { Memory::of(self.datum) }
    }

    /// Adds an item in place, if nothing else has to change for it and the parameters are the same. This
    /// can neither fail nor panic. A row of NULL adds nothing.
    #[inline]
    fn add_in_place(
        self,
        call: Call<'_>,
        item: Option<T::Item<'_>>,
        parameters: impl Passed<T>,
    ) -> bool {
        let Some(mut memory) = self.memory() else { return false };
        parameters.are_those_of(memory.as_ref())
            && item.is_none_or(|item| match call.is_in_window() {
                // A result may be asked for after each row, so nothing is gained by waiting.
                true => T::add_in_place(memory.as_mut(), item),
                false => T::add_later(memory.as_mut(), item, fetch),
            })
    }

    /// The sketch: in the aggregate's own memory where that has the in-memory form, else a copy.
    fn resume(self) -> SqlResult<T::State> {
        match self.memory().filter(|memory| T::is_state(memory.as_ref())) {
            Some(memory) => Ok(T::resume(memory)?),
            None => {
                // SAFETY: the transition state is a sketch of that type.
                let value = unsafe { Raw::<T>::from_sql(self.datum) };
                Ok(copy::<T>(value.bytes())?)
            }
        }
    }

    /// Whether it is a stored form.
    pub(super) fn is_encoded(self) -> bool {
        self.memory().is_some_and(|memory| T::is_encoded(memory.as_ref()))
    }

    /// The stored form of a sketch of nothing.
    pub(super) fn of_nothing() -> Result<Transition<T>> {
        let nothing = T::into_buffer(T::start(None)?);
        let stored = Memory::copy_of(&T::read(nothing.as_ref())?.encode());
        Ok(Transition { datum: stored.into_datum(), marker: PhantomData })
    }

    pub(super) fn from_state(state: T::State) -> Transition<T> {
        Transition { datum: T::into_buffer(state).into_datum(), marker: PhantomData }
    }
}

/// The transition function of an aggregate over hashes, without parameters.
pub fn add<T: for<'item> Aggregate<Memory, Item<'item> = SketchHash>>(
    call: Call<'_>,
    state: Option<Transition<T>>,
    value: Option<SketchHash>,
) -> Returned<Transition<T>> {
    add_with(call, state, Ok(value), ())
}

/// Adds a row of an aggregate over values, whose item may be refused.
#[inline]
pub fn add_with<T: Aggregate<Memory>>(
    call: Call<'_>,
    state: Option<Transition<T>>,
    item: Result<Option<T::Item<'_>>>,
    parameters: impl Passed<T>,
) -> Returned<Transition<T>> {
    match (state, &item) {
        (Some(state), Ok(item))
            if call.is_in_aggregate() && state.add_in_place(call, *item, parameters) =>
        {
            call.value(state)
        }
        _ => call.guarded(|| {
            let parameters = parameters.checked()?;
            let mut state = match (resume(call, state)?, parameters) {
                (None, parameters) if call.is_in_window() => T::into_frame(T::start(parameters)?),
                (None, parameters) => T::start(parameters)?,
                (Some(state), None) => state,
                (Some(state), Some(parameters)) => {
                    T::check_unchanged(&state, parameters)?;
                    state
                }
            };
            if let Some(item) = item? {
                <T as Aggregate<Memory>>::add(&mut state, item)?;
            }
            Ok(Some(Transition::from_state(state)))
        }),
    }
}

/// The transition function of an aggregate over sketches, and the combine function of all: the state of
/// another process is a sketch as well.
pub fn union<T: Aggregate<Memory>>(
    call: Call<'_>,
    state: Option<Transition<T>>,
    other: Option<Later<Raw<'_, T>>>,
) -> Returned<Transition<T>> {
    call.guarded(|| {
        let state = resume(call, state)?;
        let state = match (state, other.map(Later::take)) {
            (state, None) => state,
            (None, Some(other)) => Some(copy::<T>(other.bytes())?),
            (Some(mut state), Some(other)) => {
                merge::<T>(&mut state, other.bytes())?;
                Some(state)
            }
        };
        Ok(state.map(Transition::from_state))
    })
}

/// The final function of an aggregate whose result is a sketch. A state that is canonical is returned as
/// it is, for it may be large.
pub fn finish<T: Finish>(state: Option<Raw<'_, T>>) -> SqlResult<Varlena> {
    match state {
        Some(state) if T::is_encoded(state.bytes()) => Ok(state.unchanged()),
        Some(state) => Ok(T::result(state.bytes())?),
        None => Ok(T::result(T::into_buffer(T::start(None)?).as_ref())?),
    }
}

pub(super) fn resume<T: Aggregate<Memory>>(
    call: Call<'_>,
    state: Option<Transition<T>>,
) -> SqlResult<Option<T::State>> {
    match call.is_in_aggregate() {
        true => state.map(Transition::resume).transpose(),
        false => Err(not_in_an_aggregate()),
    }
}

pub(super) fn copy<T: Aggregate<Memory>>(sketch: &[u8]) -> Result<T::State> {
    vectorized(
        #[inline(always)]
        || T::copy(sketch),
    )
}

pub(super) fn merge<T: Aggregate<Memory>>(state: &mut T::State, sketch: &[u8]) -> Result<()> {
    vectorized(
        #[inline(always)]
        || <T as Aggregate<Memory>>::merge(state, sketch),
    )
}
