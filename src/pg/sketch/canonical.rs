//! The functions that write and compare sketches: one set of C functions for all types.
//!
//! They need only the bytes of a sketch, whose first byte says which type it is of.
//!
//! A damaged first byte is no error here. Such bytes are written, compared and hashed as they are, and
//! whoever reads the sketch finds the damage.

use crate::bloom::Bloom;
use crate::bytes::{self, kind};
use crate::cms::Cms;
use crate::error::Result;
use crate::hll::Hll;
use crate::pg::boundary::argument::Raw;
use crate::pg::boundary::buffer::Varlena;
use crate::pg::boundary::error::SqlResult;
use crate::pg::boundary::function::sql_functions;
use crate::pg::boundary::text::Text;
use crate::sketch;
use crate::topk::Topk;
use std::borrow::Cow;
use std::cmp::Ordering;

sql_functions! { out, send, bytea, eq, ne, lt, le, gt, ge, cmp, hash, hash_extended }

/// What these functions need of a type.
struct Type {
    name: &'static str,
    is_encoded: fn(&[u8]) -> bool,
    encode: Encode,
    portable: Encode,
}

/// Makes other bytes of those of a sketch.
type Encode = fn(&[u8]) -> Result<Vec<u8>>;

impl Type {
    /// The type of a sketch, by its first byte.
    fn of_bytes(bytes: &[u8]) -> Option<&'static Type> {
        match *bytes.first()? {
            kind::HLL | kind::HLL_STATE => Some(const { &Type::of::<Hll>() }),
            kind::BLOOM | kind::BLOOM_TABLE | kind::BLOOM_FILLING => {
                Some(const { &Type::of::<Bloom>() })
            }
            kind::TOPK | kind::TOPK_STATE => Some(const { &Type::of::<Topk>() }),
            kind::CMS | kind::CMS_STATE => Some(const { &Type::of::<Cms>() }),
            _ => None,
        }
    }

    const fn of<T: sketch::Sketch>() -> Type {
        Type {
            name: T::NAME,
            is_encoded: T::is_encoded,
            encode: |bytes| Ok(T::read(bytes)?.encode()),
            portable: |bytes| Ok(T::read(bytes)?.portable()),
        }
    }
}

/// Bytes of any type of sketch.
pub struct AnySketch;

impl Raw<'_, AnySketch> {
    /// The stored bytes: those passed, unless they are an in-memory form.
    fn encoded(&self) -> Result<Cow<'_, [u8]>> {
        self.form(|own| own.encode)
    }

    /// What an output function writes, see [`Sketch::portable`](sketch::Sketch::portable).
    fn portable(&self) -> Result<Cow<'_, [u8]>> {
        self.form(|own| own.portable)
    }

    fn form(&self, of: fn(&Type) -> Encode) -> Result<Cow<'_, [u8]>> {
        let bytes = self.bytes();
        match Type::of_bytes(bytes) {
            Some(own) if !(own.is_encoded)(bytes) => Ok(of(own)(bytes)?.into()),
            _ => Ok(bytes.into()),
        }
    }
}

/// An argument.
type Sketch<'fcx> = Raw<'fcx, AnySketch>;

fn out(sketch: Sketch<'_>) -> SqlResult<Text> {
    let type_name = Type::of_bytes(sketch.bytes()).map_or("sketch", |own| own.name);
    Text::of_bytes(&sketch.portable()?, type_name)
}

fn send(sketch: Sketch<'_>) -> SqlResult<Varlena> {
    Ok(Varlena::new(&sketch.portable()?))
}

fn bytea(sketch: Sketch<'_>) -> SqlResult<Varlena> {
    Ok(Varlena::new(&sketch.encoded()?))
}

fn compare(left: &Sketch<'_>, right: &Sketch<'_>) -> SqlResult<Ordering> {
    Ok(left.encoded()?.cmp(&right.encoded()?))
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
    Ok(bytes::hash(&sketch.encoded()?, 0) as i32)
}

fn hash_extended(sketch: Sketch<'_>, seed: i64) -> SqlResult<i64> {
    Ok(bytes::hash(&sketch.encoded()?, seed as u64) as i64)
}
