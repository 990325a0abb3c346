//! The loop over elements.

use super::Elementwise;
use crate::{
    dispatch::Kernel,
    element::Element,
    pack::Pack,
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

impl<'a, E: Element, O: Elementwise<N>, const N: usize> Run<'a, E, O, N> {
    pub(super) fn len(&self) -> usize {
        self.out.len()
    }

    #[cfg(feature = "parallel")]
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

/// Registers that a long operation works on at once.
const BLOCK: usize = 4;

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
    /// A register full of words must be readable from `index` on.
    #[inline(always)]
    unsafe fn load<S: Simd>(self, simd: S, index: usize) -> DoubleWord<Pack<S, E>> {
        // SAFETY: by the caller.
        unsafe {
            DoubleWord::from_normalized(
                Pack::load_from(simd, self.high.add(index)),
                Pack::load_from(simd, self.low.add(index)),
            )
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

impl<E: Element, O: Elementwise<N>, const N: usize> Kernel for Run<'_, E, O, N> {
    type Output = ();

    // Operands are read through pointers because one of them may be the output. All that an
    // element's result depends on is read before it is written.
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let lanes = Pack::<S, E>::LANES;
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
        if O::LONG {
            while i + BLOCK * lanes <= length {
                let at: [usize; BLOCK] = core::array::from_fn(|k| i + k * lanes);
                // SAFETY: `length` is that of every slice, and i + BLOCK·lanes is not beyond it.
                unsafe {
                    let y = operation.apply_to_block(
                        at.map(
                            #[inline(always)]
                            |i| x.load(simd, i),
                        ),
                        at.map(
                            #[inline(always)]
                            |i| {
                                rest.map(
                                    #[inline(always)]
                                    |operand| operand.load(simd, i),
                                )
                            },
                        ),
                    );
                    for (i, y) in at.into_iter().zip(y) {
                        y.hi().store_to(high.add(i));
                        y.lo().store_to(low.add(i));
                    }
                }
                i += BLOCK * lanes;
            }
        }
        while i + lanes <= length {
            // SAFETY: `length` is that of every slice, and i + lanes is not beyond it.
            unsafe {
                let y = operation.apply(
                    x.load(simd, i),
                    rest.map(
                        #[inline(always)]
                        |operand| operand.load(simd, i),
                    ),
                );
                y.hi().store_to(high.add(i));
                y.lo().store_to(low.add(i));
            }
            i += lanes;
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
