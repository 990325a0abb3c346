//! The operators of numbers as operations on every element. Algorithms, bounds, ranges and special values are those
//! of the operators.

use super::{Elementwise, Run, job::Job, operand::Operand};
use crate::{
    compiled::compiled_by_type,
    dispatch::{dispatch, dispatch_fused},
    element::Element,
    number::{Number, number},
    vector::Vector,
};
use floatfloat::{MultiWord, Word, WordArray};

/// A number of the caller in every lane of a word such as `like`.
#[inline(always)]
pub(super) fn lifted<T: Number, W: Word>(like: W, value: T) -> T::Over<W> {
    let value = value.parts();
    number(WordArray::each(
        #[inline(always)]
        |k| like.constant(value[k].into()),
    ))
}

/// Runs numbers of three or four words in registers that have a fused multiply-add, otherwise one number at a time,
/// because the operations take long to compile.
fn long<T: Number, O: Elementwise<N, T>, const N: usize>(run: Run<'_, T, O, N>) {
    dispatch_fused(run, Run::alone);
}

macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident($label:literal) of $arity:literal: |$x:ident, $rest:pat_param| $value:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl<T: Number> Elementwise<$arity, T> for $name {
            const NAME: &str = $label;
            const LONG: bool = T::WORDS > 2;

            fn launch(run: Run<'_, T, Self, $arity>) {
                compiled_by_type! {
                    fn launch<'a, T>(Run<'a, T, $name, $arity>) -> () = dispatch, long;
                }
                launch(run);
            }

            #[inline(always)]
            fn apply<W: Word>(self, $x: T::Over<W>, $rest: [T::Over<W>; $arity]) -> T::Over<W> {
                $value
            }
        }
    )*};
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

/// x · y + z: a product, then a sum, as in [`MultiWord::mul_add`]
#[derive(Clone, Copy, Debug, Default)]
pub struct MulAdd;

/// a · x
#[derive(Clone, Copy, Debug)]
pub struct Scale<T>(pub T);

/// a · x for a plain word a
#[derive(Clone, Copy, Debug)]
pub struct ScaleByWord<W>(pub W);

/// x + a · y
#[derive(Clone, Copy, Debug)]
pub struct Axpy<T>(pub T);

impl<T: Number> Elementwise<2, T> for MulAdd {
    const NAME: &str = "mul_add";

    fn launch(run: Run<'_, T, Self, 2>) {
        compiled_by_type! {
            fn launch<'a, T>(Run<'a, T, MulAdd, 2>) -> () = dispatch, multiply_then_add;
        }
        launch(run);
    }

    #[inline(always)]
    fn apply<W: Word>(self, x: T::Over<W>, [y, z]: [T::Over<W>; 2]) -> T::Over<W> {
        x.mul_add(y, z)
    }
}

impl<T: Number> Elementwise<0, T> for Scale<T> {
    const NAME: &str = "scale";

    fn launch(run: Run<'_, T, Self, 0>) {
        compiled_by_type! {
            fn launch<'a, T>(Run<'a, T, Scale<T>, 0>) -> () = dispatch, multiply_by_copies;
        }
        launch(run);
    }

    #[inline(always)]
    fn apply<W: Word>(self, x: T::Over<W>, []: [T::Over<W>; 0]) -> T::Over<W> {
        x * lifted::<T, W>(x.hi(), self.0)
    }
}

impl<T: Number> Elementwise<1, T> for Axpy<T> {
    const NAME: &str = "axpy";

    fn launch(run: Run<'_, T, Self, 1>) {
        compiled_by_type! {
            fn launch<'a, T>(Run<'a, T, Axpy<T>, 1>) -> () = dispatch, scale_then_add;
        }
        launch(run);
    }

    #[inline(always)]
    fn apply<W: Word>(self, x: T::Over<W>, [y]: [T::Over<W>; 1]) -> T::Over<W> {
        y.mul_add(lifted::<T, W>(y.hi(), self.0), x)
    }
}

impl<T: Number<Word = W>, W: Element> Elementwise<0, T> for ScaleByWord<W> {
    const NAME: &str = "scale_by_word";
    const LONG: bool = T::WORDS > 2;

    fn launch(run: Run<'_, T, Self, 0>) {
        compiled_by_type! {
            fn launch<'a, T>(Run<'a, T, ScaleByWord<<T as MultiWord>::Word>, 0>) -> () = dispatch, long;
        }
        launch(run);
    }

    #[inline(always)]
    fn apply<V: Word>(self, x: T::Over<V>, []: [T::Over<V>; 0]) -> T::Over<V> {
        x * x.hi().constant(self.0.into())
    }
}

/// For this many elements of three or four words the product is held until it is added: they stay in the
/// first-level cache.
const HELD: usize = 512;

/// Calls `work` for each [`HELD`] elements of a job.
fn for_each_part<T: Number, const N: usize>(
    job: &Job<'_, T, N>,
    mut work: impl FnMut(&Job<'_, T, N>),
) {
    let (mut part, mut rest) = job.split_at(HELD);
    while part.length > 0 {
        work(&part);
        (part, rest) = rest.split_at(HELD);
    }
}

// Operations of three and four words that contain a product run the products and the sums one after the other. This
// costs a few loads and stores beside a hundred steps, and saves the compilation of one more loop.

fn multiply_then_add<T: Number>(run: Run<'_, T, MulAdd, 2>) {
    for_each_part(run.job, |part| {
        let Job { x, rest: [y, z], out, .. } = *part;
        Elementwise::launch(Run { operation: &Mul, job: &part.with(x, [y]) });
        let product = Operand::of_output(out);
        Elementwise::launch(Run { operation: &Add, job: &part.with(product, [z]) });
    });
}

fn multiply_by_copies<T: Number>(run: Run<'_, T, Scale<T>, 0>) {
    let factors: Vector<T> =
        core::iter::repeat_n(run.operation.0, run.job.length.min(HELD)).collect();
    let y = Operand::of(factors.view());
    for_each_part(run.job, |part| {
        Elementwise::launch(Run { operation: &Mul, job: &part.with(part.x, [y]) });
    });
}

fn scale_then_add<T: Number>(run: Run<'_, T, Axpy<T>, 1>) {
    let mut products = Vector::<T>::zeros(run.job.length.min(HELD));
    for_each_part(run.job, |part| {
        let (mut product, _) = products.view_mut().split_at(part.length);
        let [y] = part.rest;
        let scaled = part.with(y, []).into(product.reborrow());
        Elementwise::launch(Run { operation: &Scale(run.operation.0), job: &scaled });
        let product = Operand::of(product.as_view());
        Elementwise::launch(Run { operation: &Add, job: &part.with(part.x, [product]) });
    });
}
