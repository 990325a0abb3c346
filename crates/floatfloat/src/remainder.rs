//! `%` and Euclidean division.

use crate::{
    double_word::DoubleWord,
    exact::{Big, Quotient, Rational, magnitude, unit},
    multi_word::{MultiWord, QuadWord, TripleWord},
    native_word::NativeWord,
    word::Word,
};
use core::ops::{Rem, RemAssign};

/// x − n·y, n being x / y cut to an integer, with the sign of x.
///
/// Computed in integers, whatever the size of the quotient, and then rounded to the nearest
/// number. It is exact whenever the remainder is such a number, as it is for operands whose
/// words lie close together; the bits of operands with wide gaps may span more words than a number has.
fn remainder<N: MultiWord<Word: NativeWord>>(x: N, y: N) -> N {
    if !x.hi().is_finite() || y.hi() == N::Word::default() || y.hi().is_nan() {
        return N::from_word(N::Word::NAN);
    }
    if y.hi().abs() == N::Word::INFINITY || x.abs().less(y.abs()) {
        return x;
    }
    let (x_parts, y_parts) = (x.parts(), y.parts());
    let (x_parts, y_parts) = (x_parts.as_ref(), y_parts.as_ref());
    let unit = unit(x_parts).min(unit(y_parts));
    let (mut value, mut divisor) = (magnitude(x_parts, unit), magnitude(y_parts, unit));
    // The topmost bit of the divisor's topmost limb is set for the division.
    let align = divisor.bit_length().next_multiple_of(64) - divisor.bit_length();
    divisor.shift_left(align);
    value.shift_left(align);
    value.reduce(&divisor);
    let exponent = unit - align as i32;
    Quotient { numerator: value, denominator: Big::new(1), exponent }.nearest(x.hi().is_negative())
}

macro_rules! remainder {
    ($number:ident, $right:ty, $value:expr) => {
        impl<F: NativeWord> Rem<$right> for $number<F> {
            type Output = $number<F>;
            /// The remainder of a division cut to an integer, with the sign of `self`, as for
            /// `f64`: exact where as many words can hold it, else rounded to nearest.
            fn rem(self, right: $right) -> $number<F> {
                remainder(self, $value(right))
            }
        }
        impl<F: NativeWord> Rem<$right> for &$number<F> {
            type Output = $number<F>;
            fn rem(self, right: $right) -> $number<F> {
                remainder(*self, $value(right))
            }
        }
        impl<F: NativeWord> RemAssign<$right> for $number<F> {
            fn rem_assign(&mut self, right: $right) {
                *self = remainder(*self, $value(right));
            }
        }
    };
    ($($number:ident)*) => {$(
        remainder!($number, $number<F>, |right: $number<F>| right);
        remainder!($number, &$number<F>, |right: &$number<F>| *right);
        remainder!($number, F, $number::from_word);
        remainder!($number, &F, |right: &F| $number::from_word(*right));

        impl<F: NativeWord> $number<F> {
            /// The remainder that is not negative: `self % right`, plus `|right|` if that is below zero.
            /// The sum is rounded, so that a tiny negative remainder may give `|right|` itself, as for
            /// `f64`.
            pub fn rem_euclid(self, right: Self) -> Self {
                let rest = self % right;
                if rest.hi() < F::default() { rest + right.abs() } else { rest }
            }

            /// The quotient that belongs to
            #[doc = concat!("[`rem_euclid`](", stringify!($number), "::rem_euclid): the default quotient")]
            /// cut to an integer, and one more away from zero if the remainder is negative.
            pub fn div_euclid(self, right: Self) -> Self {
                let quotient = (self / right).trunc();
                let one = $number::from_word(self.hi().constant(1.0));
                if (self % right).hi() >= F::default() {
                    quotient
                } else if right.hi() > F::default() {
                    quotient - one
                } else {
                    quotient + one
                }
            }
        }
    )*};
}

remainder!(DoubleWord TripleWord QuadWord);

macro_rules! word_on_the_left {
    ($($number:ident: $($word:ident)*;)*) => {$($(
        impl Rem<$number<$word>> for $word {
            type Output = $number<$word>;
            fn rem(self, right: $number<$word>) -> $number<$word> {
                remainder(self.into(), right)
            }
        }
        impl Rem<&$number<$word>> for $word {
            type Output = $number<$word>;
            fn rem(self, right: &$number<$word>) -> $number<$word> {
                remainder(self.into(), *right)
            }
        }
        impl Rem<$number<$word>> for &$word {
            type Output = $number<$word>;
            fn rem(self, right: $number<$word>) -> $number<$word> {
                remainder((*self).into(), right)
            }
        }
        impl Rem<&$number<$word>> for &$word {
            type Output = $number<$word>;
            fn rem(self, right: &$number<$word>) -> $number<$word> {
                remainder((*self).into(), *right)
            }
        }
    )*)*};
}

word_on_the_left! {
    DoubleWord: f32 f64;
    TripleWord: f32 f64;
    QuadWord: f32 f64;
}
