//! Exact sums of numbers with very large exponents.

use dashu_int::{
    IBig, UBig,
    ops::{BitTest, UnsignedAbs},
};
use floatfloat::{
    NativeWord,
    multi_precision::{Limbs, MultiPrecision, Width},
};

/// The most bits of a sum, 2 MiB: terms that need more bits lie too far apart.
pub(crate) const MOST_BITS: i64 = 1 << 24;

/// integer · 2^unit
#[derive(Clone, Debug, Default)]
pub(crate) struct Unbounded {
    integer: IBig,
    unit: i64,
}

impl Unbounded {
    /// Adds integer · 2^unit. Returns false if the sum would have more than [`MOST_BITS`] bits.
    #[must_use]
    pub(crate) fn add(&mut self, integer: IBig, unit: i64) -> bool {
        if integer == IBig::ZERO {
            return true;
        }
        if self.integer == IBig::ZERO {
            (self.integer, self.unit) = (integer, unit);
            return true;
        }
        let lowest = self.unit.min(unit);
        let bits = |integer: &IBig, unit: i64| integer.bit_len() as i64 + (unit - lowest);
        if bits(&self.integer, self.unit).max(bits(&integer, unit)) > MOST_BITS {
            return false;
        }
        if unit < self.unit {
            self.integer <<= (self.unit - unit) as usize;
            self.unit = unit;
        }
        self.integer += integer << (unit - self.unit) as usize;
        true
    }

    /// Adds a finite word.
    #[must_use]
    pub(crate) fn add_word(&mut self, word: f64) -> bool {
        let (significand, exponent) = NativeWord::parts(word);
        let integer = IBig::from(significand);
        self.add(if word < 0.0 { -integer } else { integer }, exponent.into())
    }

    /// Adds a finite number.
    #[must_use]
    pub(crate) fn add_number<const N: usize>(&mut self, x: MultiPrecision<u32, N>) -> bool {
        let (integer, unit) = integer(x);
        self.add(integer, unit)
    }

    /// Adds the product of two finite numbers.
    #[must_use]
    pub(crate) fn add_product<const N: usize>(
        &mut self,
        x: MultiPrecision<u32, N>,
        y: MultiPrecision<u32, N>,
    ) -> bool {
        let ((x, x_unit), (y, y_unit)) = (integer(x), integer(y));
        self.add(x * y, x_unit + y_unit)
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.integer == IBig::ZERO
    }

    /// The nearest number.
    pub(crate) fn rounded<const N: usize>(&self) -> MultiPrecision<u32, N>
    where
        Limbs: Width<N>,
    {
        let is_negative = self.integer < IBig::ZERO;
        let magnitude: UBig = self.integer.clone().unsigned_abs();
        let text = format!("{}0x{magnitude:x}p{}", if is_negative { "-" } else { "" }, self.unit);
        MultiPrecision::from_hex(&text).unwrap_or(MultiPrecision::NAN)
    }
}

/// A finite number as an integer and the exponent of its unit.
fn integer<const N: usize>(x: MultiPrecision<u32, N>) -> (IBig, i64) {
    let Some(exponent) = x.exponent_of_two() else { return (IBig::ZERO, 0) };
    let magnitude = x.limbs().iter().rev().fold(UBig::ZERO, |high, &low| (high << 32) + low);
    let zeros = magnitude.trailing_zeros().unwrap_or(0);
    let integer = IBig::from(magnitude >> zeros);
    let unit = i64::from(exponent) - (32 * N as i64 - 1) + zeros as i64;
    (if x.is_sign_negative() { -integer } else { integer }, unit)
}

#[cfg(test)]
mod tests {
    use super::Unbounded;
    use floatfloat::multi_precision::{Mp32, Mp64};

    #[test]
    fn sums_are_exact_and_rounded_once() {
        let mut sum = Unbounded::default();
        let tiny = Mp64::from_hex("0x1p-5000").unwrap();
        assert!(sum.add_number(Mp64::from(1u64 << 40)) && sum.add_number(tiny));
        assert!(sum.add_word(-1.5) && sum.add_number(-Mp64::from(1u64 << 40)));
        assert!(sum.add_product(tiny, Mp64::from(-3.0)));
        let expected = Mp64::from(-1.5) + -tiny - tiny;
        assert_eq!(sum.rounded::<2>(), expected);
        assert!(sum.add_word(1.5));
        assert_eq!(sum.rounded::<2>(), -tiny - tiny);
        // One of 33 bits, half-way: to the even one.
        let mut half = Unbounded::default();
        assert!(half.add_word(4294967297.0));
        assert_eq!(half.rounded::<1>(), Mp32::from(2f32.powi(32)));
        assert!(half.add_word(2f64.powi(-900)));
        assert_eq!(half.rounded::<1>(), Mp32::from_f64(4294967298.0));
    }

    #[test]
    fn terms_too_far_apart_are_refused_and_change_nothing() {
        let mut sum = Unbounded::default();
        assert!(sum.add_word(3.0));
        assert!(!sum.add_number(Mp64::MAX) && !sum.add_number(Mp64::MIN_POSITIVE));
        assert_eq!(f64::from(sum.rounded::<2>()), 3.0);
        assert!(sum.add_word(-3.0) && sum.is_zero());
        assert!(sum.add_product(Mp64::MAX, Mp64::MAX));
        assert!(sum.rounded::<2>().is_infinite());
    }
}
