//! Products.

use super::{
    number::{Finite, Operand},
    spec::{Multiplier, Spec},
};

use Operand::{Infinite, Nan, Zero};

impl Spec {
    /// a·b.
    #[inline]
    pub fn mul(&self, a: f64, b: f64) -> f64 {
        match (self.operand(a), self.operand(b)) {
            (Operand::Finite(x), Operand::Finite(y)) => match self.multiplier {
                Multiplier::Exact => self.mul_exact(x, y),
                Multiplier::Truncated { dropped_columns, compensation } => {
                    self.mul_truncated(x, y, dropped_columns, compensation)
                }
            },
            (x, y) => self.mul_special(x, y),
        }
    }

    #[inline(always)]
    pub(super) fn mul_exact(&self, x: Finite, y: Finite) -> f64 {
        self.pack_wide(
            self.rounding,
            x.negative != y.negative,
            x.exponent + y.exponent - 126,
            u128::from(x.significand) * u128::from(y.significand),
        )
    }

    #[inline(always)]
    fn mul_truncated(&self, x: Finite, y: Finite, dropped_columns: u32, compensation: u64) -> f64 {
        let a = x.significand >> (64 - self.precision);
        let b = y.significand >> (64 - self.precision);
        let kept = u128::from(a) * u128::from(b) - low_columns(a, b, dropped_columns);
        self.pack_wide(
            self.rounding,
            x.negative != y.negative,
            x.exponent + y.exponent - 2 * (self.precision as i32 - 1),
            kept + u128::from(compensation),
        )
    }

    /// Product where not both are finite numbers other than zero.
    pub(super) fn mul_special(&self, x: Operand, y: Operand) -> f64 {
        let negative = match (sign(x), sign(y)) {
            (Some(x), Some(y)) => x != y,
            _ => return self.nan(),
        };
        match (x, y) {
            (Infinite { .. }, Zero { .. }) | (Zero { .. }, Infinite { .. }) => self.nan(),
            (Infinite { .. }, _) | (_, Infinite { .. }) => self.infinity(negative),
            _ => self.signed(negative, 0.0),
        }
    }
}

/// Whether it is negative, unless it is NaN.
pub(super) fn sign(operand: Operand) -> Option<bool> {
    match operand {
        Zero { negative } | Infinite { negative } => Some(negative),
        Operand::Finite(x) => Some(x.negative),
        Nan => None,
    }
}

/// The sum of the columns i + j < `count` of the array of partial products; less than count·2^count.
#[inline(always)]
fn low_columns(a: u64, b: u64, count: u32) -> u128 {
    let count = count.min(58);
    // Without a branch on the bits of a, which no processor predicts.
    let row = |i: u32| (((a >> i) & 1).wrapping_neg() & b & ((1u64 << (count - i)) - 1)) << i;
    u128::from((0..count).map(row).sum::<u64>())
}
