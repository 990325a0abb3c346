//! A tile of a product of matrices, whose sums are all in registers.

use super::accumulate::Accumulate;
use crate::{
    element::Element,
    pack::Pack,
    several::each,
    words::{Number, Width, Words, number},
};
use fearless_simd::Simd;

/// Adds the products of R rows of a and C registers of b to a total.
///
/// # Safety
/// `a` must hold `depth` rows of R numbers, `b` as many of C registers, `total` R·C registers, `N`
/// words a number.
#[inline(always)]
pub(super) unsafe fn tile<
    S: Simd,
    E: Element,
    A: Accumulate<N, N>,
    const N: usize,
    const R: usize,
    const C: usize,
>(
    simd: S,
    depth: usize,
    a: &[E],
    b: &[E],
    total: &mut [E],
) where
    Width<N>: Words<N>,
{
    let lanes = Pack::<S, E>::LANES;
    debug_assert!(a.len() >= N * depth * R && b.len() >= N * depth * C * lanes);
    debug_assert!(total.len() >= N * R * C * lanes);
    let (mut a, mut b, total) = (a.as_ptr(), b.as_ptr(), total.as_mut_ptr());
    let mut left = depth;
    while left > 0 {
        let now = left.min(A::BLOCK);
        left -= now;
        // SAFETY: by the caller.
        unsafe {
            let load = |index: usize| -> [Pack<S, E>; N] {
                each(
                    #[inline(always)]
                    |m| Pack::load_from(simd, total.add((index + m) * lanes)),
                )
            };
            let mut sums = [[[Pack::<S, E>::splat(simd, E::nearest(0.0)); N]; C]; R];
            for (r, row) in sums.iter_mut().enumerate() {
                for (c, sum) in row.iter_mut().enumerate() {
                    *sum = A::begin(load(N * (r * C + c)));
                }
            }
            for _ in 0..now {
                let right: [Number<Pack<S, E>, N>; C] = each(
                    #[inline(always)]
                    |c| {
                        number(each(
                            #[inline(always)]
                            |m| Pack::load_from(simd, b.add((m * C + c) * lanes)),
                        ))
                    },
                );
                for (r, row) in sums.iter_mut().enumerate() {
                    let left: Number<Pack<S, E>, N> = number(each(
                        #[inline(always)]
                        |m| Pack::splat(simd, *a.add(m * R + r)),
                    ));
                    for (sum, &right) in row.iter_mut().zip(&right) {
                        *sum = A::step(*sum, left, right);
                    }
                }
                a = a.add(N * R);
                b = b.add(N * C * lanes);
            }
            for (r, row) in sums.iter().enumerate() {
                for (c, &sum) in row.iter().enumerate() {
                    let index = N * (r * C + c);
                    for (m, word) in A::end(load(index), sum).into_iter().enumerate() {
                        word.store_to(total.add((index + m) * lanes));
                    }
                }
            }
        }
    }
}
