//! Lets cargo-pgrx read the SQL that the library defines.
::pgrx::pgrx_embed!();
