//! `sketch_item`: a value, or a hash, as the argument of functions and aggregates. Its eight bytes are those
//! of a `sketch_hash`.

use crate::hash::SketchHash;
use crate::pg::boundary::buffer::Varlena;
use crate::pg::boundary::call::Call;
use crate::pg::boundary::datum::FromSql;
use crate::pg::boundary::error::{SqlResult, bad_input, input_result};
use crate::pg::boundary::function::sql_functions;
use crate::pg::boundary::text::{Message, Text};
use pgrx::pg_sys;
use std::ffi::CStr;

sql_functions! { sketch_item_in, sketch_item_out, sketch_item_recv, sketch_item_send }

/// An untyped literal as an argument, hashed as a text.
pub struct Literal(SketchHash);

impl FromSql<'_> for Literal {
    /// `unknown`
    #[inline]
    unsafe fn from_sql(datum: pg_sys::Datum) -> Literal {
        // SAFETY: it is of that type, which ends in NUL as a cstring does.
        let text = unsafe { <&CStr>::from_sql(datum) };
        Literal(SketchHash::text(text.to_bytes()))
    }
}

impl From<Literal> for SketchHash {
    #[inline]
    fn from(literal: Literal) -> SketchHash {
        literal.0
    }
}

fn sketch_item_in(call: Call<'_>, input: &CStr) -> SqlResult<Option<SketchHash>> {
    input_result(call.fcinfo(), SketchHash::parse_item(&input.to_string_lossy()))
}

fn sketch_item_out(hash: SketchHash) -> Text {
    Text::new(&hash.item())
}

/// The binary form is the text form. A client that leaves the type open may send any text: it is read, and
/// refused, as text input is.
fn sketch_item_recv(message: Message<'_>) -> SqlResult<SketchHash> {
    let text = String::from_utf8_lossy(message.0);
    SketchHash::parse_item(&text).map_err(bad_input)
}

fn sketch_item_send(hash: SketchHash) -> Varlena {
    Varlena::new(hash.item().as_bytes())
}
