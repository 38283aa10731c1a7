//! What the planner asks about `bloom_contains`: the share of rows for which it is true.

use super::functions::info;
use crate::pg::boundary::argument::Unfetched;
use crate::pg::boundary::datum::FromSql;
use crate::pg::boundary::function::sql_functions;
use crate::pg::boundary::planner::{Request, constant};
use pgrx::pg_sys;

sql_functions! { bloom_contains_support }

/// The share of rows that a filter lets pass if it is not known when the plan is made. A filter is used
/// because it is selective. The share that Postgres assumes of any function, a third, is not.
const UNKNOWN: f64 = 0.1;

fn bloom_contains_support(mut request: Request) -> Request {
    let Some(selectivity) = request.selectivity() else { return Request::unanswered() };
    selectivity.selectivity = estimate(selectivity);
    request
}

fn estimate(request: &pg_sys::SupportRequestSelectivity) -> f64 {
    // SAFETY: bloom_contains has two arguments.
    let (filter, value) = unsafe {
        let filter = constant(request.root, request.args, 0);
        (filter, pg_sys::list_nth(request.args, 1).cast())
    };
    let filter = match filter {
        // SAFETY: the constant is a bloom, the first argument of bloom_contains.
        Some(Some(filter)) => unsafe { Unfetched::from_sql(filter) },
        Some(None) => return 0.0,
        None => return UNKNOWN,
    };
    // Damaged bytes are an error when the filter is used, not when the statement is planned.
    match info(filter) {
        Ok(info) if info.upper == 0.0 => 0.0,
        Ok(info) if !request.is_join => match Column::of(request, value) {
            Some(column) => info.selectivity(column.distinct, column.null_share),
            None => UNKNOWN,
        },
        _ => UNKNOWN,
    }
}

/// The statistics of the values that are looked up, if there are any.
struct Column {
    distinct: f64,
    null_share: f64,
}

impl Column {
    fn of(request: &pg_sys::SupportRequestSelectivity, value: *mut pg_sys::Node) -> Option<Column> {
        let mut variable = pg_sys::VariableStatData::default();
        let mut is_default = false;
        // SAFETY: the variable is filled in by the first call, read by the second, and then
        // released as ReleaseVariableStats does.
        unsafe {
            let value = without_casts(value);
            pg_sys::examine_variable(request.root, value, request.varRelid, &mut variable);
            let distinct = pg_sys::get_variable_numdistinct(&mut variable, &mut is_default);
            let mut null_share = 0.0;
            if !variable.statsTuple.is_null() {
                let statistics = pg_sys::GETSTRUCT(variable.statsTuple);
                let statistics = statistics.cast::<pg_sys::FormData_pg_statistic>();
                null_share = f64::from((*statistics).stanullfrac);
                if let Some(free) = variable.freefunc {
                    pg_sys::ffi::pg_guard_ffi_boundary(|| free(variable.statsTuple));
                }
            }
            (!is_default).then_some(Column { distinct, null_share })
        }
    }
}

/// The value that a cast hashes, whose statistics are those of the column.
///
/// # Safety
/// The expression is a node of the statement that is being planned.
unsafe fn without_casts(expression: *mut pg_sys::Node) -> *mut pg_sys::Node {
    // SAFETY: a node with one of these tags is what the tag says; a cast has one argument at least.
    unsafe {
        let argument = match (*expression).type_ {
            pg_sys::NodeTag::T_FuncExpr => {
                let function = &*expression.cast::<pg_sys::FuncExpr>();
                match function.funcformat {
                    pg_sys::CoercionForm::COERCE_EXPLICIT_CALL
                    | pg_sys::CoercionForm::COERCE_SQL_SYNTAX => return expression,
                    _ => pg_sys::list_nth(function.args, 0).cast(),
                }
            }
            pg_sys::NodeTag::T_CoerceViaIO => {
                (*expression.cast::<pg_sys::CoerceViaIO>()).arg.cast()
            }
            _ => return expression,
        };
        without_casts(argument)
    }
}
