//! The traits of num-traits that numbers of several words implement.

#[cfg(feature = "std")]
mod float;
mod primitives;

use crate::{
    double_word::DoubleWord,
    multi_word::{QuadWord, TripleWord},
    native_word::NativeWord,
    text::{ParseError, ParseErrorKind},
};
use num_traits::{
    Bounded, ConstOne, ConstZero, Euclid, FloatConst, Inv, MulAdd, MulAddAssign, Num, One, Pow,
    Signed, Zero,
};

/// The implementations that hold for every word.
macro_rules! any_word {
    ($($number:ident)*) => {$(
        impl<F: NativeWord> Zero for $number<F> {
            fn zero() -> Self {
                Self::default()
            }
            fn is_zero(&self) -> bool {
                self.hi() == F::default()
            }
        }

        impl<F: NativeWord> One for $number<F> {
            fn one() -> Self {
                $number::from_word(F::default().constant(1.0))
            }
        }

        impl<F: NativeWord> Num for $number<F> {
            type FromStrRadixErr = ParseError;

            /// Reads decimal numbers as `FromStr` does; any other radix is an error.
            fn from_str_radix(text: &str, radix: u32) -> Result<Self, ParseError> {
                match radix {
                    10 => text.parse(),
                    _ => Err(ParseError::new(ParseErrorKind::UnsupportedRadix, 0)),
                }
            }
        }

        impl<F: NativeWord> Signed for $number<F> {
            fn abs(&self) -> Self {
                $number::abs(*self)
            }
            fn abs_sub(&self, other: &Self) -> Self {
                if self <= other { Self::zero() } else { *self - *other }
            }
            fn signum(&self) -> Self {
                $number::signum(*self)
            }
            fn is_positive(&self) -> bool {
                self.is_sign_positive()
            }
            fn is_negative(&self) -> bool {
                self.is_sign_negative()
            }
        }

        impl<F: NativeWord> Inv for $number<F> {
            type Output = Self;
            fn inv(self) -> Self {
                self.recip()
            }
        }

        impl<F: NativeWord> Pow<i32> for $number<F> {
            type Output = Self;
            fn pow(self, exponent: i32) -> Self {
                self.powi(exponent)
            }
        }

        impl<F: NativeWord> MulAdd for $number<F> {
            type Output = Self;
            fn mul_add(self, factor: Self, addend: Self) -> Self {
                $number::mul_add(self, factor, addend)
            }
        }

        impl<F: NativeWord> MulAddAssign for $number<F> {
            fn mul_add_assign(&mut self, factor: Self, addend: Self) {
                *self = $number::mul_add(*self, factor, addend);
            }
        }

        impl<F: NativeWord> Euclid for $number<F> {
            fn div_euclid(&self, right: &Self) -> Self {
                $number::div_euclid(*self, *right)
            }
            fn rem_euclid(&self, right: &Self) -> Self {
                $number::rem_euclid(*self, *right)
            }
        }
    )*};
}

any_word!(DoubleWord TripleWord QuadWord);

macro_rules! constants {
    ($number:ident $float:ident: $($name:ident)*) => {
        impl ConstZero for $number<$float> {
            const ZERO: Self = Self::ZERO;
        }
        impl ConstOne for $number<$float> {
            const ONE: Self = Self::ONE;
        }
        impl Bounded for $number<$float> {
            fn min_value() -> Self {
                Self::MIN
            }
            fn max_value() -> Self {
                Self::MAX
            }
        }
        #[allow(non_snake_case, reason = "the names are the trait's")]
        impl FloatConst for $number<$float> {
            $(fn $name() -> Self {
                Self::$name
            })*
        }
    };
    ($($number:ident: $($float:ident)*;)*) => {$($(
        constants! { $number $float:
            E FRAC_1_PI FRAC_1_SQRT_2 FRAC_2_PI FRAC_2_SQRT_PI FRAC_PI_2 FRAC_PI_3 FRAC_PI_4
            FRAC_PI_6 FRAC_PI_8 LN_10 LN_2 LOG10_2 LOG10_E LOG2_10 LOG2_E PI SQRT_2 TAU
        }
    )*)*};
}

constants! {
    DoubleWord: f32 f64;
    TripleWord: f32 f64;
    QuadWord: f32 f64;
}

#[cfg(test)]
mod tests {
    use crate::{DoubleDouble, FloatFloat, ParseErrorKind, QuadDouble, TripleFloat};
    use num_traits::{Bounded, FloatConst, FromPrimitive, Num, Pow, Signed, ToPrimitive, Zero};

    /// Horner's rule as a user writes it, for any number.
    fn horner<T: Num + Copy>(coefficients: &[T], x: T) -> T {
        coefficients.iter().rev().fold(T::zero(), |sum, &c| sum * x + c)
    }

    #[test]
    fn generic_code_runs() {
        let coefficients = [1.0, -3.0, 2.0].map(DoubleDouble::from);
        assert_eq!(horner(&coefficients, DoubleDouble::from(0.5)), 0.0);
        assert_eq!(Pow::pow(FloatFloat::from(3.0f32), 4), 81.0);
        assert_eq!(<DoubleDouble as FloatConst>::TAU(), DoubleDouble::TAU);
        assert_eq!(<DoubleDouble as Bounded>::max_value(), DoubleDouble::MAX);
        assert!(Signed::is_negative(&-DoubleDouble::ONE));
        assert!((-DoubleDouble::ZERO).is_zero());
    }

    #[test]
    fn generic_code_runs_with_three_and_four_words() {
        let coefficients = [1.0, -3.0, 2.0].map(QuadDouble::from);
        assert_eq!(horner(&coefficients, QuadDouble::from(0.5)), 0.0);
        assert_eq!(Pow::pow(TripleFloat::from(3.0f32), 4), 81.0);
        assert_eq!(<QuadDouble as FloatConst>::TAU(), QuadDouble::TAU);
        assert_eq!(<TripleFloat as Bounded>::max_value(), TripleFloat::MAX);
        let zero = <TripleFloat as num_traits::NumCast>::from(-0.0).unwrap();
        assert!(zero == 0.0 && Signed::is_negative(&zero));
        let wide = (1u128 << 100) - 1;
        assert_eq!(QuadDouble::from_u128(wide).unwrap().to_u128(), Some(wide));
        assert_eq!(
            <QuadDouble as num_traits::NumCast>::from(u64::MAX).unwrap().to_u64(),
            Some(u64::MAX)
        );
        assert_eq!(<TripleFloat as num_traits::NumCast>::from(-2.5f64).unwrap(), -2.5);
        assert_eq!(
            num_traits::Euclid::rem_euclid(&-QuadDouble::ONE, &QuadDouble::PI),
            QuadDouble::PI - 1.0
        );
    }

    #[test]
    fn radix_other_than_ten_is_refused() {
        assert_eq!(DoubleDouble::from_str_radix("12", 10).unwrap(), 12.0);
        let error = DoubleDouble::from_str_radix("12", 16).unwrap_err();
        assert_eq!(error.kind(), ParseErrorKind::UnsupportedRadix);
    }
}
