//! A reduction of one segment, told by values instead of types.

use super::{
    kernel::{Asum, Dot, Leaf, Method, Sum},
    numbers::{Numbers, Storage},
};
use crate::{
    accuracy::{Accuracy, Fast, Strict},
    compiled::compiled,
    dispatch::dispatch,
    element::Element,
};
use floatfloat::{DoubleWord, Word};

/// What is summed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// x
    Sum,
    /// |x|
    Asum,
    /// x · y
    Dot,
}

impl Kind {
    /// A term as a word, of the high words of its factors.
    pub(super) fn plain<W: Word, const N: usize>(self, factors: [W; N]) -> W {
        match self {
            Kind::Sum => factors[0],
            Kind::Asum => factors[0].abs(),
            Kind::Dot => factors[0] * factors[N - 1],
        }
    }
}

/// A reduction of one segment at most.
#[derive(Clone, Copy)]
pub(super) struct Task<'a, E> {
    pub(super) kind: Kind,
    pub(super) accuracy: Accuracy,
    pub(super) x: Storage<'a, E>,
    /// The same as `x` where there is one operand.
    pub(super) y: Storage<'a, E>,
}

compiled! {
    /// Runs it.
    pub(super) fn reduce_task<'a, E>(Task<'a, E>) -> DoubleWord<E> = by_storage;
}

fn by_storage<E: Element>(task: Task<'_, E>) -> DoubleWord<E> {
    match (task.x, task.y) {
        (Storage::Apart(x), Storage::Apart(y)) => by_accuracy(task, x, y),
        (Storage::Interleaved(x), Storage::Interleaved(y)) => by_accuracy(task, x, y),
        _ => unreachable!("both operands are of one type"),
    }
}

fn by_accuracy<E: Element, X: Numbers<Element = E>>(
    task: Task<'_, E>,
    x: X,
    y: X,
) -> DoubleWord<E> {
    match task.accuracy {
        Accuracy::Strict => by_kind::<Strict, X>(task.kind, x, y),
        Accuracy::Fast => by_kind::<Fast, X>(task.kind, x, y),
    }
}

fn by_kind<M: Method, X: Numbers>(kind: Kind, x: X, y: X) -> DoubleWord<X::Element> {
    match kind {
        Kind::Sum => dispatch(Leaf::<X, Sum<M>, 1>::new([x])),
        Kind::Asum => dispatch(Leaf::<X, Asum<M>, 1>::new([x])),
        Kind::Dot => dispatch(Leaf::<X, Dot<M>, 2>::new([x, y])),
    }
}
