//! What input, output, receive and type modifier functions read and write.

use super::datum::{FromSql, IntoSql};
use super::error::{SqlResult, check_interrupts, too_long_for_text};
use crate::hex;
use pgrx::pg_sys;

/// What is left of the message that a receive function reads.
pub struct Message<'fcx>(pub &'fcx [u8]);

impl<'fcx> FromSql<'fcx> for Message<'fcx> {
    /// `internal`, as receive functions get it: a StringInfo.
    unsafe fn from_sql(datum: pg_sys::Datum) -> Message<'fcx> {
        let message = datum.cast_mut_ptr::<pg_sys::StringInfoData>();
        // SAFETY: a StringInfo has len bytes, and its cursor is among them.
        unsafe {
            let start = (*message).cursor;
            (*message).cursor = (*message).len;
            let data = (*message).data.add(start as usize).cast();
            Message(std::slice::from_raw_parts(data, ((*message).len - start) as usize))
        }
    }
}

/// The modifiers of a column type.
pub struct Modifiers<'fcx>(pub &'fcx [i32]);

impl<'fcx> FromSql<'fcx> for Modifiers<'fcx> {
    /// `cstring[]`, as functions for type modifiers get it.
    unsafe fn from_sql(datum: pg_sys::Datum) -> Modifiers<'fcx> {
        // SAFETY: the datum is an array; the result is that many numbers in the current memory
        // context, or an error.
        unsafe {
            let mut count = 0;
            let array = pg_sys::pg_detoast_datum(datum.cast_mut_ptr()).cast();
            let modifiers = pg_sys::ArrayGetIntegerTypmods(array, &mut count);
            Modifiers(std::slice::from_raw_parts(modifiers, count as usize))
        }
    }
}

/// A `cstring` to return, in the current memory context.
pub struct Text(pg_sys::Datum);

impl Text {
    /// A copy of a text that is short.
    pub fn new(text: &str) -> Text {
        // SAFETY: the text has that many bytes; pnstrdup copies them and appends a NUL.
        Text(unsafe { pg_sys::pnstrdup(text.as_ptr().cast(), text.len()) }.into())
    }

    /// The text form of the bytes of a sketch of that type.
    pub fn of_bytes(bytes: &[u8], type_name: &str) -> SqlResult<Text> {
        // palloc returns this many bytes at most, one of them for the NUL.
        const LONGEST: usize = 0x3fff_ffff - 1;
        let len = hex::len(bytes);
        if len > LONGEST {
            return Err(too_long_for_text(type_name, len, LONGEST));
        }
        // SAFETY: palloc0 returns that many bytes or raises an error; the last one remains NUL.
        unsafe {
            let text = pg_sys::palloc0(len + 1).cast::<u8>();
            let text = std::slice::from_raw_parts_mut(text, len);
            hex::encode(bytes, text, check_interrupts);
            Ok(Text(pg_sys::Datum::from(text.as_mut_ptr())))
        }
    }
}

impl IntoSql for Text {
    fn into_sql(self, _: pg_sys::FunctionCallInfo) -> pg_sys::Datum {
        self.0
    }
}
