//! The operators of [`DoubleWord`] as operations on every element. Algorithms, bounds, ranges and
//! special values are those of the operators.

use super::{Elementwise, Run};
use crate::{compiled::compiled, dispatch::dispatch, element::Element};
use floatfloat::{DoubleWord, Word};

/// A number of the caller's, in every lane of the word that `like` is.
#[inline(always)]
pub(super) fn lifted<E: Element, W: Word>(like: W, number: DoubleWord<E>) -> DoubleWord<W> {
    DoubleWord::from_normalized(
        like.constant(number.hi().into()),
        like.constant(number.lo().into()),
    )
}

/// The number that [`lifted`] makes of it in words of another type.
fn converted<E: Element, F: Element>(number: DoubleWord<E>) -> DoubleWord<F> {
    let [high, low] = [number.hi(), number.lo()].map(|word| F::nearest(word.into()));
    DoubleWord::from_normalized(high, low)
}

macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident($label:literal) of $arity:literal: |$x:ident, $rest:pat_param| $value:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl Elementwise<$arity> for $name {
            const NAME: &str = $label;

            fn launch<E: Element>(run: Run<'_, E, Self, $arity>) {
                compiled! { fn launch<'a, W>(Run<'a, W, $name, $arity>) -> () = dispatch; }
                launch(run);
            }

            #[inline(always)]
            fn apply<W: Word>(
                self,
                $x: DoubleWord<W>,
                $rest: [DoubleWord<W>; $arity],
            ) -> DoubleWord<W> {
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
    /// x · y + z, as [`DoubleWord::mul_add`]
    MulAdd("mul_add") of 2: |x, [y, z]| x.mul_add(y, z);
}

/// a · x
#[derive(Clone, Copy, Debug)]
pub struct Scale<E: Element>(pub DoubleWord<E>);

impl<E: Element> Elementwise<0> for Scale<E> {
    const NAME: &str = "scale";

    fn launch<F: Element>(run: Run<'_, F, Self, 0>) {
        let operation = Scale(converted(run.operation.0));
        compiled! { fn launch<'a, W>(Run<'a, W, Scale<W>, 0>) -> () = dispatch; }
        launch(run.with(operation));
    }

    #[inline(always)]
    fn apply<W: Word>(self, x: DoubleWord<W>, []: [DoubleWord<W>; 0]) -> DoubleWord<W> {
        x * lifted(x.hi(), self.0)
    }
}

/// a · x for a plain word a
#[derive(Clone, Copy, Debug)]
pub struct ScaleByWord<E: Element>(pub E);

impl<E: Element> Elementwise<0> for ScaleByWord<E> {
    const NAME: &str = "scale_by_word";

    fn launch<F: Element>(run: Run<'_, F, Self, 0>) {
        let operation = ScaleByWord(F::nearest(run.operation.0.into()));
        compiled! { fn launch<'a, W>(Run<'a, W, ScaleByWord<W>, 0>) -> () = dispatch; }
        launch(run.with(operation));
    }

    #[inline(always)]
    fn apply<W: Word>(self, x: DoubleWord<W>, []: [DoubleWord<W>; 0]) -> DoubleWord<W> {
        x * x.hi().constant(self.0.into())
    }
}

/// x + a · y
#[derive(Clone, Copy, Debug)]
pub struct Axpy<E: Element>(pub DoubleWord<E>);

impl<E: Element> Elementwise<1> for Axpy<E> {
    const NAME: &str = "axpy";

    fn launch<F: Element>(run: Run<'_, F, Self, 1>) {
        let operation = Axpy(converted(run.operation.0));
        compiled! { fn launch<'a, W>(Run<'a, W, Axpy<W>, 1>) -> () = dispatch; }
        launch(run.with(operation));
    }

    #[inline(always)]
    fn apply<W: Word>(self, x: DoubleWord<W>, [y]: [DoubleWord<W>; 1]) -> DoubleWord<W> {
        y.mul_add(lifted(y.hi(), self.0), x)
    }
}
