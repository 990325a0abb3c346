//! Constants and polynomials, for words of 24 bits (`narrow`) and of 53 (`wide`). The files beside this one
//! are written by `cargo coefficients`.

pub(crate) mod exp;

use crate::{double_word::DoubleWord, word::Word};

/// Stops the compilation of a function over a word for which there are no coefficients.
const fn is_wide<W: Word>() -> bool {
    assert!(
        W::PRECISION == 24 || W::PRECISION == 53,
        "elementary functions need a word of 24 or 53 bits"
    );
    W::PRECISION == 53
}

/// A polynomial for one precision, the highest power first. The coefficients of high powers
/// contribute little, so that words are enough for them.
pub(crate) struct Series {
    pub words: &'static [f64],
    pub doubles: &'static [[f64; 2]],
}

/// A polynomial.
pub(crate) struct Coefficients {
    pub narrow: Series,
    pub wide: Series,
}

impl Coefficients {
    /// Those for a word.
    #[inline(always)]
    pub const fn of<W: Word>(&self) -> &Series {
        if const { is_wide::<W>() } { &self.wide } else { &self.narrow }
    }
}

/// A number as the unevaluated sum of `N` words, the largest first.
pub(crate) struct Words<const N: usize> {
    pub narrow: [f64; N],
    pub wide: [f64; N],
}

impl<const N: usize> Words<N> {
    /// As words of the machine of `like`.
    #[inline(always)]
    pub fn of<W: Word>(&self, like: W) -> [W; N] {
        let words = if const { is_wide::<W>() } { self.wide } else { self.narrow };
        words.map(
            #[inline(always)]
            |word| like.constant(word),
        )
    }
}

/// `N` double-words.
pub(crate) struct Table<const N: usize> {
    pub narrow: [[f64; 2]; N],
    pub wide: [[f64; 2]; N],
}

impl<const N: usize> Table<N> {
    /// One of them, on the machine of `like`.
    #[inline(always)]
    pub fn at<W: Word>(&self, index: usize, like: W) -> DoubleWord<W> {
        let entries = if const { is_wide::<W>() } { &self.wide } else { &self.narrow };
        let [high, low] = entries[index];
        DoubleWord::from_normalized(like.constant(high), like.constant(low))
    }
}

impl Table<8> {
    /// The entry at `index`, 0 to 7 as a word, by seven selects a word: no machine that this crate
    /// knows looks up a table faster in every lane. Without meaning for other indices.
    #[inline(always)]
    pub fn select<W: Word>(&self, index: W) -> DoubleWord<W> {
        let four = index.constant(4.0);
        let upper = four.less_or_equal(index);
        let index = W::select(upper, index - four, index);
        let middle = index.constant(2.0).less_or_equal(index);
        let index = W::select(middle, index - index.constant(2.0), index);
        let odd = index.constant(1.0).less_or_equal(index);
        let [lower_half, upper_half] =
            [self.of_four(0, middle, odd, index), self.of_four(4, middle, odd, index)];
        DoubleWord::select(upper, upper_half, lower_half)
    }

    /// One of four entries from `first` on.
    #[inline(always)]
    fn of_four<W: Word>(
        &self,
        first: usize,
        middle: W::Mask,
        odd: W::Mask,
        like: W,
    ) -> DoubleWord<W> {
        let [a, b, c, d] = [0, 1, 2, 3].map(
            #[inline(always)]
            |k| self.at(first + k, like),
        );
        DoubleWord::select(middle, DoubleWord::select(odd, d, c), DoubleWord::select(odd, b, a))
    }
}
