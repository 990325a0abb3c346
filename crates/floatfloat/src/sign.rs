//! Classification of numbers, and their signs.

use crate::{
    double_word::DoubleWord,
    multi_word::{QuadWord, TripleWord},
    native_word::NativeWord,
};
use core::num::FpCategory;

macro_rules! questions {
    ($($number:ident)*) => {$(
        impl<F: NativeWord> $number<F> {
            /// Whether the number is NaN.
            #[inline(always)]
            pub fn is_nan(self) -> bool {
                self.hi().is_nan()
            }

            /// Whether the number is positive or negative infinity.
            #[inline(always)]
            pub fn is_infinite(self) -> bool {
                self.hi().abs() == F::INFINITY
            }

            /// Whether the number is neither infinite nor NaN.
            #[inline(always)]
            pub fn is_finite(self) -> bool {
                self.hi().is_finite()
            }

            /// Whether the first word is a normal number.
            #[inline(always)]
            pub fn is_normal(self) -> bool {
                self.is_finite() && self.hi().abs() >= F::MIN_POSITIVE
            }

            /// Whether the first word is subnormal; false for zeros. Numbers of n words have their full
            /// precision only above 2^(emin + np).
            #[inline(always)]
            pub fn is_subnormal(self) -> bool {
                self.classify() == FpCategory::Subnormal
            }

            /// The category of the first word, which is that of the number.
            #[inline]
            pub fn classify(self) -> FpCategory {
                if self.is_nan() {
                    FpCategory::Nan
                } else if self.is_infinite() {
                    FpCategory::Infinite
                } else if self.is_normal() {
                    FpCategory::Normal
                } else if self.hi() == F::default() {
                    FpCategory::Zero
                } else {
                    FpCategory::Subnormal
                }
            }

            /// The larger of two numbers, where +0 is larger than −0; NaN if one of them is NaN. `max` ignores
            /// a NaN instead.
            #[inline]
            pub fn maximum(self, other: Self) -> Self {
                if self.is_nan() || !other.is_nan() && self.total_cmp(&other).is_ge() {
                    self
                } else {
                    other
                }
            }

            /// The smaller of two numbers, where −0 is smaller than +0; NaN if one of them is NaN. `min`
            /// ignores a NaN instead.
            #[inline]
            pub fn minimum(self, other: Self) -> Self {
                if self.is_nan() || !other.is_nan() && self.total_cmp(&other).is_le() {
                    self
                } else {
                    other
                }
            }

            /// Whether the sign bit of the first word is set: negative numbers, −0, and NaN with a sign bit.
            #[inline(always)]
            pub fn is_sign_negative(self) -> bool {
                self.hi().is_negative()
            }

            /// Whether the sign bit of the first word is clear.
            #[inline(always)]
            pub fn is_sign_positive(self) -> bool {
                !self.hi().is_negative()
            }

            /// 1 with the sign bit of `self`; NaN for NaN.
            #[inline]
            pub fn signum(self) -> Self {
                if self.is_nan() {
                    return self;
                }
                $number::from_word(self.hi().constant(1.0)).copysign(self)
            }

            /// `self` with the sign bit of `sign`.
            #[inline]
            pub fn copysign(self, sign: Self) -> Self {
                if self.is_sign_negative() == sign.is_sign_negative() { self } else { -self }
            }

            /// `self`, or the nearer of the two ends if it is not between them; NaN for NaN.
            ///
            /// # Panics
            /// If `least > largest` or one of them is NaN, as for `f64`.
            #[inline]
            pub fn clamp(self, least: Self, largest: Self) -> Self {
                assert!(least <= largest, "clamp: the least value is above the largest, or one is NaN");
                if self < least {
                    least
                } else if self > largest {
                    largest
                } else {
                    self
                }
            }
        }
    )*};
}

questions!(DoubleWord TripleWord QuadWord);
