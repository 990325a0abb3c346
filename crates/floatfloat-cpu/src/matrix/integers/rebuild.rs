//! Entries of the product from their residues.

use super::{
    dot::{Signed, Unsigned, dot4},
    lines::power_of_two,
    moduli::{MOST, Plan},
    split::{LANES, Quad, WORDS, magic},
};
use crate::{aligned::AtLine, dispatch::Kernel, prefetch::prefetch};
use fearless_simd::{
    Bytes, Select, Simd, SimdBase, SimdMask, SimdWiden, f64x8, i32x16, i64x8, mask64x8,
};
use floatfloat::{Bits as _, fixed_point, soft::Binary64};

/// The words of sixteen entries of a row: all first words, all second words and so on.
pub(super) type OfPanel = [[f64; LANES]; WORDS];

/// Entries of four rows and one panel of columns of a block.
pub(super) struct Rebuild<'a> {
    pub(super) plan: &'a Plan,
    pub(super) block: OfBlock<'a>,
    /// The first row and the panel, counted from those of the block.
    pub(super) row: usize,
    pub(super) panel: usize,
    /// The scales of the rows.
    pub(super) rows: [i32; 4],
    /// The scales of the columns.
    pub(super) columns: &'a [f64],
    pub(super) result: Words,
    pub(super) words: &'a mut [OfPanel; 4],
}

/// The residues of a block, as signed bytes.
#[derive(Clone, Copy)]
pub(super) struct OfBlock<'a> {
    pub(super) quads: &'a [Quad],
    /// Panels of columns.
    pub(super) width: usize,
    /// Whether quads have a byte for each of four rows: for each modulus those of all rows and panels. Otherwise they have a byte
    /// for each of four moduli: for each row and panel those of all moduli.
    pub(super) by_moduli: bool,
}

/// Panels whose residues the cache gets before they are needed. Those of different moduli are far from each other.
const AHEAD: usize = 4;

/// The residues of four rows: for each row one quad for each group of four moduli.
type Groups = [[Quad; MOST.div_ceil(4)]; 4];

impl OfBlock<'_> {
    #[inline(always)]
    fn groups<S: Simd>(&self, simd: S, plan: &Plan, row: usize, panel: usize, groups: &mut Groups) {
        let OfBlock { quads, width, by_moduli } = *self;
        if !by_moduli {
            for (r, groups) in groups.iter_mut().enumerate() {
                let first = ((row + r) * width + panel) * plan.groups;
                groups[..plan.groups].copy_from_slice(&quads[first..][..plan.groups]);
            }
            return;
        }
        let place = row / 4 * width + panel;
        let plane = quads.len() / plan.moduli.len();
        for group in 0..plan.groups {
            let mut of_moduli = [i32x16::splat(simd, 0); 4];
            for k in 0..4.min(plan.moduli.len() - 4 * group) {
                let quads = &quads[(4 * group + k) * plane..][..plane];
                of_moduli[k] = i32x16::load_array(simd, quads[place]);
                prefetch(quads.as_ptr().wrapping_add(place + AHEAD));
            }
            let of_rows = transposed(of_moduli);
            for r in 0..4 {
                of_rows[r].store_array(&mut groups[r][group]);
            }
        }
    }
}

/// Byte i of lane j of quad k becomes byte k of lane j of quad i.
#[inline(always)]
fn transposed<S: Simd>(quads: [i32x16<S>; 4]) -> [i32x16<S>; 4] {
    const EVEN: i32 = 0x00ff_00ff;
    const LOW: i32 = 0xffff;
    let [a, b, c, d] = quads;
    // The bytes 0 and 2 of two quads in turns, and the bytes 1 and 3.
    let (even, odd) = ((a & EVEN) | ((b & EVEN) << 8), ((a >> 8) & EVEN) | (b & !EVEN));
    let (next_even, next_odd) = ((c & EVEN) | ((d & EVEN) << 8), ((c >> 8) & EVEN) | (d & !EVEN));
    [
        (even & LOW) | (next_even << 16),
        (odd & LOW) | (next_odd << 16),
        ((even >> 16) & LOW) | (next_even & !LOW),
        ((odd >> 16) & LOW) | (next_odd & !LOW),
    ]
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
        let Rebuild { plan, block, row, panel, rows, columns, result, words } = self;
        let AtLine(groups) = &mut AtLine([[[0; LANES]; MOST.div_ceil(4)]; 4]);
        block.groups(simd, plan, row, panel, groups);
        for r in 0..4 {
            let AtLine(digits) = &mut AtLine([[[0.0; 8]; 2]; Plan::PIECES]);
            sum(simd, plan, &groups[r][..plan.groups], digits);
            let mut rest = [[f64x8::splat(simd, 0.0); 2]; Plan::PIECES];
            for k in 0..plan.pieces {
                for half in 0..2 {
                    rest[k][half] = f64x8::load_array(simd, digits[k][half]);
                }
            }
            let rest = &mut rest[..plan.pieces];
            centre(plan, rest);
            let (mut rounded, doubtful) = rounded(simd, rest, result);
            for half in 0..2 {
                if doubtful[half].any_true() {
                    exactly(simd, plan, digits, half, result, &mut rounded);
                }
                let columns = f64x8::from_slice(simd, &columns[8 * half..][..8]);
                let scale = scale(simd, f64x8::splat(simd, -f64::from(rows[r])) - columns);
                let zero = f64x8::splat(simd, 0.0);
                for w in 0..WORDS {
                    rounded[w][half] = rounded[w][half] * scale[0] * scale[1];
                }
                let finite = rounded[0][half].abs().simd_lt(f64x8::splat(simd, f64::INFINITY));
                for w in 1..WORDS {
                    rounded[w][half] = finite.select(rounded[w][half], zero);
                }
                // Two words may add up to the middle between two numbers, also after they were rounded to subnormal numbers.
                for w in (1..result.count).rev() {
                    let (sum, error) = fast_two_sum(rounded[w - 1][half], rounded[w][half]);
                    rounded[w - 1][half] = sum;
                    rounded[w][half] = finite.select(error, zero);
                }
                for w in 0..WORDS {
                    rounded[w][half].store_slice(&mut words[r][w][8 * half..][..8]);
                }
            }
        }
    }
}

/// The sum of all residues times M/m, in digits of 32 bits, lowest first. Every digit is exact, and below 2^45 times its unit.
#[inline(always)]
fn sum<S: Simd>(simd: S, plan: &Plan, residues: &[Quad], digits: &mut [[[f64; 8]; 2]]) {
    let mut bytes = [Unsigned::new(i32x16::splat(simd, 0)); MOST.div_ceil(4)];
    for (bytes, quad) in bytes.iter_mut().zip(residues) {
        let signed = i32x16::load_array(simd, *quad);
        *bytes = Unsigned::new(signed ^ i32::from_ne_bytes([128; 4]));
    }
    for (k, digits) in digits.iter_mut().enumerate().take(plan.pieces) {
        // Four digits of 8 bits.
        let mut sums = [i32x16::splat(simd, 0); 4];
        for (d, sum) in sums.iter_mut().enumerate() {
            *sum = i32x16::splat(simd, plan.starts[4 * k + d]);
        }
        let weights = &plan.digits[4 * k * plan.groups..][..4 * plan.groups];
        for (group, &bytes) in bytes.iter().enumerate().take(plan.groups) {
            for (d, sum) in sums.iter_mut().enumerate() {
                let weights = Signed::splat(simd, weights[d * plan.groups + group]);
                *sum = dot4(simd, *sum, bytes, weights);
            }
        }
        let unit = power_of_two(32 * k as i32);
        let (low, high) = (floats(sums[0] + (sums[1] << 8)), floats(sums[2] + (sums[3] << 8)));
        for half in 0..2 {
            ((high[half] * 65536.0 + low[half]) * unit).store_array(&mut digits[half]);
        }
    }
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
fn centre<S: Simd>(plan: &Plan, digits: &mut [[f64x8<S>; 2]]) {
    let last = plan.pieces - 1;
    for half in 0..2 {
        let top = digits[last][half] + digits[last - 1][half];
        let multiple = (top * plan.inverse_of_product + MAGIC) - MAGIC;
        for k in 0..=last {
            digits[k][half] -= multiple * plan.product[k];
        }
    }
    for k in 1..=last {
        for half in 0..2 {
            let carry = (digits[k - 1][half] + magic(k)) - magic(k);
            digits[k - 1][half] -= carry;
            digits[k][half] += carry;
        }
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
    digits: &mut [[f64x8<S>; 2]],
    result: Words,
) -> ([[f64x8<S>; 2]; WORDS], [mask64x8<S>; 2]) {
    let Words { count, to_odd } = result;
    let zero = f64x8::splat(simd, 0.0);
    let mut terms = [[zero; 2]; WORDS + 1];
    let length = digits.len();
    for w in 0..count {
        terms[w] = add_up(&mut digits[..length - w]);
    }
    for k in 0..length - count {
        for half in 0..2 {
            terms[count][half] += digits[k][half];
        }
    }
    let rest = terms[count];
    for first in 0..count {
        for k in (first..count).rev() {
            for half in 0..2 {
                (terms[k][half], terms[k + 1][half]) = two_sum(terms[k][half], terms[k + 1][half]);
            }
        }
    }
    let mut doubtful = [zero.simd_lt(zero); 2];
    for half in 0..2 {
        // The sum of at most 11 digits has a relative error below 2^-49.
        let unsure = rest[half].abs() * power_of_two(-49);
        for w in 0..count {
            let (word, next) = (terms[w][half], terms[w + 1][half]);
            let unsure = if w + 1 == count { unsure } else { next.abs() * power_of_two(-50) };
            let (above, below) = (word + (next + unsure), word + (next - unsure));
            doubtful[half] |= !(above.simd_eq(word) & below.simd_eq(word));
        }
        if to_odd {
            let (word, rest) = (terms[count - 1][half], terms[count][half]);
            // The rest is zero, or its sign is sure.
            doubtful[half] |= rest.abs().simd_le(unsure) & unsure.simd_gt(zero);
            terms[count - 1][half] = odd(simd, word, rest);
        }
    }
    let mut words = [[zero; 2]; WORDS];
    words[..count].copy_from_slice(&terms[..count]);
    (words, doubtful)
}

/// The sum of digits from the lowest to the highest. The errors of additions replace all but the last digit.
#[inline(always)]
fn add_up<S: Simd>(digits: &mut [[f64x8<S>; 2]]) -> [f64x8<S>; 2] {
    let mut sum = digits[0];
    for k in 1..digits.len() {
        for half in 0..2 {
            (sum[half], digits[k - 1][half]) = two_sum(digits[k][half], sum[half]);
        }
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
    rounded: &mut [[f64x8<S>; 2]; WORDS],
) {
    let mut words = [[0.0; 8]; WORDS];
    for lane in 0..8 {
        let of_entry = words_of_digits(plan, digits.map(|digit| digit[half][lane]), result);
        for (words, word) in words.iter_mut().zip(of_entry) {
            words[lane] = word;
        }
    }
    for (rounded, words) in rounded.iter_mut().zip(words) {
        rounded[half] = f64x8::load_array(simd, words);
    }
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
