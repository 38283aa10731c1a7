//! What the planner asks about `topk_list`: how many rows it returns.

use crate::pg::boundary::function::sql_functions;
use crate::pg::boundary::planner::{Request, constant};
use crate::topk::DEFAULT_CAPACITY;
use pgrx::pg_sys;

sql_functions! { topk_list_support }

/// How many rows are asked for if that is not known when the plan is made.
const UNKNOWN: f64 = 10.0;

fn topk_list_support(mut request: Request) -> Request {
    let Some(rows) = request.rows() else { return Request::unanswered() };
    rows.rows = estimate(rows);
    request
}

fn estimate(request: &pg_sys::SupportRequestRows) -> f64 {
    // SAFETY: the node is a call of topk_list, a function of one or two arguments, the second a bigint.
    let n = unsafe {
        let call = &*request.node.cast::<pg_sys::FuncExpr>();
        if (*call.args).length < 2 {
            return DEFAULT_CAPACITY.into();
        }
        constant(request.root, call.args, 1)
    };
    match n {
        Some(Some(n)) => (n.value() as i64).clamp(1, DEFAULT_CAPACITY.into()) as f64,
        Some(None) => 1.0,
        None => UNKNOWN,
    }
}
