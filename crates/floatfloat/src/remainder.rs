//! `%` and Euclidean division.

use crate::{
    double_word::DoubleWord,
    exact::{Big, Quotient},
    native_word::NativeWord,
};
use core::ops::{Rem, RemAssign};

/// x − n·y, n being x / y cut to an integer, with the sign of x.
///
/// Computed in integers, whatever the size of the quotient, and then rounded to the nearest
/// double-word. It is exact whenever the remainder is a double-word, as it is for operands whose
/// words lie close together; the bits of operands with wide gaps may span more than two words.
fn remainder<F: NativeWord>(x: DoubleWord<F>, y: DoubleWord<F>) -> DoubleWord<F> {
    let zero = F::default();
    if !x.hi().is_finite() || y.hi() == zero || y.is_nan() {
        return DoubleWord::from_word(F::NAN);
    }
    if y.hi().abs() == F::INFINITY || x.abs() < y.abs() {
        return x;
    }
    let unit = unit(x).min(unit(y));
    let (mut value, mut divisor) = (magnitude(x, unit), magnitude(y, unit));
    // The topmost bit of the divisor's topmost limb is set for the division.
    let align = divisor.bit_length().next_multiple_of(64) - divisor.bit_length();
    divisor.shift_left(align);
    value.shift_left(align);
    value.reduce(&divisor);
    let exponent = unit - align as i32;
    Quotient { numerator: value, denominator: Big::new(1), exponent }
        .to_double_word(x.hi().is_negative())
}

/// Exponent of the last bit of a finite number.
fn unit<F: NativeWord>(x: DoubleWord<F>) -> i32 {
    let last = |word: F| {
        let (significand, exponent) = word.parts();
        match significand {
            0 => i32::MAX,
            _ => exponent + significand.trailing_zeros() as i32,
        }
    };
    last(x.hi()).min(last(x.lo()))
}

/// |x| / 2^unit, an integer: at most 1024 + 1074 bits.
fn magnitude<F: NativeWord>(x: DoubleWord<F>, unit: i32) -> Big {
    let integer = |word: F| {
        let (significand, exponent) = word.parts();
        let below = (unit - exponent).max(0) as u32;
        let mut big = Big::new(significand.checked_shr(below).unwrap_or(0));
        big.shift_left((exponent - unit).max(0) as u32);
        big
    };
    let (mut sum, low) = (integer(x.hi()), integer(x.lo()));
    if x.hi().is_negative() == x.lo().is_negative() {
        sum.add(&low);
    } else {
        sum.subtract(&low);
    }
    sum
}

macro_rules! remainder {
    ($right:ty, $value:expr) => {
        impl<F: NativeWord> Rem<$right> for DoubleWord<F> {
            type Output = DoubleWord<F>;
            /// The remainder of a division cut to an integer, with the sign of `self`, as for
            /// `f64`: exact where two words can hold it, else rounded to nearest.
            fn rem(self, right: $right) -> DoubleWord<F> {
                remainder(self, $value(right))
            }
        }
        impl<F: NativeWord> Rem<$right> for &DoubleWord<F> {
            type Output = DoubleWord<F>;
            fn rem(self, right: $right) -> DoubleWord<F> {
                remainder(*self, $value(right))
            }
        }
        impl<F: NativeWord> RemAssign<$right> for DoubleWord<F> {
            fn rem_assign(&mut self, right: $right) {
                *self = remainder(*self, $value(right));
            }
        }
    };
}

remainder!(DoubleWord<F>, |right: DoubleWord<F>| right);
remainder!(&DoubleWord<F>, |right: &DoubleWord<F>| *right);
remainder!(F, DoubleWord::from_word);
remainder!(&F, |right: &F| DoubleWord::from_word(*right));

macro_rules! word_on_the_left {
    ($($word:ident)*) => {$(
        impl Rem<DoubleWord<$word>> for $word {
            type Output = DoubleWord<$word>;
            fn rem(self, right: DoubleWord<$word>) -> DoubleWord<$word> {
                remainder(self.into(), right)
            }
        }
        impl Rem<&DoubleWord<$word>> for $word {
            type Output = DoubleWord<$word>;
            fn rem(self, right: &DoubleWord<$word>) -> DoubleWord<$word> {
                remainder(self.into(), *right)
            }
        }
        impl Rem<DoubleWord<$word>> for &$word {
            type Output = DoubleWord<$word>;
            fn rem(self, right: DoubleWord<$word>) -> DoubleWord<$word> {
                remainder((*self).into(), right)
            }
        }
        impl Rem<&DoubleWord<$word>> for &$word {
            type Output = DoubleWord<$word>;
            fn rem(self, right: &DoubleWord<$word>) -> DoubleWord<$word> {
                remainder((*self).into(), *right)
            }
        }
    )*};
}

word_on_the_left!(f32 f64);

impl<F: NativeWord> DoubleWord<F> {
    /// The remainder that is not negative: `self % right`, plus `|right|` if that is below zero.
    /// The sum is rounded, so that a tiny negative remainder may give `|right|` itself, as for
    /// `f64`.
    pub fn rem_euclid(self, right: Self) -> Self {
        let rest = self % right;
        if rest.hi() < F::default() { rest + right.abs() } else { rest }
    }

    /// The quotient that belongs to [`rem_euclid`](DoubleWord::rem_euclid): the default quotient
    /// cut to an integer, and one more away from zero if the remainder is negative.
    pub fn div_euclid(self, right: Self) -> Self {
        let quotient = (self / right).trunc();
        let one = DoubleWord::from_word(self.hi().constant(1.0));
        if (self % right).hi() >= F::default() {
            quotient
        } else if right.hi() > F::default() {
            quotient - one
        } else {
            quotient + one
        }
    }
}
