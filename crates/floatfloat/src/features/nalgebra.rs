//! The traits that nalgebra requires of a number: `RealField` and `ComplexField` of simba, and approx.
//!
//! nalgebra's iterations for eigenvalues and singular values end when the remaining off-diagonal element is below
//! `default_epsilon` times the values next to it. Here this is 16u²: sums and products
//! have errors of up to 5u², so a smaller limit may never be reached.
//!
//! nalgebra squares small elements without scaling them, and in the range of `f32` such squares underflow. With
//! `FloatFloat` the eigenvalues of a nearly singular matrix can come out as NaN, and singular values can lose most of their
//! digits; `DoubleDouble` has the range for both.
//!
//! nalgebra's exponential of a matrix is a Padé approximant whose degree is chosen for `f64`: its results have 16 digits in every
//! type.

use crate::double_word::DoubleWord;
use approx::{AbsDiffEq, RelativeEq, UlpsEq};
use num_traits::{Signed, Zero};
use simba::{
    scalar::{ComplexField, Field, RealField, SubsetOf},
    simd::SimdValue,
};

/// A scalar is a register of one lane.
macro_rules! one_lane {
    ($number:ty) => {
        impl SimdValue for $number {
            const LANES: usize = 1;
            type Element = Self;
            type SimdBool = bool;

            #[inline(always)]
            fn splat(value: Self) -> Self {
                value
            }
            #[inline(always)]
            fn extract(&self, _: usize) -> Self {
                *self
            }
            #[inline(always)]
            unsafe fn extract_unchecked(&self, _: usize) -> Self {
                *self
            }
            #[inline(always)]
            fn replace(&mut self, _: usize, value: Self) {
                *self = value;
            }
            #[inline(always)]
            unsafe fn replace_unchecked(&mut self, _: usize, value: Self) {
                *self = value;
            }
            #[inline(always)]
            fn select(self, condition: bool, other: Self) -> Self {
                if condition { self } else { other }
            }
        }

        impl Field for $number {}
    };
}

macro_rules! comparisons {
    ($number:ty) => {
        impl AbsDiffEq for $number {
            type Epsilon = Self;

            /// 16 u²: see the iterations above.
            fn default_epsilon() -> Self {
                Self::EPSILON * 8.0
            }
            fn abs_diff_eq(&self, other: &Self, epsilon: Self) -> bool {
                self == other || (*self - *other).abs() <= epsilon
            }
        }

        impl RelativeEq for $number {
            fn default_max_relative() -> Self {
                Self::default_epsilon()
            }
            fn relative_eq(&self, other: &Self, epsilon: Self, max_relative: Self) -> bool {
                if self.is_infinite() || other.is_infinite() {
                    return self == other;
                }
                let largest = (*self).abs().max((*other).abs());
                self.abs_diff_eq(other, epsilon) || (*self - *other).abs() <= largest * max_relative
            }
        }

        impl UlpsEq for $number {
            fn default_max_ulps() -> u32 {
                4
            }
            /// Whether they differ by at most `max_ulps` times the [`ulp`](DoubleWord::ulp) of the smaller one.
            fn ulps_eq(&self, other: &Self, epsilon: Self, max_ulps: u32) -> bool {
                if self.abs_diff_eq(other, epsilon) {
                    return true;
                }
                let smaller = if self.abs() <= other.abs() { *self } else { *other };
                self.signum() == other.signum()
                    && (*self - *other).abs() <= smaller.ulp() * Self::from(max_ulps)
            }
        }
    };
}

/// A number type as a subset of a larger one, as simba requires. Both stand for the reals, and a number with
/// more digits is rounded to the nearest number. nalgebra converts its own constants and its counts in this
/// way.
macro_rules! subset {
    ($small:ty, $large:ty, $widened:expr, $rounded:expr) => {
        impl SubsetOf<$large> for $small {
            #[inline]
            fn to_superset(&self) -> $large {
                $widened(*self)
            }
            /// The nearest number.
            #[inline]
            fn from_superset_unchecked(element: &$large) -> Self {
                $rounded(*element)
            }
            #[inline]
            fn is_in_subset(_: &$large) -> bool {
                true
            }
        }
    };
}

subset!(Dd, Dd, core::convert::identity, core::convert::identity);
subset!(Ff, Ff, core::convert::identity, core::convert::identity);
subset!(Ff, Dd, Dd::from, Ff::from_double_double);
subset!(f32, Dd, Dd::from, Dd::to_f32);
subset!(f64, Dd, Dd::from, Dd::to_f64);
subset!(f32, Ff, Ff::from, Ff::to_f32);
subset!(f64, Ff, Ff::from_f64, Ff::to_f64);

type Dd = DoubleWord<f64>;
type Ff = DoubleWord<f32>;

macro_rules! methods {
    ($($method:ident($($argument:ident),*) -> $result:ty;)*) => {$(
        #[inline]
        fn $method(self $(, $argument: Self)*) -> $result {
            DoubleWord::$method(self $(, $argument)*)
        }
    )*};
}

macro_rules! fields {
    ($number:ty) => {
        impl ComplexField for $number {
            type RealField = Self;

            #[inline]
            fn from_real(re: Self) -> Self {
                re
            }
            #[inline]
            fn real(self) -> Self {
                self
            }
            #[inline]
            fn imaginary(self) -> Self {
                Self::ZERO
            }
            #[inline]
            fn modulus(self) -> Self {
                self.abs()
            }
            #[inline]
            fn modulus_squared(self) -> Self {
                self * self
            }
            #[inline]
            fn argument(self) -> Self {
                if self.is_sign_negative() { Self::PI } else { Self::ZERO }
            }
            #[inline]
            fn norm1(self) -> Self {
                self.abs()
            }
            #[inline]
            fn scale(self, factor: Self) -> Self {
                self * factor
            }
            #[inline]
            fn unscale(self, factor: Self) -> Self {
                self / factor
            }
            #[inline]
            fn to_exp(self) -> (Self, Self) {
                (self.abs(), Signed::signum(&self))
            }
            #[inline]
            fn signum(self) -> Self {
                Signed::signum(&self)
            }
            #[inline]
            fn conjugate(self) -> Self {
                self
            }
            methods! {
                floor() -> Self; ceil() -> Self; round() -> Self; trunc() -> Self; fract() -> Self;
                mul_add(factor, addend) -> Self; abs() -> Self; hypot(other) -> Self; recip() -> Self;
                sin() -> Self; cos() -> Self; sin_cos() -> (Self, Self); tan() -> Self;
                asin() -> Self; acos() -> Self; atan() -> Self;
                sinh() -> Self; cosh() -> Self; tanh() -> Self;
                asinh() -> Self; acosh() -> Self; atanh() -> Self;
                log(base) -> Self; log2() -> Self; log10() -> Self; ln() -> Self; ln_1p() -> Self;
                sqrt() -> Self; exp() -> Self; exp2() -> Self; exp_m1() -> Self;
                powf(exponent) -> Self; cbrt() -> Self;
            }
            #[inline]
            fn powi(self, exponent: i32) -> Self {
                DoubleWord::powi(self, exponent)
            }
            #[inline]
            fn powc(self, exponent: Self) -> Self {
                self.powf(exponent)
            }
            #[inline]
            fn is_finite(&self) -> bool {
                DoubleWord::is_finite(*self)
            }
            /// `None` for negative numbers and NaN.
            #[inline]
            fn try_sqrt(self) -> Option<Self> {
                (self >= Self::zero()).then(|| self.sqrt())
            }
        }

        impl RealField for $number {
            #[inline]
            fn is_sign_positive(&self) -> bool {
                DoubleWord::is_sign_positive(*self)
            }
            #[inline]
            fn is_sign_negative(&self) -> bool {
                DoubleWord::is_sign_negative(*self)
            }
            methods! {
                copysign(sign) -> Self; max(other) -> Self; min(other) -> Self; atan2(x) -> Self;
                clamp(least, largest) -> Self;
            }
            fn min_value() -> Option<Self> {
                Some(Self::MIN)
            }
            fn max_value() -> Option<Self> {
                Some(Self::MAX)
            }
            constants! {
                pi: PI, two_pi: TAU, frac_pi_2: FRAC_PI_2, frac_pi_3: FRAC_PI_3, frac_pi_4: FRAC_PI_4,
                frac_pi_6: FRAC_PI_6, frac_pi_8: FRAC_PI_8, frac_1_pi: FRAC_1_PI, frac_2_pi: FRAC_2_PI,
                frac_2_sqrt_pi: FRAC_2_SQRT_PI, e: E, log2_e: LOG2_E, log10_e: LOG10_E, ln_2: LN_2,
                ln_10: LN_10
            }
        }
    };
}

macro_rules! constants {
    ($($name:ident: $constant:ident),*) => {$(
        fn $name() -> Self {
            Self::$constant
        }
    )*};
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        one_lane!($number);
        comparisons!($number);
        fields!($number);
    )*};
}

numbers!(Dd, Ff);
