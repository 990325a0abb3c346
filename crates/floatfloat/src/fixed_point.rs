//! Numbers as integers in fixed point, and back, on machines that have integers of 32 bits.
//!
//! A matrix product in integers begins and ends with these conversions. They are exact but for the roundings that they state, so
//! that their results are the same on every machine.
//!
//! ```
//! use floatfloat::{Bits, fixed_point::{integer, words}, soft::Binary64};
//!
//! // 2.75 · 2^40, and as a number of two words again.
//! let bits = Bits::<2>::into_uints(2.75f64);
//! let number: [u32; 2] = integer::<Binary64, _, 2, 2, 3>(&[bits], 40);
//! assert_eq!(number, [0, 0x2c0]);
//! let [high, low] = words::<Binary64, _, 2, 2, 2>(number, 40u32.wrapping_neg());
//! assert_eq!((high, low), (bits, [0, 0]));
//! ```

#[cfg(test)]
mod tests;

use crate::{
    soft::{
        Format,
        format::Fields,
        limbs,
        pack::{fields, magnitude, round, size},
    },
    uint32::Uint32,
    unrolled::map,
};

/// The fraction to which [`integer`] rounds every word, before it rounds their sum: 2^-18.
pub const FRACTION: u32 = 18;

/// Two bits below the fraction of a word: the first bit that is rounded off, and one that stands for all others.
const GUARD: u32 = 2;

/// The integer nearest to the sum of words times 2^`scale`, in two's complement.
///
/// Each word is rounded to a multiple of 2^-18, and the sum to an integer; ties go to even. So the error is at most 1/2, and 2^-19
/// for each word. The magnitude of every word times 2^`scale` is below 2^(32L − 2), and E is L + 1. The words are finite.
///
/// Some 35 + 16L integer operations for a word.
#[inline(always)]
pub fn integer<F: Format<N>, U: Uint32, const N: usize, const L: usize, const E: usize>(
    words: &[[U; N]],
    scale: U,
) -> [U; L] {
    const { assert!(E == L + 1, "one limb for the fraction") };
    let constant = |value| scale.constant(value);
    let zero = constant(0);
    let mut sum = [zero; E];
    for &word in words {
        let (exponent, significand) = fields::<F, U, N>(magnitude::<F, U, N>(word));
        let significand = limbs::shift_left_by(significand, F::SPARE);
        let mut wide = [zero; E];
        wide[E - N..].copy_from_slice(&significand);
        // The exponent of the highest bit of `wide`, less that of the significand.
        let highest = constant(32 * E as u32 - 1 - FRACTION - GUARD + F::BIAS);
        let count = highest.wrapping_sub(exponent).wrapping_sub(scale);
        let term = nearest_even(limbs::shift_right_sticky(wide, count), GUARD);
        let term = limbs::shift_left_by(term, GUARD);
        let negative = constant(F::SIGN).less_or_equal(word[N - 1]);
        sum = limbs::add(sum, limbs::select(negative, negated(term), term));
    }
    let rounded = nearest_even(sum, FRACTION + GUARD);
    core::array::from_fn(
        #[inline(always)]
        |k| rounded[k],
    )
}

/// x / 2^count, rounded to the nearest integer, ties to even. The highest limb loses its sign.
#[inline(always)]
fn nearest_even<U: Uint32, const N: usize>(x: [U; N], count: u32) -> [U; N] {
    let constant = |value| x[0].constant(value);
    let odd = x[0].shift_right(constant(count)) & constant(1);
    let mut half = [constant(0); N];
    half[0] = odd.wrapping_add(constant((1 << (count - 1)) - 1));
    limbs::shift_right_by(limbs::add(x, half), count)
}

#[inline(always)]
fn negated<U: Uint32, const N: usize>(x: [U; N]) -> [U; N] {
    limbs::subtract([x[0].constant(0); N], x).0
}

/// The highest integer of the magnitude of a word, which orders magnitudes unless they are subnormal; 1 for those numbers of two
/// integers whose highest is 0. Zero for zero.
#[inline(always)]
pub fn size_of<F: Format<N>, U: Uint32, const N: usize>(word: [U; N]) -> U {
    size(magnitude::<F, U, N>(word))
}

/// ⌊|x| · 2^(bits − 1 − exponent)⌋, where `field` is the exponent field of the number 2^exponent. |x| is below 2^(exponent + 1), and
/// there are at most 21 bits.
#[inline(always)]
pub fn leading_bits<F: Format<N>, U: Uint32, const N: usize>(
    word: [U; N],
    field: U,
    bits: u32,
) -> U {
    let (exponent, significand) = fields::<F, U, N>(magnitude::<F, U, N>(word));
    let surplus = field.constant(F::FRACTION_BITS + 1 - bits);
    significand[N - 1].shift_right(field.wrapping_sub(exponent).wrapping_add(surplus))
}

/// Σ digits·256^k, in two's complement. The magnitudes of digits are below 2^22; digits after the last are zero.
#[inline(always)]
pub fn of_digits<U: Uint32, const P: usize>(digits: &[U]) -> [U; P] {
    let zero = digits[0].constant(0);
    let [byte, half, low] = map([8, 16, 0xffff], |value| zero.constant(value));
    // 2^16·x / 2^16, rounded down, for −2^31 ≤ x < 2^31.
    let carried = |x: U| {
        let positive = x ^ zero.constant(1 << 31);
        positive.shift_right(half).wrapping_sub(zero.constant(1 << 15))
    };
    let mut limbs = [zero; P];
    let mut carry = zero;
    for (limb, digits) in limbs.iter_mut().zip(digits.chunks(4)) {
        let digit = |k: usize| digits.get(k).copied().unwrap_or(zero);
        let first = digit(0).wrapping_add(digit(1).shift_left(byte)).wrapping_add(carry);
        let second = digit(2).wrapping_add(digit(3).shift_left(byte)).wrapping_add(carried(first));
        *limb = (first & low) | second.shift_left(half);
        carry = carried(second);
    }
    let used = digits.len().div_ceil(4);
    if used < P {
        // The sign fills the other limbs.
        limbs[used] = carry;
        let negative = zero.constant(1 << 31).less_or_equal(carry);
        for limb in &mut limbs[used + 1..] {
            *limb = U::select(negative, !zero, zero);
        }
    }
    limbs
}

/// x − q·M, whose magnitude is below M/2·(1 − 2^-16), for some integer q of −25 to 25. `product` is M, whose limbs are the lowest
/// first and have at most 32P − 8 bits.
#[inline(always)]
pub fn reduced<U: Uint32, const P: usize>(x: [U; P], product: [u32; P]) -> [U; P] {
    let constant = |value| x[0].constant(value);
    let used = product.iter().rposition(|&limb| limb != 0).unwrap_or(0);
    let bits = 32 * used as u32 + product[used].ilog2() + 1;
    // 24 bits of M, and as many bits of x less. Their quotient differs from that of x and M by less than 2^-17.
    let leading = limbs::shift_right_by(product, bits - 24)[0];
    let of_x = limbs::shift_right_by(x, bits - 24)[0];
    // Now it is between 0 and 64.
    let positive = of_x.wrapping_add(constant(32 * leading));
    let reciprocal = constant(((1u64 << 51) / u64::from(leading)) as u32);
    let quotient = positive.shift_left(constant(2)).high_product(reciprocal);
    let multiple = quotient.wrapping_add(constant(1 << 20)).shift_right(constant(21));
    let shifted = limbs::add(x, limbs::shift_left_by(product.map(constant), 5));
    limbs::subtract_product(shifted, multiple, product.map(constant), 0)
}

/// x·2^exponent in words: each is the number nearest to what the words before it leave; ties go to even. Then the words are
/// normalised: where two words add up to the middle between two numbers, the first becomes the even one. x is in two's complement. The
/// first word is finite; words of several integers are not subnormal.
///
/// Some 15·P + 80 integer operations for a word.
#[inline(always)]
pub fn words<F: Format<N>, U: Uint32, const N: usize, const P: usize, const W: usize>(
    x: [U; P],
    exponent: U,
) -> [[U; N]; W] {
    const { assert!(P >= N, "as many limbs as a word has") };
    let constant = |value| exponent.constant(value);
    let [zero, one] = map([0, 1], constant);
    let negative = constant(1 << 31).less_or_equal(x[P - 1]);
    let mut rest = limbs::select(negative, negated(x), x);
    let mut sign = U::select(negative, constant(F::SIGN), zero);
    // The exponent field of a number whose first bit is the highest of `rest`.
    let mut field = exponent.wrapping_add(constant(32 * P as u32 - 1 + F::BIAS));
    let mut words = [[zero; N]; W];
    for word in &mut words {
        let (normal, zeros) = limbs::normalized(rest);
        field = field.wrapping_sub(zeros);
        let mut significand = [zero; N];
        significand.copy_from_slice(&normal[P - N..]);
        if P > N {
            let mut below = normal[0];
            for &limb in &normal[1..P - N] {
                below = below | limb;
            }
            significand = limbs::with_sticky(significand, !below.equal(zero));
        }
        *word = round::<F, U, N>(field, significand);
        word[N - 1] = word[N - 1] | sign;
        let is_zero = normal[P - 1].equal(zero);
        *word = limbs::select(is_zero, [zero; N], *word);
        // What the word leaves. Where it was rounded up, that has the other sign.
        let spare = constant((1 << F::SPARE) - 1);
        let odd = significand[0].shift_right(constant(F::SPARE)) & one;
        let dropped = significand[0] & spare;
        let up = constant(1 << (F::SPARE - 1)).less(dropped.wrapping_add(odd));
        rest = normal;
        for limb in &mut rest[P - N + 1..] {
            *limb = zero;
        }
        rest[P - N] = rest[P - N] & spare;
        let mut unit = [zero; P];
        unit[P - N] = constant(1 << F::SPARE);
        rest = limbs::select(up, limbs::subtract(unit, rest).0, rest);
        sign = U::select(up, sign ^ constant(F::SIGN), sign);
    }
    for k in (1..W).rev() {
        (words[k - 1], words[k]) = normalized::<F, U, N>(words[k - 1], words[k]);
    }
    words
}

/// A word and one that is at most half an ulp of it. If it is just that, the first word becomes even.
#[inline(always)]
fn normalized<F: Format<N>, U: Uint32, const N: usize>(
    word: [U; N],
    next: [U; N],
) -> ([U; N], [U; N]) {
    let constant = |value| word[0].constant(value);
    let [zero, one] = map([0, 1], constant);
    let sign = constant(F::SIGN);
    let fraction = constant(F::FRACTION_BITS);
    let field = (word[N - 1] & constant(F::SIGN - 1)).shift_right(fraction);
    let precision = constant(F::PRECISION);
    let mut half = field.wrapping_sub(precision).shift_left(fraction);
    if N == 1 {
        // Where it is subnormal, 0 if it is no number.
        let place = field.wrapping_add(fraction).wrapping_sub(constant(F::PRECISION + 1));
        half = U::select(precision.less(field), half, one.shift_left(place));
    }
    let mut others = next[N - 1] & constant(F::SIGN - 1) ^ half;
    for &limb in &next[..N - 1] {
        others = others | limb;
    }
    let is_odd = !(word[0] & one).equal(zero);
    let moves = is_odd & others.equal(zero) & !half.equal(zero);
    let away = ((word[N - 1] ^ next[N - 1]) & sign).equal(zero);
    let mut larger = [zero; N];
    larger[0] = one;
    let (larger, smaller) = (limbs::add(word, larger), limbs::decrement(word));
    let moved = limbs::select(away, larger, smaller);
    let mut opposite = next;
    opposite[N - 1] = next[N - 1] ^ sign;
    (limbs::select(moves, moved, word), limbs::select(moves, opposite, next))
}
