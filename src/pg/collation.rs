//! Under which collations texts are hashed: those under which texts of different bytes differ. One
//! that is nondeterministic calls 'a' and 'A' equal, say, which no hash of their bytes could follow.

use super::call::Call;
use super::error::{SqlResult, indeterminate_collation, nondeterministic_collation};
use pgrx::pg_sys;

/// Whether the collation of a call is one of those that `initdb` makes, `default` and "C" among
/// them: all are deterministic, and need not be looked up.
#[inline]
pub fn is_built_in(call: Call<'_>) -> bool {
    let first_of_users = pg_sys::FirstNormalObjectId;
    (1..first_of_users).contains(&call.collation().to_u32())
}

/// Refuses a call whose collation is nondeterministic, or not known.
///
/// # Safety
/// The function keeps nothing else as long as the statement runs.
pub unsafe fn check(call: Call<'_>) -> SqlResult<()> {
    let collation = call.collation();
    if collation == pg_sys::InvalidOid {
        return Err(indeterminate_collation());
    }
    // SAFETY: what the function keeps is null at first, then the number that is put there, which
    // nobody follows; the catalogue is read inside a transaction, as all calls are.
    unsafe {
        let mut function = call.function().as_mut();
        let known = collation.to_u32() as usize;
        if function.as_ref().is_some_and(|function| function.fn_extra.addr() == known) {
            return Ok(());
        }
        if !pg_sys::get_collation_isdeterministic(collation) {
            return Err(nondeterministic_collation());
        }
        if let Some(function) = &mut function {
            function.fn_extra = std::ptr::without_provenance_mut(known);
        }
    }
    Ok(())
}
