//! Functions that run on every word: square root, reciprocal, a·b + c, powers, absolute value.

use crate::{
    double_word::{DoubleWord, sqrt::sqrt},
    word::Word,
};

impl<W: Word> DoubleWord<W> {
    /// Square root. Relative error ≤ 25/8 u² (SQRTDWtoDW). ±0 and infinity are their own roots; a
    /// negative number has NaN.
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
        sqrt(self).repaired(self.hi().sqrt())
    }

    /// 1/x, by the default division: relative error ≤ 14u² + 200u³.
    #[inline(always)]
    pub fn recip(self) -> Self {
        DoubleWord::from_word(self.hi().constant(1.0)) / self
    }

    /// `self * factor + addend`, by the default product and the default sum: not a fused operation
    /// but a double-word one of each, and that is what its error is:
    /// ≤ 5u²·|self·factor| + 2u²·|result|, to first order. Where the two terms cancel, the first
    /// dominates.
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

    /// The power `self^exponent` by repeated squaring, at most 2·log2|exponent| + 1 products.
    /// x^0 = 1 for every x, NaN included, as for `f64`.
    ///
    /// Relative error to first order: (|exponent| − 1)·5u² for positive exponents,
    /// (|exponent| + 10)·5u² for negative ones:
    /// it grows with the exponent, because an error in the base does.
    ///
    /// A negative power is (1 / x^(n/2))² or that divided by x, so that it neither overflows nor
    /// loses digits on the way to a result that is in range.
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
        let mut result = DoubleWord::from_word(self.hi().constant(1.0));
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
