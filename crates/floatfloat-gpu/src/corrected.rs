//! Correctly rounded quotients and square roots, computed from a machine's inexact ones.
//!
//! Vulkan and WGSL promise a division within 2.5 ulp and a square root as accurate as
//! 1/inversesqrt(x). Here the machine's own result is only the first step:
//!
//! 1. The operands are scaled by powers of two, chosen by comparisons, until no later step can
//!    overflow or underflow.
//! 2. The machine's result, wrong by k ulps, is corrected once with its residual, which 2Prod gives
//!    with a single rounding. The remaining error is ½ + 2k(k + 1)u ulps. If 4k(k + 1)u ≤ 1, the
//!    exact value then lies between the corrected result and one of its neighbours. So three ulps
//!    are allowed for p ≥ 6, eight for p ≥ 9, a thousand in `f32`.
//! 3. The corrected result and its neighbour on the side of the exact value have residuals that
//!    decide, by a comparison, which of them is nearer.
//! 4. The scaling is undone. The quotient may then be subnormal and is rounded a second time. Where this
//!    second rounding finds a tie although the exact quotient is not half-way, the sign of the residual
//!    decides. Quotients are therefore correctly rounded down to the smallest subnormal.
//!
//! The proof that the residuals decide in step 3. For a quotient, the residuals of the two words next to a/b are words
//! (Boldo & Daumas 2003) and proportional to the distances from a/b, and no a/b in the normal range
//! is half-way. For a square root with words s < t = s + ulp on both sides of √a, in units of ulp²:
//! a − s² and t² − a are integers whose sum is 2s/ulp + 1 < 2^(p+1), so at most one of them is
//! rounded, and this does not change which is smaller; √a < s + ½ulp means a − s² ≤ s/ulp, which
//! is equivalent to a − s² being the smaller one.
//!
//! All steps except the first approximation need rounding to nearest, ties to even. On a machine
//! that flushes subnormals, subnormal operands and results are flushed, and all other results are
//! correct.

mod rewrite;

use floatfloat::{Word, eft::two_prod_dekker};

/// a / b rounded to nearest, ties to even, on a machine whose division is not correctly rounded.
/// Infinities, NaN and zeros are those of the machine's division.
///
/// `min_exponent` is emin of the word's format, which must have emax = 1 − emin and, for the
/// scaled steps to be in range, −emin ≥ 5p + 2. 27 flops, two of them divisions, with a fused
/// multiply-add; 73 without.
pub fn quotient<W: Word>(a: W, b: W, min_exponent: i32) -> W {
    let scaled_a = Scaled::new(a, min_exponent);
    let scaled_b = Scaled::new(b, min_exponent);
    let approximation = scaled_a.word / scaled_b.word;

    // With a positive divisor residuals have the sign of what the quotient lacks.
    let x = W::select(b.less(b.constant(0.0)), -scaled_a.word, scaled_a.word);
    let y = scaled_b.word.abs();
    let corrected = approximation + residual(x, approximation, y) / y;
    let (quotient, rest) = nearest(corrected, |quotient| residual(x, quotient, y));

    let back = scaled_a.up * scaled_b.down;
    let forth = scaled_a.down * scaled_b.up;
    let result = rounded_once(quotient, rest, back, forth);
    W::select(a.is_ordinary() & b.is_ordinary(), result, approximation)
}

/// √a rounded to nearest, on a machine whose square root is not correctly rounded. For negative
/// numbers and NaN the result is that of the machine's root.
///
/// `min_exponent` as for [`quotient`]. 14 flops, one of them a square root and one a division, with
/// a fused multiply-add; 56 without.
pub fn square_root<W: Word>(a: W, min_exponent: i32) -> W {
    let scaled = Scaled::new(a, min_exponent);
    let x = scaled.word;

    let approximation = x.sqrt();
    let twice = approximation + approximation;
    let corrected = approximation + residual(x, approximation, approximation) / twice;
    let (root, _) = nearest(corrected, |root| residual(x, root, root));

    let result = root * scaled.up;
    let negative = a.less(a.constant(0.0));
    let special = W::select(negative, a.sqrt(), a);
    W::select(a.is_ordinary() & !negative, result, special)
}

/// A word times a power of two, so that its magnitude is within 2^±`half_step`.
struct Scaled<W> {
    word: W,
    /// The power of two is the square of this.
    down: W,
    /// The inverse of `down`.
    up: W,
}

impl<W: Word> Scaled<W> {
    fn new(word: W, min_exponent: i32) -> Self {
        // A third of the way to the smallest number: two such steps lead from there into the middle.
        let half_step = (W::PRECISION as i32 - min_exponent + 1) / 3;
        let (large, small) = (power_of_two(half_step), power_of_two(-half_step));
        let constant = |value| word.constant(value);
        let is_large = constant(large).less_or_equal(word.abs());
        let is_small = word.abs().less(constant(small));
        let one_of = |if_large, if_small| {
            let otherwise = W::select(is_small, constant(if_small), constant(1.0));
            W::select(is_large, constant(if_large), otherwise)
        };
        let down = one_of(small, large);
        Scaled { word: word * down * down, down, up: one_of(large, small) }
    }
}

/// dividend − quotient · divisor with at most one rounding. The product must be so near to the
/// dividend that their difference is exact.
fn residual<W: Word>(dividend: W, quotient: W, divisor: W) -> W {
    if W::fused() {
        return (-quotient).mul_add(divisor, dividend);
    }
    let (high, low) = two_prod_dekker(quotient, divisor);
    (dividend - high) - low
}

/// Compares `word` with its neighbour on the side given by the sign of its residual. Returns the
/// one with the smaller residual, and that residual.
fn nearest<W: Word>(word: W, residual: impl Fn(W) -> W) -> (W, W) {
    let rest = residual(word);
    // The addend is between half an ulp and one ulp, also below a power of two (Rump, Zimmermann,
    // Boldo, Melquiond 2009), so that the sum is the next word.
    let u = power_of_two(-(W::PRECISION as i32));
    let step = word.abs() * word.constant(u * (1.0 + 2.0 * u));
    let negative = rest.less(rest.constant(0.0));
    let neighbour = word + W::select(negative, -step, step);
    let rest_of_neighbour = residual(neighbour);
    let is_nearer = rest_of_neighbour.abs().less(rest.abs());
    (W::select(is_nearer, neighbour, word), W::select(is_nearer, rest_of_neighbour, rest))
}

/// The word times back², rounded to nearest as if the word still had its residual `rest`, of which
/// only the sign is used. `forth` is 1/back.
///
/// Where the product is subnormal, the rounding may have decided a tie. Then the rounding error is
/// half the smallest subnormal, and if the residual has the sign of the error, the other neighbour
/// is correct. Twice the error shows that it is this large: of all multiples of the error that
/// occur, only the smallest subnormal itself is scaled without rounding.
///
/// A `back` below one is at most 2^-p. If the first of the two products is already subnormal, the
/// second is zero, as it should be.
fn rounded_once<W: Word>(word: W, rest: W, back: W, forth: W) -> W {
    let rounded = word * back * back;
    let error = word - rounded * forth * forth;
    let twice = error + error;
    let unit = twice * back * back;
    let zero = word.constant(0.0);
    let is_half = (unit * forth * forth).equal(twice) & error.abs().less_or_equal(word.abs());
    let same_sign = (zero.less(rest) & zero.less(error)) | (rest.less(zero) & error.less(zero));
    W::select(is_half & same_sign, rounded + unit, rounded)
}

/// 2^exponent, exact; it must be within the normal range of `f64`.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}
