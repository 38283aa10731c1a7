//! What the planner asks support functions.

use super::datum::{FromSql, IntoSql};
use pgrx::pg_sys;

/// A request of the planner, or null.
pub struct Request(*mut pg_sys::Node);

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

impl Request {
    /// The answer to a request of another kind.
    pub fn unanswered() -> Request {
        Request(std::ptr::null_mut())
    }

    /// The request for the share of rows for which a function is true, if it is one.
    pub fn selectivity(&mut self) -> Option<&mut pg_sys::SupportRequestSelectivity> {
        // SAFETY: a node with that tag is a request of that type.
        unsafe { self.of(pg_sys::NodeTag::T_SupportRequestSelectivity) }
    }

    /// The request for the number of rows that a function returns, if it is one.
    pub fn rows(&mut self) -> Option<&mut pg_sys::SupportRequestRows> {
        // SAFETY: a node with that tag is a request of that type.
        unsafe { self.of(pg_sys::NodeTag::T_SupportRequestRows) }
    }

    /// # Safety
    /// A node with that tag is of that type.
    unsafe fn of<T>(&mut self, tag: pg_sys::NodeTag) -> Option<&mut T> {
        // SAFETY: the planner passes a node, or null, which lives as long as the call.
        unsafe {
            let node = self.0.as_ref()?;
            (node.type_ == tag).then(|| &mut *self.0.cast())
        }
    }
}

/// A constant argument, as far as the planner knows one: NULL is none within it.
///
/// # Safety
/// The arguments are those of the request, and there is one of that number.
pub unsafe fn constant(
    root: *mut pg_sys::PlannerInfo,
    arguments: *mut pg_sys::List,
    number: i32,
) -> Option<Option<pg_sys::Datum>> {
    // SAFETY: see above; expressions are nodes that live as long as the plan is made, and a node with that
    // tag is a constant.
    unsafe {
        let argument = pg_sys::list_nth(arguments, number).cast();
        let argument = pg_sys::estimate_expression_value(root, argument);
        match (*argument).type_ {
            pg_sys::NodeTag::T_Const => {
                let constant = &*argument.cast::<pg_sys::Const>();
                Some((!constant.constisnull).then_some(constant.constvalue))
            }
            _ => None,
        }
    }
}
