//! Double-words with a 32-bit exponent of their own: the precision of two words, with a range of 10^±318,000,000.
//!
//! A number is (high + low) · 2^exponent with 1 ≤ |high| < 2. Therefore no word ever overflows or becomes
//! subnormal, and the bounds of operations hold for all numbers. Devices that flush subnormal numbers to zero
//! give the same bits.
//!
//! Operations align the operands, compute with significands by the default algorithms of two words, and
//! normalise the result. All of it is straight-line over any word with
//! [`Bits`]: numbers, registers, recordings.
//!
//! | | operations of the machine, with fma | relative error |
//! |---|---|---|
//! | x + y, x − y | 67 | 2.02u² |
//! | x · y | 42 | 5.02u² |
//! | x / y | 46 | 13.53u² (14.1u² without fma) |
//! | √x | 47 | 3.15u² |
//!
//! Comparisons and selects of integers count as much as products here. Each bound is that of the operation on
//! two words, plus u²/64 because small low words are dropped; see [`WideRange`].

mod align;
mod compare;
mod convert;
mod normalize;
mod operators;

use crate::{
    double_word::{DoubleWord, sqrt::sqrt},
    uint32::{Bits, Uint32},
};
use normalize::normalized;

/// A double-word with a 32-bit exponent of its own: (high + low) · 2^exponent. `N` is how many 32-bit integers
/// hold the bits of a word: 1 for `f32`, 2 for `f64`.
///
/// [`crate::WideFloatFloat`] and [`crate::WideDoubleDouble`] are the types for users. Over any other word with
/// [`Bits`] the same operators run on SIMD registers and recordings.
///
/// **Range.** Exponents are from −1,056,964,607 to 1,056,964,607. A larger result is infinite, a smaller one zero:
/// there are no subnormal numbers.
///
/// **Low words.** A low word below u²/64 times the high word becomes zero. This costs u²/64 of accuracy. A sum
/// or a [conversion](WideRange::from_double_word) whose exact result has such a low word is therefore rounded.
/// A sum ignores an operand that is smaller than the other by more than a factor of 2^(2p + 1).
///
/// **Special values** are as for two words: `1/0` is infinite, `inf − inf` is NaN, zeros have signs.
///
/// ```
/// use floatfloat::WideFloatFloat;
///
/// let tiny: WideFloatFloat = "1.5e-1000000".parse()?;
/// let square = tiny * tiny;
/// assert_eq!(format!("{square:.3}"), "2.250e-2000000");
/// assert_eq!((square + tiny) / tiny, WideFloatFloat::from(1));
/// assert_eq!((square.sqrt() - tiny).to_f64(), 0.0);
/// # Ok::<(), floatfloat::ParseError>(())
/// ```
#[derive(Clone, Copy)]
#[repr(C)]
pub struct WideRange<W, const N: usize> {
    significand: DoubleWord<W>,
    /// The [code](normalize::BIAS) of the exponent, as the highest bits of a word that is always normal, so
    /// that memory and registers can hold it like any other word.
    exponent: W,
}

impl<W: Copy, const N: usize> WideRange<W, N> {
    /// The words: the high and the low word of the significand, and the word whose bits hold the exponent.
    #[inline(always)]
    pub const fn words(self) -> [W; 3] {
        [self.significand.hi(), self.significand.lo(), self.exponent]
    }

    /// The number with these words, which [`words`](WideRange::words) returned. Nothing is checked: other words
    /// give wrong results.
    #[inline(always)]
    pub const fn from_words([high, low, exponent]: [W; 3]) -> Self {
        WideRange { significand: DoubleWord::from_normalized(high, low), exponent }
    }

    /// The significand: 1 ≤ |high word| < 2 for every finite number except zero.
    #[inline(always)]
    pub const fn significand(self) -> DoubleWord<W> {
        self.significand
    }
}

impl<W: Bits<N>, const N: usize> WideRange<W, N> {
    /// The code of the exponent.
    #[inline(always)]
    fn code(self) -> W::Uint {
        normalize::top(self.exponent)
    }

    /// Absolute value; exact.
    #[inline(always)]
    pub fn abs(self) -> Self {
        let (high, low) = (self.significand.hi(), self.significand.lo());
        let low = W::select(high.less(high.constant(0.0)), -low, low);
        WideRange { significand: DoubleWord::from_normalized(high.abs(), low), ..self }
    }

    /// Square root, relative error ≤ 3.15u². NaN for a negative number.
    #[inline(always)]
    pub fn sqrt(self) -> Self {
        let code = self.code();
        let one = code.constant(1);
        let (high, low) = (self.significand.hi(), self.significand.lo());
        let scale = W::select((code & one).equal(one), high.constant(2.0), high.constant(1.0));
        let (high, low) = (high * scale, low * scale);
        let root = sqrt(DoubleWord::from_normalized(high, low)).fix_special_cases(high.sqrt());
        let half_bias = code.constant(normalize::BIAS / 2);
        normalized(root, code.shift_right(one).wrapping_add(half_bias), 0)
    }

    /// `self * factor + addend`: the product and the sum of the type, not a fused operation.
    #[inline(always)]
    pub fn mul_add(self, factor: Self, addend: Self) -> Self {
        self * factor + addend
    }

    /// self^power by repeated squaring; a power of 0 gives 1. Relative error ≤ (|power| − 1) · 5.02u² to first
    /// order, plus the error of a quotient where the power is negative.
    pub fn powi(self, power: i32) -> Self {
        let mut result = self.constant(1.0);
        let mut square = self;
        let mut rest = power.unsigned_abs();
        while rest > 0 {
            if rest % 2 == 1 {
                result *= square;
            }
            rest /= 2;
            if rest > 0 {
                square *= square;
            }
        }
        if power < 0 { self.constant(1.0) / result } else { result }
    }
}
