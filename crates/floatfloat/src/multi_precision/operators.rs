//! Operators of numbers over any integers.

use super::{Limbs, MultiPrecision, NAN, SIGN, Width};
use crate::uint32::Uint32;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

impl<U: Uint32, const N: usize> MultiPrecision<U, N> {
    /// The number with the opposite sign, also for NaN.
    #[inline(always)]
    fn with_sign_turned(self) -> Self {
        MultiPrecision { head: self.head ^ self.head.constant(SIGN), limbs: self.limbs }
    }
}

impl<U: Uint32, const N: usize> MultiPrecision<U, N>
where
    Limbs: Width<N>,
{
    /// Its square root: −0 for −0, NaN for other negative numbers.
    #[inline(always)]
    pub fn sqrt(self) -> Self {
        Limbs::square_root(self)
    }
}

impl<U: Uint32, const N: usize> Neg for MultiPrecision<U, N> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        let nan = self.head.constant(NAN);
        let turned = self.with_sign_turned();
        MultiPrecision { head: U::select(self.head.equal(nan), nan, turned.head), ..self }
    }
}

macro_rules! operators {
    ($($operator:ident::$method:ident, $assign:ident::$in_place:ident, |$a:ident, $b:ident| $result:expr;)*) => {$(
        impl<U: Uint32, const N: usize> $operator for MultiPrecision<U, N>
        where
            Limbs: Width<N>,
        {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self, other);
                $result
            }
        }

        impl<U: Uint32, const N: usize> $assign for MultiPrecision<U, N>
        where
            Limbs: Width<N>,
        {
            #[inline(always)]
            fn $in_place(&mut self, other: Self) {
                *self = $operator::$method(*self, other);
            }
        }
    )*};
}

operators! {
    Add::add, AddAssign::add_assign, |a, b| Limbs::add(a, b);
    Sub::sub, SubAssign::sub_assign, |a, b| Limbs::add(a, b.with_sign_turned());
    Mul::mul, MulAssign::mul_assign, |a, b| Limbs::multiply(a, b);
    Div::div, DivAssign::div_assign, |a, b| Limbs::divide(a, b);
}
