//! Nodes as arguments. A call site keeps what it has made of the last ones, and recognizes them by their
//! bytes, so that they may come from a row or from a subquery.

use crate::error::Result;
use crate::hash::SketchHash;
use crate::pg::boundary::argument::Bytes;
use crate::pg::boundary::array::Array;
use crate::pg::boundary::call::Call;
use crate::pg::boundary::call_site::{cached, found};
use crate::pg::boundary::error::{SqlResult, check_interrupts};
use crate::pg::boundary::memory::{Palloc, in_context};
use crate::placement::error;
use crate::placement::nodes::{Nodes, check_number};
use allocator_api2::vec::Vec;
use pgrx::pg_sys;

/// The nodes that a call is given.
#[derive(Clone, Copy)]
pub struct Given<'call> {
    /// Their names.
    pub names: Array<'call, Bytes>,
    /// Their weights, if they have any.
    pub weights: Option<Array<'call, f64>>,
    /// How many points of a ring a node of weight 1 has.
    pub points: i64,
}

/// What places values on nodes.
pub trait Placement: Sized {
    /// Makes it of nodes, with that many points for a node of weight 1.
    fn of(nodes: Nodes<Palloc>, points: i64) -> Result<Self>;

    /// The nodes.
    fn nodes(&self) -> &Nodes<Palloc>;

    /// The node that takes a value, if nothing has to be made first.
    fn ready_node(&self, value: SketchHash) -> Option<usize>;

    /// The node that takes a value. What takes long can be cancelled.
    fn node(&mut self, value: SketchHash) -> usize;

    /// The nodes that take a value, the first choice first: that many, or all there are. What takes
    /// long can be cancelled.
    fn ranking(&mut self, value: SketchHash, n: usize) -> Vec<usize, Palloc>;
}

/// What a call site keeps. It is dropped when other nodes are given.
struct Site<P> {
    /// The bytes of the arrays.
    names: Vec<u8, Palloc>,
    weights: Vec<u8, Palloc>,
    points: i64,
    /// Whether no other arrays can be given.
    is_constant: bool,
    placement: P,
}

impl<P: Placement> Site<P> {
    /// Of these nodes, in that memory context.
    fn new(
        call: Call<'_>,
        given: &Given<'_>,
        context: pg_sys::MemoryContext,
    ) -> SqlResult<Site<P>> {
        let names = given.names.elements("nodes", check_number)?;
        let weights = given.weights(names.len())?;
        let make = || {
            let nodes = Nodes::new_in(&names, weights.as_deref(), Palloc, check_interrupts)?;
            Ok(Site {
                names: copy(given.names.image()),
                weights: copy(given.weights.and_then(|weights| weights.image())),
                points: given.points,
                is_constant: has_constants(call),
                placement: P::of(nodes, given.points)?,
            })
        };
        // SAFETY: the caller keeps what is made no longer than the context lives.
        unsafe { in_context(context, make) }
    }

    /// Whether it is of these nodes.
    #[inline]
    fn is_of(&self, given: &Given<'_>) -> bool {
        let is_same_as = |kept: &[u8], image: Option<&[u8]>| image == Some(kept);
        let weights = given.weights.map(|weights| weights.image());
        self.points == given.points
            && (self.is_constant
                || is_same_as(&self.names, given.names.image())
                    && weights.is_none_or(|weights| is_same_as(&self.weights, weights)))
    }
}

impl Given<'_> {
    /// The weights, if there is one for each node.
    fn weights(&self, nodes: usize) -> Result<Option<std::vec::Vec<Option<f64>>>> {
        let check = |weights| match weights == nodes {
            true => Ok(()),
            false => Err(error::lengths(nodes, weights)),
        };
        self.weights.map(|weights| weights.elements("weights", check)).transpose()
    }

    /// The same nodes, in arrays that have an image.
    fn with_images(self) -> Self {
        let names = if self.names.image().is_some() { self.names } else { self.names.flat() };
        let weights = self.weights.map(|weights| match weights.image() {
            Some(_) => weights,
            None => weights.flat(),
        });
        Given { names, weights, ..self }
    }
}

fn copy(image: Option<&[u8]>) -> Vec<u8, Palloc> {
    let image = image.unwrap_or_default();
    let mut copy = Vec::with_capacity_in(image.len(), Palloc);
    copy.extend_from_slice(image);
    copy
}

/// Whether all arguments but the first one are constants of the expression.
fn has_constants(call: Call<'_>) -> bool {
    // SAFETY: what Postgres caches of the function has the expression that makes the call, a node, or
    // null. A node with that tag is the call of a function, and its arguments are a list of nodes.
    unsafe {
        let Some(function) = call.function().as_ref() else { return false };
        let expression = function.fn_expr.cast::<pg_sys::Node>();
        if expression.is_null() || (*expression).type_ != pg_sys::NodeTag::T_FuncExpr {
            return false;
        }
        let Some(arguments) = (*expression.cast::<pg_sys::FuncExpr>()).args.as_ref() else {
            return false;
        };
        (1..arguments.length).all(|number| {
            let argument = pg_sys::list_nth(arguments, number).cast::<pg_sys::Node>();
            (*argument).type_ == pg_sys::NodeTag::T_Const
        })
    }
}

/// What the call site keeps of these nodes, if anything.
///
/// # Safety
/// The function keeps nothing else, and what is returned is not in use any more when [`with`] is called.
#[inline]
pub unsafe fn kept<'call, P: Placement>(call: Call<'call>, given: &Given<'_>) -> Option<&'call P> {
    // SAFETY: see above.
    let site = unsafe { found::<Option<Site<P>>>(call) }?.as_ref()?;
    site.is_of(given).then_some(&site.placement)
}

/// Finds something by what places values on these nodes, which the call site keeps, and tells what was found.
///
/// # Safety
/// The function keeps nothing else, and no earlier reference to that is in use.
pub unsafe fn with<P: Placement, F, R>(
    call: Call<'_>,
    given: Given<'_>,
    find: impl FnOnce(&mut P) -> F,
    tell: impl FnOnce(&Nodes<Palloc>, F) -> R,
) -> SqlResult<R> {
    let given = given.with_images();
    // SAFETY: see above.
    let Some((kept, context)) = (unsafe { cached::<Option<Site<P>>>(call, |_| None) }) else {
        // SAFETY: there always is a current context.
        let mut site = Site::<P>::new(call, &given, unsafe { pg_sys::CurrentMemoryContext })?;
        let found = find(&mut site.placement);
        return Ok(tell(site.placement.nodes(), found));
    };
    let site = match kept.take().filter(|site| site.is_of(&given)) {
        Some(site) => kept.insert(site),
        None => kept.insert(Site::new(call, &given, context)?),
    };
    // SAFETY: what is made to find something is kept in the site, which lives as long as the context.
    let found = unsafe { in_context(context, || find(&mut site.placement)) };
    Ok(tell(site.placement.nodes(), found))
}
