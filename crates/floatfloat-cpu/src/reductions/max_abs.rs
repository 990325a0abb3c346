//! The largest magnitude.

use super::{
    WordOf,
    kernel::segment,
    numbers::{Numbers, Storage},
    tree,
};
use crate::{
    accuracy::Accuracy,
    compiled::compiled_by_type,
    dispatch::{Kernel, dispatch},
    element::Element,
    number::Number,
    pack::Pack,
};
use fearless_simd::Simd;
use floatfloat::{DoubleWord, MultiWord, NativeWord, Word};

/// The largest magnitude; exact. Zero if there are no numbers, NaN if any number is NaN.
pub fn max_abs<X: Numbers>(x: X) -> X::Number {
    tree::reduce(
        0..x.count(),
        segment::<WordOf<X>>(Accuracy::Strict),
        &|range| largest(x.part(range).storage()),
        &larger,
    )
}

compiled_by_type! {
    /// The largest magnitude in at most one segment.
    fn largest<'a, T>(Storage<'a, T>) -> T = largest_double_word, largest_long;
}

/// The larger of two magnitudes, or NaN if either is NaN.
#[inline(always)]
fn larger<N: MultiWord>(x: N, y: N) -> N {
    let take_y = !y.less_or_equal(x) & x.hi().equal(x.hi());
    N::select(take_y, y, x)
}

/// The largest magnitude of these.
struct LargestMagnitude<X>(X);

/// The largest magnitude in at most one segment of double-words, which have two storages.
fn largest_double_word<E: Element>(x: Storage<'_, DoubleWord<E>>) -> DoubleWord<E> {
    match x {
        Storage::Apart(x) => dispatch(LargestMagnitude(x)),
        Storage::Interleaved(x) => dispatch(LargestMagnitude(x)),
    }
}

/// The largest magnitude in at most one segment of longer numbers, one at a time, since their comparisons
/// are long.
fn largest_long<T: Number>(x: Storage<'_, T>) -> T {
    let Storage::Apart(x) = x else { unreachable!("only double-words are interleaved") };
    let zero = T::from_word(T::Word::default());
    let largest = x.iter().map(MultiWord::abs).fold(zero, larger);
    if largest.hi().is_finite() { largest } else { MultiWord::from_word(largest.hi()) }
}

impl<E: Element, X: Numbers<Number = DoubleWord<E>>> Kernel for LargestMagnitude<X> {
    type Output = DoubleWord<E>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> DoubleWord<E> {
        let LargestMagnitude(x) = self;
        let lanes = Pack::<S, E>::LANES;
        let zero = DoubleWord::from_word(Pack::splat(simd, E::default()));
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
        let mut largest = DoubleWord::from_word(E::default());
        for (&high, &low) in high.as_slice().iter().zip(low.as_slice()) {
            largest = larger(largest, DoubleWord::from_normalized(high, low));
        }
        for index in start..x.count() {
            largest = larger(largest, x.number(index).abs());
        }
        if largest.hi().is_finite() { largest } else { DoubleWord::from_word(largest.hi()) }
    }
}
