//! Casts between slices of numbers and bytes.

use crate::{
    double_word::DoubleWord,
    multi_precision::MultiPrecision,
    multi_word::{QuadWord, TripleWord},
    wide_range::WideRange,
};
use bytemuck::{Pod, Zeroable};

// SAFETY: two words of zero bits each are a value, because one is.
unsafe impl<W: Zeroable> Zeroable for DoubleWord<W> {}

// SAFETY: `repr(C)` with two fields of one plain type: no padding, and every bit pattern is a value. It need
// not be a normalised one; the caller must not write one that is not.
unsafe impl<W: Pod> Pod for DoubleWord<W> {}

// SAFETY: three words of zero bits each are a value, because one is. Three zero words do not form a number; as
// with other invalid words, this is the caller's responsibility.
unsafe impl<W: Zeroable, const N: usize> Zeroable for WideRange<W, N> {}

// SAFETY: `repr(C)`, two words in `repr(C)` and a word of the same plain type: as for two words.
unsafe impl<W: Pod, const N: usize> Pod for WideRange<W, N> {}

macro_rules! arrays {
    ($($number:ident)*) => {$(
        // SAFETY: words of zero bits each are a value, because one is.
        unsafe impl<W: Zeroable> Zeroable for $number<W> {}

        // SAFETY: `repr(transparent)` over an array of one plain type; as for two words.
        unsafe impl<W: Pod> Pod for $number<W> {}
    )*};
}

arrays!(TripleWord QuadWord);

// SAFETY: integers of zero bits each are zero.
unsafe impl<U: Zeroable, const N: usize> Zeroable for MultiPrecision<U, N> {}

// SAFETY: `repr(C)` with an integer and an array of them: no padding, and every bit pattern is a value. It need
// not be the result of an operation; the caller must not write one that is not.
unsafe impl<U: Pod, const N: usize> Pod for MultiPrecision<U, N> {}

#[cfg(test)]
mod tests {
    use crate::{DoubleDouble, QuadDouble, WideDoubleDouble};

    #[test]
    fn words_lie_side_by_side() {
        let x = [DoubleDouble::PI, DoubleDouble::E];
        let words: &[f64] = bytemuck::cast_slice(&x);
        assert_eq!(words, [x[0].hi(), x[0].lo(), x[1].hi(), x[1].lo()]);
    }
    #[test]
    fn the_exponent_lies_behind_the_words() {
        let x = [WideDoubleDouble::from(3), WideDoubleDouble::from(-5)];
        let words: &[f64] = bytemuck::cast_slice(&x);
        assert_eq!(words, [x[0].words(), x[1].words()].concat());
    }
    #[test]
    fn four_words_lie_side_by_side() {
        let x = [QuadDouble::PI, QuadDouble::E];
        let words: &[f64] = bytemuck::cast_slice(&x);
        assert_eq!(words, [x[0].parts(), x[1].parts()].concat());
    }
}
