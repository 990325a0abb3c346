//! Double-words, with the operations that the library's operators use.

use super::Arithmetic;
use floatfloat::{
    DoubleWord, Word,
    double_word::{
        add_network::add_network, div_warwick::div_warwick, mul_dw1::mul_dw1,
        sub_network::sub_network,
    },
};

impl<W: Word> Arithmetic for DoubleWord<W> {
    #[inline(always)]
    fn add(&self, other: &Self) -> Self {
        add_network(*self, *other)
    }

    #[inline(always)]
    fn sub(&self, other: &Self) -> Self {
        sub_network(*self, *other)
    }

    #[inline(always)]
    fn mul(&self, other: &Self) -> Self {
        mul_dw1(*self, *other)
    }

    #[inline(always)]
    fn div(&self, other: &Self) -> Self {
        div_warwick(*self, *other)
    }

    #[inline(always)]
    fn constant(&self, value: f64) -> Self {
        let high = self.hi().constant(value);
        let rest = value - W::representable(value);
        DoubleWord::from_normalized(high, self.lo().constant(rest))
    }
}
