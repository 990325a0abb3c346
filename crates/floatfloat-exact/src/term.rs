//! Words and their products as integers times a power of two.

/// `mantissa * 2^exponent`: a finite word, or the product of two.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Term {
    pub(crate) mantissa: i128,
    pub(crate) exponent: i32,
}

impl Term {
    /// The finite number `value`, with an odd mantissa, or zero.
    #[inline]
    pub(crate) fn new(value: f64) -> Self {
        debug_assert!(value.is_finite());
        let bits = value.to_bits();
        let biased = (bits >> 52) as i32 & 0x7ff;
        let fraction = bits & ((1 << 52) - 1);
        if biased == 0 && fraction == 0 {
            return Term::default();
        }
        let (magnitude, exponent) =
            if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) };
        let zeros = magnitude.trailing_zeros();
        let odd = (magnitude >> zeros) as i64;
        let mantissa = i128::from(if value.is_sign_negative() { -odd } else { odd });
        Term { mantissa, exponent: exponent + zeros as i32 }
    }

    /// The product of two words.
    #[inline]
    pub(crate) fn times(self, other: Self) -> Self {
        Term {
            mantissa: i128::from(self.mantissa as i64) * i128::from(other.mantissa as i64),
            exponent: self.exponent + other.exponent,
        }
    }

    #[inline]
    pub(crate) fn negated(self) -> Self {
        Term { mantissa: -self.mantissa, ..self }
    }

    #[inline]
    pub(crate) fn is_zero(self) -> bool {
        self.mantissa == 0
    }

    /// The number of bits of the magnitude.
    #[inline]
    pub(crate) fn bits(self) -> i32 {
        128 - self.mantissa.unsigned_abs().leading_zeros() as i32
    }
}

/// Lowest and highest bit, exclusive, that any of the terms has; `None` if all are zero.
#[inline]
pub(crate) fn span(terms: impl IntoIterator<Item = Term>) -> Option<(i32, i32)> {
    let mut low = i32::MAX;
    let mut high = i32::MIN;
    for term in terms {
        if !term.is_zero() {
            low = low.min(term.exponent);
            high = high.max(term.exponent + term.bits());
        }
    }
    (low <= high).then_some((low, high))
}
