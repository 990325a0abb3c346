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
    for (row, x) in x_rows.iter().enumerate() {
        let y = &y_rows[row];
        for lane in 0..LANES {
            sums[lane] = f(x[lane], y[lane], sums[lane]);
        }
    }
    for lane in 0..x_rest.len() {
        sums[lane] = f(x_rest[lane], y_rest[lane], sums[lane]);
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
