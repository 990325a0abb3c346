//! Entries of the product from their residues.

use super::{
    dot::{Signed, Unsigned, dot4},
    lines::power_of_two,
    moduli::Plan,
    split::{LANES, Quad, magic},
};
use crate::dispatch::Kernel;
use fearless_simd::{Bytes, Select, Simd, SimdBase, SimdWiden, f64x8, i32x16, i64x8};

/// The words of sixteen entries of a row: all first words, all second words and so on.
pub(super) type OfPanel = [[f64; LANES]; 3];

/// Entries of one row of a block.
pub(super) struct Rebuild<'a> {
    pub(super) plan: &'a Plan,
    /// The residues as signed bytes: for each panel of columns one quad for each group of moduli.
    pub(super) residues: &'a [Quad],
    /// The scale of the row.
    pub(super) row: i32,
    /// The scales of the columns.
    pub(super) columns: &'a [f64],
    /// How many words an entry gets.
    pub(super) count: usize,
    pub(super) words: &'a mut [OfPanel],
}

impl Kernel for Rebuild<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Rebuild { plan, residues, row, columns, count, words } = self;
        let panels = residues.chunks_exact(plan.groups).zip(columns.chunks_exact(LANES));
        for ((residues, columns), words) in panels.zip(words) {
            let mut digits = [[[0.0; 8]; 2]; Plan::PIECES];
            sum(simd, plan, residues, &mut digits);
            for half in 0..2 {
                let columns = f64x8::from_slice(simd, &columns[8 * half..][..8]);
                let scale = scale(simd, f64x8::splat(simd, -f64::from(row)) - columns);
                let mut rest = [f64x8::splat(simd, 0.0); Plan::PIECES];
                for (digit, digits) in rest.iter_mut().zip(&digits) {
                    *digit = f64x8::load_array(simd, digits[half]);
                }
                let rest = &mut rest[..plan.pieces];
                centre(plan, rest);
                let mut rounded = [f64x8::splat(simd, 0.0); 3];
                for (w, word) in rounded.iter_mut().enumerate().take(count) {
                    *word = round_off(rest, w, w + 1 == count);
                }
                (rounded[1], rounded[2]) = fast_two_sum(rounded[1], rounded[2]);
                (rounded[0], rounded[1]) = fast_two_sum(rounded[0], rounded[1]);
                (rounded[1], rounded[2]) = fast_two_sum(rounded[1], rounded[2]);
                for word in &mut rounded {
                    *word = *word * scale[0] * scale[1];
                }
                let finite = rounded[0].abs().simd_lt(f64x8::splat(simd, f64::INFINITY));
                let zero = f64x8::splat(simd, 0.0);
                rounded[1] = finite.select(rounded[1], zero);
                rounded[2] = finite.select(rounded[2], zero);
                // Words that were rounded to subnormal numbers need it again.
                let normal = fast_two_sum(rounded[0], rounded[1]);
                rounded[0] = normal.0;
                rounded[1] = finite.select(normal.1, zero);
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
fn floats<S: Simd>(integers: i32x16<S>) -> [f64x8<S>; 2] {
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
    for (digit, &of_product) in digits.iter_mut().zip(&plan.product) {
        *digit -= multiple * of_product;
    }
    for k in 1..plan.pieces {
        let carry = (digits[k - 1] + magic(k)) - magic(k);
        digits[k - 1] -= carry;
        digits[k] += carry;
    }
}

/// Adds the digits from the lowest to the highest, without the last `word` digits. Unless it is the last word, the rounding errors
/// (2Sum) replace the digits.
#[inline(always)]
fn round_off<S: Simd>(digits: &mut [f64x8<S>], word: usize, last: bool) -> f64x8<S> {
    let mut sum = digits[0];
    for k in 1..digits.len() - word {
        let digit = digits[k];
        let next = digit + sum;
        if !last {
            let part = next - digit;
            digits[k - 1] = (digit - (next - part)) + (sum - part);
        }
        sum = next;
    }
    sum
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
