//! The loop over elements.

use super::Elementwise;
use crate::{
    dispatch::Kernel,
    element::Element,
    pack::Pack,
    several::Several,
    view::{DoubleWordSlice, DoubleWordSliceMut},
};
use fearless_simd::Simd;
use floatfloat::DoubleWord;

/// An operation with its operands and its output, all equally long.
pub(super) struct Run<'a, E, O, const N: usize> {
    pub(super) operation: O,
    /// The first operand; where it is missing, `out` is it.
    pub(super) x: Option<DoubleWordSlice<'a, E>>,
    pub(super) rest: [DoubleWordSlice<'a, E>; N],
    pub(super) out: DoubleWordSliceMut<'a, E>,
}

#[cfg(feature = "parallel")]
impl<E: Element, O: Elementwise<N>, const N: usize> Run<'_, E, O, N> {
    pub(super) fn len(&self) -> usize {
        self.out.len()
    }

    pub(super) fn split_at(self, middle: usize) -> (Self, Self) {
        let operation = self.operation;
        let (out, out_rest) = self.out.split_at(middle);
        let x = self.x.map(|x| x.split_at(middle));
        let rest = self.rest.map(|operand| operand.split_at(middle));
        let left = Run { operation, x: x.map(|x| x.0), rest: rest.map(|r| r.0), out };
        let right = Run { operation, x: x.map(|x| x.1), rest: rest.map(|r| r.1), out: out_rest };
        (left, right)
    }
}

/// Where an operand's parts begin in memory.
#[derive(Clone, Copy)]
struct Operand<E> {
    high: *const E,
    low: *const E,
}

impl<E: Element> Operand<E> {
    fn of(view: DoubleWordSlice<'_, E>) -> Self {
        Operand { high: view.hi().as_ptr(), low: view.lo().as_ptr() }
    }

    /// # Safety
    /// `N` registers full of words must be readable from `index` on.
    #[inline(always)]
    unsafe fn load<S: Simd, const N: usize>(
        self,
        simd: S,
        index: usize,
    ) -> DoubleWord<Several<Pack<S, E>, N>> {
        // SAFETY: by the caller.
        unsafe {
            let (high, low) = (self.high.add(index), self.low.add(index));
            DoubleWord::from_normalized(load_several(simd, high), load_several(simd, low))
        }
    }

    /// Fills up with ones, for which no operation is slow.
    ///
    /// # Safety
    /// `count` words must be readable from `index` on.
    #[inline(always)]
    unsafe fn load_partial<S: Simd>(
        self,
        simd: S,
        index: usize,
        count: usize,
    ) -> DoubleWord<Pack<S, E>> {
        // SAFETY: by the caller.
        let (high, low) = unsafe {
            (
                core::slice::from_raw_parts(self.high.add(index), count),
                core::slice::from_raw_parts(self.low.add(index), count),
            )
        };
        DoubleWord::from_normalized(
            Pack::load_partial(simd, high, E::nearest(1.0)),
            Pack::load_partial(simd, low, E::nearest(0.0)),
        )
    }
}

/// # Safety
/// `N` registers full of words must be readable.
#[inline(always)]
unsafe fn load_several<S: Simd, E: Element, const N: usize>(
    simd: S,
    words: *const E,
) -> Several<Pack<S, E>, N> {
    Several(core::array::from_fn(
        #[inline(always)]
        |k| {
            // SAFETY: by the caller.
            unsafe { Pack::load_from(simd, words.add(k * Pack::<S, E>::LANES)) }
        },
    ))
}

impl<E: Element, O: Elementwise<N>, const N: usize> Kernel for Run<'_, E, O, N> {
    type Output = ();

    // Operands are read through pointers because one of them may be the output. All that an
    // element's result depends on is read before it is written.
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let operation = self.operation;
        let length = self.out.len();
        let rest = self.rest.map(Operand::of);
        let (high, low) = self.out.into_parts();
        let (high, low) = (high.as_mut_ptr(), low.as_mut_ptr());
        let x = match self.x {
            Some(x) => Operand::of(x),
            None => Operand { high: high.cast_const(), low: low.cast_const() },
        };
        let mut i = 0;
        // SAFETY: `length` is that of every slice, and no block goes beyond it.
        unsafe {
            if O::WAITS {
                i = blocks::<S, E, O, N, 4>(simd, operation, x, rest, [high, low], i, length);
            } else {
                i = blocks::<S, E, O, N, 2>(simd, operation, x, rest, [high, low], i, length);
            }
            i = blocks::<S, E, O, N, 1>(simd, operation, x, rest, [high, low], i, length);
        }
        let left = length - i;
        if left > 0 {
            // SAFETY: `length` is that of every slice, `left` words are left of each, and no other
            // reference to those of the output lives: the slices that the operands are read
            // through are gone when it is written.
            unsafe {
                let y = operation.apply(
                    x.load_partial(simd, i, left),
                    rest.map(
                        #[inline(always)]
                        |operand| operand.load_partial(simd, i, left),
                    ),
                );
                y.hi().store_partial(core::slice::from_raw_parts_mut(high.add(i), left));
                y.lo().store_partial(core::slice::from_raw_parts_mut(low.add(i), left));
            }
        }
    }
}

/// Whole blocks of `BLOCK` registers, from element `start` to the last that fits in `length`;
/// returns the first element that is left.
///
/// # Safety
/// All operands must be readable, and the output writable, up to `length`.
#[inline(always)]
unsafe fn blocks<S: Simd, E: Element, O: Elementwise<N>, const N: usize, const BLOCK: usize>(
    simd: S,
    operation: O,
    x: Operand<E>,
    rest: [Operand<E>; N],
    [high, low]: [*mut E; 2],
    start: usize,
    length: usize,
) -> usize {
    let lanes = Pack::<S, E>::LANES;
    let mut i = start;
    while i + BLOCK * lanes <= length {
        // SAFETY: the block ends at or before `length`.
        unsafe {
            let y = operation.apply(
                x.load::<S, BLOCK>(simd, i),
                rest.map(
                    #[inline(always)]
                    |operand| operand.load(simd, i),
                ),
            );
            for k in 0..BLOCK {
                y.hi().0[k].store_to(high.add(i + k * lanes));
                y.lo().0[k].store_to(low.add(i + k * lanes));
            }
        }
        i += BLOCK * lanes;
    }
    i
}
