//! The loop over elements in whole blocks of registers, of which the last one is filled up.

use super::operand::{Operand, filler, others};
use crate::{number::Number, pack::Pack, several::Several};
use fearless_simd::Simd;
use floatfloat::{MultiWord, WordArray};

/// The addresses at which the first operand, the other operands and the results begin.
pub(super) struct Places<T: Number, const N: usize, const R: usize> {
    pub(super) x: Operand<T>,
    pub(super) rest: [Operand<T>; N],
    pub(super) out: [T::Parts<*mut T::Word>; R],
}

/// Registers full of numbers.
type Registers<S, T, const N: usize> =
    <T as MultiWord>::Over<Several<Pack<S, <T as MultiWord>::Word>, N>>;

/// Computes all elements in blocks of `BLOCK` registers. The last block is filled up with ones. Each element
/// has `N + 1` operands and `R` results.
///
/// # Safety
/// All operands must be readable, and the outputs writable, up to `length`.
#[inline(always)]
pub(super) unsafe fn filled<
    S: Simd,
    T: Number,
    const N: usize,
    const BLOCK: usize,
    const R: usize,
>(
    simd: S,
    apply: impl Fn(Registers<S, T, BLOCK>, [Registers<S, T, BLOCK>; N]) -> [Registers<S, T, BLOCK>; R],
    Places { x, rest, out }: Places<T, N, R>,
    length: usize,
) {
    let ones = Block::<S, T, BLOCK>(WordArray::each(
        #[inline(always)]
        |m| [Pack::splat(simd, filler(m)); BLOCK],
    ));
    let (mut of_x, mut of_rest, mut of_out) = (ones, [ones; N], [ones; R]);
    let lanes = Pack::<S, T::Word>::LANES;
    let mut i = 0;
    while i < length {
        let count = length - i;
        let is_last = count < BLOCK * lanes;
        // SAFETY: `count` elements are left, and a block has room for `count` elements.
        unsafe {
            let mut from = x.at(i);
            let mut from_rest = rest;
            for operand in &mut from_rest {
                *operand = operand.at(i);
            }
            if is_last {
                from = of_x.filled(from, count);
                for n in 0..N {
                    from_rest[n] = of_rest[n].filled(from_rest[n], count);
                }
            }
            let x = from.load::<S, BLOCK>(simd, 0);
            let rest = others(
                from_rest,
                x,
                #[inline(always)]
                |operand| operand.load(simd, 0),
            );
            let results = apply(x, rest);
            for r in 0..R {
                let result = results[r].parts();
                let of_last = of_out[r].words();
                for m in 0..T::WORDS {
                    let of_all = out[r][m].add(i);
                    let to = if is_last { of_last[m] } else { of_all };
                    for k in 0..BLOCK {
                        result[m].0[k].store_to(to.add(k * lanes));
                    }
                    if is_last {
                        core::ptr::copy_nonoverlapping(to, of_all, count);
                    }
                }
            }
        }
        i += BLOCK * lanes;
    }
}

/// A block of registers in memory.
struct Block<S: Simd, T: Number, const N: usize>(T::Parts<[Pack<S, T::Word>; N]>);

impl<S: Simd, T: Number, const N: usize> Clone for Block<S, T, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Simd, T: Number, const N: usize> Copy for Block<S, T, N> {}

impl<S: Simd, T: Number, const N: usize> Block<S, T, N> {
    #[inline(always)]
    fn words(&mut self) -> T::Parts<*mut T::Word> {
        let first: *mut T::Word = self.0.as_mut().as_mut_ptr().cast();
        WordArray::each(
            #[inline(always)]
            |m| first.wrapping_add(m * N * Pack::<S, T::Word>::LANES),
        )
    }

    /// Fills the first `count` numbers of this block from an operand and returns the block as an
    /// operand.
    ///
    /// # Safety
    /// `count` numbers must be readable, and the block must have room for them.
    #[inline(always)]
    unsafe fn filled(&mut self, operand: Operand<T>, count: usize) -> Operand<T> {
        let words = self.words();
        for m in 0..T::WORDS {
            // SAFETY: by the caller; a register is made of words.
            unsafe { core::ptr::copy_nonoverlapping(operand.0[m], words[m], count) }
        }
        Operand(WordArray::each(
            #[inline(always)]
            |m| words[m].cast_const(),
        ))
    }
}
