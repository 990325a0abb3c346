//! The number of several words nearest to an exact one.

use crate::{
    eft::fast_two_sum,
    multi_word::{Array, MultiWord},
    native_word::NativeWord,
};

/// A rational number that is not negative, held exactly.
pub(crate) trait Rational: Sized {
    /// The nearest word, negated if asked, ties to even.
    fn rounded<F: NativeWord>(&self, negative: bool) -> F;

    /// |self − |word||, and whether the difference is negative.
    fn minus_magnitude<F: NativeWord>(&self, word: F) -> (Self, bool);

    /// This number, negated if asked, as one of several words: those of
    /// [`round_into`](Rational::round_into), normalised. The first of three or four may come to a tie that
    /// the others turn: then it goes to its even neighbour.
    fn nearest<N: MultiWord<Word: NativeWord>>(&self, negative: bool) -> N {
        let zero = N::Word::default();
        let mut parts = N::Parts::from_fn(|_| zero);
        self.round_into(negative, parts.as_mut());
        normalize(parts.as_mut());
        N::from_normalized(parts)
    }

    /// This number, negated if asked, in words that are zero: each is what those before it leave, rounded
    /// to nearest, ties to even. Then the last two are normalised, which changes them only where the
    /// last one rounds up to half an ulp of an odd one before it.
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
        // Only the last word differs from what was left, so only it may have come to a tie. The sum
        // of the two is no word then, and so no tie for those before them.
        if last > 0 {
            (parts[last - 1], parts[last]) = fast_two_sum(parts[last - 1], parts[last]);
        }
        if !parts[0].is_finite() {
            parts[1..].fill(zero);
        }
    }
}

/// Words, each of which is what those before it leave, rounded, as a normalised number: infinite where the
/// first one rounds up beyond the largest.
///
/// A word that comes to a tie with an odd one before it goes to that one's neighbour, which may bring the one
/// before to a tie: hence as many passes as there are words, of which the first does nearly always all.
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
