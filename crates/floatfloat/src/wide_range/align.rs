//! The significands of two numbers to the same exponent.

use super::{WideRange, normalize::from_top};
use crate::{
    double_word::DoubleWord,
    scaling::by_bits::Format,
    uint32::{Bits, Uint32},
};

/// Two numbers as significands to the power of two of the larger exponent, and its code. Exact, but for a number that
/// is smaller than the other one by more than 2^(2p + 1), which becomes zero.
#[inline(always)]
pub(super) fn aligned<W: Bits<N>, const N: usize>(
    x: WideRange<W, N>,
    y: WideRange<W, N>,
) -> (DoubleWord<W>, DoubleWord<W>, W::Uint) {
    let (of_x, of_y) = (x.code(), y.code());
    let larger = W::Uint::select(of_x.less(of_y), of_y, of_x);
    (scaled(x, larger), scaled(y, larger), larger)
}

/// The significand of a number to the power of two of a code that is not smaller than its own.
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
