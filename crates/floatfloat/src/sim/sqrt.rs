//! Square roots.

use super::{number::Operand, spec::Spec};

impl Spec {
    /// √a, rounded from its exact value. √−0 is −0.
    #[inline]
    pub fn sqrt(&self, a: f64) -> f64 {
        match self.operand(a) {
            Operand::Zero { negative } => self.signed(negative, 0.0),
            Operand::Finite(x) if !x.negative => {
                let (root, places) = root(x.significand, x.exponent, self.precision);
                self.pack(self.rounding, false, places, root)
            }
            Operand::Infinite { negative: false } => self.infinity(false),
            _ => self.nan(),
        }
    }
}

/// √(significand·2^(exponent − 63)) as (root, e) with the value root·2^e, the last bit of root set
/// if it is not exact; at least p + 2 bits.
#[inline(always)]
fn root(significand: u64, exponent: i32, precision: u32) -> (u64, i32) {
    let odd = (exponent - 63) & 1;
    if precision <= 28 {
        let radicand = significand >> odd;
        let root = radicand.isqrt();
        (root | u64::from(root * root != radicand), (exponent - 63 + odd) / 2)
    } else {
        let radicand = u128::from(significand) << (62 + odd);
        let root = radicand.isqrt();
        (root as u64 | u64::from(root * root != radicand), (exponent - 125 - odd) / 2)
    }
}
