//! The double-word nearest to the exact value of an operation.

use crate::exact::{Exact, root_down, round_quotient};
use floatfloat::operation::Function;

/// The double-word nearest to the exact value of `function` of the double-words x and y: RN of the exact value,
/// plus RN of the remainder, ties to even, normalised. Words have `precision` bits, and exponents are limited
/// only by `f64`: a low word below 2^-1022 is rounded to the nearest `f64`.
///
/// # Panics
/// If the function is not defined, an operand is not finite, or the high word of the result is
/// beyond the range of `f64`.
pub fn correctly_rounded(function: Function, x: [f64; 2], y: [f64; 2], precision: u32) -> [f64; 2] {
    let exact_x = Exact::from_words(x);
    let exact_y = || Exact::from_words(y);
    match function {
        Function::Add => (exact_x + exact_y()).to_words(precision),
        Function::Sub => (exact_x - exact_y()).to_words(precision),
        Function::Mul => (exact_x * exact_y()).to_words(precision),
        Function::Div => {
            let y = exact_y();
            let high = round_quotient(&exact_x, &y, precision);
            let rest = exact_x - high.clone() * y.clone();
            normalized(high, round_quotient(&rest, &y, precision), precision)
        }
        Function::Sqrt => {
            let high = round_root(&exact_x, &Exact::ZERO, precision);
            let low = round_root(&exact_x, &high, precision);
            normalized(high, low, precision)
        }
    }
}

/// The words of high + low, where high is RN of a number and low RN of the remainder. Where low rounded up to
/// half an ulp, the even neighbour of high replaces high: the same number, normalised. A low word that is too
/// small for a `f64` becomes the nearest `f64`.
pub(crate) fn normalized(high: Exact, low: Exact, precision: u32) -> [f64; 2] {
    let sum = high + low;
    let high = sum.rounded(precision);
    [high.to_word(), (sum - high).to_f64()]
}

/// √x − subtrahend rounded to `precision` bits; the subtrahend is zero or √x rounded.
pub(crate) fn round_root(x: &Exact, subtrahend: &Exact, precision: u32) -> Exact {
    // √x − s = (x − s²) / (√x + s): within a factor of four the leading bit is known.
    let rest = x.clone() - subtrahend.clone() * subtrahend.clone();
    let (Some(top), Some(of_x)) = (rest.floor_log2(), x.floor_log2()) else { return Exact::ZERO };
    let leading = if subtrahend.is_zero() { of_x.div_euclid(2) } else { top - of_x / 2 - 3 };
    let unit = leading - i64::from(precision) - 3;
    let (root, inexact) = root_down(x, unit);
    // A root is never halfway between two words, so that one more bit can stand for the whole remainder.
    let half = Exact::from_parts(i32::from(inexact), unit - 1);
    (root + half - subtrahend.clone()).rounded(precision)
}
