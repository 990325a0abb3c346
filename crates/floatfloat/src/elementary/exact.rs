//! Results that are numbers of the type: x^n = R for an integer n.
//!
//! A number is 2^e·m for an odd integer m, so that a power is 2^(en)·m^n. An approximation of a power errs by a few
//! units of 2^(en). Therefore the last bits of m^n, which arithmetic modulo a power of two gives, tell which
//! integer it approximates: a correction by the next integers with these last bits is the exact power. In the same
//! way they tell whether a number that is near to a power is this power.

use super::steps::{nearest_integer, significand, sum, vec_sum};
use crate::{
    double_word::DoubleWord, eft::two_prod, rounding::trunc, scaling::two_to, unrolled, word::Word,
};

/// The largest exponent for which a power of 3 has at most `words` words.
pub(super) fn largest_exponent<W: Word>(words: usize) -> f64 {
    // 1/log2 3.
    f64::from((words as f64 * f64::from(W::PRECISION) * 0.63093) as u32)
}

/// The largest exponent for which a power of 5 has at most `words` words.
pub(super) fn largest_exponent_of_five<W: Word>(words: usize) -> f64 {
    // 1/log2 5.
    f64::from((words as f64 * f64::from(W::PRECISION) * 0.43067) as u32)
}

/// Whether a word is an integer of this range, whose ends are small.
#[inline(always)]
pub(super) fn is_integer_between<W: Word>(word: W, least: f64, most: f64) -> W::Mask {
    let in_range =
        word.constant(least).less_or_equal(word) & word.less_or_equal(word.constant(most));
    in_range & word.equal(nearest_integer(word))
}

/// The approximation of an integer times 2^exponent, with the low word rounded to such a number. The integer has at most
/// 2p bits, and the approximation errs by less than half a unit.
#[inline(always)]
pub(super) fn low_rounded<W: Word>(approximation: DoubleWord<W>, exponent: W) -> DoubleWord<W> {
    let magic = exponent.constant(two_to(W::PRECISION as i32 - 1)) * exponent.power_of_two();
    let low = approximation.lo();
    let size = (low.abs() + magic) - magic;
    let low = W::select(low.less(exponent.constant(0.0)), -size, size);
    DoubleWord::from_normalized(approximation.hi(), low)
}

/// Integers modulo 2^bits, each held as a word of at most 2^(bits−1) in magnitude, up to rounding errors of
/// products.
#[derive(Clone, Copy)]
pub(super) struct Modulo {
    bits: i32,
    /// The number of an exponent's bits that count.
    digits: u32,
}

impl Modulo {
    /// For powers of at most `words` words.
    pub fn new<W: Word>(bits: i32, words: usize) -> Self {
        // The powers of an odd number repeat after 2^(bits − 2).
        let digits = (largest_exponent::<W>(words) as u32).ilog2() + 1;
        Modulo { bits, digits: digits.min(bits as u32 - 2) }
    }

    /// The residue of the sum of at most four integers of any size.
    #[inline(always)]
    fn of_sum<W: Word, const N: usize>(self, integers: [W; N]) -> W {
        let residues = unrolled::map(
            integers,
            #[inline(always)]
            |integer| {
                let shifted = integer * integer.constant(two_to(-self.bits));
                (shifted - trunc(shifted)) * integer.constant(two_to(self.bits))
            },
        );
        self.centred(sum(&residues))
    }

    /// The residue of an integer below 2^(p−2+bits).
    #[inline(always)]
    pub fn centred<W: Word>(self, integer: W) -> W {
        let multiple = nearest_integer(integer * integer.constant(two_to(-self.bits)));
        integer - multiple * integer.constant(two_to(self.bits))
    }

    /// The residue of a product of residues.
    #[inline(always)]
    fn product<W: Word>(self, x: W, y: W) -> W {
        if 2 * self.bits <= W::PRECISION as i32 {
            return self.centred(x * y);
        }
        let (high, low) = two_prod(x, y);
        self.centred(high) + low
    }

    /// base^n for an integer n from 0 to [`largest_exponent`].
    #[inline(always)]
    pub fn power<W: Word>(self, base: W, n: W) -> W {
        let one = base.constant(1.0);
        let (mut result, mut square, mut rest) = (one, base, n);
        for digit in 0..self.digits {
            let half = nearest_integer(rest * base.constant(0.5) - base.constant(0.25));
            let is_odd = one.equal(rest - (half + half));
            result = W::select(is_odd, self.product(result, square), result);
            if digit + 1 < self.digits {
                (square, rest) = (self.product(square, square), half);
            }
        }
        result
    }

    /// A positive number as 2^exponent·m for an odd integer m.
    #[inline(always)]
    pub fn parts<W: Word, const N: usize>(self, words: [W; N]) -> OddPart<W> {
        let like = words[0];
        let (exponent, words) = significand(words);
        let mut last = words[0];
        for &word in &words[1..] {
            last = W::select(word.equal(like.constant(0.0)), last, word);
        }
        // The last word as an integer of p bits, halved as often as it is even.
        let digits = like.constant((W::PRECISION - 1).into());
        let shift = digits - last.exponent();
        let mut integer = last.abs() * shift.power_of_two();
        let mut zeros = like.constant(0.0);
        let magic = like.constant(two_to(W::PRECISION as i32 - 1));
        let mut step = if W::PRECISION == 53 { 32 } else { 16 };
        while step > 0 {
            let shorter = integer * like.constant(two_to(-step));
            let is_integer = shorter.equal((shorter + magic) - magic);
            integer = W::select(is_integer, shorter, integer);
            zeros = W::select(is_integer, zeros + like.constant(step.into()), zeros);
            step /= 2;
        }
        let shift = shift - zeros;
        let power = shift.power_of_two();
        let integers = unrolled::map(
            words,
            #[inline(always)]
            |word| word * power,
        );
        OddPart { exponent: exponent - shift, residue: self.of_sum(integers) }
    }

    /// 10^n = 2^n·5^n.
    #[inline(always)]
    pub fn power_of_ten<W: Word>(self, n: W) -> OddPart<W> {
        OddPart { exponent: n, residue: self.power(n.constant(5.0), n) }
    }

    /// x³.
    #[inline(always)]
    pub fn cube_of_parts<W: Word>(self, base: OddPart<W>) -> OddPart<W> {
        let x = base.residue;
        let residue = self.product(self.product(x, x), x);
        OddPart { exponent: base.exponent * x.constant(3.0), residue }
    }

    /// x^n for x = `base`.
    #[inline(always)]
    pub fn power_of_parts<W: Word>(self, base: OddPart<W>, n: W) -> OddPart<W> {
        OddPart { exponent: base.exponent * n, residue: self.power(base.residue, n) }
    }

    /// Whether the number of these words is `expected`, which differs from it by less than 2^(bits−1) units of
    /// 2^exponent.
    #[inline(always)]
    pub fn is<W: Word, const N: usize>(self, words: [W; N], expected: OddPart<W>) -> W::Mask {
        let found = self.parts(words);
        let difference = self.centred(found.residue - expected.residue);
        found.exponent.equal(expected.exponent) & difference.equal(difference.constant(0.0))
    }

    /// Corrects the words of a number that approximates 2^exponent·m for an integer m with this residue, in units of
    /// 2^exponent. Returns also where the integer has at most as many bits as the words. Elsewhere the words have no
    /// meaning.
    #[inline(always)]
    pub fn corrected<W: Word, const N: usize>(
        self,
        words: [W; N],
        integer: OddPart<W>,
    ) -> ([W; N], W::Mask) {
        let half = nearest_integer(integer.exponent * words[0].constant(-0.5));
        let (first, second) = (half.power_of_two(), (-integer.exponent - half).power_of_two());
        let mut integers = unrolled::map(
            words,
            #[inline(always)]
            |word| trunc((word * first) * second),
        );
        let fits =
            integers[0].less_or_equal(words[0].constant(two_to(N as i32 * W::PRECISION as i32)));
        let excess = self.centred(self.of_sum(integers) - integer.residue);
        integers[N - 1] = integers[N - 1] - excess;
        for _ in 1..N {
            vec_sum(&mut integers);
        }
        (integers, fits)
    }
}

/// The number 2^exponent·m for an integer m, of which only a residue is kept.
#[derive(Clone, Copy)]
pub(super) struct OddPart<W> {
    pub exponent: W,
    pub residue: W,
}
