//! `+ − × ÷` and negation, between numbers of this type, and with a word on the right.

use super::{
    WideRange,
    align::aligned,
    normalize::{BIAS, normalized},
};
use crate::{
    double_word::{
        DoubleWord, add_network::add_network, div_warwick::div_warwick, mul_dw1::mul_dw1,
    },
    uint32::{Bits, Uint32},
    word::Word,
};
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

impl<W: Word, const N: usize> Neg for WideRange<W, N> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        let (high, low) = (-self.significand.hi(), -self.significand.lo());
        WideRange { significand: DoubleWord::from_normalized(high, low), ..self }
    }
}

#[inline(always)]
fn sum<W: Bits<N>, const N: usize>(x: WideRange<W, N>, y: WideRange<W, N>) -> WideRange<W, N> {
    let (x, y, code) = aligned(x, y);
    normalized(add_network(x, y).fix_special_cases(x.hi() + y.hi()), code, 0)
}

#[inline(always)]
fn difference<W: Bits<N>, const N: usize>(
    x: WideRange<W, N>,
    y: WideRange<W, N>,
) -> WideRange<W, N> {
    sum(x, -y)
}

#[inline(always)]
fn product<W: Bits<N>, const N: usize>(x: WideRange<W, N>, y: WideRange<W, N>) -> WideRange<W, N> {
    let code = x.code().wrapping_add(y.code());
    let (x, y) = (x.significand, y.significand);
    normalized(mul_dw1(x, y).fix_special_cases(x.hi() * y.hi()), code, BIAS)
}

#[inline(always)]
fn quotient<W: Bits<N>, const N: usize>(x: WideRange<W, N>, y: WideRange<W, N>) -> WideRange<W, N> {
    let twice_bias = y.code().constant(2 * BIAS);
    let code = x.code().wrapping_add(twice_bias).wrapping_sub(y.code());
    let (x, y) = (x.significand, y.significand);
    normalized(div_warwick(x, y).fix_special_cases(x.hi() / y.hi()), code, BIAS)
}

macro_rules! operator {
    ($op:ident::$method:ident, $assign:ident::$assign_method:ident, $function:ident, $doc:literal) => {
        impl<W: Bits<N>, const N: usize> $op for WideRange<W, N> {
            type Output = Self;
            #[doc = $doc]
            #[inline(always)]
            fn $method(self, right: Self) -> Self {
                $function(self, right)
            }
        }

        impl<W: Bits<N>, const N: usize> $op<W> for WideRange<W, N> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, right: W) -> Self {
                $function(self, WideRange::from_word(right))
            }
        }

        impl<W: Bits<N>, const N: usize> $assign for WideRange<W, N> {
            #[inline(always)]
            fn $assign_method(&mut self, right: Self) {
                *self = $function(*self, right);
            }
        }

        impl<W: Bits<N>, const N: usize> $assign<W> for WideRange<W, N> {
            #[inline(always)]
            fn $assign_method(&mut self, right: W) {
                *self = $function(*self, WideRange::from_word(right));
            }
        }
    };
}

operator!(Add::add, AddAssign::add_assign, sum, "Relative error ≤ 2.02u².");
operator!(Sub::sub, SubAssign::sub_assign, difference, "Relative error ≤ 2.02u².");
operator!(Mul::mul, MulAssign::mul_assign, product, "Relative error ≤ 5.02u².");
operator!(
    Div::div,
    DivAssign::div_assign,
    quotient,
    "Relative error ≤ 13.53u² with a fused multiply-add, 14.1u² without."
);
