//! The operations that loops compute for one element.

use floatfloat::{
    DoubleWord, NoFma, Word,
    double_word::{add22::add22_branch, mul22::Mul22},
    operation::{Function, Operation, Shape},
};

/// An operation on one element with words `W`.
pub trait Element<W>: 'static {
    /// The name in tables.
    const NAME: &'static str;
    /// The function of two operands, if it is one.
    const FUNCTION: Option<Function>;
    /// The number of floating-point operations.
    const FLOPS: u32;
    /// Which operands are words. None if the result is also a word.
    const SHAPE: Option<Shape>;

    /// The largest relative error allowed with words of `precision` bits, if there is a bound.
    fn bound(precision: u32) -> Option<f64>;

    /// The result for one element.
    fn apply(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W>;
}

macro_rules! native {
    ($($(#[$doc:meta])* $name:ident $text:literal $function:expr, |$x:ident, $y:ident| $result:expr;)*) => {$(
        $(#[$doc])*
        pub struct $name;

        impl<W: Word> Element<W> for $name {
            const NAME: &'static str = $text;
            const FUNCTION: Option<Function> = $function;
            const FLOPS: u32 = 1;
            const SHAPE: Option<Shape> = None;

            fn bound(precision: u32) -> Option<f64> {
                Some(1.0 / (1u64 << precision) as f64)
            }

            #[inline(always)]
            fn apply($x: DoubleWord<W>, $y: DoubleWord<W>) -> DoubleWord<W> {
                DoubleWord::from_word($result)
            }
        }
    )*};
}

native! {
    /// The machine's addition.
    Add "add" Some(Function::Add), |x, y| x.hi() + y.hi();
    /// The machine's multiplication.
    Mul "mul" Some(Function::Mul), |x, y| x.hi() * y.hi();
    /// The machine's multiplication and addition of a third word, fused.
    Mad "mad" None, |x, y| x.hi().mul_add(y.hi(), x.lo());
    /// The machine's division.
    Div "div" Some(Function::Div), |x, y| x.hi() / y.hi();
    /// The machine's square root.
    Sqrt "sqrt" Some(Function::Sqrt), |x, _y| x.hi().sqrt();
}

/// An operation of the registry.
pub struct Registered<O>(O);

impl<O: Operation, W: Word> Element<W> for Registered<O> {
    const NAME: &'static str = O::INFO.name;
    const FUNCTION: Option<Function> = Some(O::INFO.function);
    const FLOPS: u32 = O::INFO.flops;
    const SHAPE: Option<Shape> = Some(O::INFO.shape);

    fn bound(precision: u32) -> Option<f64> {
        O::INFO.bound.relative(precision)
    }

    #[inline(always)]
    fn apply(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
        O::apply(x, y)
    }
}

/// Add22 with its branch.
pub(super) struct Add22Branch;

impl<W: Word<Mask = bool>> Element<W> for Add22Branch {
    const NAME: &'static str = "add22-branch";
    const FUNCTION: Option<Function> = Some(Function::Add);
    const FLOPS: u32 = 11;
    const SHAPE: Option<Shape> = Some(Shape::DoubleWordDoubleWord);

    fn bound(_: u32) -> Option<f64> {
        None
    }

    #[inline(always)]
    fn apply(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
        add22_branch(x, y)
    }
}

/// Mul22 without a fused multiply-add, as its authors ran it.
pub(super) struct Mul22Dekker;

impl<W: Word> Element<W> for Mul22Dekker {
    const NAME: &'static str = "mul22-dekker";
    const FUNCTION: Option<Function> = Some(Function::Mul);
    const FLOPS: u32 = 27;
    const SHAPE: Option<Shape> = Some(Shape::DoubleWordDoubleWord);

    fn bound(precision: u32) -> Option<f64> {
        Mul22::INFO.bound.relative(precision)
    }

    #[inline(always)]
    fn apply(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
        let unfused = |x: DoubleWord<W>| DoubleWord::from_normalized(NoFma(x.hi()), NoFma(x.lo()));
        let result = Mul22::apply(unfused(x), unfused(y));
        DoubleWord::from_normalized(result.hi().0, result.lo().0)
    }
}
