//! The traits of num-traits that numbers of several words implement.
//!
//! `Float` needs the feature `std`, as in num-traits. Its `integer_decode` returns a significand of 64 bits; it
//! decodes only the high word, which is the nearest `f32` or `f64`. `FloatCore` is not implemented, so that
//! calls of methods that both traits have are not ambiguous.

use crate::{
    double_word::DoubleWord,
    multi_word::{QuadWord, TripleWord},
    native_word::NativeWord,
    text::{ParseError, ParseErrorKind},
};
use num_traits::{
    Bounded, ConstOne, ConstZero, Euclid, FloatConst, FromPrimitive, Inv, MulAdd, MulAddAssign,
    Num, NumCast, One, Pow, Signed, ToPrimitive, Zero,
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

macro_rules! primitives {
    ($($number:ident: $($float:ident)*;)*) => {$($(
        impl ToPrimitive for $number<$float> {
            fn to_i64(&self) -> Option<i64> {
                self.to_i128()?.try_into().ok()
            }
            fn to_u64(&self) -> Option<u64> {
                self.to_u128()?.try_into().ok()
            }
            fn to_i128(&self) -> Option<i128> {
                $number::to_i128(*self)
            }
            fn to_u128(&self) -> Option<u128> {
                $number::to_u128(*self)
            }
            fn to_f32(&self) -> Option<f32> {
                Some($number::<$float>::to_f32(*self))
            }
            fn to_f64(&self) -> Option<f64> {
                Some($number::<$float>::to_f64(*self))
            }
        }

        impl FromPrimitive for $number<$float> {
            fn from_i64(integer: i64) -> Option<Self> {
                Some($number::nearest_i128(integer.into()))
            }
            fn from_u64(integer: u64) -> Option<Self> {
                Some($number::nearest_u128(integer.into()))
            }
            fn from_i128(integer: i128) -> Option<Self> {
                Some($number::nearest_i128(integer))
            }
            fn from_u128(integer: u128) -> Option<Self> {
                Some($number::nearest_u128(integer))
            }
            fn from_f32(word: f32) -> Option<Self> {
                Some($number::from_f64(word.into()))
            }
            fn from_f64(word: f64) -> Option<Self> {
                Some($number::<$float>::from_f64(word))
            }
        }

        impl NumCast for $number<$float> {
            /// The nearest number, for every integer and every `f32` and `f64`. For other types the value comes
            /// from `to_f64` or `to_i128`: a fraction keeps only 53 bits.
            fn from<T: ToPrimitive>(value: T) -> Option<Self> {
                let word = value.to_f64()?;
                // An integer zero has no sign, so the sign must come from the `f64`.
                if word == 0.0 {
                    return Some($number::<$float>::from_f64(word));
                }
                if let Some(integer) = value.to_i128() {
                    let nearest = $number::<f64>::nearest_i128(integer);
                    if nearest.hi() == word {
                        return Some($number::nearest_i128(integer));
                    }
                }
                match value.to_u128() {
                    Some(integer) if $number::<f64>::nearest_u128(integer).hi() == word => {
                        Some($number::nearest_u128(integer))
                    }
                    _ => Some($number::<$float>::from_f64(word)),
                }
            }
        }
    )*)*};
}

primitives! {
    DoubleWord: f32 f64;
    TripleWord: f32 f64;
    QuadWord: f32 f64;
}

#[cfg(feature = "std")]
macro_rules! float {
    (
        $number:ty;
        values { $($value:ident: $constant:ident;)* }
        properties { $($property:ident -> $answer:ty;)* }
        functions { $($function:ident($($argument:ident),*);)* }
    ) => {
        impl num_traits::Float for $number {
            $(fn $value() -> Self {
                Self::$constant
            })*
            fn neg_zero() -> Self {
                -Self::ZERO
            }
            $(fn $property(self) -> $answer {
                <$number>::$property(self)
            })*
            $(fn $function(self $(, $argument: Self)*) -> Self {
                <$number>::$function(self $(, $argument)*)
            })*
            fn powi(self, n: i32) -> Self {
                <$number>::powi(self, n)
            }
            fn abs_sub(self, other: Self) -> Self {
                Signed::abs_sub(&self, &other)
            }
            fn sin_cos(self) -> (Self, Self) {
                <$number>::sin_cos(self)
            }
            /// Decodes the high word.
            fn integer_decode(self) -> (u64, i16, i8) {
                num_traits::Float::integer_decode(self.hi())
            }
        }
    };
    ($($number:ty)*) => {$(float! {
        $number;
        values {
            nan: NAN;
            infinity: INFINITY;
            neg_infinity: NEG_INFINITY;
            min_value: MIN;
            max_value: MAX;
            min_positive_value: MIN_POSITIVE;
            epsilon: EPSILON;
        }
        properties {
            is_nan -> bool;
            is_infinite -> bool;
            is_finite -> bool;
            is_normal -> bool;
            is_subnormal -> bool;
            is_sign_positive -> bool;
            is_sign_negative -> bool;
            classify -> core::num::FpCategory;
        }
        functions {
            floor(); ceil(); round(); trunc(); fract(); abs(); signum(); recip(); sqrt(); cbrt();
            mul_add(factor, addend); max(other); min(other); hypot(other); copysign(sign);
            exp(); exp2(); exp_m1(); ln(); log(base); log2(); log10(); ln_1p(); powf(exponent);
            sin(); cos(); tan(); asin(); acos(); atan(); atan2(x); to_degrees(); to_radians();
            sinh(); cosh(); tanh(); asinh(); acosh(); atanh();
        }
    })*};
}

#[cfg(feature = "std")]
float! {
    DoubleWord<f32> DoubleWord<f64>
    TripleWord<f32> TripleWord<f64>
    QuadWord<f32> QuadWord<f64>
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

    #[test]
    fn primitives_are_exact_where_they_can_be() {
        let big = i64::MAX;
        assert_eq!(DoubleDouble::from_i64(big).unwrap().to_i64(), Some(big));
        assert_eq!(DoubleDouble::from_u64(u64::MAX).unwrap().to_i64(), None);
        assert_eq!(
            <DoubleDouble as num_traits::NumCast>::from(u64::MAX).unwrap().to_u64(),
            Some(u64::MAX)
        );
        assert_eq!(<DoubleDouble as num_traits::NumCast>::from(0.75f32).unwrap(), 0.75);
        assert_eq!(<FloatFloat as num_traits::NumCast>::from(-2.5f64).unwrap(), -2.5);
        assert!(<FloatFloat as num_traits::NumCast>::from(f64::NAN).unwrap().is_nan());
    }

    #[cfg(feature = "std")]
    #[test]
    fn complex_numbers_have_their_functions() {
        use num_complex::Complex;
        let close = |x: Complex<DoubleDouble>, y: Complex<DoubleDouble>| (x - y).norm() < 1e-30;
        let z = Complex::new(DoubleDouble::from(0.75), DoubleDouble::from(-1.25));
        assert!(close(z.exp().ln(), z));
        assert!(close(z.sqrt() * z.sqrt(), z));
        assert!(close(z.powf(DoubleDouble::from(3.0)), z * z * z));
        assert!(close(z.sin() * z.sin() + z.cos() * z.cos(), Complex::from(DoubleDouble::ONE)));
        assert!(close(z.tanh().atanh(), z));
        let i = Complex::new(DoubleDouble::ZERO, DoubleDouble::PI);
        assert!(close(i.exp(), -Complex::from(DoubleDouble::ONE)));
    }

    /// Newton's method as a user writes it, of an equation with functions in it.
    #[cfg(feature = "std")]
    #[test]
    fn generic_code_has_the_functions_of_three_and_four_words() {
        use num_traits::Float;
        fn root<T: Float>(target: T) -> T {
            let mut x = T::one();
            for _ in 0..12 {
                x = x - (x.exp() * x - target) / (x.exp() * (x + T::one()));
            }
            x
        }
        // x·eˣ is e at 1, and 1 at the omega constant.
        assert!((root(QuadDouble::E) - 1.0).abs() < 1e-60);
        let omega = "0.567143290409783872999968662210355549753815787186512508135131079";
        assert!((root(QuadDouble::ONE) - omega.parse::<QuadDouble>().unwrap()).abs() < 1e-60);
        let x = TripleFloat::from(0.75f32);
        let (sine, cosine) = Float::sin_cos(x);
        assert_eq!((sine, cosine), (Float::sin(x), Float::cos(x)));
        assert_eq!(Float::hypot(TripleFloat::from(3.0f32), TripleFloat::from(4.0f32)), 5.0);
        assert_eq!(Float::floor(-QuadDouble::PI), -4.0);
        assert_eq!(<QuadDouble as Float>::epsilon(), QuadDouble::EPSILON);
        assert!(<TripleFloat as Float>::nan().is_nan());
        assert_eq!(
            Float::integer_decode(QuadDouble::PI),
            Float::integer_decode(core::f64::consts::PI)
        );
    }

    #[cfg(feature = "std")]
    #[test]
    fn an_integer_is_decoded_of_the_high_word() {
        use num_traits::Float;
        let x = DoubleDouble::from_parts(-1.5, 1e-20);
        assert_eq!(Float::integer_decode(x), Float::integer_decode(-1.5f64));
        assert_eq!(<DoubleDouble as Float>::epsilon(), DoubleDouble::EPSILON);
        assert!(<FloatFloat as Float>::neg_zero().is_sign_negative());
    }
}
