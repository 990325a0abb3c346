//! `%` and Euclidean division.

use crate::{
    double_word::DoubleWord,
    exact::{Big, Quotient, Rational, magnitude, unit},
    multi_word::{MultiWord, QuadWord, TripleWord},
    native_word::NativeWord,
    word::Word,
};
use core::ops::{Rem, RemAssign};

/// x − n·y, where n is x / y truncated to an integer. It has the sign of x.
///
/// Integers compute it, whatever the size of the quotient, and the result is rounded to the nearest number. It
/// is exact whenever the remainder is such a number, as it is for operands whose words lie close together. If
/// the words of the operands have wide gaps, the remainder may need more words than a number has.
fn remainder<N: MultiWord<Word: NativeWord>>(x: N, y: N) -> N {
    if !is_defined(x, y) {
        return N::from_word(N::Word::NAN);
    }
    if y.hi().abs() == N::Word::INFINITY || x.abs().less(y.abs()) {
        return x;
    }
    let Division { rest, exponent, .. } = Division::of(x, y);
    integer(rest, exponent).nearest(x.hi().is_negative())
}

/// Whether x has a remainder by y.
fn is_defined<N: MultiWord<Word: NativeWord>>(x: N, y: N) -> bool {
    x.hi().is_finite() && y.hi() != N::Word::default() && !y.hi().is_nan()
}

/// |x| = quotient · |y| + rest, the rest and the divisor |y| in units of 2^exponent.
struct Division {
    quotient: Big,
    rest: Big,
    divisor: Big,
    exponent: i32,
}

impl Division {
    /// The division of finite numbers, y not zero.
    fn of<N: MultiWord<Word: NativeWord>>(x: N, y: N) -> Self {
        let (x_parts, y_parts) = (x.parts(), y.parts());
        let (x_parts, y_parts) = (x_parts.as_ref(), y_parts.as_ref());
        let unit = unit(x_parts).min(unit(y_parts));
        let (mut rest, mut divisor) = (magnitude(x_parts, unit), magnitude(y_parts, unit));
        // The division needs a divisor with the highest bit of the highest limb set.
        let align = divisor.bit_length().next_multiple_of(64) - divisor.bit_length();
        divisor.shift_left(align);
        rest.shift_left(align);
        let quotient = rest.divide_long(&divisor);
        Division { quotient, rest, divisor, exponent: unit - align as i32 }
    }
}

/// An integer times 2^exponent.
fn integer(numerator: Big, exponent: i32) -> Quotient {
    Quotient { numerator, denominator: Big::new(1), exponent }
}

/// x − n·y for the integer n of [`euclidean_quotient`]: not negative, and less than |y|.
fn euclidean_remainder<N: MultiWord<Word: NativeWord>>(x: N, y: N) -> N {
    if !is_defined(x, y) {
        return N::from_word(N::Word::NAN);
    }
    let negative = x.hi() < N::Word::default();
    if y.hi().abs() == N::Word::INFINITY {
        return if negative { y.abs() } else { x };
    }
    let Division { rest, mut divisor, exponent, .. } = Division::of(x, y);
    if !negative || rest.is_zero() {
        return integer(rest, exponent).nearest(x.hi().is_negative());
    }
    divisor.subtract(&rest);
    integer(divisor, exponent).nearest(false)
}

/// x / y rounded down where y is positive, up where it is negative.
fn euclidean_quotient<N: MultiWord<Word: NativeWord>>(x: N, y: N) -> N {
    if !is_defined(x, y) {
        return x / y;
    }
    let (mut quotient, has_rest) = if y.hi().abs() == N::Word::INFINITY {
        (Big::new(0), true)
    } else {
        let Division { quotient, rest, .. } = Division::of(x, y);
        (quotient, !rest.is_zero())
    };
    if x.hi() < N::Word::default() && has_rest {
        quotient.add(&Big::new(1));
    }
    integer(quotient, 0).nearest(x.hi().is_negative() != y.hi().is_negative())
}

macro_rules! remainder {
    ($number:ident, $right:ty, $value:expr) => {
        impl<F: NativeWord> Rem<$right> for $number<F> {
            type Output = $number<F>;
            /// The remainder of a division truncated to an integer, with the sign of `self`, as for `f64`.
            /// Exact where the type can hold it, else rounded to nearest.
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
            /// The remainder that is not negative: x − n·y, where n is
            #[doc = concat!("[`div_euclid`](", stringify!($number), "::div_euclid).")]
            /// Exact where the type can hold it, else rounded to nearest once. Therefore a tiny negative x may
            /// give |y| itself, as for `f64`.
            ///
            /// Computed in integers.
            pub fn rem_euclid(self, right: Self) -> Self {
                euclidean_remainder(self, right)
            }

            /// The integer n for which x − n·y is at least 0 and less than |y|: x / y rounded down where y is
            /// positive, up where it is negative. Exact where the type can hold it, else rounded to nearest.
            /// Special values are those of `f64`.
            ///
            /// Computed in integers, because x / y in floating point may round up to an integer that the exact
            /// x / y does not reach.
            ///
            /// ```
            /// use floatfloat::DoubleDouble;
            /// let [x, y] = ["0.3", "0.1"].map(|text| text.parse::<DoubleDouble>().unwrap());
            /// assert_eq!(x.div_euclid(y), 3.0);
            /// assert_eq!((-x).div_euclid(y), -4.0);
            /// ```
            pub fn div_euclid(self, right: Self) -> Self {
                euclidean_quotient(self, right)
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
