//! Constants and polynomials, for words of 24 bits (`narrow`) and of 53 (`wide`). `cargo coefficients` writes
//! the files of the folder `coefficients`.

pub(crate) mod atan;
pub(crate) mod constants;
pub(crate) mod erf;
pub(crate) mod exp;
pub(crate) mod gamma;
pub(crate) mod hyperbolic;
pub(crate) mod ln;
pub(crate) mod pow;
pub(crate) mod roots;
pub(crate) mod several_words;
pub(crate) mod trig;

use crate::{double_word::DoubleWord, unrolled, word::Word};

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
    /// Binary logarithm of the certified error; the documentation of the constant says what the error is
    /// relative to.
    pub error_log2: f64,
}

/// A polynomial.
pub(crate) struct Coefficients {
    pub narrow: Series,
    pub wide: Series,
}

impl Coefficients {
    /// The polynomial for this word.
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
        unrolled::map(
            words,
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

/// Selects one of eight entries by an index from 0 to 7, on every machine. Other indices have no meaning.
pub(crate) struct Index<W: Word> {
    like: W,
    upper: W::Mask,
    middle: W::Mask,
    odd: W::Mask,
}

impl<W: Word> Index<W> {
    #[inline(always)]
    pub fn new(index: W) -> Self {
        let [four, two, one] = unrolled::map(
            [4.0, 2.0, 1.0],
            #[inline(always)]
            |k| index.constant(k),
        );
        let upper = four.less_or_equal(index);
        let rest = W::select(upper, index - four, index);
        let middle = two.less_or_equal(rest);
        let rest = W::select(middle, rest - two, rest);
        Index { like: index, upper, middle, odd: one.less_or_equal(rest) }
    }

    /// The number of borders, in rising order, that y has reached; each border is first passed through
    /// `scaled`.
    #[inline(always)]
    pub fn search(y: W, [a, b, c, d, e, f, g]: [W; 7], scaled: impl Fn(W) -> W) -> Self {
        let upper = scaled(d).less_or_equal(y);
        let middle = scaled(W::select(upper, f, b)).less_or_equal(y);
        let [low, high] = [W::select(middle, c, a), W::select(middle, g, e)];
        let odd = scaled(W::select(upper, high, low)).less_or_equal(y);
        let [zero, one, two, four] = unrolled::map(
            [0.0, 1.0, 2.0, 4.0],
            #[inline(always)]
            |k| y.constant(k),
        );
        let ones = W::select(odd, one, zero);
        let twos = W::select(middle, two, zero);
        Index { like: W::select(upper, four, zero) + (twos + ones), upper, middle, odd }
    }

    /// The row at this index: by seven selects for each word, unless the machine has something faster.
    #[inline(always)]
    pub fn row<const N: usize>(&self, rows: &[[f64; N]; 8]) -> [W; N] {
        if let Some(row) = self.like.look_up(rows) {
            return row;
        }
        unrolled::each(
            #[inline(always)]
            |column| {
                let [a, b, c, d, e, f, g, h] = unrolled::each(
                    #[inline(always)]
                    |k| self.like.constant(rows[k][column]),
                );
                let [ab, cd] = [W::select(self.odd, b, a), W::select(self.odd, d, c)];
                let [ef, gh] = [W::select(self.odd, f, e), W::select(self.odd, h, g)];
                let [lower, upper] =
                    [W::select(self.middle, cd, ab), W::select(self.middle, gh, ef)];
                W::select(self.upper, upper, lower)
            },
        )
    }
}

impl Words<8> {
    /// The word at an index.
    #[inline(always)]
    pub fn select<W: Word>(&self, index: &Index<W>) -> W {
        let words = if const { is_wide::<W>() } { &self.wide } else { &self.narrow };
        let Some(rows) = words.as_chunks().0.first_chunk() else { unreachable!("eight of one") };
        let [word] = index.row(rows);
        word
    }
}

/// Eight rows of `N` words.
pub(crate) struct Rows<const N: usize> {
    pub narrow: [[f64; N]; 8],
    pub wide: [[f64; N]; 8],
}

impl<const N: usize> Rows<N> {
    /// The row at an index.
    #[inline(always)]
    pub fn select<W: Word>(&self, index: &Index<W>) -> [W; N] {
        index.row(if const { is_wide::<W>() } { &self.wide } else { &self.narrow })
    }
}

/// Eight rows, of one length for words of 24 bits and of another for 53.
pub(crate) struct Pieces<const NARROW: usize, const WIDE: usize> {
    pub narrow: [[f64; NARROW]; 8],
    pub wide: [[f64; WIDE]; 8],
}

impl Table<8> {
    /// The entry at an index.
    #[inline(always)]
    pub fn select<W: Word>(&self, index: &Index<W>) -> DoubleWord<W> {
        let entries = if const { is_wide::<W>() } { &self.wide } else { &self.narrow };
        let [high, low] = index.row(entries);
        DoubleWord::from_normalized(high, low)
    }
}

/// Digits in base 2^p of a number in [0, 1), as fractions: the number is the sum of digit k times 2^-pk.
pub(crate) struct Digits {
    pub narrow: &'static [f64],
    pub wide: &'static [f64],
}

impl Digits {
    /// The digits for this word.
    #[inline(always)]
    pub const fn of<W: Word>(&self) -> &[f64] {
        if const { is_wide::<W>() } { self.wide } else { self.narrow }
    }
}

/// A polynomial for results of several words, the highest power first. The coefficient of each power has as many
/// words as it contributes to the result.
pub(crate) struct LongSeries {
    pub words: &'static [f64],
    pub doubles: &'static [[f64; 2]],
    pub triples: &'static [[f64; 3]],
    pub quads: &'static [[f64; 4]],
}

/// A polynomial for results of three words and one for results of four.
pub(crate) struct LongCoefficients {
    pub narrow: [LongSeries; 2],
    pub wide: [LongSeries; 2],
}

impl LongCoefficients {
    /// The polynomial for results of this many words.
    #[inline(always)]
    pub const fn of<W: Word>(&self, words: usize) -> &LongSeries {
        let both = if const { is_wide::<W>() } { &self.wide } else { &self.narrow };
        &both[words - 3]
    }
}
