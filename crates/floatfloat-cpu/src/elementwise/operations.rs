//! The operators of numbers of several words as operations on every element. Algorithms, bounds, ranges and
//! special values are those of the operators.

use super::{
    Elementwise, Run,
    run::{Job, Operand},
};
use crate::{
    compiled::compiled,
    dispatch::{dispatch, dispatch_fused},
    element::Element,
    vector::MultiWordVec,
    words::{Number, Width, Words, number, words},
};
use floatfloat::{DoubleWord, QuadWord, TripleWord, Word};

/// A number of the caller's, in every lane of the word that `like` is.
#[inline(always)]
pub(super) fn lifted<E: Element, W: Word, const M: usize>(
    like: W,
    value: Number<E, M>,
) -> Number<W, M>
where
    Width<M>: Words<M>,
{
    let value = words::<E, M>(value);
    number(floatfloat::unrolled::each(
        #[inline(always)]
        |m| like.constant(value[m].into()),
    ))
}

/// The number that [`lifted`] makes of it in words of another type.
fn converted<E: Element, F: Element, const M: usize>(value: Number<E, M>) -> Number<F, M>
where
    Width<M>: Words<M>,
{
    let value = words::<E, M>(value);
    number(floatfloat::unrolled::each(
        #[inline(always)]
        |m| F::nearest(value[m].into()),
    ))
}

/// Of three or four words: in registers that have a fused multiply-add, else one number at a time, since they
/// take their time to compile.
fn long<E: Element, O: Elementwise<N, M>, const N: usize, const M: usize>(run: Run<'_, E, O, N, M>)
where
    Width<M>: Words<M>,
{
    dispatch_fused(run, Run::alone);
}

macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident($label:literal) of $arity:literal: |$x:ident, $rest:pat_param| $value:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        operations!($name($label) of $arity, 2, false, dispatch: |$x, $rest| $value);
        operations!($name($label) of $arity, 3, true, long: |$x, $rest| $value);
        operations!($name($label) of $arity, 4, true, long: |$x, $rest| $value);
    )*};
    ($name:ident($label:literal) of $arity:literal, $words:literal, $long:literal, $launch:path:
        |$x:ident, $rest:pat_param| $value:expr) => {
        impl Elementwise<$arity, $words> for $name {
            const NAME: &str = $label;
            const LONG: bool = $long;

            fn launch<E: Element>(run: Run<'_, E, Self, $arity, $words>) {
                compiled! { fn launch<'a, W>(Run<'a, W, $name, $arity, $words>) -> () = $launch; }
                launch(run);
            }

            #[inline(always)]
            fn apply<W: Word>(
                self,
                $x: Number<W, $words>,
                $rest: [Number<W, $words>; $arity],
            ) -> Number<W, $words> {
                $value
            }
        }
    };
}

operations! {
    /// x + y
    Add("add") of 1: |x, [y]| x + y;
    /// x − y
    Sub("sub") of 1: |x, [y]| x - y;
    /// x · y
    Mul("mul") of 1: |x, [y]| x * y;
    /// x / y
    Div("div") of 1: |x, [y]| x / y;
    /// √x
    Sqrt("sqrt") of 0: |x, []| x.sqrt();
    /// −x
    Neg("neg") of 0: |x, []| -x;
    /// |x|
    Abs("abs") of 0: |x, []| x.abs();
}

/// x · y + z: a product and a sum, as [`MultiWord::mul_add`](floatfloat::MultiWord::mul_add)
#[derive(Clone, Copy, Debug, Default)]
pub struct MulAdd;

/// a · x
#[derive(Clone, Copy, Debug)]
pub struct Scale<X>(pub X);

/// a · x for a plain word a
#[derive(Clone, Copy, Debug)]
pub struct ScaleByWord<E: Element>(pub E);

/// x + a · y
#[derive(Clone, Copy, Debug)]
pub struct Axpy<X>(pub X);

/// Operations of double-words with a product in them, each compiled, and with a number of the caller's, which is
/// converted to the words of the slices.
macro_rules! compiled_products {
    ($($operation:ty => $in_words:ty, $arity:literal, $label:literal, |$run:ident| $converted:expr,
        |$this:ident, $x:ident, $rest:pat_param| $value:expr;)*) => {$(
        impl<E: Element> Elementwise<$arity> for $operation {
            const NAME: &str = $label;

            fn launch<F: Element>($run: Run<'_, F, Self, $arity>) {
                compiled! { fn launch<'a, W>(Run<'a, W, $in_words, $arity>) -> () = dispatch; }
                let operation = $converted;
                launch($run.with(&operation));
            }

            #[inline(always)]
            fn apply<W: Word>($this, $x: DoubleWord<W>, $rest: [DoubleWord<W>; $arity]) -> DoubleWord<W> {
                $value
            }
        }
    )*};
}

compiled_products! {
    Scale<DoubleWord<E>> => Scale<DoubleWord<W>>, 0, "scale",
        |run| Scale(converted::<E, F, 2>(run.operation.0)),
        |self, x, []| x * lifted::<E, W, 2>(x.hi(), self.0);
    Axpy<DoubleWord<E>> => Axpy<DoubleWord<W>>, 1, "axpy",
        |run| Axpy(converted::<E, F, 2>(run.operation.0)),
        |self, x, [y]| y.mul_add(lifted::<E, W, 2>(y.hi(), self.0), x);
}

impl Elementwise<2> for MulAdd {
    const NAME: &str = "mul_add";

    fn launch<E: Element>(run: Run<'_, E, Self, 2>) {
        compiled! { fn launch<'a, W>(Run<'a, W, MulAdd, 2>) -> () = dispatch; }
        launch(run);
    }

    #[inline(always)]
    fn apply<W: Word>(self, x: DoubleWord<W>, [y, z]: [DoubleWord<W>; 2]) -> DoubleWord<W> {
        x.mul_add(y, z)
    }
}

macro_rules! scale_by_word {
    ($($words:literal $long:literal $launch:path;)*) => {$(
        impl<E: Element> Elementwise<0, $words> for ScaleByWord<E> {
            const NAME: &str = "scale_by_word";
            const LONG: bool = $long;

            fn launch<F: Element>(run: Run<'_, F, Self, 0, $words>) {
                compiled! { fn launch<'a, W>(Run<'a, W, ScaleByWord<W>, 0, $words>) -> () = $launch; }
                let operation = ScaleByWord(F::nearest(run.operation.0.into()));
                launch(run.with(&operation));
            }

            #[inline(always)]
            fn apply<W: Word>(self, x: Number<W, $words>, []: [Number<W, $words>; 0]) -> Number<W, $words> {
                x * x.hi().constant(self.0.into())
            }
        }
    )*};
}

scale_by_word! {
    2 false dispatch;
    3 true long;
    4 true long;
}

/// Elements of three or four words that a product is held of while it is added to: they stay in the first
/// cache.
const HELD: usize = 512;

/// Calls `work` for each [`HELD`] elements of a job.
fn for_each_part<E: Element, const N: usize, const M: usize>(
    job: &Job<'_, E, N, M>,
    mut work: impl FnMut(&Job<'_, E, N, M>),
) where
    Width<M>: Words<M>,
{
    let (mut part, mut rest) = job.split_at(HELD);
    while part.length > 0 {
        work(&part);
        (part, rest) = rest.split_at(HELD);
    }
}

/// Operations of three and four words with a product in them: they run those of products and sums one after the
/// other, which costs a few loads and stores beside a hundred steps, instead of being compiled once more.
macro_rules! composed_products {
    ($($words:literal $number:ident;)*) => {$(
        impl Elementwise<2, $words> for MulAdd {
            const NAME: &str = "mul_add";

            fn launch<E: Element>(run: Run<'_, E, Self, 2, $words>) {
                for_each_part(run.job, |part| {
                    let Job { x, rest: [y, z], out, .. } = *part;
                    <Mul as Elementwise<1, $words>>::launch(Run { operation: &Mul, job: &part.with(x, [y]) });
                    let product = Operand::of_output(out);
                    <Add as Elementwise<1, $words>>::launch(Run { operation: &Add, job: &part.with(product, [z]) });
                });
            }

            #[inline(always)]
            fn apply<W: Word>(self, x: $number<W>, [y, z]: [$number<W>; 2]) -> $number<W> {
                x.mul_add(y, z)
            }
        }

        impl<E: Element> Elementwise<0, $words> for Scale<$number<E>> {
            const NAME: &str = "scale";

            fn launch<F: Element>(run: Run<'_, F, Self, 0, $words>) {
                let job = run.job;
                let factor = converted::<E, F, $words>(run.operation.0);
                let factors: MultiWordVec<F, $words> =
                    core::iter::repeat_n(factor, job.length.min(HELD)).collect();
                let y = Operand::of(factors.as_slice());
                for_each_part(job, |part| {
                    <Mul as Elementwise<1, $words>>::launch(Run { operation: &Mul, job: &part.with(part.x, [y]) });
                });
            }

            #[inline(always)]
            fn apply<W: Word>(self, x: $number<W>, []: [$number<W>; 0]) -> $number<W> {
                x * lifted::<E, W, $words>(x.hi(), self.0)
            }
        }

        impl<E: Element> Elementwise<1, $words> for Axpy<$number<E>> {
            const NAME: &str = "axpy";

            fn launch<F: Element>(run: Run<'_, F, Self, 1, $words>) {
                let job = run.job;
                let factor = converted::<E, F, $words>(run.operation.0);
                let mut products = MultiWordVec::<F, $words>::zeros(job.length.min(HELD));
                for_each_part(job, |part| {
                    let (mut product, _) = products.as_mut_slice().split_at(part.length);
                    let [y] = part.rest;
                    let scaled = part.with(y, []).into(product.reborrow());
                    <Scale<$number<F>> as Elementwise<0, $words>>::launch(Run { operation: &Scale(factor), job: &scaled });
                    let product = Operand::of(product.as_slice());
                    <Add as Elementwise<1, $words>>::launch(Run { operation: &Add, job: &part.with(part.x, [product]) });
                });
            }

            #[inline(always)]
            fn apply<W: Word>(self, x: $number<W>, [y]: [$number<W>; 1]) -> $number<W> {
                y.mul_add(lifted::<E, W, $words>(y.hi(), self.0), x)
            }
        }
    )*};
}

composed_products! {
    3 TripleWord;
    4 QuadWord;
}
