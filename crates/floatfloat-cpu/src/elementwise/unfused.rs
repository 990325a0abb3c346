//! Operations without fused multiply-adds.

use super::Elementwise;
use crate::number::{Number, number};
use floatfloat::{MultiWord, NoFma, Word, WordArray};

/// The operation with Dekker's products in place of fused multiply-adds, for speed where registers have no fused
/// multiply-add (SSE2, WebAssembly). The operation itself computes each fused multiply-add there in exact steps, so
/// that products have the same bits on every machine, and is five times as slow. A product of double-doubles with SSE2
/// takes 8.9 ns, and 1.8 ns with `Unfused`, on an AMD EPYC of family 25, model 17.
///
/// **Bits** are those of the operation on numbers over [`NoFma`], on every instruction set. **Bounds** are those that
/// operations state for words without a fused multiply-add. **Range:** that of
/// [`two_prod_dekker`](floatfloat::eft::two_prod_dekker). Products of larger words, from 2^996 of `f64` and 2^115 of
/// `f32` on, have no low word.
///
/// ```
/// use floatfloat::{DoubleDouble, NoFma};
/// use floatfloat_cpu::{Vector, elementwise::{Unfused, map, operations::Mul}};
///
/// let [x, y] = [0.1, 0.3].map(|word| Vector::<DoubleDouble>::from_words(&[word; 10]));
/// let products = map(Unfused(Mul), x.view(), [y.view()])?;
/// let error = products.get(3).unwrap() - DoubleDouble::from(0.1) * DoubleDouble::from(0.3);
/// assert!(error.abs() < DoubleDouble::from(1e-32));
/// # Ok::<(), floatfloat_cpu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Unfused<O>(pub O);

impl<O: Elementwise<N, T>, const N: usize, T: Number> Elementwise<N, T> for Unfused<O> {
    const NAME: &'static str = O::NAME;
    const WAITS: bool = O::WAITS;
    const LONG: bool = O::LONG;
    const PAIRED: bool = O::PAIRED;

    #[inline(always)]
    fn apply<W: Word>(self, x: T::Over<W>, rest: [T::Over<W>; N]) -> T::Over<W> {
        let rest = rest.map(
            #[inline(always)]
            |y| unfused::<T, W>(y),
        );
        let result = self.0.apply::<NoFma<W>>(unfused::<T, W>(x), rest).parts();
        number(WordArray::each(
            #[inline(always)]
            |k| result[k].0,
        ))
    }
}

#[inline(always)]
fn unfused<T: Number, W: Word>(x: T::Over<W>) -> T::Over<NoFma<W>> {
    let words = x.parts();
    number(WordArray::each(
        #[inline(always)]
        |k| NoFma(words[k]),
    ))
}
