//! An operand of an operation on slices: addresses of words, and loads into registers.

use crate::{
    element::Element,
    number::{Number, number},
    pack::Pack,
    several::{Several, each},
    view::VectorView,
};
use fearless_simd::Simd;
use floatfloat::WordArray;

/// The addresses at which the words of an operand begin.
pub(super) struct Operand<T: Number>(pub(super) T::Parts<*const T::Word>);

impl<T: Number> Clone for Operand<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Number> Copy for Operand<T> {}

impl<T: Number> Operand<T> {
    #[inline]
    pub(super) fn of(view: VectorView<'_, T>) -> Self {
        let slices = view.parts();
        Operand(WordArray::each(
            #[inline(always)]
            |k| slices[k].as_ptr(),
        ))
    }

    /// The output as an operand.
    #[inline]
    pub(super) fn of_output(out: T::Parts<*mut T::Word>) -> Self {
        Operand(WordArray::each(
            #[inline(always)]
            |k| out[k].cast_const(),
        ))
    }

    /// The number at `index`.
    ///
    /// # Safety
    /// There must be a number at `index`.
    #[inline(always)]
    pub(super) unsafe fn number(self, index: usize) -> T {
        number(WordArray::each(
            #[inline(always)]
            // SAFETY: by the caller.
            |m| unsafe { self.0[m].add(index).read() },
        ))
    }

    /// This operand from `index` on.
    ///
    /// # Safety
    /// The operand must have at least `index` elements.
    #[inline(always)]
    pub(super) unsafe fn at(self, index: usize) -> Self {
        Operand(WordArray::each(
            #[inline(always)]
            // SAFETY: by the caller.
            |m| unsafe { self.0[m].add(index) },
        ))
    }

    /// # Safety
    /// `N` registers full of words must be readable from `index` on.
    #[inline(always)]
    pub(super) unsafe fn load<S: Simd, const N: usize>(
        self,
        simd: S,
        index: usize,
    ) -> T::Over<Several<Pack<S, T::Word>, N>> {
        number(WordArray::each(
            #[inline(always)]
            // SAFETY: by the caller.
            |m| unsafe { load_several(simd, self.0[m].add(index)) },
        ))
    }

    /// One register, of which the first `count` lanes are loaded and the rest are one, for which no
    /// operation is slow.
    ///
    /// # Safety
    /// `count` words, at most a register full, must be readable from `index` on.
    #[inline(always)]
    pub(super) unsafe fn load_at_most_one<S: Simd>(
        self,
        simd: S,
        index: usize,
        count: usize,
    ) -> T::Over<Pack<S, T::Word>> {
        number(WordArray::each(
            #[inline(always)]
            |m| {
                // SAFETY: by the caller.
                let words = unsafe { core::slice::from_raw_parts(self.0[m].add(index), count) };
                Pack::load_partial(simd, words, filler(m))
            },
        ))
    }
}

/// The words of the number one, which fill up registers.
#[inline(always)]
pub(super) fn filler<E: Element>(word: usize) -> E {
    E::nearest(if word == 0 { 1.0 } else { 0.0 })
}

/// # Safety
/// `N` registers full of words must be readable.
#[inline(always)]
unsafe fn load_several<S: Simd, E: Element, const N: usize>(
    simd: S,
    words: *const E,
) -> Several<Pack<S, E>, N> {
    Several(each(
        #[inline(always)]
        |k| {
            // SAFETY: by the caller.
            unsafe { Pack::load_from(simd, words.add(k * Pack::<S, E>::LANES)) }
        },
    ))
}

/// A function of each operand except the first, without calls in between. `like` is any value of the
/// result's type.
#[inline(always)]
pub(super) fn others<A: Copy, X: Copy, const N: usize>(
    operands: [A; N],
    like: X,
    value: impl Fn(A) -> X,
) -> [X; N] {
    let mut values = [like; N];
    for n in 0..N {
        values[n] = value(operands[n]);
    }
    values
}
