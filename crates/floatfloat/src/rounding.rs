//! Rounding to integers: floor, ceil, trunc, round, fract. All are exact, on every word.
//!
//! A word that is not an integer is below 2^(p−1), and its sum with 2^(p−1) has no bits for a fraction.
//! Therefore adding and subtracting 2^(p−1) rounds to an integer, and a comparison finds whether it rounded up.
//! If the high word is an integer, the fraction is in the low word. If it is not, high and high + low lie
//! strictly between the same two integers, and also on the same side of the half between them, unless high is
//! this half.
//!
//! Three and four words are rounded word by word: the first word that is not an integer is rounded down, and
//! the words after it are dropped.

use crate::{
    double_word::DoubleWord,
    eft::{fast_two_sum, two_diff},
    multi_word::{MultiWord, QuadWord, TripleWord},
    unrolled,
    word::Word,
};

/// The largest integer ≤ |x|, with the sign of x, zeros included.
#[inline(always)]
pub(crate) fn trunc<W: Word>(x: W) -> W {
    let magnitude = x.abs();
    let limit = x.constant((1u64 << (W::PRECISION - 1)) as f64);
    let nearby = (magnitude + limit) - limit;
    let below = W::select(magnitude.less(nearby), nearby - x.constant(1.0), nearby);
    let whole = W::select(magnitude.less(limit), below, magnitude);
    // A product with zero keeps the sign, and keeps a NaN.
    let signed = W::select(x.less(x.constant(0.0)), -whole, whole);
    W::select(magnitude.less(x.constant(1.0)), x * x.constant(0.0), signed)
}

/// The largest integer ≤ x.
#[inline(always)]
fn floor<W: Word>(x: W) -> W {
    let cut = trunc(x);
    W::select(x.less(cut), cut - x.constant(1.0), cut)
}

/// The smallest integer ≥ x.
#[inline(always)]
fn ceil<W: Word>(x: W) -> W {
    -floor(-x)
}

/// The nearest integer; in a tie, the one farther from zero where the mask holds.
#[inline(always)]
fn nearest<W: Word>(x: W, away_at_half: W::Mask) -> W {
    let cut = trunc(x);
    let rest = (x - cut).abs();
    let half = x.constant(0.5);
    let away = half.less(rest) | (half.equal(rest) & away_at_half);
    let one = x.constant(1.0);
    let farther = cut + W::select(x.less(x.constant(0.0)), -one, one);
    W::select(away, farther, cut)
}

/// Whether an integer is odd.
#[inline(always)]
pub(crate) fn is_odd<W: Word>(integer: W) -> W::Mask {
    let half = integer * integer.constant(0.5);
    !trunc(half).equal(half)
}

impl<W: Word> DoubleWord<W> {
    /// The largest integer that is not above `self`.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// let just_below = DoubleDouble::from_parts(3.0, -1e-30);
    /// assert_eq!(just_below.floor(), 2.0);
    /// assert_eq!(just_below.round(), 3.0);
    /// ```
    #[inline]
    pub fn floor(self) -> Self {
        self.by_parts(floor(self.hi()), floor(self.lo()))
    }

    /// The smallest integer that is not below `self`.
    #[inline]
    pub fn ceil(self) -> Self {
        self.by_parts(ceil(self.hi()), ceil(self.lo()))
    }

    /// The number truncated: the nearest integer that is not farther from zero than `self`.
    #[inline]
    pub fn trunc(self) -> Self {
        let negative = self.hi().less(self.hi().constant(0.0));
        let low = W::select(negative, ceil(self.lo()), floor(self.lo()));
        self.by_parts(trunc(self.hi()), low)
    }

    /// The nearest integer, ties away from zero.
    #[inline]
    pub fn round(self) -> Self {
        let zero = self.hi().constant(0.0);
        let outward = self.low_points_outward();
        self.by_parts(
            nearest(self.hi(), outward | self.lo().equal(zero)),
            nearest(self.lo(), outward),
        )
    }

    /// The nearest integer, ties to even.
    #[inline]
    pub fn round_ties_even(self) -> Self {
        let (high, low) = (self.hi(), self.lo());
        let tie_away = low.equal(low.constant(0.0)) & is_odd(trunc(high));
        // Where the low word ends in a half, the high word is even: its ulp is at least 2, or it is 1 and the
        // pair is a tie, which was rounded to even.
        self.by_parts(
            nearest(high, self.low_points_outward() | tie_away),
            nearest(low, is_odd(trunc(low))),
        )
    }

    /// `self - self.trunc()`; exact.
    #[inline]
    pub fn fract(self) -> Self {
        let whole = self.trunc();
        // What the integer takes from the high word and from the low word together is a word.
        let taken = (self.hi() - whole.hi()) - whole.lo();
        DoubleWord::from_parts(taken, self.lo())
    }

    /// Whether the low word moves the number away from zero.
    #[inline(always)]
    fn low_points_outward(self) -> W::Mask {
        let zero = self.hi().constant(0.0);
        (zero.less(self.hi()) & zero.less(self.lo()))
            | (self.hi().less(zero) & self.lo().less(zero))
    }

    /// `high` if it differs from the high word of `self`, which then had a fraction; otherwise that integer
    /// plus `low`. A zero gets the sign of `self`.
    #[inline(always)]
    fn by_parts(self, high: W, low: W) -> Self {
        let zero = self.hi().constant(0.0);
        let had_fraction = !high.equal(self.hi());
        let low = W::select(had_fraction, zero, low);
        let sum = high + low;
        let plain = W::select(sum.equal(zero), self.hi() * zero, sum);
        DoubleWord::from_transform(fast_two_sum(high, low)).fix_special_cases(plain)
    }
}

/// The magnitude of a number of several words, split at the point.
struct Cut<N: MultiWord, const COUNT: usize> {
    /// The integer part. Each word is an integer; their sum is not normalised yet.
    whole: [N::Word; COUNT],
    /// What must be added to the words of the whole part for the next integer: one at the word that was cut,
    /// zero elsewhere.
    next: [N::Word; COUNT],
    fraction: N,
    is_integer: <N::Word as Word>::Mask,
}

impl<N: MultiWord, const COUNT: usize> Cut<N, COUNT>
where
    N: MultiWord<Parts<<N as MultiWord>::Word> = [<N as MultiWord>::Word; COUNT]>,
{
    #[inline(always)]
    fn of(x: N) -> Self {
        let words = x.parts();
        let zero = words[0].constant(0.0);
        let one = words[0].constant(1.0);
        let (mut whole, mut next, mut fraction) = (words, [zero; COUNT], words);
        // Whether all words so far are integers.
        let mut is_integer = zero.equal(zero);
        let mut rest = zero;
        for k in 0..COUNT {
            let down = floor(words[k]);
            let cut_here = is_integer & !down.equal(words[k]);
            next[k] = N::Word::select(cut_here, one, zero);
            whole[k] = N::Word::select(is_integer, down, zero);
            let (high, low) = two_diff(words[k], whole[k]);
            fraction[k] = high;
            // `low` is not zero for at most one word. That word is not the first, and then the first fraction
            // is zero.
            rest = rest + low;
            is_integer = is_integer & !cut_here;
        }
        fraction[0] = fraction[0] + rest;
        Cut { whole, next, fraction: N::from_parts(fraction), is_integer }
    }

    /// The integer below, or the integer above where the mask holds, with the sign of `signed`.
    #[inline(always)]
    fn integer(self, up: <N::Word as Word>::Mask, signed: N) -> N {
        let words = unrolled::each::<_, COUNT>(
            #[inline(always)]
            |k| self.whole[k] + N::Word::select(up, self.next[k], self.next[k].constant(0.0)),
        );
        let magnitude = N::from_parts(words);
        let zero = signed.hi().constant(0.0);
        let found = N::select(signed.hi().less(zero), -magnitude, magnitude);
        // A product with zero keeps the sign of a zero, and keeps a NaN; infinities are unchanged.
        let size = signed.hi().abs();
        let special = N::select(size.is_ordinary(), N::from_word(signed.hi() * zero), signed);
        let is_special = !found.hi().is_ordinary() | !size.is_ordinary();
        N::select(is_special, special, found)
    }
}

macro_rules! several_words {
    ($($number:ident: $words:literal;)*) => {$(
        impl<W: Word> $number<W> {
            /// The largest integer that is not above `self`.
            #[inline]
            pub fn floor(self) -> Self {
                let cut = Cut::<_, $words>::of(self.abs());
                let up = self.is_below_zero() & !cut.is_integer;
                cut.integer(up, self)
            }

            /// The smallest integer that is not below `self`.
            #[inline]
            pub fn ceil(self) -> Self {
                let cut = Cut::<_, $words>::of(self.abs());
                let up = !self.is_below_zero() & !cut.is_integer;
                cut.integer(up, self)
            }

            /// The number truncated: the nearest integer that is not farther from zero than `self`.
            #[inline]
            pub fn trunc(self) -> Self {
                let cut = Cut::<_, $words>::of(self.abs());
                let never = !self.hi().equal(self.hi()) & self.hi().equal(self.hi());
                cut.integer(never, self)
            }

            /// The nearest integer, ties away from zero.
            #[inline]
            pub fn round(self) -> Self {
                let cut = Cut::<_, $words>::of(self.abs());
                let half = $number::from_word(self.hi().constant(0.5));
                let up = half.less_or_equal(cut.fraction);
                cut.integer(up, self)
            }

            /// The nearest integer, ties to even.
            #[inline]
            pub fn round_ties_even(self) -> Self {
                let cut = Cut::<_, $words>::of(self.abs());
                let half = $number::from_word(self.hi().constant(0.5));
                let mut odd = is_odd(cut.whole[0]);
                for &word in &cut.whole[1..] {
                    let other = is_odd(word);
                    odd = (odd & !other) | (!odd & other);
                }
                let up = half.less(cut.fraction) | (half.equal(cut.fraction) & odd);
                cut.integer(up, self)
            }

            /// `self - self.trunc()`; exact.
            #[inline]
            pub fn fract(self) -> Self {
                let Cut { fraction, .. } = Cut::<_, $words>::of(self.abs());
                let signed = $number::select(self.is_below_zero(), -fraction, fraction);
                // As for words: +0 for integers, NaN for infinities.
                let plain = self.hi() - self.hi();
                let special = $number::from_word(plain);
                $number::select(signed.hi().is_ordinary(), signed, special)
            }

            #[inline(always)]
            fn is_below_zero(self) -> W::Mask {
                self.hi().less(self.hi().constant(0.0))
            }
        }
    )*};
}

several_words! {
    TripleWord: 3;
    QuadWord: 4;
}
