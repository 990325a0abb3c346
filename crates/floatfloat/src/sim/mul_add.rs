//! Sums with a product in them.

use super::{
    number::{Finite, Operand},
    spec::Spec,
};

/// A term of a sum: ±significand·2^(exponent − 125), leading bit 125 or 126, so that a carry fits.
struct Term {
    negative: bool,
    exponent: i32,
    significand: u128,
}

impl From<Finite> for Term {
    #[inline(always)]
    fn from(x: Finite) -> Self {
        Term {
            negative: x.negative,
            exponent: x.exponent,
            significand: u128::from(x.significand) << 62,
        }
    }
}

impl Spec {
    /// a·b + c, rounded once if the machine is fused, twice if not.
    #[inline]
    pub fn mul_add(&self, a: f64, b: f64, c: f64) -> f64 {
        if !self.fused {
            return self.add(self.mul(a, b), c);
        }
        match (self.operand(a), self.operand(b), self.operand(c)) {
            (Operand::Finite(x), Operand::Finite(y), Operand::Finite(z)) => {
                let product = Term {
                    negative: x.negative != y.negative,
                    exponent: x.exponent + y.exponent,
                    significand: (u128::from(x.significand) * u128::from(y.significand)) >> 1,
                };
                let z = Term::from(z);
                if (product.exponent, product.significand) >= (z.exponent, z.significand) {
                    self.add_wide(product, z)
                } else {
                    self.add_wide(z, product)
                }
            }
            (Operand::Finite(x), Operand::Finite(y), Operand::Zero { .. }) => self.mul_exact(x, y),
            (x, y, z) => {
                // A product that is zero, infinite or NaN is exact in word arithmetic. Where it is finite, z is
                // infinite or NaN and decides.
                let product = match (x, y) {
                    (Operand::Finite(x), Operand::Finite(_)) => Operand::Finite(x),
                    _ => self.operand(self.mul_special(x, y)),
                };
                self.add_special(product, z)
            }
        }
    }

    /// The exact sum of two terms, rounded. The exponent of x is not the smaller one.
    fn add_wide(&self, x: Term, y: Term) -> f64 {
        let aligned = shift_right_jam(y.significand, (x.exponent - y.exponent) as u32);
        let exponent = x.exponent - 125;
        if x.negative == y.negative {
            return self.pack_wide(self.rounding, x.negative, exponent, x.significand + aligned);
        }
        // With equal exponents the smaller term may come first.
        let negative = x.negative ^ (x.significand < aligned);
        match x.significand.abs_diff(aligned) {
            0 => self.exact_zero(),
            difference => self.pack_wide(self.rounding, negative, exponent, difference),
        }
    }
}

/// `value >> shift`, with the last bit set if any bit was lost.
fn shift_right_jam(value: u128, shift: u32) -> u128 {
    match shift {
        0 => value,
        1..=127 => (value >> shift) | u128::from(value << (128 - shift) != 0),
        _ => u128::from(value != 0),
    }
}
