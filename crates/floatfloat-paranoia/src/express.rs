//! Every expression over any word of the crate `floatfloat`.

use crate::{
    Op,
    recipe::{Arithmetic, compute},
};
use floatfloat::Word;
use std::marker::PhantomData;

/// `op` over words, one operation after the other as its formula says. A word that computes returns the result;
/// a word that records returns the request to a device. Operands that `op` does not take are ignored.
///
/// ```
/// use floatfloat_paranoia::{Op, express};
///
/// assert_eq!(express(Op::FastTwoSumError, 1.0, 1e-20, 0.0), 1e-20);
/// ```
#[inline(always)]
pub fn express<W: Word>(op: Op, a: W, b: W, c: W) -> W {
    compute(&mut Words(PhantomData), op, &a, &b, &c)
}

struct Words<W>(PhantomData<W>);

impl<W: Word> Arithmetic for Words<W> {
    type Number = W;

    #[inline(always)]
    fn precision(&self) -> u32 {
        W::PRECISION
    }
    #[inline(always)]
    fn constant(&mut self, like: &W, value: f64) -> W {
        like.constant(value)
    }
    #[inline(always)]
    fn copy(&mut self, x: &W) -> W {
        *x
    }
    #[inline(always)]
    fn negate(&mut self, x: &W) -> W {
        -*x
    }
    #[inline(always)]
    fn add(&mut self, a: &W, b: &W) -> W {
        *a + *b
    }
    #[inline(always)]
    fn sub(&mut self, a: &W, b: &W) -> W {
        *a - *b
    }
    #[inline(always)]
    fn mul(&mut self, a: &W, b: &W) -> W {
        *a * *b
    }
    #[inline(always)]
    fn div(&mut self, a: &W, b: &W) -> W {
        *a / *b
    }
    #[inline(always)]
    fn sqrt(&mut self, x: &W) -> W {
        x.sqrt()
    }
    #[inline(always)]
    fn fma(&mut self, a: &W, b: &W, c: &W) -> W {
        a.mul_add(*b, *c)
    }
}
