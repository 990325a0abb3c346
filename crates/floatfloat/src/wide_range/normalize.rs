//! The normal form of numbers: significand, exponent, and how results return to it.

use super::WideRange;
use crate::{
    double_word::DoubleWord,
    scaling::{by_bits::Format, two_to},
    uint32::{Bits, Uint32},
};

/// The code of exponent 0. Codes are unsigned, so that they can be compared directly, and two of them can be
/// added.
pub(super) const BIAS: u32 = 1 << 30;

/// The code of zeros, below that of any other number. It and all larger codes are the bits of normal numbers of
/// `f32`.
pub(super) const ZERO: u32 = 1 << 24;

/// The code of infinities and NaN, above that of any other number.
pub(super) const SPECIAL: u32 = (1 << 31) - (1 << 24);

/// The integer with the highest bits of a word.
#[inline(always)]
pub(super) fn top<W: Bits<N>, const N: usize>(word: W) -> W::Uint {
    word.into_uints()[N - 1]
}

/// The word with these highest bits and zeros below.
#[inline(always)]
pub(super) fn from_top<W: Bits<N>, const N: usize>(top: W::Uint) -> W {
    let mut uints = [top.constant(0); N];
    uints[N - 1] = top;
    W::from_uints(uints)
}

/// significand · 2^(code − BIAS − excess) as a number: scaled to 1 ≤ |high word| < 2, with too small low words
/// set to zero, and infinite or zero where the exponent is out of range.
///
/// The high word is zero, infinite, NaN, or a normal number below half of the largest power of two. Where it is
/// zero, the code must not be beyond the range.
#[inline(always)]
pub(super) fn normalized<W: Bits<N>, const N: usize>(
    significand: DoubleWord<W>,
    code: W::Uint,
    excess: u32,
) -> WideRange<W, N> {
    let format = Format::of::<W, N>();
    let (high, low) = (significand.hi(), significand.lo());
    let uint = |value| code.constant(value);
    let fraction = uint(format.fraction);

    // 2^-k and code + k, where 2^k ≤ |high| < 2^(k + 1).
    let field = (top(high) & uint(u32::MAX >> 1)).shift_right(fraction);
    let scale: W = from_top(uint(2 * format.bias).wrapping_sub(field).shift_left(fraction));
    let sum = code.wrapping_add(field);
    let excess = excess + format.bias;

    let is_special = field.equal(uint(format.special));
    let in_range = sum.wrapping_sub(uint(excess + ZERO + 1)).less(uint(SPECIAL - ZERO - 1));
    let in_range = in_range & !is_special;
    let is_beyond = uint(excess + BIAS).less_or_equal(sum) | is_special;
    let is_zero = high.equal(high.constant(0.0));

    let (zero, infinity) = (high.constant(0.0), high.constant(f64::INFINITY));
    let factor = W::select(in_range, scale, W::select(is_beyond, infinity, zero));
    let low = low * scale;
    let least = low.constant(two_to(-least_low(W::PRECISION)));
    let low = W::select(in_range & least.less_or_equal(low.abs()), low, zero);

    let out_of_range = W::Uint::select(is_beyond, uint(SPECIAL), uint(ZERO));
    let code = W::Uint::select(in_range, sum.wrapping_sub(uint(excess)), out_of_range);
    let code = W::Uint::select(is_zero, uint(ZERO), code);
    WideRange {
        significand: DoubleWord::from_normalized(high * factor, low),
        exponent: from_top(code),
    }
}

/// A low word is zero or at least 2^-least_low. Its last bit is above the least normal number of `f32`, even in
/// an operand of a sum that is scaled by the least factor.
pub(super) const fn least_low(precision: u32) -> i32 {
    2 * precision as i32 + 6
}
