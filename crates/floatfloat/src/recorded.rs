//! Constants in recorded functions: `x * 2.0`, `1.0 / x`, `x.less(1.0)`.

use crate::{DoubleWord, QuadWord, TripleWord, WideRange, uint32::Bits, word::Word};
use core::ops::{Add, Div, Mul, Sub};

/// A word whose steps are recorded, not carried out, as in a closure for a device.
///
/// Numbers over such words take an `f64` on either side of `+ - * /`. The `f64` enters as the nearest number of the
/// same type, so the result has the bits of the operator of two numbers. Numbers over other words take a word of their
/// own type there.
pub trait RecordedWord: Word {}

/// The second operand of a comparison of numbers `X`: another `X` or, in a recorded function, an `f64`, which enters as the
/// nearest number of the type.
pub trait OperandOf<X> {
    /// This operand as a number of the same type and recording as `x`.
    fn like(self, x: X) -> X;
}

impl<X> OperandOf<X> for X {
    #[inline(always)]
    fn like(self, _: X) -> X {
        self
    }
}

macro_rules! constants {
    ($($parameters:tt $number:ty;)*) => {$(
        constants!(@one $parameters $number: Add::add);
        constants!(@one $parameters $number: Sub::sub);
        constants!(@one $parameters $number: Mul::mul);
        constants!(@one $parameters $number: Div::div);
        constants!(@operand $parameters $number);
    )*};
    (@operand [$($parameters:tt)*] $number:ty) => {
        impl<$($parameters)*> OperandOf<$number> for f64 {
            fn like(self, x: $number) -> $number {
                x.constant(self)
            }
        }
    };
    (@one [$($parameters:tt)*] $number:ty: $op:ident::$method:ident) => {
        impl<$($parameters)*> $op<f64> for $number {
            type Output = Self;
            fn $method(self, right: f64) -> Self {
                $op::$method(self, self.constant(right))
            }
        }

        impl<$($parameters)*> $op<$number> for f64 {
            type Output = $number;
            fn $method(self, right: $number) -> $number {
                $op::$method(right.constant(self), right)
            }
        }
    };
}

constants! {
    [W: RecordedWord] DoubleWord<W>;
    [W: RecordedWord] TripleWord<W>;
    [W: RecordedWord] QuadWord<W>;
    [W: RecordedWord + Bits<N>, const N: usize] WideRange<W, N>;
}
