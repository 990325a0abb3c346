//! Several quotients by one divisor.

use crate::word::Word;

/// A word that several words are divided by, with what those quotients share: see
/// [`Word::divisor`].
#[derive(Clone, Copy, Debug)]
pub struct Divisor<W> {
    /// The divisor.
    pub word: W,
    /// About 1/word, for a kind of word whose [`over`](Word::over) uses it; the divisor itself
    /// otherwise.
    pub reciprocal: W,
}

impl<W: Word> Divisor<W> {
    /// A divisor without more.
    #[inline(always)]
    pub fn plain(word: W) -> Self {
        Divisor { word, reciprocal: word }
    }
}
