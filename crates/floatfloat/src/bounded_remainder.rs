//! Remainders as a straight line of steps, for registers, recordings and shaders.

use crate::{
    double_word::DoubleWord,
    eft::{fast_two_sum, two_prod, two_sum},
    scaling::two_to,
    word::Word,
};

/// The words of the two operands and of four products of words, and those of a divisor.
const WORDS: usize = 12;

/// The exact sum of the first `count` words, smallest first, none of which overlaps another (Shewchuk 1997, grow-expansion).
#[derive(Clone, Copy)]
struct Expansion<W> {
    words: [W; WORDS],
    count: usize,
}

impl<W: Word> Expansion<W> {
    #[inline(always)]
    fn plus(mut self, word: W) -> Self {
        let mut carried = word;
        for place in &mut self.words[..self.count] {
            (carried, *place) = two_sum(carried, *place);
        }
        self.words[self.count] = carried;
        self.count += 1;
        self
    }

    /// The sum, rounded: its sign is right.
    #[inline(always)]
    fn rounded(&self) -> W {
        let zero = self.words[0].constant(0.0);
        self.words[..self.count].iter().fold(zero, |sum, &word| sum + word)
    }

    /// Adds the words, smallest first. Returns the sum, and leaves the rounding errors.
    #[inline(always)]
    fn distilled(&mut self) -> W {
        let mut sum = self.words[0];
        for i in 1..self.count {
            (sum, self.words[i - 1]) = two_sum(sum, self.words[i]);
        }
        self.count -= 1;
        sum
    }

    /// The nearest double-word, and exactly the sum if this is a double-word.
    #[inline(always)]
    fn nearest(mut self) -> DoubleWord<W> {
        let [high, low, rest] = [self.distilled(), self.distilled(), self.distilled()];
        let (high, low) = fast_two_sum(high, low);
        DoubleWord::from_transform(fast_two_sum(high, low + rest))
    }
}

/// x − y·trunc(x/y); see [`DoubleWord::rem_bounded`].
///
/// The quotient in two words has at most 2p − 4 bits, and an error below 1: its integer part is the right one or a
/// neighbour of it. The remainders for all three are exact sums of words, and the one in [0, |y|) is taken.
#[inline(always)]
fn rem_bounded<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let zero = x.hi().constant(0.0);
    let (size, divisor) = (x.abs(), y.abs());
    let quotient = (size / divisor).trunc();
    let mut rest = Expansion { words: [zero; WORDS], count: 0 }.plus(size.hi()).plus(size.lo());
    for q in [quotient.hi(), quotient.lo()] {
        for d in [divisor.hi(), divisor.lo()] {
            let (product, error) = two_prod(q, d);
            rest = rest.plus(-product).plus(-error);
        }
    }
    let less = rest.plus(-divisor.hi()).plus(-divisor.lo());
    let more = rest.plus(divisor.hi()).plus(divisor.lo());
    let (is_less, is_more) = (zero.less_or_equal(less.rounded()), rest.rounded().less(zero));
    let rest = rest.nearest();
    let rest = DoubleWord::select(is_more, more.nearest(), rest);
    let rest = DoubleWord::select(is_less, less.nearest(), rest);
    let rest = DoubleWord::select(x.hi().less(zero), -rest, rest);
    let rest = DoubleWord::select(size.less(divisor), x, rest);
    let infinity = zero.constant(f64::INFINITY);
    let limit = zero.constant(two_to(2 * W::PRECISION as i32 - 4));
    let is_defined = size.hi().less(infinity) & zero.less(divisor.hi()) & quotient.hi().less(limit);
    DoubleWord::select(is_defined, rest, DoubleWord::from_word(zero.constant(f64::NAN)))
}

impl<W: Word> DoubleWord<W> {
    /// The remainder of the division by `divisor`, `x − y·trunc(x/y)`, with the sign of `self`, on every word.
    ///
    /// It equals `self % divisor` as long as |x/y| < 2^(2p − 4): 2^44 for words of `f32`, 2^102 for words of `f64`. Above
    /// it is NaN. It is exact if the remainder is a double-word, as it is for operands whose words lie close together.
    /// 800 flops. Range: products of words of quotient and divisor must be in range.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// let [x, y]: [DoubleDouble; 2] = [5.5.into(), (-2.0).into()];
    /// assert_eq!(x.rem_bounded(y), 1.5);
    /// assert_eq!((-x).rem_bounded(y), -1.5);
    /// assert!(DoubleDouble::from(1e40).rem_bounded(y).is_nan());
    /// ```
    #[inline]
    pub fn rem_bounded(self, divisor: Self) -> Self {
        rem_bounded(self, divisor)
    }
}
