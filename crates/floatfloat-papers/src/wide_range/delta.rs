//! The operations that a zoom needs of a number, over any word.

use floatfloat::{Bits, DoubleDouble, DoubleWord, WideDoubleDouble, WideRange, Word};
use floatfloat_lab::arithmetic::{Arithmetic, Plain};

/// A distance between two orbits.
pub(super) trait Delta<V: Word>: Copy + Send + Sync + 'static {
    /// The number of words.
    const WORDS: usize;

    /// The number nearest to a value; zero if the value is below the range.
    fn constant(like: V, value: WideDoubleDouble) -> Self;

    /// A word, exactly.
    fn of_word(word: V) -> Self;

    /// self + other
    fn plus(self, other: Self) -> Self;

    /// self − other
    fn minus(self, other: Self) -> Self;

    /// self · other
    fn times(self, other: Self) -> Self;

    /// Whether it is at most the limit; false for NaN.
    fn is_at_most(self, limit: f64) -> V::Mask;

    /// Its words.
    fn into_words(self) -> Vec<V>;

    /// The number that consists of these words.
    fn from_words(words: &[V]) -> Self;
}

impl<V: Word + Send + Sync + 'static> Delta<V> for Plain<V> {
    const WORDS: usize = 1;

    #[inline(always)]
    fn constant(like: V, value: WideDoubleDouble) -> Self {
        Plain(like.constant(value.to_f64()))
    }
    #[inline(always)]
    fn of_word(word: V) -> Self {
        Plain(word)
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.add(&other)
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.sub(&other)
    }
    #[inline(always)]
    fn times(self, other: Self) -> Self {
        self.mul(&other)
    }
    #[inline(always)]
    fn is_at_most(self, limit: f64) -> V::Mask {
        self.0.less_or_equal(self.0.constant(limit))
    }
    fn into_words(self) -> Vec<V> {
        vec![self.0]
    }
    fn from_words(words: &[V]) -> Self {
        Plain(words[0])
    }
}

/// Implements arithmetic and comparison by the operators of the library's numbers over `V`.
macro_rules! by_operators {
    () => {
        #[inline(always)]
        fn plus(self, other: Self) -> Self {
            self + other
        }
        #[inline(always)]
        fn minus(self, other: Self) -> Self {
            self - other
        }
        #[inline(always)]
        fn times(self, other: Self) -> Self {
            self * other
        }
        #[inline(always)]
        fn is_at_most(self, limit: f64) -> V::Mask {
            self.less_or_equal(self.constant(limit))
        }
    };
}

impl<V: Word + Send + Sync + 'static> Delta<V> for DoubleWord<V> {
    const WORDS: usize = 2;

    #[inline(always)]
    fn constant(like: V, value: WideDoubleDouble) -> Self {
        DoubleWord::from_word(like).constant(value.to_number::<DoubleDouble>())
    }
    #[inline(always)]
    fn of_word(word: V) -> Self {
        DoubleWord::from_word(word)
    }
    by_operators!();
    fn into_words(self) -> Vec<V> {
        vec![self.hi(), self.lo()]
    }
    fn from_words(words: &[V]) -> Self {
        DoubleWord::from_normalized(words[0], words[1])
    }
}

impl<V: Bits<N> + Send + Sync + 'static, const N: usize> Delta<V> for WideRange<V, N> {
    const WORDS: usize = 3;

    #[inline(always)]
    fn constant(like: V, value: WideDoubleDouble) -> Self {
        WideRange::from_words([like; 3]).constant(value)
    }
    #[inline(always)]
    fn of_word(word: V) -> Self {
        WideRange::from_word(word)
    }
    by_operators!();
    fn into_words(self) -> Vec<V> {
        self.words().to_vec()
    }
    fn from_words(words: &[V]) -> Self {
        WideRange::from_words([words[0], words[1], words[2]])
    }
}
