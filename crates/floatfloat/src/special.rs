//! Zeros, infinities and NaN.
//!
//! The algorithms of [`crate::double_word`] are correct for finite numbers. But an infinite high word makes the
//! low word `inf - inf`, and Fast2Sum loses the sign of a zero. Both cases show in the high word of the result.
//! Therefore one test finds every case, and the operation on the high words alone gives the result of IEEE 754.

use crate::{double_word::DoubleWord, unrolled, word::Word};
use core::hint::cold_path;

impl<W: Word> DoubleWord<W> {
    /// Repairs the result of an operation where it is special: if its high word is zero, infinite or NaN, the
    /// result is `plain` with a low word of zero. Otherwise `self` is returned unchanged.
    ///
    /// `plain` is the result of the same operation on the high words of the operands, in word arithmetic.
    #[inline(always)]
    pub fn fix_special_cases(self, plain: W) -> Self {
        let special = !self.hi().is_ordinary();
        if !W::any_special(&[self.hi()], special) {
            return self;
        }
        // Keeps a branch, which is predicted; with a select, the next operation would wait for both.
        cold_path();
        DoubleWord::from_normalized(
            W::select(special, plain, self.hi()),
            W::select(special, plain.constant(0.0), self.lo()),
        )
    }
}

/// The words of a result of an operation on several words, repaired where it is special, as by
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

/// The `plain` for [`repaired`] of a sum with this first word and this plain sum of first words. It is zero
/// where the numbers cancel although their first words do not, which happens if one number has two
/// representations.
#[inline(always)]
pub(crate) fn plain_sum<W: Word>(first: W, plain: W) -> W {
    let zero = plain.constant(0.0);
    let cancels = first.equal(zero) & plain.is_ordinary();
    W::select(cancels, zero, with_low_parts(plain))
}

/// For an operation whose steps overflow only if its result does. If `plain` is finite, but within 8u of the
/// largest number, it may be finite only because the low words were ignored: then the result is infinity. Any
/// other `plain` is returned unchanged.
#[inline(always)]
pub(crate) fn with_low_parts<W: Word>(plain: W) -> W {
    let u = 1.0 / (1u64 << W::PRECISION) as f64;
    let grown = plain * plain.constant(1.0 + 8.0 * u);
    W::select(grown.is_ordinary(), plain, grown)
}
