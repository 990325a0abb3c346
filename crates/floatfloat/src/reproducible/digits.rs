//! Terms of exact sums as digits, for machines without 64-bit integers.
//!
//! A term, which is a word or the product of two words, is an integer times a power of two. It is cut where
//! digits of 16 bits begin. The pieces are below 2^16 in magnitude, have the sign of the term, and belong to
//! adjacent digits. Therefore sums of up to 2^15 terms fit 32-bit integers, and the order of additions does not
//! matter. A term that is not finite counts 1 in one of three additional digits.
//!
//! ```
//! use floatfloat::{Bits, ReproducibleSum, reproducible::digits::{Layout, of_word}};
//!
//! let layout = Layout::of_words(2);
//! let mut sum = ReproducibleSum::new();
//! for word in [1e300, 1.5, -1e300] {
//!     let term = of_word(Bits::<2>::into_uints(word));
//!     for (place, piece) in (term.digit..).zip(&term.pieces[..layout.pieces]) {
//!         layout.add_to(&mut sum, place as usize, (*piece as i32).into());
//!     }
//! }
//! assert_eq!(sum.to_word::<f64>(), 1.5);
//! ```

use super::ReproducibleSum;
use crate::{soft::limbs, uint32::Uint32, word::Word};

/// Bits of a digit.
pub const BITS: u32 = 16;

/// The most pieces of a term.
pub const MOST_PIECES: usize = 8;

/// Terms that a digit of 32 bits can take.
pub const MOST_TERMS: u32 = 1 << 15;

/// The digits that follow the others: counts of +∞, −∞ and NaN.
pub const SPECIAL: usize = 3;

/// The digits of terms of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The exponent of the last bit of the first digit.
    pub exponent: i32,
    /// Number of digits, without the [`SPECIAL`] ones; the last digit has room for the carry of the digit
    /// before.
    pub digits: usize,
    /// Pieces of a term.
    pub pieces: usize,
}

impl Layout {
    /// For words that consist of `integers` integers: one for `f32`, two for `f64`.
    pub const fn of_words(integers: usize) -> Self {
        let (precision, least, steps) = format(integers);
        Layout::new(least, steps, precision)
    }

    /// For products of two words that consist of `integers` integers each.
    pub const fn of_products(integers: usize) -> Self {
        let (precision, least, steps) = format(integers);
        Layout::new(2 * least, 2 * steps, 2 * precision)
    }

    /// For terms of `bits` bits, in units of 2^`exponent` times at most 2^`steps`.
    const fn new(exponent: i32, steps: u32, bits: u32) -> Self {
        let pieces = (bits + BITS - 1).div_ceil(BITS) as usize;
        Layout { exponent, digits: (steps / BITS) as usize + pieces + 1, pieces }
    }

    /// Number of digits, the special ones included.
    pub const fn total(&self) -> usize {
        self.digits + SPECIAL
    }

    /// Adds the accumulated value of the digit at `place` to a sum.
    ///
    /// # Panics
    /// If there is no such digit.
    pub fn add_to(&self, sum: &mut ReproducibleSum, place: usize, value: i64) {
        if value == 0 {
            return;
        }
        if place < self.digits {
            sum.add_integer(value, self.exponent + (place as u32 * BITS) as i32);
            return;
        }
        sum.add_word([f64::INFINITY, f64::NEG_INFINITY, f64::NAN][place - self.digits]);
    }
}

/// Bits of the significand, exponent of the least number, and how many steps of 2 the exponent can rise.
const fn format(integers: usize) -> (u32, i32, u32) {
    match integers {
        1 => (f32::PRECISION, -149, 253),
        2 => (f64::PRECISION, -1074, 2045),
        _ => panic!("words are made of one integer or two"),
    }
}

/// A term: pieces of consecutive digits. In a [`Layout`] with fewer pieces the others are zero.
#[derive(Clone, Copy, Debug)]
pub struct Term<U> {
    /// The place of the first digit.
    pub digit: U,
    /// The pieces, in two's complement.
    pub pieces: [U; MOST_PIECES],
}

impl<U: Uint32> Term<U> {
    /// The term where the mask holds, zero elsewhere.
    #[must_use]
    #[inline(always)]
    pub fn only(mut self, mask: U::Mask) -> Self {
        let zero = self.digit.constant(0);
        for piece in &mut self.pieces {
            *piece = U::select(mask, *piece, zero);
        }
        self
    }
}

/// A word, given by its bits, the low half first. 36 integer operations for a word of 32 bits, 47 for one of 64.
#[inline(always)]
pub fn of_word<U: Uint32, const N: usize>(bits: [U; N]) -> Term<U> {
    let word = unpacked(bits);
    let kind = kind(word.negative, word.nan);
    term(Layout::of_words(N), word, kind)
}

/// The product of two words, given by their bits. 72 integer operations for words of 32 bits, 118 for words of
/// 64, where each high half of a product counts as one.
#[inline(always)]
pub fn of_product<U: Uint32, const N: usize, const D: usize>(x: [U; N], y: [U; N]) -> Term<U> {
    const { assert!(D == 2 * N, "a product has twice as many limbs") }
    let (x, y) = (unpacked(x), unpacked(y));
    let zero = x.exponent.constant(0);
    let vanishes = |of: &Unpacked<U, N>| limbs::any(of.significand).equal(zero);
    let negative = (x.negative & !y.negative) | (y.negative & !x.negative);
    let nan = x.nan | y.nan | (!x.finite & vanishes(&y)) | (!y.finite & vanishes(&x));
    let product: Unpacked<U, D> = Unpacked {
        negative,
        significand: limbs::multiply(x.significand, y.significand),
        exponent: x.exponent.wrapping_add(y.exponent),
        finite: x.finite & y.finite,
        nan,
    };
    term(Layout::of_products(N), product, kind(negative, nan))
}

/// Whether a word, given by its bits, is neither infinite nor NaN.
#[inline(always)]
pub fn is_finite<U: Uint32, const N: usize>(bits: [U; N]) -> U::Mask {
    let magnitude = bits[N - 1] & bits[N - 1].constant(0x7fff_ffff);
    magnitude.less(magnitude.constant(INFINITY[N - 1]))
}

/// The highest integer of an infinite word.
const INFINITY: [u32; 2] = [0x7f80_0000, 0x7ff0_0000];

/// Bits of the fraction in the highest integer.
const FRACTION: [u32; 2] = [23, 20];

/// A number as ±significand·2^exponent, in units of the least positive number.
struct Unpacked<U: Uint32, const N: usize> {
    negative: U::Mask,
    significand: [U; N],
    exponent: U,
    finite: U::Mask,
    nan: U::Mask,
}

#[inline(always)]
fn unpacked<U: Uint32, const N: usize>(bits: [U; N]) -> Unpacked<U, N> {
    let constant = |value| bits[0].constant(value);
    let (zero, one) = (constant(0), constant(1));
    let magnitude = bits[N - 1] & constant(0x7fff_ffff);
    let hidden = 1 << FRACTION[N - 1];
    let biased = magnitude.shift_right(constant(FRACTION[N - 1]));
    let fraction = magnitude & constant(hidden - 1);
    let subnormal = biased.equal(zero);
    let mut significand = bits;
    significand[N - 1] = U::select(subnormal, fraction, fraction | constant(hidden));
    let mut rest = bits;
    rest[N - 1] = fraction;
    let finite = magnitude.less(constant(INFINITY[N - 1]));
    Unpacked {
        negative: magnitude.less(bits[N - 1]),
        significand,
        exponent: U::select(subnormal, zero, biased.wrapping_sub(one)),
        finite,
        nan: !finite & !limbs::any(rest).equal(zero),
    }
}

/// The special digit to which a value that is not finite belongs; a function of any integer of the machine.
#[inline(always)]
fn kind<U: Uint32>(negative: U::Mask, nan: U::Mask) -> impl Fn(U) -> U {
    move |any| {
        let infinite = U::select(negative, any.constant(1), any.constant(0));
        U::select(nan, any.constant(2), infinite)
    }
}

#[inline(always)]
fn term<U: Uint32, const N: usize>(
    layout: Layout,
    number: Unpacked<U, N>,
    kind: impl Fn(U) -> U,
) -> Term<U> {
    let Unpacked { negative, mut significand, exponent, finite, .. } = number;
    let constant = |value| exponent.constant(value);
    let zero = constant(0);
    // A value that is not finite counts 1 in a digit of its own.
    for (place, limb) in significand.iter_mut().enumerate() {
        *limb = U::select(finite, *limb, constant(u32::from(place == 0)));
    }
    let special = kind(exponent).wrapping_add(constant(layout.digits as u32));
    let digit = U::select(finite, exponent.shift_right(constant(BITS.ilog2())), special);
    let shift = U::select(finite, exponent & constant(BITS - 1), zero);
    let sign = U::select(negative & finite, constant(u32::MAX), zero);
    let rest = constant(32).wrapping_sub(shift);
    let mut pieces = [zero; MOST_PIECES];
    for (place, piece) in pieces[..layout.pieces].iter_mut().enumerate() {
        let limb = place / 2;
        let below = limb.checked_sub(1).map(|limb| significand[limb].shift_right(rest));
        let here = significand.get(limb).map(|limb| limb.shift_left(shift));
        let shifted = match (below, here) {
            (Some(below), Some(here)) => below | here,
            (below, here) => below.or(here).unwrap_or(zero),
        };
        let bits = match place % 2 {
            0 => shifted & constant(0xffff),
            _ => shifted.shift_right(constant(BITS)),
        };
        *piece = (bits ^ sign).wrapping_sub(sign);
    }
    Term { digit, pieces }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bits, random::SplitMix64};

    /// Any bits, the borders of the format more often than chance has them.
    fn operand(random: &mut SplitMix64) -> f64 {
        let bits = random.bits();
        match bits % 8 {
            0 => f64::from_bits(bits & (1 << 63 | 0xff)),
            1 => f64::from_bits(bits | 0x7ff << 52),
            2 => [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY][(bits >> 8) as usize % 4],
            3 => [f64::MAX, f64::MIN, f64::MIN_POSITIVE, 1.0][(bits >> 8) as usize % 4],
            _ => f64::from_bits(bits),
        }
    }

    fn added(layout: Layout, terms: &[Term<u32>]) -> ReproducibleSum {
        let mut sum = ReproducibleSum::new();
        for term in terms {
            assert!(term.pieces[layout.pieces..].iter().all(|&piece| piece == 0));
            for (place, &piece) in (term.digit as usize..).zip(&term.pieces[..layout.pieces]) {
                assert!((piece as i32).unsigned_abs() < 1 << BITS);
                layout.add_to(&mut sum, place, i64::from(piece as i32));
            }
        }
        sum
    }

    /// NaN or not, the same sum.
    fn same(one: &ReproducibleSum, other: &ReproducibleSum) -> bool {
        one.to_bytes()[8..] == other.to_bytes()[8..]
            && one.to_word::<f64>().to_bits() == other.to_word::<f64>().to_bits()
    }

    #[test]
    fn the_digits_of_terms_are_the_terms() {
        let mut random = SplitMix64::new(7);
        for _ in 0..200_000 {
            let [x, y] = [operand(&mut random), operand(&mut random)];
            let mut expected = ReproducibleSum::new();
            expected.add_word(x);
            let bits = |word: f64| Bits::<2>::into_uints(word);
            let word = added(Layout::of_words(2), &[of_word(bits(x))]);
            assert!(same(&word, &expected), "{x:e}");
            let mut expected = ReproducibleSum::new();
            expected.add_product(x, y);
            let product = added(Layout::of_products(2), &[of_product::<_, 2, 4>(bits(x), bits(y))]);
            assert!(same(&product, &expected), "{x:e} · {y:e}");

            let [x, y] = [x.to_bits() as u32, y.to_bits() as u32];
            let [wide_x, wide_y] = [x, y].map(|bits| f64::from(f32::from_bits(bits)));
            let mut expected = ReproducibleSum::new();
            expected.add_word(wide_x);
            assert!(same(&added(Layout::of_words(1), &[of_word([x])]), &expected), "{x:#x}");
            let mut expected = ReproducibleSum::new();
            expected.add_product(wide_x, wide_y);
            let product = added(Layout::of_products(1), &[of_product::<_, 1, 2>([x], [y])]);
            assert!(same(&product, &expected), "{x:#x} · {y:#x}");
        }
    }

    #[test]
    fn every_term_has_its_digits() {
        for (layout, digits, pieces) in [
            (Layout::of_words(1), 19, 3),
            (Layout::of_words(2), 133, 5),
            (Layout::of_products(1), 36, 4),
            (Layout::of_products(2), 264, 8),
        ] {
            assert_eq!((layout.digits, layout.pieces), (digits, pieces));
        }
    }
}
