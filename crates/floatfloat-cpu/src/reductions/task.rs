//! A reduction of one segment, told by values instead of types.

use super::{
    Fast, Method, Numbers, Strict,
    kernel::{Asum, Dot, Leaf, Sum},
    max_abs::LargestMagnitude,
};
use crate::{dispatch::dispatch, element::Element, view::DoubleWordSlice};
use floatfloat::DoubleWord;

/// Numbers in either storage.
#[derive(Clone, Copy)]
pub enum Storage<'a, E> {
    /// High and low words apart.
    Apart(DoubleWordSlice<'a, E>),
    /// One number after the other.
    Interleaved(&'a [DoubleWord<E>]),
}

/// What is summed.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// x
    Sum,
    /// |x|
    Asum,
    /// x · y
    Dot,
}

/// A reduction of one segment at most.
#[derive(Clone, Copy)]
pub struct Task<'a, E> {
    pub(super) kind: Kind,
    /// Whether [`Strict`].
    pub(super) strict: bool,
    pub(super) x: Storage<'a, E>,
    /// The same as `x` where there is one operand.
    pub(super) y: Storage<'a, E>,
}

/// Runs it.
pub fn reduce_task<E: Element>(task: Task<'_, E>) -> DoubleWord<E> {
    match (task.x, task.y) {
        (Storage::Apart(x), Storage::Apart(y)) => by_method(task, x, y),
        (Storage::Interleaved(x), Storage::Interleaved(y)) => by_method(task, x, y),
        _ => unreachable!("both operands are of one type"),
    }
}

/// The largest magnitude of one segment at most.
pub fn largest_of<E: Element>(x: Storage<'_, E>) -> DoubleWord<E> {
    match x {
        Storage::Apart(x) => dispatch(LargestMagnitude(x)),
        Storage::Interleaved(x) => dispatch(LargestMagnitude(x)),
    }
}

fn by_method<E: Element, X: Numbers<Element = E>>(task: Task<'_, E>, x: X, y: X) -> DoubleWord<E> {
    if task.strict { by_kind(task.kind, Strict, x, y) } else { by_kind(task.kind, Fast, x, y) }
}

fn by_kind<X: Numbers>(kind: Kind, method: impl Method, x: X, y: X) -> DoubleWord<X::Element> {
    match kind {
        Kind::Sum => dispatch(Leaf { reduction: Sum(method), operands: [x] }),
        Kind::Asum => dispatch(Leaf { reduction: Asum(method), operands: [x] }),
        Kind::Dot => dispatch(Leaf { reduction: Dot(method), operands: [x, y] }),
    }
}
