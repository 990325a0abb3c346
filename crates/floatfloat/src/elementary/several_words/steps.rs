//! Steps that functions of three and four words share: arithmetic without repair of special values, polynomials, scaling.

use crate::{
    double_word::DoubleWord,
    eft::fast_two_sum,
    elementary::{
        coefficients::{LongCoefficients, LongSeries, Words},
        steps::{fma, loose_horner, nearest_integer, significand},
    },
    multi_word::{
        MultiWord, QuadWord, TripleWord,
        add::{add3, add4},
        add_word::{add_word3, add_word4},
        div::{div3, div4},
        mul::{mul3, mul4},
        mul_word::{mul_word3, mul_word4},
        renormalize::{renormalize3, renormalize4},
        sqrt::{sqrt3, sqrt4},
    },
    special::repaired,
    unrolled,
    word::Word,
};

/// The operations of [`crate::multi_word`] on a number of three or four words, without repair of special values.
pub trait Steps: MultiWord {
    /// Sum.
    fn plus(self, other: Self) -> Self;

    /// Sum with a word.
    fn plus_word(self, word: Self::Word) -> Self;

    /// Product.
    fn times(self, other: Self) -> Self;

    /// Product with a word.
    fn times_word(self, word: Self::Word) -> Self;

    /// Quotient.
    fn over(self, divisor: Self) -> Self;

    /// Square root.
    fn root(self) -> Self;

    /// The words, followed by zeros if there are fewer than four.
    fn four(self) -> [Self::Word; 4];

    /// The number that consists of the first of these normalised words.
    fn first_of(words: [Self::Word; 4]) -> Self;

    /// Normalises words that overlap little. Where the first word is zero, infinite or NaN, the result is
    /// `plain` alone.
    fn settled(self, plain: Self::Word) -> Self;
}

macro_rules! steps {
    ($number:ident: $add:ident $add_word:ident $mul:ident $mul_word:ident $div:ident $sqrt:ident $renormalize:ident,
        |$words:ident| $four:expr, |$all:ident| $first:expr) => {
        impl<W: Word> Steps for $number<W> {
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                $number::from_normalized($add(self.parts(), other.parts()))
            }
            #[inline(always)]
            fn plus_word(self, word: W) -> Self {
                $number::from_normalized($add_word(self.parts(), word))
            }
            #[inline(always)]
            fn times(self, other: Self) -> Self {
                $number::from_normalized($mul(self.parts(), other.parts()))
            }
            #[inline(always)]
            fn times_word(self, word: W) -> Self {
                $number::from_normalized($mul_word(self.parts(), word))
            }
            #[inline(always)]
            fn over(self, divisor: Self) -> Self {
                $number::from_normalized($div(self.parts(), divisor.parts()))
            }
            #[inline(always)]
            fn root(self) -> Self {
                $number::from_normalized($sqrt(self.parts()))
            }
            #[inline(always)]
            fn four(self) -> [W; 4] {
                let $words = self.parts();
                $four
            }
            #[inline(always)]
            fn first_of($all: [W; 4]) -> Self {
                $number::from_normalized($first)
            }
            #[inline(always)]
            fn settled(self, plain: W) -> Self {
                $number::from_normalized(repaired($renormalize(self.parts()), plain))
            }
        }
    };
}

steps!(
    TripleWord: add3 add_word3 mul3 mul_word3 div3 sqrt3 renormalize3,
    |words| [words[0], words[1], words[2], words[0].constant(0.0)], |all| [all[0], all[1], all[2]]
);
steps!(
    QuadWord: add4 add_word4 mul4 mul_word4 div4 sqrt4 renormalize4,
    |words| words, |all| all
);

/// The first words of a constant.
#[inline(always)]
pub(super) fn constant<N: Steps>(words: &Words<4>, like: N::Word) -> N {
    N::first_of(words.of(like))
}

/// Times a power of two; exact while all words stay in range.
#[inline(always)]
pub(super) fn times_power<N: Steps>(x: N, power: N::Word) -> N {
    N::first_of(unrolled::map(
        x.four(),
        #[inline(always)]
        |word| word * power,
    ))
}

/// x·2^k for an integer k of up to twice the format's range, as for two words.
#[inline(always)]
pub(super) fn scale<N: Steps>(x: N, k: N::Word) -> N {
    let half = nearest_integer(k * k.constant(0.5));
    let scaled = times_power(times_power(x, half.power_of_two()), (k - half).power_of_two());
    scaled.settled(scaled.hi())
}

/// `result` of |x| with the sign of x, for an odd function.
#[inline(always)]
pub(super) fn with_sign<N: Steps>(x: N::Word, result: N) -> N {
    let zero = x.constant(0.0);
    let result = N::select(x.less(zero), -result, result);
    result.settled(N::Word::select(x.equal(zero), x, result.hi()))
}

/// √(a·b), where a is taken as 2^2k·m, so that no root of a tiny number is computed; √a where a is zero,
/// infinite or negative.
#[inline(always)]
pub(super) fn root_of_product<N: Steps>(a: N, b: N) -> N {
    let number = |value| a.hi().constant(value);
    let (exponent, words) = significand(a.four());
    let k = nearest_integer((exponent - number(0.5)) * number(0.5));
    let m = times_power(N::first_of(words), (exponent - (k + k)).power_of_two());
    let root = scale(m.times(b).root(), k);
    let proper = number(0.0).less(a.hi()) & a.hi().is_ordinary();
    N::select(proper, root, N::from_word(a.hi().sqrt()))
}

/// x, limited to ±limit, where the exponential is zero or infinite in every format. NaN stays NaN.
#[inline(always)]
pub(super) fn clamped<N: Steps>(x: N, limit: f64) -> N {
    let high = x.hi();
    let limit = high.constant(limit);
    let inside = high.abs().less_or_equal(limit);
    let beyond = N::Word::select(high.less(high.constant(0.0)), -limit, limit);
    let beyond = N::Word::select(high.equal(high), beyond, high);
    N::select(inside, x, N::from_word(beyond))
}

/// x with its first word replaced by `first`, which may be smaller than the other words.
#[inline(always)]
pub(super) fn with_first<N: Steps>(x: N, first: N::Word) -> N {
    let [_, b, c, d] = x.four();
    N::first_of([b, c, d, first.constant(0.0)]).plus_word(first)
}

/// x − n·c for five words of c. n times the first word of c is a word, so near to x.0 that their difference is
/// exact.
///
/// The relative error is below 14u³ for three words and 24u⁴ for four, the errors of a sum and of a sum with a
/// word. The error of n·c after its first word is smaller by a factor of u.
#[inline(always)]
pub(super) fn less_multiple<N: Steps>(x: N, n: N::Word, c: &Words<5>) -> N {
    let [first, rest @ ..] = c.of(n);
    with_first(x, fma(-n, first, x.hi())).plus(-N::first_of(rest).times_word(n))
}

/// A polynomial, where the lanes of a mask select another polynomial of the same shape.
pub(super) struct Polynomial<'a, M> {
    pub series: &'a LongSeries,
    pub other: Option<(M, &'a LongSeries)>,
}

impl LongCoefficients {
    /// The polynomial for this type of number.
    #[inline(always)]
    pub(super) fn of_number<N: Steps>(&self) -> Polynomial<'_, <N::Word as Word>::Mask> {
        Polynomial { series: self.of::<N::Word>(N::WORDS), other: None }
    }
}

impl<M: Copy> Polynomial<'_, M> {
    /// A row of coefficients.
    #[inline(always)]
    fn row<W: Word<Mask = M>, const K: usize>(
        &self,
        like: W,
        k: usize,
        rows: impl Fn(&LongSeries) -> &[[f64; K]],
    ) -> [W; K] {
        let row = &rows(self.series)[k];
        let Some((mask, other)) = self.other else {
            return unrolled::each(
                #[inline(always)]
                |i| like.constant(row[i]),
            );
        };
        let other = &rows(other)[k];
        unrolled::each(
            #[inline(always)]
            |i| W::select(mask, like.constant(other[i]), like.constant(row[i])),
        )
    }

    /// Its value at x by Horner's scheme: in single words as long as their contribution is below an ulp of the
    /// result's last word, then in two words, three and four.
    ///
    /// To first order the error is that of the last product and the last sum. The errors of earlier steps are
    /// smaller by a factor of x, and each width begins where its roundings are below 2^-6 of the result's last
    /// ulp.
    #[inline(always)]
    pub fn at<N: Steps<Word: Word<Mask = M>>>(&self, x: N) -> N {
        let like = x.hi();
        let [a, b, c, _] = x.four();
        let sum = loose_horner(
            DoubleWord::from_normalized(a, b),
            self.series.words.len(),
            #[inline(always)]
            |k| {
                let word = like.constant(self.series.words[k]);
                match self.other {
                    None => word,
                    Some((mask, other)) => {
                        N::Word::select(mask, like.constant(other.words[k]), word)
                    }
                }
            },
            self.series.doubles.len(),
            #[inline(always)]
            |k| {
                let [high, low] = self.row(like, k, |series| series.doubles);
                DoubleWord::from_normalized(high, low)
            },
        );
        let (high, low) = fast_two_sum(sum.hi(), sum.lo());
        let mut three = [high, low, like.constant(0.0)];
        for k in 0..self.series.triples.len() {
            three = add3(self.row(like, k, |series| series.triples), mul3([a, b, c], three));
        }
        let [high, middle, low] = three;
        let mut sum = N::first_of([high, middle, low, like.constant(0.0)]);
        for k in 0..self.series.quads.len() {
            sum = N::first_of(self.row(like, k, |series| series.quads)).plus(x.times(sum));
        }
        sum
    }
}
