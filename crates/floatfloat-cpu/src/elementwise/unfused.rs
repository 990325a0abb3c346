//! Operations without fused multiply-adds.

use super::Elementwise;
use crate::words::{Number, Width, Words, number, words};
use floatfloat::{NoFma, Word, unrolled};

/// The operation with Dekker's products in place of fused multiply-adds: for speed where registers have none (SSE2,
/// WebAssembly). Without it products have the same bits on every machine, and there an fma made of exact steps, which is
/// five times as slow (8.9 ns, and 1.8 ns by this, a product of
/// double-doubles with SSE2 on an AMD EPYC of family 25, model 17).
///
/// **Bits** are those of the operation on numbers over [`NoFma`], whichever instruction set computes them; **bounds** are those
/// that operations state for words without a fused multiply-add. **Range:** that of
/// [`two_prod_dekker`](floatfloat::eft::two_prod_dekker); of words beyond it, from 2^996 of `f64` and 2^115 of `f32` on, products
/// have no low part.
///
/// ```
/// use floatfloat::{DoubleDouble, NoFma};
/// use floatfloat_cpu::{DoubleDoubleVec, elementwise::{Unfused, map, operations::Mul}};
///
/// let [x, y] = [0.1, 0.3].map(|word| DoubleDoubleVec::from_words(&[word; 10]));
/// let products = map(Unfused(Mul), x.as_slice(), [y.as_slice()])?;
/// let error = products.get(3).unwrap() - DoubleDouble::from(0.1) * DoubleDouble::from(0.3);
/// assert!(error.abs() < DoubleDouble::from(1e-32));
/// # Ok::<(), floatfloat_cpu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Unfused<O>(pub O);

impl<O: Elementwise<N, M>, const N: usize, const M: usize> Elementwise<N, M> for Unfused<O>
where
    Width<M>: Words<M>,
{
    const NAME: &'static str = O::NAME;
    const WAITS: bool = O::WAITS;
    const LONG: bool = O::LONG;
    const PAIRED: bool = O::PAIRED;

    #[inline(always)]
    fn apply<W: Word>(self, x: Number<W, M>, rest: [Number<W, M>; N]) -> Number<W, M> {
        let rest = rest.map(
            #[inline(always)]
            |y| unfused::<W, M>(y),
        );
        let result = words::<NoFma<W>, M>(self.0.apply(unfused::<W, M>(x), rest));
        number(unrolled::map(
            result,
            #[inline(always)]
            |word: NoFma<W>| word.0,
        ))
    }
}

#[inline(always)]
fn unfused<W: Word, const M: usize>(x: Number<W, M>) -> Number<NoFma<W>, M>
where
    Width<M>: Words<M>,
{
    number(unrolled::map(
        words::<W, M>(x),
        #[inline(always)]
        |word| NoFma(word),
    ))
}
