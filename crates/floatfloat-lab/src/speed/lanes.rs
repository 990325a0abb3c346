//! Sums of words in lanes, which the compiler vectorises.

use crate::real::Real;

/// The number of sums side by side: enough that no addition waits for the one before.
const LANES: usize = 64;

/// The sum of f(x, y, sum) over two slices. Element i goes to lane i modulo the number of lanes.
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
