//! Positive reals of any magnitude, enclosed: a significand with the number of limbs that the caller asks for,
//! and a bound on what is missing from it.

use super::{Big, Quotient};

/// The most limbs of a significand. Its product by a limb fits a [`Big`].
pub(crate) const MOST_LIMBS: usize = 64;

/// A real between significand · 2^exponent and (significand + 2 · error) · 2^exponent.
///
/// The significand has `limbs` limbs, and its topmost bit is set. The unit of `error` is one unit in its last
/// place, which is at most 2^(1 − 64 · limbs) relative.
#[derive(Clone)]
pub(crate) struct Enclosure {
    significand: [u64; MOST_LIMBS],
    limbs: usize,
    exponent: i64,
    error: u64,
}

impl Enclosure {
    /// big · 2^exponent for a `big` that is not zero, truncated to `limbs` limbs.
    pub(crate) fn new(big: &Big, exponent: i64, limbs: usize) -> Self {
        let mut aligned = big.clone();
        let up = big.bit_length().next_multiple_of(64) - big.bit_length();
        aligned.shift_left(up);
        let all = aligned.in_use();
        let mut significand = [0; MOST_LIMBS];
        let kept = all.len().min(limbs);
        significand[limbs - kept..limbs].copy_from_slice(&all[all.len() - kept..]);
        let is_cut = all[..all.len() - kept].iter().any(|&limb| limb != 0);
        let moved = 64 * (all.len() as i64 - limbs as i64) - i64::from(up);
        Enclosure { significand, limbs, exponent: exponent + moved, error: is_cut.into() }
    }

    /// 10^power, the power below 2^40 in magnitude, by repeated squaring: the error stays below 2^43.
    pub(crate) fn power_of_ten(power: i64, limbs: usize) -> Self {
        let mut square =
            if power < 0 { Self::tenth(limbs) } else { Self::new(&Big::new(10), 0, limbs) };
        let mut result = Self::new(&Big::new(1), 0, limbs);
        let mut rest = power.unsigned_abs();
        while rest > 0 {
            if rest % 2 == 1 {
                result = result.times(&square);
            }
            rest /= 2;
            if rest > 0 {
                square = square.times(&square);
            }
        }
        result
    }

    /// 1/10: in binary 1100 repeats without end, from 2^-4 on.
    fn tenth(limbs: usize) -> Self {
        let mut significand = [0; MOST_LIMBS];
        significand[..limbs].fill(0xcccc_cccc_cccc_cccc);
        Enclosure { significand, limbs, exponent: -64 * limbs as i64 - 3, error: 1 }
    }

    /// The product of two numbers of equally many limbs.
    pub(crate) fn times(&self, other: &Self) -> Self {
        let limbs = self.limbs;
        let mut product = [0u64; 2 * MOST_LIMBS];
        for (k, &x) in self.significand[..limbs].iter().enumerate() {
            let mut carry = 0u64;
            for (sum, &y) in product[k..].iter_mut().zip(&other.significand[..limbs]) {
                let wide = u128::from(x) * u128::from(y) + u128::from(*sum) + u128::from(carry);
                *sum = wide as u64;
                carry = (wide >> 64) as u64;
            }
            product[k + limbs] = carry;
        }
        let up = product[2 * limbs - 1].leading_zeros();
        debug_assert!(up <= 1, "both significands have their topmost bits");
        let mut significand = [0; MOST_LIMBS];
        for (k, limb) in significand[..limbs].iter_mut().enumerate() {
            let (high, low) = (product[limbs + k], product[limbs + k - 1]);
            *limb = if up == 0 { high } else { high << 1 | low >> 63 };
        }
        Enclosure {
            significand,
            limbs,
            exponent: self.exponent + other.exponent + 64 * limbs as i64 - i64::from(up),
            // Truncation costs less than one unit, and so does the product of both errors.
            error: self.error + other.error + 2,
        }
    }

    /// The lower end and the upper end as significands, and the exponent of both.
    fn ends(&self) -> ([Big; 2], i64) {
        let low = Big::from_limbs(&self.significand[..self.limbs]);
        let mut high = low.clone();
        high.add(&Big::new(2 * self.error));
        ([low, high], self.exponent)
    }

    /// Both ends divided by the power of two that brings them to [1, 2], and the exponent of this power.
    pub(crate) fn near_one(&self) -> ([Quotient; 2], i64) {
        let places = 64 * self.limbs as i32 - 1;
        let (ends, exponent) = self.ends();
        let quotient =
            |numerator| Quotient { numerator, denominator: Big::new(1), exponent: -places };
        (ends.map(quotient), exponent + i64::from(places))
    }

    /// The integers nearest to both ends, of a number below 2^(64 · limbs).
    pub(crate) fn integers(&self) -> [Big; 2] {
        let (ends, exponent) = self.ends();
        ends.map(|mut end| {
            // Half of the unit, then what is below the point goes.
            let below = (-exponent) as u32;
            let mut half = Big::new(1);
            half.shift_left(below - 1);
            end.add(&half);
            end.shift_right(below);
            end
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_int::{IBig, UBig};

    fn to_dashu(x: &Big) -> UBig {
        let bytes: Vec<u8> = x.in_use().iter().flat_map(|limb| limb.to_le_bytes()).collect();
        UBig::from_le_bytes(&bytes)
    }

    /// Whether the number lies between the ends.
    fn encloses(enclosure: &Enclosure, numerator: &UBig, denominator: &UBig) -> bool {
        let ([low, high], exponent) = enclosure.ends();
        let scaled = |end: &Big| {
            let end = IBig::from(to_dashu(end)) * IBig::from(denominator.clone());
            let value = IBig::from(numerator.clone());
            if exponent >= 0 {
                (end << exponent as usize, value)
            } else {
                (end, value << -exponent as usize)
            }
        };
        let ((low, value), (high, same)) = (scaled(&low), scaled(&high));
        low <= value && same <= high
    }

    #[test]
    fn powers_of_ten_are_enclosed_tightly() {
        for limbs in [2, 4, 16] {
            for power in [1i64, 2, 27, 28, 100, 345, 3000] {
                let ten = UBig::from(10u8).pow(power as usize);
                let one = UBig::from(1u8);
                let enclosure = Enclosure::power_of_ten(power, limbs);
                assert!(encloses(&enclosure, &ten, &one), "10^{power}");
                assert!(enclosure.error <= 6 * power as u64);
                let enclosure = Enclosure::power_of_ten(-power, limbs);
                assert!(encloses(&enclosure, &one, &ten), "10^-{power}");
                assert!(enclosure.error <= 8 * power as u64);
            }
        }
    }

    #[test]
    fn errors_of_the_largest_powers_stay_small() {
        for power in [-(1i64 << 40), 1 << 40] {
            assert!(Enclosure::power_of_ten(power, 2).error < 1 << 43);
        }
    }

    #[test]
    fn integers_are_rounded() {
        let mut seven_halves = Big::new(7);
        let at = Enclosure::new(&seven_halves, -1, 2).integers();
        assert_eq!(at.map(|x| to_dashu(&x)), [UBig::from(4u8), UBig::from(4u8)]);
        seven_halves.shift_left(300);
        seven_halves.add(&Big::new(1));
        let at = Enclosure::new(&seven_halves, -302, 2).integers();
        assert_eq!(at.map(|x| to_dashu(&x)), [UBig::from(2u8), UBig::from(2u8)]);
    }
}
