//! Composite arithmetic, float2 and double2, with its flaws.
//!
//! Taufer, Padron, Saponaro, Patel, "Improving numerical reproducibility and stability in large-scale
//! numerical simulations on GPUs", 2010, as table 4 of Nguyen's thesis prints it. A number is the
//! unevaluated sum of a value and an error. The error is never added back to the value, so numbers
//! are not normalised. The error of a product leaves out that of `value · value`, and the error of a
//! quotient is added to both parts. Neither operation is therefore more accurate than one word. The
//! library's [`DoubleWord`](floatfloat::DoubleWord) has neither flaw.
//!
//! Table 4 prints `y.value` as the last term of addition where the thesis's compiled code adds `y.error`.
//! It also prints the addition again in place of the subtraction. Both misprints are corrected here.

use super::Arithmetic;
use floatfloat::Word;

/// A composite number.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Composite<W> {
    /// The approximate number.
    pub value: W,
    /// The error of the value.
    pub error: W,
}

impl<W: Word> Composite<W> {
    /// The same number, with as much of the error as fits added to the value (Fast2Sum). Composite
    /// arithmetic leaves this out between its operations.
    #[inline(always)]
    pub fn renormalised(self) -> Self {
        let value = self.value + self.error;
        Composite { value, error: self.error - (value - self.value) }
    }
}

impl<W: Word> Arithmetic for Composite<W> {
    /// 8 additions, of which only those of the errors round.
    #[inline(always)]
    fn add(&self, other: &Self) -> Self {
        let (x, y) = (self, other);
        let value = x.value + y.value;
        let t = value - x.value;
        let error = x.value - (value - t) + (y.value - t) + x.error + y.error;
        Composite { value, error }
    }

    #[inline(always)]
    fn sub(&self, other: &Self) -> Self {
        let (x, y) = (self, other);
        let value = x.value - y.value;
        let t = value - x.value;
        let error = x.value - (value - t) - (y.value + t) + x.error - y.error;
        Composite { value, error }
    }

    /// 4 products and 2 additions. The relative error is u, since the error of the first product is
    /// lost.
    #[inline(always)]
    fn mul(&self, other: &Self) -> Self {
        let (x, y) = (self, other);
        let value = x.value * y.value;
        let error = x.value * y.error + x.error * y.value + x.error * y.error;
        Composite { value, error }
    }

    /// A reciprocal, 4 products and 2 additions. The errors of the operands are not used.
    #[inline(always)]
    fn div(&self, other: &Self) -> Self {
        let (x, y) = (self, other);
        let t = y.value.constant(1.0) / y.value;
        let s = t * x.value;
        let error = t * (x.value - s * y.value);
        Composite { value: s + error, error }
    }

    #[inline(always)]
    fn constant(&self, value: f64) -> Self {
        let rest = value - W::representable(value);
        Composite { value: self.value.constant(value), error: self.error.constant(rest) }
    }
}

#[cfg(test)]
mod tests {
    use super::Composite;
    use crate::arithmetic::Arithmetic;

    fn number(value: f32) -> Composite<f32> {
        Composite { value, error: 0.0 }
    }

    fn exactly(x: Composite<f32>) -> f64 {
        f64::from(x.value) + f64::from(x.error)
    }

    #[test]
    fn sums_keep_what_the_value_loses() {
        let sum = number(16_777_216.0).add(&number(1.0));
        assert_eq!((sum.value, sum.error), (16_777_216.0, 1.0));
        assert_eq!(exactly(sum.add(&number(1.0)).sub(&number(16_777_216.0))), 2.0);
    }

    #[test]
    fn products_and_quotients_do_not() {
        let (x, y) = (number(1.0 + f32::EPSILON), number(1.0 + 3.0 * f32::EPSILON));
        // The exact product is 1 + 4ε + 3ε²; the last term is lost.
        assert_eq!(exactly(x.mul(&y)), 1.0 + 4.0 * f64::from(f32::EPSILON));
        let third = exactly(number(1.0).div(&number(3.0)));
        assert!((third - 1.0 / 3.0).abs() > 1e-9 && (third - 1.0 / 3.0).abs() < 1e-7);
    }

    #[test]
    fn renormalising_keeps_the_number() {
        let x = Composite { value: 1.0_f32, error: 0.75 * f32::EPSILON };
        let y = x.renormalised();
        assert_eq!(exactly(x), exactly(y));
        assert_eq!(y.value + y.error, y.value);
    }
}
