//! Machine words.

use super::Arithmetic;
use floatfloat::Word;

/// A machine word with the machine's own operations.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(transparent)]
pub struct Plain<W>(pub W);

/// `#[track_caller]`, so that watched words see the line that calls the operation.
impl<W: Word> Arithmetic for Plain<W> {
    #[inline(always)]
    #[track_caller]
    fn add(&self, other: &Self) -> Self {
        Plain(self.0 + other.0)
    }

    #[inline(always)]
    #[track_caller]
    fn sub(&self, other: &Self) -> Self {
        Plain(self.0 - other.0)
    }

    #[inline(always)]
    #[track_caller]
    fn mul(&self, other: &Self) -> Self {
        Plain(self.0 * other.0)
    }

    #[inline(always)]
    #[track_caller]
    fn div(&self, other: &Self) -> Self {
        Plain(self.0 / other.0)
    }

    #[inline(always)]
    fn constant(&self, value: f64) -> Self {
        Plain(self.0.constant(value))
    }

    #[inline(always)]
    #[track_caller]
    fn minus_product(&self, x: &Self, y: &Self) -> Self {
        if W::fused() { Plain((-x.0).mul_add(y.0, self.0)) } else { Plain(self.0 - x.0 * y.0) }
    }

    #[inline(always)]
    #[track_caller]
    fn plus_product(&self, x: &Self, y: &Self) -> Self {
        if W::fused() { Plain(x.0.mul_add(y.0, self.0)) } else { Plain(self.0 + x.0 * y.0) }
    }
}
