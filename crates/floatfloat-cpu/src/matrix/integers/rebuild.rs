//! Entries of the product from their residues.

use super::{
    dot::{Signed, Unsigned, dot4},
    lines::power_of_two,
    moduli::Plan,
    split::{LANES, Quad, WORDS, magic},
};
use crate::dispatch::Kernel;
use fearless_simd::{
    Bytes, Select, Simd, SimdBase, SimdMask, SimdWiden, f64x8, i32x16, i64x8, mask64x8,
};
use floatfloat::{Bits as _, fixed_point, soft::Binary64};

/// The words of sixteen entries of a row: all first words, all second words and so on.
pub(super) type OfPanel = [[f64; LANES]; WORDS];

/// Entries of one row of a block.
pub(super) struct Rebuild<'a> {
    pub(super) plan: &'a Plan,
    /// The residues as signed bytes: for each panel of columns one quad for each group of moduli.
    pub(super) residues: &'a [Quad],
    /// The scale of the row.
    pub(super) row: i32,
    /// The scales of the columns.
    pub(super) columns: &'a [f64],
    pub(super) result: Words,
    pub(super) words: &'a mut [OfPanel],
}

/// The words to which the exact integer X is rounded: each is the number nearest to what the words before it leave of X. Then they are
/// normalised.
#[derive(Clone, Copy)]
pub(super) struct Words {
    /// How many there are, of `f64`.
    pub(super) count: usize,
    /// Whether the last is rounded to odd, so that it can be rounded again, to a shorter word: if it is not exact, it is that
    /// neighbour whose last bit is 1.
    pub(super) to_odd: bool,
}

impl Kernel for Rebuild<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Rebuild { plan, residues, row, columns, result, words } = self;
        let panels = residues.chunks_exact(plan.groups).zip(columns.chunks_exact(LANES));
        for ((residues, columns), words) in panels.zip(words) {
            let mut digits = [[[0.0; 8]; 2]; Plan::PIECES];
            sum(simd, plan, residues, &mut digits);
            for half in 0..2 {
                let columns = f64x8::from_slice(simd, &columns[8 * half..][..8]);
                let scale = scale(simd, f64x8::splat(simd, -f64::from(row)) - columns);
                let mut rest = [f64x8::splat(simd, 0.0); Plan::PIECES];
                for (k, digit) in rest.iter_mut().enumerate() {
                    *digit = f64x8::load_array(simd, digits[k][half]);
                }
                let rest = &mut rest[..plan.pieces];
                centre(plan, rest);
                let (mut rounded, doubtful) = rounded(simd, rest, result);
                if doubtful.any_true() {
                    exactly(simd, plan, &digits, half, result, &mut rounded);
                }
                for word in &mut rounded {
                    *word = *word * scale[0] * scale[1];
                }
                let finite = rounded[0].abs().simd_lt(f64x8::splat(simd, f64::INFINITY));
                let zero = f64x8::splat(simd, 0.0);
                for word in &mut rounded[1..] {
                    *word = finite.select(*word, zero);
                }
                // Two words may add up to the middle between two numbers, also after they were rounded to subnormal numbers.
                for k in (1..result.count).rev() {
                    let normal = fast_two_sum(rounded[k - 1], rounded[k]);
                    rounded[k - 1] = normal.0;
                    rounded[k] = finite.select(normal.1, zero);
                }
                for (words, rounded) in words.iter_mut().zip(rounded) {
                    rounded.store_slice(&mut words[8 * half..][..8]);
                }
            }
        }
    }
}

/// The sum of all residues times M/m, in digits of 32 bits, lowest first. Every digit is exact, and below 2^45 times its unit.
#[inline(always)]
fn sum<S: Simd>(simd: S, plan: &Plan, residues: &[Quad], digits: &mut [[[f64; 8]; 2]]) {
    for (k, digits) in digits.iter_mut().enumerate().take(plan.pieces) {
        let low =
            digit(simd, plan, residues, 4 * k) + (digit(simd, plan, residues, 4 * k + 1) << 8);
        let high =
            digit(simd, plan, residues, 4 * k + 2) + (digit(simd, plan, residues, 4 * k + 3) << 8);
        let unit = power_of_two(32 * k as i32);
        let (low, high) = (floats(low), floats(high));
        for half in 0..2 {
            ((high[half] * 65536.0 + low[half]) * unit).store_array(&mut digits[half]);
        }
    }
}

/// One digit of 8 bits of the sum.
#[inline(always)]
fn digit<S: Simd>(simd: S, plan: &Plan, residues: &[Quad], d: usize) -> i32x16<S> {
    let mut sum = i32x16::splat(simd, plan.starts[d]);
    let weights = &plan.digits[d * plan.groups..][..plan.groups];
    for (quad, &weights) in residues.iter().zip(weights) {
        let bytes = i32x16::load_array(simd, *quad) ^ i32::from_ne_bytes([128; 4]);
        sum = dot4(simd, sum, Unsigned::new(bytes), Signed::splat(simd, weights));
    }
    sum
}

/// The bits of this plus an integer are those of this, plus the integer.
const MAGIC: f64 = magic(0);

#[inline(always)]
pub(super) fn floats<S: Simd>(integers: i32x16<S>) -> [f64x8<S>; 2] {
    let (low, high) = integers.widen();
    [float(low), float(high)]
}

#[inline(always)]
fn float<S: Simd>(integers: i64x8<S>) -> f64x8<S> {
    let sum: f64x8<S> = (integers + MAGIC.to_bits() as i64).bitcast();
    sum - MAGIC
}

/// Subtracts the multiple of M that leaves the entry, and carries, so that no digit exceeds half a unit of the next. All of it is
/// exact. The multiple is found from the two highest digits. The others are below 2^-27·M, and the entry is at least 2^-17·M away
/// from M/2 and −M/2, so that the multiple is right.
#[inline(always)]
fn centre<S: Simd>(plan: &Plan, digits: &mut [f64x8<S>]) {
    let top = digits[plan.pieces - 1] + digits[plan.pieces - 2];
    let multiple = (top * plan.inverse_of_product + MAGIC) - MAGIC;
    for (k, digit) in digits.iter_mut().enumerate() {
        *digit -= multiple * plan.product[k];
    }
    for k in 1..plan.pieces {
        let carry = (digits[k - 1] + magic(k)) - magic(k);
        digits[k - 1] -= carry;
        digits[k] += carry;
    }
}

/// The words of the sum of digits, and whether a word may be wrong, because the sum is very near to the middle between two words.
///
/// For each word the digits are added from the lowest to the highest (2Sum), and their errors replace them. What is left after the
/// last word is added approximately. The words and this rest are added in the same way, until the rounded words add up. Then a
/// test compares each word with what follows it.
#[inline(always)]
fn rounded<S: Simd>(
    simd: S,
    digits: &mut [f64x8<S>],
    result: Words,
) -> ([f64x8<S>; WORDS], mask64x8<S>) {
    let Words { count, to_odd } = result;
    let zero = f64x8::splat(simd, 0.0);
    let mut terms = [zero; WORDS + 1];
    let length = digits.len();
    for (w, term) in terms[..count].iter_mut().enumerate() {
        *term = add_up(&mut digits[..length - w]);
    }
    for &digit in &digits[..length - count] {
        terms[count] += digit;
    }
    // The sum of at most 11 digits has a relative error below 2^-49.
    let unsure = terms[count].abs() * power_of_two(-49);
    for first in 0..count {
        for k in (first..count).rev() {
            (terms[k], terms[k + 1]) = two_sum(terms[k], terms[k + 1]);
        }
    }
    let mut doubtful = zero.simd_lt(zero);
    for w in 0..count {
        let (word, next) = (terms[w], terms[w + 1]);
        let unsure = if w + 1 == count { unsure } else { next.abs() * power_of_two(-50) };
        let equal = (word + (next + unsure)).simd_eq(word) & (word + (next - unsure)).simd_eq(word);
        doubtful |= !equal;
    }
    if to_odd {
        let (word, rest) = (terms[count - 1], terms[count]);
        // The rest is zero, or its sign is sure.
        doubtful |= rest.abs().simd_le(unsure) & unsure.simd_gt(zero);
        terms[count - 1] = odd(simd, word, rest);
    }
    terms[count] = zero;
    let mut words = [zero; WORDS];
    words.copy_from_slice(&terms[..WORDS]);
    (words, doubtful)
}

/// The sum of digits from the lowest to the highest. The errors of additions replace all but the last digit.
#[inline(always)]
fn add_up<S: Simd>(digits: &mut [f64x8<S>]) -> f64x8<S> {
    let mut sum = digits[0];
    for k in 1..digits.len() {
        (sum, digits[k - 1]) = two_sum(digits[k], sum);
    }
    sum
}

/// A word with a rest below half an ulp, rounded to odd.
#[inline(always)]
fn odd<S: Simd>(simd: S, word: f64x8<S>, rest: f64x8<S>) -> f64x8<S> {
    let bits: i64x8<S> = word.bitcast();
    let [none, one] = [0, 1].map(|bit| i64x8::splat(simd, bit));
    let even = (bits & 1).simd_eq(none);
    let zero = f64x8::splat(simd, 0.0);
    let step = (word * rest).simd_gt(zero).select(one, -one);
    let moves = even & !rest.simd_eq(zero);
    (bits + moves.select(step, none)).bitcast()
}

/// The words of doubtful entries, by integers. (It computes all eight; this is rare.)
#[inline(never)]
fn exactly<S: Simd>(
    simd: S,
    plan: &Plan,
    digits: &[[[f64; 8]; 2]; Plan::PIECES],
    half: usize,
    result: Words,
    rounded: &mut [f64x8<S>; WORDS],
) {
    let mut words = [[0.0; 8]; WORDS];
    for lane in 0..8 {
        let of_entry = words_of_digits(plan, digits.map(|digit| digit[half][lane]), result);
        for (words, word) in words.iter_mut().zip(of_entry) {
            words[lane] = word;
        }
    }
    *rounded = words.map(|word| f64x8::load_array(simd, word));
}

/// The words of a sum of digits before its multiple of M is subtracted.
fn words_of_digits(plan: &Plan, digits: [f64; Plan::PIECES], result: Words) -> [f64; WORDS] {
    let mut limbs = [0u32; Plan::PIECES];
    let mut carry = 0i64;
    for (k, (limb, digit)) in limbs.iter_mut().zip(digits).enumerate() {
        let sum = (digit * power_of_two(-32 * k as i32)) as i64 + carry;
        *limb = sum as u32;
        carry = sum >> 32;
    }
    let exact = fixed_point::reduced(limbs, plan.limbs_of_product);
    // One word more than there can be: its sign tells how the word before was rounded.
    let words: [_; WORDS + 1] = fixed_point::words::<Binary64, u32, 2, _, _>(exact, 0);
    let words = words.map(f64::from_uints);
    let Words { count, to_odd } = result;
    core::array::from_fn(|w| {
        let (word, rest) = (words[w], words[w + 1]);
        match w + 1 {
            last if last == count && to_odd => to_odd_word(word, rest),
            place if place <= count => word,
            _ => 0.0,
        }
    })
}

/// A word with a rest below half an ulp, rounded to odd.
pub(super) fn to_odd_word(word: f64, rest: f64) -> f64 {
    let bits = word.to_bits();
    if rest == 0.0 || bits & 1 == 1 {
        return word;
    }
    f64::from_bits(if (word > 0.0) == (rest > 0.0) { bits + 1 } else { bits - 1 })
}

#[inline(always)]
fn two_sum<S: Simd>(a: f64x8<S>, b: f64x8<S>) -> (f64x8<S>, f64x8<S>) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

#[inline(always)]
fn fast_two_sum<S: Simd>(a: f64x8<S>, b: f64x8<S>) -> (f64x8<S>, f64x8<S>) {
    let sum = a + b;
    (sum, b - (sum - a))
}

/// 2^exponent as two factors.
#[inline(always)]
fn scale<S: Simd>(simd: S, exponent: f64x8<S>) -> [f64x8<S>; 2] {
    // Beyond these every entry is infinite or zero.
    let exponent = exponent.max(f64x8::splat(simd, -1480.0)).min(f64x8::splat(simd, 1100.0));
    let half = (exponent * 0.5 + MAGIC) - MAGIC;
    [power(half), power(exponent - half)]
}

#[inline(always)]
fn power<S: Simd>(exponent: f64x8<S>) -> f64x8<S> {
    let bits: i64x8<S> = (exponent + (MAGIC + 1023.0)).bitcast();
    (bits << 52).bitcast()
}
