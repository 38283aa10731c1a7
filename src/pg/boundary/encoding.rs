//! Text in the encoding of the server, and in UTF-8.

use pgrx::pg_sys;

const UTF8: i32 = pg_sys::pg_enc::PG_UTF8 as i32;

unsafe extern "C-unwind" {
    // It only reads a variable, so it needs no guard.
    fn GetDatabaseEncoding() -> i32;
}

/// Whether the encoding of the server is UTF-8.
#[inline]
pub fn is_utf8() -> bool {
    // SAFETY: see above.
    unsafe { GetDatabaseEncoding() == UTF8 }
}

/// A text of the server in UTF-8. An error is raised if it cannot be converted.
pub fn to_utf8(text: &[u8]) -> &[u8] {
    // SAFETY: the length is that of the text.
    converted(text, |start, len| unsafe { pg_sys::pg_server_to_any(start, len, UTF8) })
}

/// A text in UTF-8 as the server has it. An error is raised if it cannot be converted.
pub fn from_utf8(text: &[u8]) -> &[u8] {
    // SAFETY: the length is that of the text.
    converted(text, |start, len| unsafe { pg_sys::pg_any_to_server(start, len, UTF8) })
}

fn converted(text: &[u8], convert: impl FnOnce(*const i8, i32) -> *mut i8) -> &[u8] {
    let result = convert(text.as_ptr().cast(), text.len() as i32);
    match std::ptr::eq(result.cast(), text.as_ptr()) {
        true => text,
        // SAFETY: it is another text then, in the current memory context, and ends in NUL.
        false => unsafe { std::ffi::CStr::from_ptr(result) }.to_bytes(),
    }
}
