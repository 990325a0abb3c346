//! The reduction of huge arguments by Payne and Hanek (1983): x·2/π modulo 4, computed only from the digits of
//! 2/π that matter.
//!
//! The digits of 2/π in base 2^p are constants. A digit is not needed if its product with x is a multiple of 4,
//! or if it contributes less than 2^(2 − 5p). Seven digits are left. A barrel of selects brings them to the
//! front, with one stage for each bit of their position. The low word needs seven digits of its own, because it
//! may be smaller than the high word by any factor.

use super::{
    coefficients::{
        several_words::TWO_OVER_PI_DIGITS as LONGER_DIGITS,
        trig::{HALF_PI, TWO_OVER_PI_DIGITS},
    },
    steps::{fma, nearest_integer, sum, times_constant, vec_sum},
};
use crate::{
    double_word::DoubleWord,
    eft::{two_prod, two_sum},
    scaling::two_to,
    word::Word,
};

/// Digits that matter.
const WINDOW: usize = 7;

/// Words of a product with them.
const WORDS: usize = 2 * WINDOW - 1;

/// Digits of 2/π where there are most of them.
const MOST_DIGITS: usize = LONGER_DIGITS.wide.len();

/// The next multiple of a power of two, for |x| ≤ 2^(p-2) of them.
#[inline(always)]
pub(super) fn nearest_multiple<W: Word>(x: W, power: f64) -> W {
    let magic = x.constant(1.5 * power * (1u64 << (W::PRECISION - 1)) as f64);
    (x + magic) - magic
}

/// x·2/π modulo 4, times 2^factor, from `window` digits of 2/π in base 2^p. The result is the sum of 2·window −
/// 1 words, each at most 2^(4 + factor).
#[inline(always)]
pub(super) fn product<W: Word, const MOST: usize>(
    x: W,
    digits: &[f64],
    window_length: usize,
    factor: i32,
) -> [W; MOST] {
    let p = W::PRECISION as i32;
    let mut window = [x; MOST_DIGITS];
    for k in 0..digits.len() {
        window[k] = x.constant(digits[k]);
    }
    let mut x = x;
    for step in [16usize, 8, 4, 2, 1] {
        if step + window_length > digits.len() {
            continue;
        }
        // From here on the products of the first `step` digits are multiples of 4: the last bit of x is 2^(2 +
        // p·step).
        let from = x.constant(two_to(p + 1 + p * step as i32));
        let beyond = from.less_or_equal(x.abs());
        x = W::select(beyond, x * x.constant(two_to(-p * step as i32)), x);
        // Later stages need only these digits.
        for k in 0..(window_length + step - 1).min(digits.len() - step) {
            window[k] = W::select(beyond, window[k + step], window[k]);
        }
    }
    let mut words = [x; MOST];
    for k in 0..window_length {
        let digit = window[k] * x.constant(two_to(factor - p * k as i32));
        let (high, low) = two_prod(x, digit);
        words[2 * k] = high;
        if k + 1 < window_length {
            words[2 * k + 1] = low;
        }
    }
    // For |x| beyond 2^(p + 2) the first word is a multiple of 8. Otherwise the first three words may be too
    // large for `nearest_multiple`.
    let small = words[0].abs().less(x.constant(two_to(p + 2 + factor)));
    words[0] = W::select(small, words[0], x.constant(0.0));
    for word in &mut words[..3] {
        *word = *word - nearest_multiple(*word, two_to(4 + factor));
    }
    words
}

/// n modulo 4 and r for every finite |x| of at least 2^(p-3). One product with π/2 at the end gives r, with a
/// relative error of at most 1.5u².
#[inline(always)]
pub(super) fn payne_hanek<W: Word>(x: DoubleWord<W>) -> (W, DoubleWord<W>) {
    // An infinite x gives NaN here.
    let digits = TWO_OVER_PI_DIGITS.of::<W>();
    let [of_high, of_low]: [[W; WORDS]; 2] =
        [product(x.hi(), digits, WINDOW, 0), product(x.lo(), digits, WINDOW, 0)];
    let mut terms = [x.hi(); 2 * WORDS];
    for k in 0..WORDS {
        (terms[2 * k], terms[2 * k + 1]) = (of_high[k], of_low[k]);
    }
    vec_sum(&mut terms);
    let n = nearest_integer(terms[0]);
    terms[0] = terms[0] - n;
    // Term k of a pass is the error of a sum of those from k − 1 on before it: each pass takes p bits from the last terms,
    // which are left out where they have come below 2^(4 − 5p).
    for kept in [23, 20, 17] {
        vec_sum(&mut terms[..kept]);
    }
    let third = sum(&terms[2..17]);
    let [c0, c1, c2, ..] = HALF_PI.of(n);
    let fraction = DoubleWord::from_transform(two_sum(terms[0], terms[1]));
    (n, times_constant(fraction, [c0, c1], fma(third, c0, fraction.hi() * c2)))
}
