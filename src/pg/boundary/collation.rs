//! Under which collations a text can be hashed: those under which texts of different bytes differ. Under a
//! nondeterministic collation 'a' and 'A' may be equal, and a hash of their bytes would tell them apart.

use super::call::Call;
use super::error::{
    SqlResult, conflicting_collations, missing_collation, nondeterministic_collation,
};
use pgrx::pg_sys;

/// Whether the collation of a call need not be looked up. Those that `initdb` makes, such as `default`
/// and "C", are all deterministic; and [`check`] may have passed the collation before.
///
/// # Safety
/// The function caches nothing else at the call site.
#[inline]
pub unsafe fn is_known(call: Call<'_>) -> bool {
    let collation = call.collation().to_u32();
    if (1..pg_sys::FirstNormalObjectId).contains(&collation) {
        return true;
    }
    // SAFETY: what the function caches is null at first, then the number that `check` puts there.
    let passed = unsafe { call.function().as_ref() }.map(|function| function.fn_extra.addr());
    collation != 0 && passed == Some(collation as usize)
}

/// Refuses a call of that cast whose collation is nondeterministic, or not known.
///
/// # Safety
/// The function caches nothing else at the call site.
#[cold]
pub unsafe fn check(call: Call<'_>, cast: &str) -> SqlResult<()> {
    let collation = call.collation();
    if collation == pg_sys::InvalidOid {
        return Err(match is_missing(call) {
            true => missing_collation(cast),
            false => conflicting_collations(cast),
        });
    }
    // SAFETY: the catalogue is read inside a transaction, as all calls are. The cache is the function's
    // own, and the number in it is never followed as a pointer.
    unsafe {
        if !pg_sys::get_collation_isdeterministic(collation) {
            return Err(nondeterministic_collation(cast));
        }
        if let Some(function) = call.function().as_mut() {
            function.fn_extra = std::ptr::without_provenance_mut(collation.to_u32() as usize);
        }
    }
    Ok(())
}

/// Whether a call has no collation because Postgres passes none, and not because of a conflict. The value
/// is then a placeholder, or no expression makes the call.
///
/// The collation of a placeholder cannot stand in. The placeholder of an array element has none, even if
/// the array's collation is nondeterministic. The placeholder of what PL/pgSQL assigns has the collation
/// of the type, whatever the collation of the value was. Nor can the collation of another argument: the
/// planner may have replaced two texts in conflict by one of them.
fn is_missing(call: Call<'_>) -> bool {
    // SAFETY: what Postgres caches of the function has the expression that makes the call, a node, or
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
