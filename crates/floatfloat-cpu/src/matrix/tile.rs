//! A tile of a product of matrices, whose sums are all in registers.

use super::accumulate::{Accumulate, BLOCK};
use crate::{element::Element, pack::Pack};
use fearless_simd::Simd;
use floatfloat::DoubleWord;

/// Adds the products of R rows of a and C registers of b to a total.
///
/// # Safety
/// `a` must hold `depth` rows of R numbers, `b` as many of C registers, `total` R·C registers, two
/// words a number.
#[inline(always)]
pub(super) unsafe fn tile<S: Simd, E: Element, A: Accumulate<2>, const R: usize, const C: usize>(
    simd: S,
    depth: usize,
    a: &[E],
    b: &[E],
    total: &mut [E],
) {
    let lanes = Pack::<S, E>::LANES;
    debug_assert!(a.len() >= 2 * depth * R && b.len() >= 2 * depth * C * lanes);
    debug_assert!(total.len() >= 2 * R * C * lanes);
    let (mut a, mut b, total) = (a.as_ptr(), b.as_ptr(), total.as_mut_ptr());
    let mut left = depth;
    while left > 0 {
        let now = left.min(BLOCK);
        left -= now;
        // SAFETY: by the caller.
        unsafe {
            let load = |index: usize| Pack::<S, E>::load_from(simd, total.add(index * lanes));
            let mut sums = [[[Pack::<S, E>::splat(simd, E::nearest(0.0)); 2]; C]; R];
            for (r, row) in sums.iter_mut().enumerate() {
                for (c, sum) in row.iter_mut().enumerate() {
                    let index = 2 * (r * C + c);
                    *sum = A::begin([load(index), load(index + 1)]);
                }
            }
            for _ in 0..now {
                let mut right =
                    [DoubleWord::from_word(Pack::<S, E>::splat(simd, E::nearest(0.0))); C];
                for (c, right) in right.iter_mut().enumerate() {
                    *right = DoubleWord::from_normalized(
                        Pack::load_from(simd, b.add(c * lanes)),
                        Pack::load_from(simd, b.add((C + c) * lanes)),
                    );
                }
                for (r, row) in sums.iter_mut().enumerate() {
                    let left = DoubleWord::from_normalized(
                        Pack::splat(simd, *a.add(r)),
                        Pack::splat(simd, *a.add(R + r)),
                    );
                    for (sum, &right) in row.iter_mut().zip(&right) {
                        *sum = A::step(*sum, left, right);
                    }
                }
                a = a.add(2 * R);
                b = b.add(2 * C * lanes);
            }
            for (r, row) in sums.iter().enumerate() {
                for (c, &sum) in row.iter().enumerate() {
                    let index = 2 * (r * C + c);
                    let [high, low] = A::end([load(index), load(index + 1)], sum);
                    high.store_to(total.add(index * lanes));
                    low.store_to(total.add((index + 1) * lanes));
                }
            }
        }
    }
}
