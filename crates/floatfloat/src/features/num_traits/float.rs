//! The trait `Float`.
//!
//! `Float` needs the feature `std`, as in num-traits. Its `integer_decode` returns a significand of 64 bits; it
//! decodes only the high word, which is the nearest `f32` or `f64`. `FloatCore` is not implemented, so that
//! calls of methods that both traits have are not ambiguous.

use crate::{
    double_word::DoubleWord,
    multi_word::{QuadWord, TripleWord},
};
use num_traits::Signed;

// Inlined, so that a program compiles only the functions that it calls.
macro_rules! float {
    (
        $number:ty;
        values { $($value:ident: $constant:ident;)* }
        properties { $($property:ident -> $answer:ty;)* }
        functions { $($function:ident($($argument:ident),*);)* }
    ) => {
        impl num_traits::Float for $number {
            $(#[inline]
            fn $value() -> Self {
                Self::$constant
            })*
            #[inline]
            fn neg_zero() -> Self {
                -Self::ZERO
            }
            $(#[inline]
            fn $property(self) -> $answer {
                <$number>::$property(self)
            })*
            $(#[inline]
            fn $function(self $(, $argument: Self)*) -> Self {
                <$number>::$function(self $(, $argument)*)
            })*
            #[inline]
            fn powi(self, n: i32) -> Self {
                <$number>::powi(self, n)
            }
            #[inline]
            fn abs_sub(self, other: Self) -> Self {
                Signed::abs_sub(&self, &other)
            }
            #[inline]
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

float! {
    DoubleWord<f32> DoubleWord<f64>
    TripleWord<f32> TripleWord<f64>
    QuadWord<f32> QuadWord<f64>
}

#[cfg(test)]
mod tests {
    use crate::{DoubleDouble, FloatFloat, QuadDouble, TripleFloat};

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

    #[test]
    fn an_integer_is_decoded_of_the_high_word() {
        use num_traits::Float;
        let x = DoubleDouble::from_parts(-1.5, 1e-20);
        assert_eq!(Float::integer_decode(x), Float::integer_decode(-1.5f64));
        assert_eq!(<DoubleDouble as Float>::epsilon(), DoubleDouble::EPSILON);
        assert!(<FloatFloat as Float>::neg_zero().is_sign_negative());
    }
}
