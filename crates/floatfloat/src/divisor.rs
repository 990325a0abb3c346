//! Several quotients by one divisor.

use crate::word::Word;

/// A divisor of several words, with what their quotients share: see [`Word::divisor`].
#[derive(Clone, Copy, Debug)]
pub struct Divisor<W> {
    /// The divisor.
    pub word: W,
    /// About 1/word, if the [`over`](Word::over) of this word type uses it; otherwise the divisor itself.
    pub reciprocal: W,
}

impl<W: Word> Divisor<W> {
    /// A divisor for which nothing is precomputed.
    #[inline(always)]
    pub fn plain(word: W) -> Self {
        Divisor { word, reciprocal: word }
    }
}
