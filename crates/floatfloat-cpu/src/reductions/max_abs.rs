//! The largest magnitude.

use super::{
    kernel::segment,
    numbers::{Numbers, Storage},
    tree,
};
use crate::{
    accuracy::Accuracy,
    compiled::compiled,
    dispatch::{Kernel, dispatch},
    element::Element,
    pack::Pack,
};
use fearless_simd::Simd;
use floatfloat::{DoubleWord, NativeWord, Word};

/// The largest magnitude; exact. Zero if there are no numbers, NaN if any is NaN.
pub fn max_abs<X: Numbers>(x: X) -> DoubleWord<X::Element> {
    tree::reduce(
        0..x.count(),
        segment::<X::Element>(Accuracy::Strict),
        &|range| largest(x.part(range).storage()),
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
struct LargestMagnitude<X>(X);

compiled! {
    /// The largest magnitude of one segment at most.
    fn largest<'a, E>(Storage<'a, E>) -> DoubleWord<E> = of_either_storage;
}

fn of_either_storage<E: Element>(x: Storage<'_, E>) -> DoubleWord<E> {
    match x {
        Storage::Apart(x) => dispatch(LargestMagnitude(x)),
        Storage::Interleaved(x) => dispatch(LargestMagnitude(x)),
    }
}

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
