//! The reduction of huge arguments by Payne and Hanek (1983): x·2/π modulo 4 from those digits of 2/π alone
//! that matter.
//!
//! The digits of 2/π in base 2^p are constants. A digit whose product with x is a multiple of 4 is not
//! needed, and one that contributes less than 2^(2 − 5p) is not either: seven are left, which a barrel of
//! selects brings to the front, a stage for each bit of their place. The low word has its own seven, since it
//! may be smaller than the high one by any factor.

use super::{
    coefficients::trig::{HALF_PI, TWO_OVER_PI_DIGITS},
    steps::{fma, modulo_16, nearest_integer, sum, times_constant, vec_sum},
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

/// Digits of 2/π in the format that has most of them.
const MOST_DIGITS: usize = TWO_OVER_PI_DIGITS.wide.len();

/// x·2/π modulo 4 as the sum of these words, each of which is at most 16.
#[inline(always)]
fn product<W: Word>(x: W) -> [W; WORDS] {
    let p = W::PRECISION as i32;
    let digits = TWO_OVER_PI_DIGITS.of::<W>();
    let mut window = [x; MOST_DIGITS];
    for k in 0..digits.len() {
        window[k] = x.constant(digits[k]);
    }
    let mut x = x;
    for step in [16usize, 8, 4, 2, 1] {
        if step + WINDOW > digits.len() {
            continue;
        }
        // From here on the first `step` digits make multiples of 4: the last bit of x is 2^(2 + p·step).
        let from = x.constant(two_to(p + 1 + p * step as i32));
        let beyond = from.less_or_equal(x.abs());
        x = W::select(beyond, x * x.constant(two_to(-p * step as i32)), x);
        // Later stages look at no more of them.
        for k in 0..(WINDOW + step - 1).min(digits.len() - step) {
            window[k] = W::select(beyond, window[k + step], window[k]);
        }
    }
    let mut words = [x; WORDS];
    for k in 0..WINDOW {
        let digit = window[k] * x.constant(two_to(-p * k as i32));
        let (high, low) = two_prod(x, digit);
        words[2 * k] = high;
        if k + 1 < WINDOW {
            words[2 * k + 1] = low;
        }
    }
    // Beyond 2^(p + 2) the first word is a multiple of 8, and the first three may be too large for `modulo_16` else.
    let small = words[0].abs().less(x.constant(two_to(p + 2)));
    words[0] = W::select(small, words[0], x.constant(0.0));
    for word in &mut words[..3] {
        *word = modulo_16(*word);
    }
    words
}

/// n modulo 4 and r for every finite x of at least 2^(p-3), by one product with π/2 at the end: relative error of r
/// ≤ 1.5u².
#[inline(always)]
pub(super) fn payne_hanek<W: Word>(x: DoubleWord<W>) -> (W, DoubleWord<W>) {
    // An infinite x has the product NaN.
    let (of_high, of_low) = (product(x.hi()), product(x.lo()));
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
