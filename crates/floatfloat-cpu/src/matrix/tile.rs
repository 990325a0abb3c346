//! A tile of a product of matrices. Registers hold all its sums.

use super::accumulate::Accumulate;
use crate::{
    number::{Number, number},
    pack::Pack,
    several::each,
};
use fearless_simd::Simd;
use floatfloat::WordArray;

/// Adds the products of R rows of a and C registers of b to a total.
///
/// `a` must hold `depth` rows of R numbers, `b` `depth` rows of C registers, and `total` R·C
/// registers for each word.
#[inline(always)]
pub(super) unsafe fn tile<S: Simd, T: Number, A: Accumulate<T>, const R: usize, const C: usize>(
    simd: S,
    depth: usize,
    a: &[T::Word],
    b: &[T::Word],
    total: &mut [T::Word],
) {
    let lanes = Pack::<S, T::Word>::LANES;
    debug_assert!(a.len() >= T::WORDS * depth * R && b.len() >= T::WORDS * depth * C * lanes);
    debug_assert!(total.len() >= T::WORDS * R * C * lanes);
    let (mut a, mut b, total) = (a.as_ptr(), b.as_ptr(), total.as_mut_ptr());
    let mut left = depth;
    while left > 0 {
        let now = left.min(A::BLOCK);
        left -= now;
        // SAFETY: by the caller.
        unsafe {
            let load = |index: usize| -> A::Sum<Pack<S, T::Word>> {
                WordArray::each(
                    #[inline(always)]
                    |m| Pack::load_from(simd, total.add((index + m) * lanes)),
                )
            };
            let zero = Pack::<S, T::Word>::splat(simd, T::Word::default());
            let none: A::Sum<Pack<S, T::Word>> = WordArray::each(
                #[inline(always)]
                |_| zero,
            );
            let mut sums = [[none; C]; R];
            for (r, row) in sums.iter_mut().enumerate() {
                for (c, sum) in row.iter_mut().enumerate() {
                    *sum = A::begin(load(T::WORDS * (r * C + c)));
                }
            }
            for _ in 0..now {
                let right: [T::Over<Pack<S, T::Word>>; C] = each(
                    #[inline(always)]
                    |c| {
                        number(WordArray::each(
                            #[inline(always)]
                            |m| Pack::load_from(simd, b.add((m * C + c) * lanes)),
                        ))
                    },
                );
                for (r, row) in sums.iter_mut().enumerate() {
                    let left: T::Over<Pack<S, T::Word>> = number(WordArray::each(
                        #[inline(always)]
                        |m| Pack::splat(simd, *a.add(m * R + r)),
                    ));
                    for (c, sum) in row.iter_mut().enumerate() {
                        *sum = A::step(*sum, left, right[c]);
                    }
                }
                a = a.add(T::WORDS * R);
                b = b.add(T::WORDS * C * lanes);
            }
            for (r, row) in sums.iter().enumerate() {
                for (c, &sum) in row.iter().enumerate() {
                    let index = T::WORDS * (r * C + c);
                    for (m, word) in A::end(load(index), sum).into_iter().enumerate() {
                        word.store_to(total.add((index + m) * lanes));
                    }
                }
            }
        }
    }
}
