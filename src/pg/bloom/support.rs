//! What the planner asks about `bloom_contains`: the share of rows for which it is true.

use super::functions::info;
use crate::pg::boundary::argument::Unfetched;
use crate::pg::boundary::datum::{FromSql, IntoSql};
use crate::pg::boundary::function::sql_functions;
use pgrx::pg_sys;

sql_functions! { bloom_contains_support }

/// The share of rows that a filter lets pass if it is not known when the plan is made. A filter is used
/// because it is selective. The share that Postgres assumes of any function, a third, is not.
const UNKNOWN: f64 = 0.1;

/// A request of the planner, or null.
struct Request(*mut pg_sys::Node);

impl FromSql<'_> for Request {
    /// `internal`, as support functions get it: a node.
    unsafe fn from_sql(datum: pg_sys::Datum) -> Request {
        Request(datum.cast_mut_ptr())
    }
}

impl IntoSql for Request {
    fn into_sql(self, _: pg_sys::FunctionCallInfo) -> pg_sys::Datum {
        pg_sys::Datum::from(self.0)
    }
}

/// The request with its answer, or null if it is of another kind.
fn bloom_contains_support(request: Request) -> Request {
    // SAFETY: the planner passes a node, and one with that tag is a request of that type.
    let selectivity = unsafe {
        match request.0.as_ref().map(|node| node.type_) {
            Some(pg_sys::NodeTag::T_SupportRequestSelectivity) => {
                &mut *request.0.cast::<pg_sys::SupportRequestSelectivity>()
            }
            _ => return Request(std::ptr::null_mut()),
        }
    };
    selectivity.selectivity = estimate(selectivity);
    request
}

fn estimate(request: &pg_sys::SupportRequestSelectivity) -> f64 {
    // SAFETY: bloom_contains has two arguments; expressions are nodes that live as long as the plan
    // is made.
    let (filter, value) = unsafe {
        let filter = pg_sys::list_nth(request.args, 0).cast();
        let filter = pg_sys::estimate_expression_value(request.root, filter);
        (filter, pg_sys::list_nth(request.args, 1).cast())
    };
    // SAFETY: as above; a node with that tag is a constant.
    let constant = unsafe {
        match (*filter).type_ {
            pg_sys::NodeTag::T_Const => &*filter.cast::<pg_sys::Const>(),
            _ => return UNKNOWN,
        }
    };
    if constant.constisnull {
        return 0.0;
    }
    // SAFETY: the constant is a bloom, the first argument of bloom_contains.
    let filter = unsafe { Unfetched::from_sql(constant.constvalue) };
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
