//! Approximations to 1/d and 1/√d in 32 bits, by polynomials and Newton's iteration.

use crate::{uint32::Uint32, unrolled::map};

/// ⌊value · 2^30⌋ of a constant.
const fn fixed(value: f64) -> u32 {
    (value * (1u64 << 30) as f64) as u32
}

/// 2^31/x for x = `d`/2^32 in [1/2, 1). The error is at most 3.6, and the result is never too large.
#[inline(always)]
pub(crate) fn reciprocal<U: Uint32>(d: U) -> U {
    let [one, constant, slope] =
        map([1, fixed(48.0 / 17.0), fixed(32.0 / 17.0)], |value| d.constant(value));
    let line = constant.wrapping_sub(d.high_product(slope));
    let mut r = line.shift_left(one);
    for _ in 0..2 {
        // r · (2 − d · r), with a factor that is a little too small.
        r = r.high_product(!d.high_product(r)).shift_left(one);
    }
    // r + r · (1 − d · r), which keeps the last bits.
    let error = one.constant((1 << 31) - 1).wrapping_sub(d.high_product(r));
    let correction = r.high_product(error.shift_left(one.constant(9)));
    r.wrapping_add(correction.shift_right(one.constant(8)))
}

/// 2^31/√x for x = `d`/2^32 in [1/4, 1).
#[inline(always)]
pub(crate) fn reciprocal_square_root<U: Uint32>(d: U) -> U {
    let [constant, slope, square] =
        map([2.670_835_388, 3.285_356_619, 1.638_567_867], |value| d.constant(fixed(value)));
    let slope = slope.wrapping_sub(d.high_product(square));
    let y = constant.wrapping_sub(d.high_product(slope));
    // y · (3 − d · y²)/2, with a factor that is a little too small, twice.
    let error = d.high_product(y.high_product(y));
    let factor = d.constant((3 << 28) - 2).wrapping_sub(error);
    let y = y.high_product(factor).shift_left(d.constant(4));
    let error = d.high_product(y.high_product(y));
    let factor = d.constant((3 << 30) - 2).wrapping_sub(error);
    let y = y.high_product(factor).shift_left(d.constant(1));
    // y + y · (1 − d · y²)/2, which keeps the last bits.
    let error = d.constant(1 << 30).wrapping_sub(d.high_product(y.high_product(y)));
    let correction = y.high_product(error.shift_left(d.constant(16)));
    y.wrapping_add(correction.shift_right(d.constant(15)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    fn arguments() -> impl Iterator<Item = u32> {
        let mut random = SplitMix64::new(5);
        let some = (0..1 << 20).map(move |_| (random.bits() >> 32) as u32);
        let ends = (0..1 << 16).flat_map(|k| [k, (1 << 31) - 1 - k, (1 << 31) + k, u32::MAX - k]);
        some.chain(ends)
    }

    /// What the errors of quotients and roots are derived from.
    #[test]
    fn errors_are_as_stated() {
        let (mut of_reciprocal, mut of_root) = ([0f64; 2], [0f64; 2]);
        let widened = |[low, high]: [f64; 2], error: f64| [low.min(error), high.max(error)];
        for d in arguments() {
            let of_half = d | 1 << 31;
            let error = f64::from(reciprocal(of_half)) - 2f64.powi(63) / f64::from(of_half);
            of_reciprocal = widened(of_reciprocal, error);
            if d >= 1 << 30 {
                let root = crate::Word::sqrt(f64::from(d) / 2f64.powi(32)) * 2f64.powi(31);
                let found = d.high_product(reciprocal_square_root(d));
                of_root = widened(of_root, f64::from(found) - root);
            }
        }
        assert!(of_reciprocal[0] > -3.6 && of_reciprocal[1] <= 0.0, "{of_reciprocal:?}");
        assert!(of_root[0] > -3.0 && of_root[1] < 2.5, "{of_root:?}");
    }
}
