//! A varlena argument: [`Unfetched`] knows where its bytes are, [`Raw`] has all of them.

use super::buffer::{Detoasted, Varlena, inline_bytes};
use super::datum::FromSql;
use super::expanded;
use super::toast::OutOfLine;
use pgrx::pg_sys;
use std::marker::PhantomData;

/// A varlena argument of which nothing is fetched yet.
pub struct Unfetched<'fcx, T> {
    datum: pg_sys::Datum,
    /// Where its bytes are.
    pub place: Place<'fcx>,
    marker: PhantomData<T>,
}

/// Where the bytes of a varlena are.
pub enum Place<'fcx> {
    /// In line and not compressed, as most are.
    InLine(&'fcx [u8]),
    /// In an expanded object: those of the in-memory form of a sketch.
    Expanded(&'fcx [u8]),
    /// Out of line.
    OutOfLine(OutOfLine),
    /// Anywhere else: all of it must be fetched, or decompressed.
    Packed,
}

/// What the bytes of an argument are that belong to no sketch.
pub struct Bytes;

impl<'fcx, T> FromSql<'fcx> for Unfetched<'fcx, T> {
    /// That of `T`; any varlena type if that is [`Bytes`].
    #[inline]
    unsafe fn from_sql(datum: pg_sys::Datum) -> Unfetched<'fcx, T> {
        // SAFETY: the datum points to a varlena.
        Unfetched { datum, place: unsafe { Place::of(datum) }, marker: PhantomData }
    }
}

impl<'fcx> Place<'fcx> {
    /// That of the bytes of a datum.
    ///
    /// # Safety
    /// The datum points to a varlena, which lives as long as `'fcx`.
    #[inline]
    unsafe fn of(datum: pg_sys::Datum) -> Place<'fcx> {
        // SAFETY: see above.
        unsafe {
            if let Some(bytes) = inline_bytes(datum.cast_mut_ptr()) {
                return Place::InLine(bytes);
            }
            if let Some(stored) = OutOfLine::of(datum) {
                return Place::OutOfLine(stored);
            }
            expanded::bytes_of(datum).map_or(Place::Packed, Place::Expanded)
        }
    }
}

impl<'fcx, T> Unfetched<'fcx, T> {
    /// All the bytes, detoasted where that is needed.
    #[inline]
    pub fn fetch(self) -> Raw<'fcx, T> {
        let whole = match self.place {
            Place::InLine(bytes) => Whole::InLine(bytes),
            Place::Expanded(bytes) => Whole::Expanded(bytes),
            // SAFETY: the datum points to a varlena. What Postgres makes of one that is not in line is
            // allocated for this argument, in the current memory context, which outlives the call.
            Place::OutOfLine(_) | Place::Packed => Whole::Detoasted(unsafe {
                Detoasted::new(|| pg_sys::pg_detoast_datum_packed(self.datum.cast_mut_ptr()))
            }),
        };
        Raw { datum: self.datum, whole, marker: PhantomData }
    }

    /// The argument as it was passed.
    pub fn unchanged(self) -> Varlena {
        // SAFETY: it is an argument of the call.
        unsafe { Varlena::from_datum(self.datum) }
    }
}

/// The bytes of a varlena argument, detoasted where that was needed.
pub struct Raw<'fcx, T> {
    datum: pg_sys::Datum,
    whole: Whole<'fcx>,
    marker: PhantomData<T>,
}

/// All the bytes of an argument.
enum Whole<'fcx> {
    /// As they are in line.
    InLine(&'fcx [u8]),
    /// Those of the in-memory form of a sketch.
    Expanded(&'fcx [u8]),
    /// As Postgres has detoasted them.
    Detoasted(Detoasted),
}

impl Whole<'_> {
    /// The bytes.
    #[inline]
    fn bytes(&self) -> &[u8] {
        match self {
            Whole::InLine(bytes) | Whole::Expanded(bytes) => bytes,
            Whole::Detoasted(copy) => copy.bytes(),
        }
    }
}

impl<'fcx, T> FromSql<'fcx> for Raw<'fcx, T> {
    /// That of `T`; any varlena type if that is [`Bytes`].
    #[inline]
    unsafe fn from_sql(datum: pg_sys::Datum) -> Raw<'fcx, T> {
        // SAFETY: the datum is of that type.
        unsafe { Unfetched::from_sql(datum) }.fetch()
    }
}

impl<T> Raw<'_, T> {
    /// The bytes.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        self.whole.bytes()
    }

    /// Whether it is an expanded object.
    pub fn is_expanded(&self) -> bool {
        matches!(self.whole, Whole::Expanded(_))
    }

    /// The argument as it was passed.
    pub fn unchanged(self) -> Varlena {
        // SAFETY: it is an argument of the call.
        unsafe { Varlena::from_datum(self.datum) }
    }

    /// The argument as it was passed if the result has the same bytes, else the result: a value that
    /// did not change need not be stored again.
    pub fn changed_to(self, result: impl AsRef<[u8]> + Into<Varlena>) -> Varlena {
        match result.as_ref() == self.bytes() {
            true => self.unchanged(),
            false => result.into(),
        }
    }
}
