//! The largest magnitude.

use super::{Strict, kernel::segment, numbers::Numbers, tree};
use crate::{compiled::Compiled, dispatch::Kernel, pack::Pack};
use fearless_simd::Simd;
use floatfloat::{DoubleWord, NativeWord, Word};

/// The largest magnitude; exact. Zero if there are no numbers, NaN if any is NaN.
pub fn max_abs<X: Numbers>(x: X) -> DoubleWord<X::Element> {
    tree::reduce(
        0..x.count(),
        segment::<Strict, X::Element>(),
        &|range| X::Element::run_largest(x.part(range).storage()),
        &larger,
    )
}

/// The larger of two magnitudes, or NaN if either is.
#[inline(always)]
fn larger<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let take_y = !y.less_or_equal(x) & x.hi().equal(x.hi());
    DoubleWord::select(take_y, y, x)
}

/// The largest magnitude of these.
pub(super) struct LargestMagnitude<X>(pub(super) X);

impl<X: Numbers> Kernel for LargestMagnitude<X> {
    type Output = DoubleWord<X::Element>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> DoubleWord<X::Element> {
        let LargestMagnitude(x) = self;
        let lanes = Pack::<S, X::Element>::LANES;
        let zero = DoubleWord::from_word(Pack::splat(simd, X::Element::default()));
        let [mut even, mut odd] = [zero; 2];
        let mut start = 0;
        while start + 2 * lanes <= x.count() {
            // SAFETY: two registers end at or before the last number.
            let (first, second) = unsafe { (x.load(simd, start), x.load(simd, start + lanes)) };
            even = larger(even, first.abs());
            odd = larger(odd, second.abs());
            start += 2 * lanes;
        }
        let largest = larger(even, odd);
        let (high, low) = (largest.hi(), largest.lo());
        let mut largest = DoubleWord::from_word(X::Element::default());
        for (&high, &low) in high.as_slice().iter().zip(low.as_slice()) {
            largest = larger(largest, DoubleWord::from_normalized(high, low));
        }
        for index in start..x.count() {
            largest = larger(largest, x.number(index).abs());
        }
        if largest.hi().is_finite() { largest } else { DoubleWord::from_word(largest.hi()) }
    }
}
