//! Sums.

use super::{
    number::{Finite, Operand},
    spec::{Adder, Spec},
};

use Operand::{Infinite, Nan, Zero};

impl Spec {
    /// a + b.
    #[inline]
    pub fn add(&self, a: f64, b: f64) -> f64 {
        match (self.operand(a), self.operand(b)) {
            (Operand::Finite(x), Operand::Finite(y)) => {
                let larger = (x.exponent, x.significand) >= (y.exponent, y.significand);
                if larger { self.add_ordered(x, y) } else { self.add_ordered(y, x) }
            }
            (x, y) => self.add_special(x, y),
        }
    }

    /// a − b.
    #[inline]
    pub fn sub(&self, a: f64, b: f64) -> f64 {
        self.add(a, -b)
    }

    /// x + y, |x| ≥ |y|.
    #[inline(always)]
    fn add_ordered(&self, x: Finite, y: Finite) -> f64 {
        let shift = (x.exponent - y.exponent) as u32;
        // The leading bit of x goes to bit 62, so that a carry fits.
        let larger = x.significand >> 1;
        let smaller = y.significand >> 1;
        let shifted = smaller.checked_shr(shift).unwrap_or(0);
        let aligned = match self.adder {
            Adder::Exact => shifted | u64::from(is_cut(smaller, shifted, shift)),
            Adder::Guarded { guard_bits, sticky } => {
                // Of the bit below the last one kept.
                let cut = (62 - self.precision).saturating_sub(guard_bits);
                let kept = shifted >> cut >> 1 << 1 << cut;
                let lost = sticky && is_cut(smaller, kept, shift);
                kept | (u64::from(lost) << cut)
            }
        };
        let exponent = x.exponent - 62;
        if x.negative == y.negative {
            self.pack(self.rounding, x.negative, exponent, larger + aligned)
        } else if larger == aligned {
            self.exact_zero()
        } else {
            self.pack(self.rounding, x.negative, exponent, larger - aligned)
        }
    }

    /// Sum where not both are finite numbers other than zero.
    pub(super) fn add_special(&self, x: Operand, y: Operand) -> f64 {
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
                self.pack(self.rounding, x.negative, x.exponent - 63, x.significand)
            }
            (Zero { .. }, Zero { .. }) => self.exact_zero(),
        }
    }
}

/// Whether `kept`, which is `value >> shift` or less, leaves out any bit that is set.
#[inline(always)]
fn is_cut(value: u64, kept: u64, shift: u32) -> bool {
    kept.checked_shl(shift) != Some(value)
}
