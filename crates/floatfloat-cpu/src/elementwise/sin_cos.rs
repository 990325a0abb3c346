//! The sine and the cosine of every element in one loop.

use super::{
    filled::{Places, filled},
    operand::Operand,
};
use crate::{
    dispatch::Kernel,
    element::Element,
    view::{VectorView, VectorViewMut},
};
use fearless_simd::Simd;
use floatfloat::{DoubleWord, elementary::trig};

/// The sines and cosines of all elements. All slices have the same length.
pub(super) struct SinCos<'a, E: Element> {
    pub(super) x: VectorView<'a, DoubleWord<E>>,
    pub(super) sines: VectorViewMut<'a, DoubleWord<E>>,
    pub(super) cosines: VectorViewMut<'a, DoubleWord<E>>,
}

impl<E: Element> SinCos<'_, E> {
    /// One number at a time.
    #[inline(always)]
    pub(super) fn alone(mut self) {
        for (i, x) in self.x.iter().enumerate() {
            let (sine, cosine) = x.sin_cos();
            let written = self.sines.set(i, sine) && self.cosines.set(i, cosine);
            debug_assert!(written, "they are as long as x");
        }
    }

    #[cfg(feature = "parallel")]
    pub(super) fn split_at(self, middle: usize) -> (Self, Self) {
        let (x, x_rest) = self.x.split_at(middle);
        let (sines, sines_rest) = self.sines.split_at(middle);
        let (cosines, cosines_rest) = self.cosines.split_at(middle);
        let rest = SinCos { x: x_rest, sines: sines_rest, cosines: cosines_rest };
        (SinCos { x, sines, cosines }, rest)
    }
}

impl<E: Element> Kernel for SinCos<'_, E> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let length = self.x.len();
        let x = Operand::of(self.x);
        let out = [self.sines, self.cosines].map(VectorViewMut::into_pointers);
        // SAFETY: all slices are as long as `x`.
        unsafe {
            filled::<S, DoubleWord<E>, 0, 1, 2>(
                simd,
                #[inline(always)]
                |x, []| {
                    let (sine, cosine) = trig::sin_cos(x);
                    [sine, cosine]
                },
                Places { x, rest: [], out },
                length,
            );
        }
    }
}
