//! Under which collations texts are hashed: those under which texts of different bytes differ. One
//! that is nondeterministic calls 'a' and 'A' equal, say, which no hash of their bytes could follow.

use super::call::Call;
use super::error::{
    SqlResult, conflicting_collations, nondeterministic_collation, untold_collation,
};
use pgrx::pg_sys;

/// Whether the collation of a call need not be looked up: `initdb` made it, as `default` and "C",
/// and all of those are deterministic; or [`check`] has passed it.
///
/// # Safety
/// The function keeps nothing else as long as the statement runs.
#[inline]
pub unsafe fn is_known(call: Call<'_>) -> bool {
    let collation = call.collation().to_u32();
    if (1..pg_sys::FirstNormalObjectId).contains(&collation) {
        return true;
    }
    // SAFETY: what the function keeps is null at first, then the number that `check` puts there.
    let kept = unsafe { call.function().as_ref() }.map(|function| function.fn_extra.addr());
    collation != 0 && kept == Some(collation as usize)
}

/// Refuses a call whose collation is nondeterministic, or not known.
///
/// # Safety
/// The function keeps nothing else as long as the statement runs.
#[cold]
pub unsafe fn check(call: Call<'_>) -> SqlResult<()> {
    let collation = call.collation();
    if collation == pg_sys::InvalidOid {
        return Err(match is_untold(call) {
            true => untold_collation(),
            false => conflicting_collations(),
        });
    }
    // SAFETY: the catalogue is read inside a transaction, as all calls are. What the function keeps
    // is its own; the number is never followed as a pointer.
    unsafe {
        if !pg_sys::get_collation_isdeterministic(collation) {
            return Err(nondeterministic_collation());
        }
        if let Some(function) = call.function().as_mut() {
            function.fn_extra = std::ptr::without_provenance_mut(collation.to_u32() as usize);
        }
    }
    Ok(())
}

/// Whether a call has no collation since Postgres tells it none, and not since it found a conflict: the
/// value is then a placeholder, or no expression makes the call.
///
/// The collation of a placeholder tells nothing. Of an element of an array it is missing, even if the
/// array has one that is nondeterministic; of what PL/pgSQL assigns it is that of the type, whatever the
/// value came with. Nor does that of another argument: the planner may have made a conflict of two texts
/// into one of them.
fn is_untold(call: Call<'_>) -> bool {
    // SAFETY: what Postgres keeps of the function has the expression that makes the call, a node, or
    // null. A node with that tag is the call of a function, and each of the casts has one argument.
    unsafe {
        let Some(function) = call.function().as_ref() else { return true };
        let expression = function.fn_expr.cast::<pg_sys::Node>();
        if expression.is_null() {
            return true;
        }
        if (*expression).type_ != pg_sys::NodeTag::T_FuncExpr {
            return false;
        }
        let arguments = (*expression.cast::<pg_sys::FuncExpr>()).args;
        let argument = pg_sys::list_nth(arguments, 0).cast::<pg_sys::Node>();
        (*argument).type_ == pg_sys::NodeTag::T_CaseTestExpr
    }
}
