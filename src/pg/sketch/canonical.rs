//! The functions that need only the bytes of a sketch, and no type of its own: those that write it, and
//! for types with canonical bytes those that compare it. They are one set of C functions for all types,
//! because the first byte says which type a sketch is of.
//!
//! A damaged first byte is no error here. Such bytes are written, compared and hashed as they are, and
//! whoever reads the sketch finds the damage.

use crate::bloom::Bloom;
use crate::bytes;
use crate::error::Result;
use crate::hll::Hll;
use crate::pg::boundary::argument::Raw;
use crate::pg::boundary::buffer::Varlena;
use crate::pg::boundary::error::SqlResult;
use crate::pg::boundary::function::sql_functions;
use crate::pg::boundary::text::Text;
use crate::sketch;
use std::borrow::Cow;
use std::cmp::Ordering;

sql_functions! { out, send, bytea, eq, ne, lt, le, gt, ge, cmp, hash, hash_extended }

/// All types of sketches.
static KINDS: [Kind; 2] = [Kind::of::<Hll>(), Kind::of::<Bloom>()];

/// What these functions need of a type.
struct Kind {
    /// The first byte of what is stored. That of an in-memory form has the high bit set as well.
    first_byte: u8,
    type_name: &'static str,
    is_canonical: fn(&[u8]) -> bool,
    canonical: Encode,
    portable: Encode,
}

/// Makes other bytes of those of a sketch.
type Encode = fn(&[u8]) -> Result<Vec<u8>>;

impl Kind {
    const fn of<T: sketch::Sketch>() -> Kind {
        Kind {
            first_byte: T::KIND,
            type_name: T::NAME,
            is_canonical: T::is_encoded,
            canonical: |bytes| Ok(T::read(bytes)?.encode()),
            portable: |bytes| Ok(T::read(bytes)?.portable()),
        }
    }

    fn of_bytes(bytes: &[u8]) -> Option<&'static Kind> {
        let stored = bytes.first()? & 0x7f;
        KINDS.iter().find(|kind| kind.first_byte == stored)
    }
}

/// Bytes of any type of sketch.
pub struct AnySketch;

impl Raw<'_, AnySketch> {
    /// The canonical bytes: those passed, unless they are an in-memory form.
    fn canonical(&self) -> Result<Cow<'_, [u8]>> {
        self.form(|kind| kind.canonical)
    }

    /// What an output function writes: the canonical bytes, or the portable form of a sketch whose
    /// canonical form is not decided yet.
    fn portable(&self) -> Result<Cow<'_, [u8]>> {
        self.form(|kind| kind.portable)
    }

    fn form(&self, of: fn(&Kind) -> Encode) -> Result<Cow<'_, [u8]>> {
        let bytes = self.bytes();
        match Kind::of_bytes(bytes) {
            Some(kind) if !(kind.is_canonical)(bytes) => Ok(of(kind)(bytes)?.into()),
            _ => Ok(bytes.into()),
        }
    }
}

/// An argument.
type Sketch<'fcx> = Raw<'fcx, AnySketch>;

fn out(sketch: Sketch<'_>) -> SqlResult<Text> {
    let type_name = Kind::of_bytes(sketch.bytes()).map_or("sketch", |kind| kind.type_name);
    Text::of_bytes(&sketch.portable()?, type_name)
}

fn send(sketch: Sketch<'_>) -> SqlResult<Varlena> {
    Ok(Varlena::new(&sketch.portable()?))
}

fn bytea(sketch: Sketch<'_>) -> SqlResult<Varlena> {
    Ok(Varlena::new(&sketch.canonical()?))
}

fn compare(left: &Sketch<'_>, right: &Sketch<'_>) -> SqlResult<Ordering> {
    Ok(left.canonical()?.cmp(&right.canonical()?))
}

fn eq(left: Sketch<'_>, right: Sketch<'_>) -> SqlResult<bool> {
    Ok(compare(&left, &right)?.is_eq())
}

fn ne(left: Sketch<'_>, right: Sketch<'_>) -> SqlResult<bool> {
    Ok(compare(&left, &right)?.is_ne())
}

fn lt(left: Sketch<'_>, right: Sketch<'_>) -> SqlResult<bool> {
    Ok(compare(&left, &right)?.is_lt())
}

fn le(left: Sketch<'_>, right: Sketch<'_>) -> SqlResult<bool> {
    Ok(compare(&left, &right)?.is_le())
}

fn gt(left: Sketch<'_>, right: Sketch<'_>) -> SqlResult<bool> {
    Ok(compare(&left, &right)?.is_gt())
}

fn ge(left: Sketch<'_>, right: Sketch<'_>) -> SqlResult<bool> {
    Ok(compare(&left, &right)?.is_ge())
}

fn cmp(left: Sketch<'_>, right: Sketch<'_>) -> SqlResult<i32> {
    Ok(compare(&left, &right)? as i32)
}

fn hash(sketch: Sketch<'_>) -> SqlResult<i32> {
    Ok(bytes::hash(&sketch.canonical()?, 0) as i32)
}

fn hash_extended(sketch: Sketch<'_>, seed: i64) -> SqlResult<i64> {
    Ok(bytes::hash(&sketch.canonical()?, seed as u64) as i64)
}
