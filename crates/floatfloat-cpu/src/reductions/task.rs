//! A reduction of one segment, described by values instead of types.

use super::{
    kernel::{Asum, Dot, Leaf, Method, Sum},
    numbers::{Numbers, Storage},
};
use crate::{
    accuracy::{Accuracy, Fast, Strict},
    compiled::compiled_by_type,
    dispatch::{dispatch, dispatch_fused},
    element::Element,
    number::Number,
    vector::Vector,
    view::VectorView,
};
use floatfloat::{DoubleWord, MultiWord, Word};

/// The terms that are summed.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// x
    Sum,
    /// |x|
    Asum,
    /// x · y
    Dot,
}

impl Kind {
    /// A term as a word, computed from the high words of its factors.
    pub(crate) fn plain<W: Word, const N: usize>(self, factors: [W; N]) -> W {
        match self {
            Kind::Sum => factors[0],
            Kind::Asum => factors[0].abs(),
            Kind::Dot => factors[0] * factors[N - 1],
        }
    }
}

/// A reduction of at most one segment.
pub struct Task<'a, T: Number> {
    pub(super) kind: Kind,
    pub(super) accuracy: Accuracy,
    pub(super) x: Storage<'a, T>,
    /// The second operand; the same as `x` if there is only one.
    pub(super) y: Storage<'a, T>,
}

compiled_by_type! {
    /// Reduces at most one segment.
    pub(super) fn reduce<'a, T>(Task<'a, T>) -> T = reduce_double_words, reduce_long;
}

/// Runs the task on double-words, which have two storages and two accuracies.
fn reduce_double_words<E: Element>(task: Task<'_, DoubleWord<E>>) -> DoubleWord<E> {
    match (task.x, task.y) {
        (Storage::Apart(x), Storage::Apart(y)) => by_accuracy(&task, x, y),
        (Storage::Interleaved(x), Storage::Interleaved(y)) => by_accuracy(&task, x, y),
        _ => unreachable!("both operands are of one type"),
    }
}

fn by_accuracy<E: Element, X: Numbers<Number = DoubleWord<E>>>(
    task: &Task<'_, DoubleWord<E>>,
    x: X,
    y: X,
) -> DoubleWord<E> {
    match task.accuracy {
        Accuracy::Strict => by_kind::<Strict, X>(task.kind, x, y),
        Accuracy::Fast => by_kind::<Fast, X>(task.kind, x, y),
    }
}

fn by_kind<A: Method<X::Number>, X: Numbers>(kind: Kind, x: X, y: X) -> X::Number {
    match kind {
        Kind::Sum => dispatch(Leaf::<X, Sum<A>, 1>::new([x])),
        Kind::Asum => dispatch(Leaf::<X, Asum<A>, 1>::new([x])),
        Kind::Dot => dispatch(Leaf::<X, Dot<A>, 2>::new([x, y])),
    }
}

/// Runs the task fast on words in separate slices, the only variant for longer numbers. Without a
/// fused multiply-add it runs one number at a time, since the steps take long to compile.
fn reduce_long<T: Number>(task: Task<'_, T>) -> T
where
    Fast: Method<T>,
{
    let (Storage::Apart(x), Storage::Apart(y)) = (task.x, task.y) else {
        unreachable!("only double-words are interleaved");
    };
    match task.kind {
        Kind::Sum => sum(x),
        Kind::Asum => sum(x.iter().map(MultiWord::abs).collect::<Vector<T>>().view()),
        Kind::Dot => dispatch_fused(Leaf::<_, Dot<Fast>, 2>::new([x, y]), Leaf::alone),
    }
}

fn sum<T: Number>(x: VectorView<'_, T>) -> T
where
    Fast: Method<T>,
{
    dispatch_fused(Leaf::<_, Sum<Fast>, 1>::new([x]), Leaf::alone)
}
