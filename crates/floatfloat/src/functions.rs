//! Functions for every word: square root, reciprocal, a·b + c, powers, absolute value, midpoint, degrees and
//! radians.

use crate::{
    DoubleDouble,
    double_word::{DoubleWord, sqrt::sqrt},
    eft::fast_two_sum,
    multi_word::{QuadWord, TripleWord},
    special::repaired,
    unrolled,
    word::Word,
};

/// 180/π.
const DEGREES: DoubleDouble =
    DoubleWord::from_normalized(57.29577951308232, -1.9878495670576283e-15);

/// π/180.
const RADIANS: DoubleDouble =
    DoubleWord::from_normalized(0.017453292519943295, 2.9486522708701687e-19);

impl<W: Word> DoubleWord<W> {
    /// Square root. Relative error ≤ 25/8 u² (SQRTDWtoDW). ±0 and infinity are their own roots; the root of a
    /// negative number is NaN.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// let two = DoubleDouble::from(2.0);
    /// assert_eq!(format!("{:.30}", two.sqrt()), "1.414213562373095048801688724210");
    /// assert!((-two).sqrt().is_nan());
    /// ```
    ///
    #[inline(always)]
    pub fn sqrt(self) -> Self {
        sqrt(self).fix_special_cases(self.hi().sqrt())
    }

    /// 1/x, by the default division: relative error ≤ 13.51u².
    #[inline(always)]
    pub fn recip(self) -> Self {
        DoubleWord::from_word(self.hi().constant(1.0)) / self
    }

    /// `self * factor + addend`, by the default product and the default sum. This is not a fused operation, and
    /// the errors of both add up: to first order the error is ≤ 5u²·|self·factor| + 2u²·|result|. Where the two
    /// terms cancel, the first part dominates.
    #[inline(always)]
    pub fn mul_add(self, factor: Self, addend: Self) -> Self {
        self * factor + addend
    }

    /// Absolute value; exact. The sign of a zero is cleared.
    #[inline(always)]
    pub fn abs(self) -> Self {
        let negative = self.hi().less(self.hi().constant(0.0));
        DoubleWord::from_normalized(self.hi().abs(), W::select(negative, -self.lo(), self.lo()))
    }

    /// Half of `self + other`, even if the sum overflows. Relative error ≤ 2u², that of a sum.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// let large = DoubleDouble::MAX * 0.75;
    /// assert_eq!(large.midpoint(large), large);
    /// ```
    #[inline]
    pub fn midpoint(self, other: Self) -> Self {
        let sum = self + other;
        let halves = self.halved() + other.halved();
        // A sum that is not ordinary is zero, NaN or an overflow. For zero and NaN the sum of the halves is the
        // same; where the sum overflows, the sum of the halves may be in range.
        DoubleWord::select(sum.hi().is_ordinary(), sum.halved(), halves)
    }

    /// Half of the number; exact except for bits below the least subnormal word.
    #[inline(always)]
    fn halved(self) -> Self {
        let half = self.hi().constant(0.5);
        let (high, low) = (self.hi() * half, self.lo() * half);
        // If a half was rounded, the pair may have to be normalised.
        DoubleWord::from_transform(fast_two_sum(high, low)).fix_special_cases(high)
    }

    /// An angle in radians as degrees: the default product with 180/π, relative error ≤ 6u².
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// let half_turn = DoubleDouble::PI.to_degrees();
    /// assert!((half_turn - 180.0).abs() <= 180.0 * 3.0 * DoubleDouble::EPSILON);
    /// ```
    #[inline]
    pub fn to_degrees(self) -> Self {
        self * self.constant(DEGREES)
    }

    /// An angle in degrees as radians: the default product with π/180, relative error ≤ 6u².
    #[inline]
    pub fn to_radians(self) -> Self {
        self * self.constant(RADIANS)
    }
}

macro_rules! powers {
    ($($number:ident)*) => {$(
        impl<W: Word> $number<W> {
            /// The power `self^exponent` by repeated squaring, at most 2·log2|exponent| + 1 products.
            /// x^0 = 1 for every x, NaN included, as for `f64`.
            ///
            /// With a bound of b for a product, the relative error to first order is (|exponent| − 1)·b for
            /// positive exponents. For negative exponents of double-words it is (|exponent| + 10)·b with b =
            /// 5u². It grows with the exponent, because the exponent amplifies an error of the base. The error
            /// of [`powf`](crate::DoubleWord::powf) for double-words is at most 5u² for every exponent; `powf`
            /// takes the flops of about 60 products.
            ///
            /// A negative power is (1 / x^(n/2))², or this divided by x. Therefore no intermediate step
            /// overflows or loses digits if the result is in range.
            ///
            /// ```
            /// use floatfloat::DoubleDouble;
            /// let ten = DoubleDouble::from(10.0);
            /// assert_eq!(ten.powi(25).to_string(), "10000000000000000000000000");
            /// assert_eq!(DoubleDouble::from(2.0).powi(-1074).hi(), 5e-324);
            /// ```
            #[inline]
            pub fn powi(self, exponent: i32) -> Self {
                let magnitude = exponent.unsigned_abs();
                if exponent >= 0 {
                    return self.power(magnitude);
                }
                let half = self.power(magnitude / 2).recip();
                let even = half * half;
                if magnitude.is_multiple_of(2) { even } else { even / self }
            }

            #[inline]
            fn power(self, mut exponent: u32) -> Self {
                let mut result = $number::from_word(self.hi().constant(1.0));
                let mut square = self;
                loop {
                    if exponent % 2 == 1 {
                        result *= square;
                    }
                    exponent /= 2;
                    if exponent == 0 {
                        return result;
                    }
                    square *= square;
                }
            }
        }
    )*};
}

powers!(DoubleWord TripleWord QuadWord);

macro_rules! several_words {
    ($($number:ident: $div:literal;)*) => {$(
        impl<W: Word> $number<W> {
            #[doc = concat!("1/x, by the division, [`", $div, "`](crate::multi_word::div::", $div, ").")]
            #[inline(always)]
            pub fn recip(self) -> Self {
                $number::from_word(self.hi().constant(1.0)) / self
            }

            /// Half of `self + other`, even if the sum overflows. The relative error is that of a sum.
            #[inline]
            pub fn midpoint(self, other: Self) -> Self {
                let sum = self + other;
                let halves = self.halved() + other.halved();
                // A sum that is not ordinary is zero, NaN or an overflow. For zero and NaN the sum of the
                // halves is the same; where the sum overflows, the sum of the halves may be in range.
                $number::select(sum.hi().is_ordinary(), sum.halved(), halves)
            }

            /// Half of the number; exact except for bits below the least subnormal word.
            #[inline(always)]
            fn halved(self) -> Self {
                let half = self.hi().constant(0.5);
                let halves = unrolled::map(
                    self.parts(),
                    #[inline(always)]
                    |word| word * half,
                );
                // If a half was rounded, the words may have to be normalised.
                let sum = $number::from_parts(halves);
                $number::from_normalized(repaired(sum.parts(), halves[0]))
            }

            /// An angle in radians as degrees: the product with 180/π. Rounding 180/π adds one unit to the
            /// error of the product.
            #[inline]
            pub fn to_degrees(self) -> Self {
                self * self.constant(crate::constants::DEGREES)
            }

            /// An angle in degrees as radians: the product with π/180. Rounding π/180 adds one unit to the
            /// error of the product.
            #[inline]
            pub fn to_radians(self) -> Self {
                self * self.constant(crate::constants::RADIANS)
            }
        }
    )*};
}

several_words! {
    TripleWord: "div3";
    QuadWord: "div4";
}
