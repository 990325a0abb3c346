//! The operations of a machine that an algorithm may use: the trait [`Word`].
//!
//! Every algorithm of this crate is written once, over an abstract machine word. A `f32` or `f64`
//! runs it on the CPU one number at a time, a SIMD register runs it on many, [`crate::NoFma`] is
//! the reference for hardware without a fused multiply-add, [`crate::sim::Sim`] runs it on a
//! simulated machine, and a word that records instead of computing turns it into shader text.
//! Algorithms are therefore straight-line code: they choose with [`Word::select`], never with `if`.

use crate::{divisor::Divisor, scaling, unrolled};
use core::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

/// The result of a comparison of words: one `bool`, or one for each lane.
pub trait Mask: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {}

impl<T> Mask for T where T: Copy + BitAnd<Output = T> + BitOr<Output = T> + Not<Output = T> {}

/// A computation on words that is rarely needed: see [`Word::rarely`].
pub trait RarePath<const M: usize, const N: usize> {
    /// Computes it.
    fn take<W: Word>(operands: [W; M]) -> [W; N];
}

/// A step that consists of several operations and has a known meaning; see [`Word::named`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Step {
    /// From two words to their sum and its exact rounding error.
    Sum,
    /// From two words to their difference and its exact rounding error.
    Difference,
    /// From two words to their product and its exact rounding error.
    Product,
    /// From the words of the operands of a registered operation, identified by its name, to the two words of
    /// its result.
    Operation(&'static str),
    /// From words to the words of a number that is their sum, up to rounding.
    RoundedSum,
    /// From the words of two numbers (the first two belong to the first number, the rest to the second) to the
    /// words of a number that is their product, up to rounding.
    RoundedProduct,
}

/// A machine word: a binary floating-point number, or several computed side by side.
///
/// The operators `+ - * /`, [`sqrt`](Word::sqrt) and [`mul_add`](Word::mul_add) are those of the machine, with
/// the machine's rounding. The theorems cited in this crate need round to nearest; `floatfloat-paranoia` finds
/// machines that round otherwise.
pub trait Word:
    Copy
    + Neg<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
{
    /// The result of a comparison.
    type Mask: Mask;

    /// Bits of the significand, the hidden one included: 24 for `f32`, 53 for `f64`.
    const PRECISION: u32;

    /// Whether the machine has registers for many words at once, which
    /// [`eft::two_sum_of_many`](crate::eft::two_sum_of_many) asks. False for a word of a processor with at most
    /// sixteen registers.
    const MANY_REGISTERS: bool = true;

    /// Whether [`mul_add`](Word::mul_add) rounds once. Where it does not, algorithms use Dekker's product and
    /// never call `mul_add`. The answer is the same for a whole computation. This is a function and not a
    /// constant, because a recording learns only at run time what its device can do.
    fn fused() -> bool;

    /// The number `value`, on the same machine as `self`; rounded to nearest where the format is
    /// too small for it. Takes `self` because a constant may need to know where it lives (a SIMD
    /// level, a recording).
    fn constant(self, value: f64) -> Self;

    /// The number that [`constant`](Word::constant) makes of `value`, computed on the CPU.
    ///
    /// The default rounds to [`PRECISION`](Word::PRECISION) bits, ties to even, in the range of `f64`; a word
    /// with a smaller range overrides it.
    #[inline]
    fn representable(value: f64) -> f64 {
        round_to(Self::PRECISION, value)
    }

    /// Absolute value; exact.
    fn abs(self) -> Self;

    /// Square root.
    fn sqrt(self) -> Self;

    /// This word as the divisor of several quotients, [`x.over(divisor)`](Word::over). A word type that divides
    /// slowly computes here what the quotients share.
    #[inline(always)]
    fn divisor(self) -> Divisor<Self> {
        Divisor::plain(self)
    }

    /// `self / divisor.word`, with the same bits.
    #[inline(always)]
    fn over(self, divisor: Divisor<Self>) -> Self {
        self / divisor.word
    }

    /// `self * factor + addend`, rounded once if [`fused`](Word::fused).
    fn mul_add(self, factor: Self, addend: Self) -> Self;

    /// `self + other`, the same number. Some processors (AMD's since Zen) have units that only add, and others
    /// that multiply and add. They compute long sums faster if both kinds of unit take part: a word that runs
    /// on such a processor may compute `self * 1 + other` instead.
    ///
    /// Algorithms use it for sums whose result is not needed at once. An override changes speed only, never a
    /// bit.
    #[inline(always)]
    fn add_by_fma(self, other: Self) -> Self {
        self + other
    }

    /// `self - other`, as [`add_by_fma`](Word::add_by_fma).
    #[inline(always)]
    fn sub_by_fma(self, other: Self) -> Self {
        self - other
    }

    /// `self < other`; false if either is NaN.
    fn less(self, other: Self) -> Self::Mask;

    /// `self <= other`; false if either is NaN.
    fn less_or_equal(self, other: Self) -> Self::Mask;

    /// `self == other`: zeros of either sign are equal, NaN equals nothing.
    fn equal(self, other: Self) -> Self::Mask;

    /// True except for zero, infinities and NaN. The default tests for `2x ≠ x`, so that it is also true where
    /// 2x overflows.
    #[inline(always)]
    fn is_ordinary(self) -> Self::Mask {
        let size = self.abs();
        size.less(size + size)
    }

    /// ⌊log2 |self|⌋ as a word: −∞ for zeros, +∞ for infinities, NaN for NaN. A machine that treats subnormal
    /// numbers as zero gives −∞ for these, too.
    ///
    /// An override changes speed only, never a bit.
    #[inline(always)]
    fn exponent(self) -> Self {
        scaling::exponent(self)
    }

    /// 2^self, where `self` is an integer. Out of range it is rounded to zero, a subnormal number or infinity.
    /// Of NaN the result may be anything.
    ///
    /// An override changes speed only, never a bit.
    #[inline(always)]
    fn power_of_two(self) -> Self {
        scaling::power_of_two(self)
    }

    /// Row `self` of a table, an integer from 0 to 7 (any row for other values), if the machine has something
    /// faster than selects for it.
    #[inline(always)]
    fn look_up<const N: usize>(self, table: &[[f64; N]; 8]) -> Option<[Self; N]> {
        let _ = table;
        None
    }

    /// `yes` where the mask holds, `no` elsewhere.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// Whether the mask may hold anywhere. Where it does not, code for rare cases is skipped; the selects of
    /// that code would change nothing, so the answer changes speed only. A word that cannot look at a mask (a
    /// recording) keeps this default.
    #[inline(always)]
    fn any(mask: Self::Mask) -> bool {
        let _ = mask;
        true
    }

    /// As [`any`](Word::any) of `special`, the mask that says where one of these words is not
    /// [ordinary](Word::is_ordinary). A word that has a faster test for this need not compute the mask.
    #[inline(always)]
    fn any_special(words: &[Self], special: Self::Mask) -> bool {
        let _ = words;
        Self::any(special)
    }

    /// A rare path of a function. A word that holds several numbers may compute them one at a time, by code
    /// that is compiled once for all functions; the bits are the same.
    #[inline(always)]
    fn rarely<P: RarePath<M, N>, const M: usize, const N: usize>(operands: [Self; M]) -> [Self; N] {
        P::take(operands)
    }

    /// An error-free transform, whose results [`named`](Word::named) gets within `work`. A word that records, counts
    /// or simulates does not inline it, so that functions are compiled to fewer instructions. The results are the
    /// same.
    #[inline(always)]
    fn step<R>(work: impl FnOnce() -> R) -> R {
        work()
    }

    /// Tells a recording that `results` are the results of the step `step` on `operands`. The recording then
    /// knows them as one step, beside the operations of which the step consists. Changes nothing; words that
    /// compute ignore it.
    #[inline(always)]
    fn named<const M: usize, const N: usize>(
        step: Step,
        operands: [Self; M],
        results: [Self; N],
    ) -> [Self; N] {
        let _ = (step, operands);
        results
    }

    /// Tells a recording that the steps that follow belong to the operation of this name on three or four
    /// words, so that a device can be tested for this operation. Changes nothing; words that compute ignore it.
    #[inline(always)]
    fn operation(name: &'static str) {
        let _ = name;
    }

    /// Runs `work`, which computes with such words. If the word computes one number at a time, `work` is
    /// compiled for the best instruction set of this machine; otherwise it is simply called. Functions that are
    /// long enough for this choice to pay are run through it.
    #[inline(always)]
    fn dispatch<R>(work: impl FnOnce() -> R) -> R {
        work()
    }

    /// [`dispatch`](Word::dispatch) of the elementary function of this name, as a user calls it. A recording
    /// remembers the name, so that a device can be tested for this function.
    #[inline(always)]
    fn function<R>(name: &'static str, work: impl FnOnce() -> R) -> R {
        let _ = name;
        Self::dispatch(work)
    }
}

/// `value` rounded to `precision` bits, ties to even, in the range of `f64`.
fn round_to(precision: u32, value: f64) -> f64 {
    let dropped = 53u32.saturating_sub(precision);
    if dropped == 0 || !value.is_finite() {
        return value;
    }
    let (bits, unit) = (value.to_bits(), 1 << dropped);
    let odd = (bits >> dropped) % 2;
    f64::from_bits((bits + (unit / 2 - 1) + odd) & !(unit - 1))
}
/// The comparisons of [`Word`], for a type that is one number with an order.
macro_rules! comparisons_of_one {
    () => {
        type Mask = bool;

        #[inline(always)]
        fn less(self, other: Self) -> bool {
            self < other
        }
        #[inline(always)]
        fn less_or_equal(self, other: Self) -> bool {
            self <= other
        }
        #[inline(always)]
        fn equal(self, other: Self) -> bool {
            self == other
        }
        #[inline(always)]
        fn select(mask: bool, yes: Self, no: Self) -> Self {
            if mask { yes } else { no }
        }
        #[inline(always)]
        fn any(mask: bool) -> bool {
            mask
        }
    };
}
pub(crate) use comparisons_of_one;

/// The exponent of a number that is subnormal, zero, infinite or NaN.
macro_rules! exponent_of_rest {
    ($float:ident, $x:expr) => {{
        let size = <$float>::abs($x);
        let bits = size.to_bits();
        if size > 1.0 || size.is_nan() {
            size
        } else if bits == 0 {
            $float::NEG_INFINITY
        } else {
            (bits.ilog2() as i32 + $float::MIN_EXP - $float::MANTISSA_DIGITS as i32) as $float
        }
    }};
}
macro_rules! native_word {
    ($float:ident, $precision:literal, $bits:ident) => {
        impl Word for $float {
            const PRECISION: u32 = $precision;

            #[inline(always)]
            fn fused() -> bool {
                true
            }
            #[inline(always)]
            fn constant(self, value: f64) -> Self {
                value as $float
            }
            #[inline(always)]
            fn representable(value: f64) -> f64 {
                (value as $float).into()
            }
            #[inline(always)]
            fn abs(self) -> Self {
                <$float>::abs(self)
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                crate::native::$float::sqrt(self)
            }
            #[inline(always)]
            fn mul_add(self, factor: Self, addend: Self) -> Self {
                crate::native::$float::mul_add(self, factor, addend)
            }
            #[inline(always)]
            fn exponent(self) -> Self {
                let bits = self.to_bits();
                let biased = (bits >> ($precision - 1)) as i32 & (2 * $float::MAX_EXP - 1);
                if biased == 0 || biased == 2 * $float::MAX_EXP - 1 {
                    return exponent_of_rest!($float, self);
                }
                (biased + 1 - $float::MAX_EXP) as $float
            }
            #[inline(always)]
            fn power_of_two(self) -> Self {
                let exponent = self as i32;
                if exponent < $float::MIN_EXP - 1 {
                    let shift = exponent.saturating_add($float::MAX_EXP + $precision - 3);
                    return $float::from_bits(if shift < 0 { 0 } else { 1 << shift });
                }
                let biased = exponent.min($float::MAX_EXP) + $float::MAX_EXP - 1;
                $float::from_bits((biased as $bits) << ($precision - 1))
            }
            #[inline(always)]
            fn look_up<const N: usize>(self, table: &[[f64; N]; 8]) -> Option<[Self; N]> {
                Some(unrolled::map(
                    table[self as usize % 8],
                    #[inline(always)]
                    |word| word as $float,
                ))
            }
            #[inline(always)]
            fn dispatch<R>(work: impl FnOnce() -> R) -> R {
                crate::dispatch(work)
            }
            comparisons_of_one!();
        }
    };
}

native_word!(f32, 24, u32);
native_word!(f64, 53, u64);

#[cfg(test)]
mod tests {
    use super::{Word, round_to};

    #[test]
    fn rounding_to_24_bits_is_that_of_f32() {
        for k in 0..1 << 16 {
            let tie = 1.0 + f64::from(k) / f64::from(1 << 25);
            for value in [tie, -tie, tie + f64::EPSILON, tie - f64::EPSILON, tie * 1.1e-30] {
                assert_eq!(round_to(24, value), f32::representable(value), "{value:e}");
                assert_eq!(round_to(53, value), value);
            }
        }
        assert_eq!(round_to(24, f64::MAX), f64::INFINITY);
        assert_eq!(round_to(24, f64::NEG_INFINITY), f64::NEG_INFINITY);
        assert!(round_to(24, f64::NAN).is_nan());
    }
}
