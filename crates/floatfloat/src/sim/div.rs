//! Quotients.

use super::{
    mul::sign,
    number::{Finite, Operand},
    spec::{Divider, Spec},
};

use Operand::{Infinite, Zero};

impl Spec {
    /// a/b.
    #[inline]
    pub fn div(&self, a: f64, b: f64) -> f64 {
        match self.divider {
            Divider::Ieee => self.div_ieee(a, b),
            Divider::Reciprocal { precision, bias } => {
                self.mul(a, self.reciprocal(b, precision, bias))
            }
        }
    }

    #[inline(always)]
    fn div_ieee(&self, a: f64, b: f64) -> f64 {
        match (self.operand(a), self.operand(b)) {
            (Operand::Finite(x), Operand::Finite(y)) => {
                let (quotient, places) = quotient(x.significand, y.significand, self.precision);
                self.pack(
                    self.rounding,
                    x.negative != y.negative,
                    x.exponent - y.exponent - places,
                    quotient,
                )
            }
            (x, y) => self.div_special(x, y),
        }
    }

    fn div_special(&self, x: Operand, y: Operand) -> f64 {
        let negative = match (sign(x), sign(y)) {
            (Some(x), Some(y)) => x != y,
            _ => return self.nan(),
        };
        match (x, y) {
            (Infinite { .. }, Infinite { .. }) | (Zero { .. }, Zero { .. }) => self.nan(),
            (Infinite { .. }, _) | (_, Zero { .. }) => self.infinity(negative),
            _ => self.signed(negative, 0.0),
        }
    }

    #[inline(always)]
    fn reciprocal(&self, b: f64, precision: u32, bias: i32) -> f64 {
        match self.operand(b) {
            Operand::Finite(Finite { negative, exponent, significand }) => {
                // 2^(precision + 8)·(1/y), y the significand in [1, 2): in 256ths of the last
                // place.
                let exact = (1u128 << (precision + 71)) / u128::from(significand);
                let truncated = exact.saturating_add_signed(i128::from(bias)) >> 8;
                let last = -exponent - precision as i32;
                self.pack_wide(self.rounding, negative, last, truncated)
            }
            y => self.div_special(
                Operand::Finite(Finite { negative: false, exponent: 0, significand: 1 << 63 }),
                y,
            ),
        }
    }
}

/// a/b·2^places for significands of `precision` bits, its last bit set if the division leaves a
/// remainder; at least p + 2 bits.
#[inline(always)]
fn quotient(a: u64, b: u64, precision: u32) -> (u64, i32) {
    if precision <= 28 {
        // A division of 64 bits is several times as fast as one of 128.
        let (a, b) = ((a >> 32) << 31, b >> 32);
        ((a / b) | u64::from(a % b != 0), 31)
    } else {
        let (a, b) = (u128::from(a) << 63, u128::from(b));
        ((a / b) as u64 | u64::from(a % b != 0), 63)
    }
}
