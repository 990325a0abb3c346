//! Sums, and sums with a product in them.

use super::{
    number::{Finite, Operand, shift_right_jam},
    spec::{Adder, Spec},
};

use Operand::{Infinite, Nan, Zero};

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
    /// a + b.
    #[inline]
    pub fn add(&self, a: f64, b: f64) -> f64 {
        match (self.operand(a), self.operand(b)) {
            (Operand::Finite(x), Operand::Finite(y)) => {
                let larger = (x.exponent, x.significand) >= (y.exponent, y.significand);
                let (x, y) = if larger { (x, y) } else { (y, x) };
                self.add_aligned(x.into(), y.into(), self.adder)
            }
            (x, y) => self.add_special(x, y),
        }
    }

    /// a − b.
    #[inline]
    pub fn sub(&self, a: f64, b: f64) -> f64 {
        self.add(a, -b)
    }

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
                    self.add_aligned(product, z, Adder::Exact)
                } else {
                    self.add_aligned(z, product, Adder::Exact)
                }
            }
            (Operand::Finite(x), Operand::Finite(y), Zero { .. }) => self.mul_exact(x, y),
            (x, y, z) => {
                // A product that is zero, infinite or NaN is exactly that; the finite one here is
                // overruled by z, which is infinite or NaN.
                let product = match (x, y) {
                    (Operand::Finite(x), Operand::Finite(_)) => Operand::Finite(x),
                    _ => self.operand(self.mul_special(x, y)),
                };
                self.add_special(product, z)
            }
        }
    }

    /// Sum of terms of which x is not the one with the smaller exponent.
    #[inline(always)]
    fn add_aligned(&self, x: Term, y: Term, adder: Adder) -> f64 {
        let shift = (x.exponent - y.exponent) as u32;
        let aligned = match adder {
            Adder::Exact => shift_right_jam(y.significand, shift),
            Adder::Guarded { guard_bits, sticky } => {
                let first_dropped = 125 - self.precision - guard_bits;
                let kept = y.significand.checked_shr(shift).unwrap_or(0) >> (first_dropped + 1)
                    << (first_dropped + 1);
                let lost = sticky && kept.checked_shl(shift) != Some(y.significand);
                kept | (u128::from(lost) << first_dropped)
            }
        };
        let exponent = x.exponent - 125;
        if x.negative == y.negative {
            return self.pack(self.rounding, x.negative, exponent, x.significand + aligned);
        }
        // With equal exponents the smaller term may come first.
        let negative = x.negative ^ (x.significand < aligned);
        match x.significand.abs_diff(aligned) {
            0 => self.exact_zero(),
            difference => self.pack(self.rounding, negative, exponent, difference),
        }
    }

    /// Sum where not both are finite numbers other than zero.
    fn add_special(&self, x: Operand, y: Operand) -> f64 {
        match (x, y) {
            (Nan, _) | (_, Nan) => self.nan(),
            (Infinite { negative }, Infinite { negative: other }) if negative != other => {
                self.nan()
            }
            (Infinite { negative }, _) | (_, Infinite { negative }) => self.infinity(negative),
            (Zero { negative }, Zero { negative: other }) if negative == other => {
                self.signed(negative, 0.0)
            }
            (Operand::Finite(x), _) | (_, Operand::Finite(x)) => {
                self.pack(self.rounding, x.negative, x.exponent - 63, u128::from(x.significand))
            }
            (Zero { .. }, Zero { .. }) => self.exact_zero(),
        }
    }
}
