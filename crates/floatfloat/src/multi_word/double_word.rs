//! Double-words as numbers of several words.

use crate::{double_word::DoubleWord, multi_word::MultiWord, word::Word};

impl<W: Word> MultiWord for DoubleWord<W> {
    type Word = W;
    const WORDS: usize = 2;
    type Over<V: Word> = DoubleWord<V>;
    type Parts<T: Copy> = [T; 2];
    type OwnedParts<T> = [T; 2];

    #[inline(always)]
    fn parts(self) -> [W; 2] {
        [self.hi(), self.lo()]
    }
    #[inline(always)]
    fn from_parts([high, low]: [W; 2]) -> Self {
        DoubleWord::from_parts(high, low)
    }
    #[inline(always)]
    fn from_normalized([high, low]: [W; 2]) -> Self {
        DoubleWord::from_normalized(high, low)
    }
    #[inline(always)]
    fn from_word(word: W) -> Self {
        DoubleWord::from_word(word)
    }
    #[inline(always)]
    fn constant(self, value: f64) -> Self {
        DoubleWord::constant(self, value)
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        DoubleWord::sqrt(self)
    }
    #[inline(always)]
    fn mul_add(self, factor: Self, addend: Self) -> Self {
        DoubleWord::mul_add(self, factor, addend)
    }
    #[inline(always)]
    fn abs(self) -> Self {
        DoubleWord::abs(self)
    }
    #[inline(always)]
    fn less(self, other: Self) -> W::Mask {
        DoubleWord::less(self, other)
    }
    #[inline(always)]
    fn less_or_equal(self, other: Self) -> W::Mask {
        DoubleWord::less_or_equal(self, other)
    }
    #[inline(always)]
    fn equal(self, other: Self) -> W::Mask {
        DoubleWord::equal(self, other)
    }
    #[inline(always)]
    fn select(mask: W::Mask, yes: Self, no: Self) -> Self {
        DoubleWord::select(mask, yes, no)
    }
}
