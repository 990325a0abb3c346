//! The number of several words nearest to an exact one.

use crate::{
    eft::fast_two_sum,
    multi_word::{MultiWord, WordArray},
    native_word::NativeWord,
};

/// A rational number that is not negative, held exactly.
pub(crate) trait Rational: Sized {
    /// The nearest word, negated if asked, ties to even.
    fn rounded<F: NativeWord>(&self, negative: bool) -> F;

    /// |self − |word||, and whether the difference is negative.
    fn minus_magnitude<F: NativeWord>(&self, word: F) -> (Self, bool);

    /// This number, negated if asked, as a number of several words: those of
    /// [`round_into`](Rational::round_into), normalised. If the first of three or four words is a tie that the
    /// other words decide, it goes to the even neighbour.
    fn nearest<N: MultiWord<Word: NativeWord>>(&self, negative: bool) -> N {
        let zero = N::Word::default();
        let mut parts = N::Parts::from_fn(|_| zero);
        self.round_into(negative, parts.as_mut());
        normalize(parts.as_mut());
        N::from_normalized(parts)
    }

    /// Writes this number, negated if asked, into words that are zero. Each word is what the words before it
    /// leave, rounded to nearest, ties to even. Then the last two words are normalised, which changes them only
    /// where the last one rounds up to half an ulp of an odd word before it.
    fn round_into<F: NativeWord>(&self, negative: bool, parts: &mut [F]) {
        let zero = F::default();
        parts[0] = self.rounded(negative);
        if !parts[0].is_finite() || parts[0] == zero {
            return;
        }
        let (mut rest, mut sign) = self.minus_magnitude(parts[0]);
        sign ^= negative;
        let mut last = 0;
        for k in 1..parts.len() {
            let word: F = rest.rounded(sign);
            if word == zero {
                break;
            }
            (parts[k], last) = (word, k);
            if k + 1 < parts.len() {
                let (next, flipped) = rest.minus_magnitude(word);
                (rest, sign) = (next, sign ^ flipped);
            }
        }
        // Only the last word differs from what was left, so only the last word can be a tie. In this case the
        // sum of the last two is not a word, and therefore no tie for the words before them.
        if last > 0 {
            (parts[last - 1], parts[last]) = fast_two_sum(parts[last - 1], parts[last]);
        }
        if !parts[0].is_finite() {
            parts[1..].fill(zero);
        }
    }
}

/// Normalises words, each of which is what the words before it leave, rounded. Infinite where the first word
/// rounds up beyond the largest word.
///
/// A word that is a tie, half an ulp of an odd word before it, moves that word to its neighbour. This may make
/// the word before a tie, hence there are as many passes as words; the first pass nearly always suffices.
pub(crate) fn normalize<F: NativeWord>(parts: &mut [F]) {
    for _ in 1..parts.len() {
        for k in (1..parts.len()).rev() {
            if parts[k] != F::default() {
                (parts[k - 1], parts[k]) = fast_two_sum(parts[k - 1], parts[k]);
            }
        }
        if !parts[0].is_finite() {
            parts[1..].fill(F::default());
        }
    }
}
