//! Scales the significands of two numbers to the same exponent.

use super::{WideRange, normalize::from_top};
use crate::{
    double_word::DoubleWord,
    scaling::by_bits::Format,
    uint32::{Bits, Uint32},
};

/// The significands of two numbers, scaled to the larger exponent, and the code of this exponent. Exact, except
/// that a number becomes zero if it is smaller than the other by more than 2^(2p + 1).
#[inline(always)]
pub(super) fn aligned<W: Bits<N>, const N: usize>(
    x: WideRange<W, N>,
    y: WideRange<W, N>,
) -> (DoubleWord<W>, DoubleWord<W>, W::Uint) {
    let (of_x, of_y) = (x.code(), y.code());
    let larger = W::Uint::select(of_x.less(of_y), of_y, of_x);
    (scaled(x, larger), scaled(y, larger), larger)
}

/// The significand of a number, scaled to a code that is not smaller than its own.
#[inline(always)]
fn scaled<W: Bits<N>, const N: usize>(x: WideRange<W, N>, code: W::Uint) -> DoubleWord<W> {
    let format = Format::of::<W, N>();
    let uint = |value| code.constant(value);
    let distance = code.wrapping_sub(x.code());
    let power = uint(format.bias).wrapping_sub(distance).shift_left(uint(format.fraction));
    let is_far = uint(2 * W::PRECISION + 1).less(distance);
    let factor: W = from_top(W::Uint::select(is_far, uint(0), power));
    DoubleWord::from_normalized(x.significand.hi() * factor, x.significand.lo() * factor)
}
