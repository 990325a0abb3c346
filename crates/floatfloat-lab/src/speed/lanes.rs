//! Sums of words in lanes that the compiler puts side by side.

use crate::real::Real;

/// Sums side by side: enough that none waits for itself.
const LANES: usize = 64;

/// The sum of f(x, y, sum) over two slices, one lane for every so many elements.
#[inline(always)]
pub(super) fn sum<W: Real>(x: &[W], y: &[W], f: impl Fn(W, W, W) -> W) -> W {
    let mut sums = [W::default(); LANES];
    let (x_rows, x_rest) = x.as_chunks::<LANES>();
    let (y_rows, y_rest) = y.as_chunks::<LANES>();
    for (x, y) in x_rows.iter().zip(y_rows) {
        for lane in 0..LANES {
            sums[lane] = f(x[lane], y[lane], sums[lane]);
        }
    }
    for ((sum, &x), &y) in sums.iter_mut().zip(x_rest).zip(y_rest) {
        *sum = f(x, y, *sum);
    }
    let mut apart = LANES;
    while apart > 1 {
        apart /= 2;
        for lane in 0..apart {
            sums[lane] = sums[lane] + sums[lane + apart];
        }
    }
    sums[0]
}
