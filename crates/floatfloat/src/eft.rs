//! Error-free transforms: a floating-point operation together with its exact rounding error.
//!
//! Notation: ∘ is the machine's operation, RN round to nearest, p the precision of the word, u = 2^-p, ulp the
//! unit in the last place. All transforms need round to nearest and no overflow. Sums need nothing else,
//! because a subnormal sum is exact.

use crate::word::{Step, Word};

/// 2Sum (Knuth, TAOCP 2, 4.2.2, theorem B; Møller 1965; Add12 of Da Graça & Defour, theorem 2;
/// Warwick's algorithm 3): `s = RN(a + b)` and `s + e = a + b` exactly. 6 flops, no branch.
///
/// Holds for any two finite words whose sum does not overflow, in any order of magnitude, under
/// any rule for ties, with one exception: where b is plus or minus the largest finite word, s − a
/// may overflow and e come out infinite or NaN (Boldo, Graillat, Muller 2017). The largest word is
/// safe as a. Not under directed rounding: see [`crate::sim`].
#[inline(always)]
pub fn two_sum<W: Word>(a: W, b: W) -> (W, W) {
    W::step(
        #[inline(always)]
        || two_sum_with(a, b, W::sub_by_fma),
    )
}

/// [`two_sum`] in an algorithm that uses more words than sixteen registers hold. On a processor with [no
/// more](Word::MANY_REGISTERS) registers than that, a fused multiply-add costs more than it saves, because the
/// factor that makes it a subtraction needs a register, too.
#[inline(always)]
pub fn two_sum_of_many<W: Word>(a: W, b: W) -> (W, W) {
    if const { W::MANY_REGISTERS } {
        return two_sum(a, b);
    }
    W::step(
        #[inline(always)]
        || two_sum_with(a, b, W::sub),
    )
}

/// 2Sum, where `sub` does the subtractions whose result is not needed at once.
#[inline(always)]
fn two_sum_with<W: Word>(a: W, b: W, sub: impl Fn(W, W) -> W) -> (W, W) {
    let s = a + b;
    let v = s - a;
    named(Step::Sum, a, b, s, sub(a, s - v) + sub(b, v))
}

/// Fast2Sum (Dekker 1971; Warwick's algorithm 2, QuickTwoSum): `s = RN(a + b)` and
/// `s + e = a + b` exactly, provided that a = 0 or the exponent of a is at least that of b, which
/// `|a| >= |b|` implies, and that the sum does not overflow. 3 flops.
#[inline(always)]
pub fn fast_two_sum<W: Word>(a: W, b: W) -> (W, W) {
    W::step(
        #[inline(always)]
        || {
            let s = a + b;
            named(Step::Sum, a, b, s, b.sub_by_fma(s - a))
        },
    )
}

/// 2Diff (Warwick's algorithm 5): `s = RN(a - b)` and `s + e = a - b` exactly. 6 flops.
/// The same range as [`two_sum`].
#[inline(always)]
pub fn two_diff<W: Word>(a: W, b: W) -> (W, W) {
    W::step(
        #[inline(always)]
        || {
            let s = a - b;
            let v = s - a;
            named(Step::Difference, a, b, s, a.sub_by_fma(s - v) - b.add_by_fma(v))
        },
    )
}

/// Split (Veltkamp 1968, Dekker 1971; theorem 3 of Da Graça & Defour): `a = high + low` exactly,
/// where high has p - s bits and low, with its sign, s - 1, for s = ⌈p/2⌉. 4 flops.
///
/// Round to nearest, any tie rule. Exact for |a| < (1 − 2^-s)·2^(emax + 1 - s), subnormals
/// included; above it (2^s + 1)·a overflows and NaN comes out: use [`split_scaled`] there.
#[inline(always)]
pub fn split<W: Word>(a: W) -> (W, W) {
    let c = a * a.constant(splitter::<W>());
    let big = c - a;
    let high = c - big;
    (high, a - high)
}

/// [`split`] that is exact for large words, too: a large a is scaled by 2^-(s+1), which is exact. 4 flops,
/// three products and two selects.
///
/// `large` is the magnitude from which a is scaled; any power of two from 2^(emin + s + 1) to 2^(emax - s)
/// serves. Exact for |a| < (1 − 2^(s-p-1))·2^(emax + 1); for the few words above, the high part would be
/// 2^(emax + 1), and comes out infinite.
#[inline(always)]
pub fn split_scaled<W: Word>(a: W, large: f64) -> (W, W) {
    let scale = power_of_two(W::PRECISION.div_ceil(2) + 1);
    let one = a.constant(1.0);
    let is_large = a.constant(large).less_or_equal(a.abs());
    let down = W::select(is_large, a.constant(1.0 / scale), one);
    let up = W::select(is_large, a.constant(scale), one);
    let (high, low) = split(a * down);
    (high * up, low * up)
}

/// 2^s + 1, s = ⌈p/2⌉.
const fn splitter<W: Word>() -> f64 {
    power_of_two(W::PRECISION.div_ceil(2)) + 1.0
}

const fn power_of_two(exponent: u32) -> f64 {
    (1u64 << exponent) as f64
}

/// 2Prod with a fused multiply-add (Warwick's algorithm 4): `p = RN(a * b)` and `p + e = a * b`
/// exactly. 2 flops.
///
/// Range: a·b does not overflow, and a·b = 0 or the exponents of a and b (emin for a subnormal) sum
/// to at least emin + p - 1, so that e is a word; |a·b| ≥ 2^(emin + p) suffices.
#[inline(always)]
pub fn two_prod_fused<W: Word>(a: W, b: W) -> (W, W) {
    W::step(
        #[inline(always)]
        || {
            let p = a * b;
            named(Step::Product, a, b, p, a.mul_add(b, -p))
        },
    )
}

/// 2Prod without a fused multiply-add (Dekker 1971; Mul12 of Da Graça & Defour, theorem 4):
/// `p = RN(a * b)` and `p + e = a * b` exactly. 17 flops.
///
/// Range: that of [`two_prod_fused`], that of [`split`] for a and for b, and
/// |a·b| ≤ (1 − 2^(s-p+2))·2^(emax + 1), s = ⌈p/2⌉: the product of the high parts may exceed a·b.
#[inline(always)]
pub fn two_prod_dekker<W: Word>(a: W, b: W) -> (W, W) {
    W::step(
        #[inline(always)]
        || {
            let p = a * b;
            let (a_high, a_low) = split(a);
            let (b_high, b_low) = split(b);
            let e1 = p - a_high * b_high;
            let e2 = e1 - a_low * b_high;
            let e3 = e2 - a_high * b_low;
            named(Step::Product, a, b, p, a_low * b_low - e3)
        },
    )
}

/// 2Prod with the best operation of the word: [`two_prod_fused`] or [`two_prod_dekker`]. Both give the same
/// numbers in the range of both; only the sign of a zero e may differ.
#[inline(always)]
pub fn two_prod<W: Word>(a: W, b: W) -> (W, W) {
    if W::fused() { two_prod_fused(a, b) } else { two_prod_dekker(a, b) }
}

/// A transform's result and its error, which a recording keeps as one step.
#[inline(always)]
fn named<W: Word>(step: Step, a: W, b: W, result: W, error: W) -> (W, W) {
    let [result, error] = W::named(step, [a, b], [result, error]);
    (result, error)
}
