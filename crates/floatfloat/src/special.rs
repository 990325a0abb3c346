//! Zeros, infinities and NaN.
//!
//! The algorithms of [`crate::double_word`] are correct for finite numbers, but an infinite high part makes the
//! low part `inf - inf`, and Fast2Sum loses the sign of a zero. Both are visible in the high part of
//! the result, so one test finds every case, and the operation on the high parts alone gives the
//! result of IEEE 754.

use crate::{double_word::DoubleWord, unrolled, word::Word};
use core::hint::cold_path;

impl<W: Word> DoubleWord<W> {
    /// This result of an operation, put right where it is special: where its high part is zero,
    /// infinite or NaN, the answer is `plain` with a low part of zero. Elsewhere `self` is returned
    /// as it is.
    ///
    /// `plain` is what the same operation on the high parts of the operands gives in word
    /// arithmetic.
    #[inline(always)]
    pub fn fix_special_cases(self, plain: W) -> Self {
        let special = !self.hi().is_ordinary();
        if !W::any_special(&[self.hi()], special) {
            return self;
        }
        // Keeps a branch, which is predicted: for a select the result would have to wait.
        cold_path();
        DoubleWord::from_normalized(
            W::select(special, plain, self.hi()),
            W::select(special, plain.constant(0.0), self.lo()),
        )
    }
}

/// The words of a result of an operation on several words, put right where it is special: as
/// [`DoubleWord::fix_special_cases`].
#[inline(always)]
pub(crate) fn repaired<W: Word, const N: usize>(words: [W; N], plain: W) -> [W; N] {
    let special = !words[0].is_ordinary();
    if !W::any_special(&words[..1], special) {
        return words;
    }
    cold_path();
    let zero = plain.constant(0.0);
    unrolled::each(
        #[inline(always)]
        |k| W::select(special, if k == 0 { plain } else { zero }, words[k]),
    )
}

/// What [`repaired`] needs of a sum with this first word and this plain sum of first words. Where numbers
/// cancel although their first words do not, which different words of one number make
/// possible, it is zero.
#[inline(always)]
pub(crate) fn plain_sum<W: Word>(first: W, plain: W) -> W {
    let zero = plain.constant(0.0);
    let cancels = first.equal(zero) & plain.is_ordinary();
    W::select(cancels, zero, with_low_parts(plain))
}

/// For an operation whose steps cannot overflow unless its result does: infinity for a `plain` at
/// most 8u below the largest number, which then is finite only because the low parts were left out.
/// Any other `plain` is returned as it is.
#[inline(always)]
pub(crate) fn with_low_parts<W: Word>(plain: W) -> W {
    let u = 1.0 / (1u64 << W::PRECISION) as f64;
    let grown = plain * plain.constant(1.0 + 8.0 * u);
    W::select(grown.is_ordinary(), plain, grown)
}
