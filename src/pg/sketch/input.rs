//! Input functions, receive functions and the cast from bytea. They check bytes in full, so they must
//! know the type: each is a generic function, which every type declares for itself.

use crate::error::Result;
use crate::hex;
use crate::pg::boundary::argument::{Bytes, Raw};
use crate::pg::boundary::buffer::{Memory, Varlena};
use crate::pg::boundary::call::Call;
use crate::pg::boundary::datum::Unread;
use crate::pg::boundary::error::{SqlResult, bad_input, input_result};
use crate::pg::boundary::text::Message;
use crate::sketch::Sketch;
use std::borrow::Cow;
use std::ffi::CStr;

/// The modifier of a column type.
pub type Typmod = i32;

/// That of a type without one.
pub const NO_TYPMOD: Typmod = -1;

/// A type of sketches that SQL can write values of.
pub trait Input: Sketch {
    /// No stored value is longer.
    const MAX_STORED_LEN: usize;

    /// What a column of that modifier stores for bytes that [`Sketch::portable`] writes: mostly the same
    /// bytes. Of all other bytes, an error.
    fn accept(bytes: &[u8], typmod: Typmod) -> Result<Cow<'_, [u8]>>;
}

/// The input function.
pub fn input<T: Input>(
    call: Call<'_>,
    text: &CStr,
    _type: Unread,
    typmod: Typmod,
) -> SqlResult<Option<Varlena>> {
    input_result(call.fcinfo(), parse::<T>(&text.to_string_lossy(), typmod))
}

fn parse<T: Input>(text: &str, typmod: Typmod) -> Result<Varlena> {
    let bytes: Memory = hex::decode(text, T::NAME, T::MAX_STORED_LEN)?;
    let other = match T::accept(bytes.as_ref(), typmod)? {
        Cow::Borrowed(_) => None,
        Cow::Owned(other) => Some(other),
    };
    // What was decoded may be large: it is not copied again.
    Ok(other.map_or_else(|| bytes.into(), Varlena::from))
}

/// The receive function.
pub fn receive<T: Input>(
    message: Message<'_>,
    _type: Unread,
    typmod: Typmod,
) -> SqlResult<Varlena> {
    Ok(Varlena::new(&T::accept(message.0, typmod).map_err(bad_input)?))
}

/// The cast from bytea. What it returns is canonical: a sketch in its portable form is encoded.
pub fn from_bytea<T: Input>(bytes: Raw<'_, Bytes>) -> SqlResult<Varlena> {
    let bytes = T::accept(bytes.bytes(), NO_TYPMOD).map_err(bad_input)?;
    match T::is_encoded(&bytes) {
        true => Ok(Varlena::new(&bytes)),
        false => Ok(T::read(&bytes)?.encode().into()),
    }
}
