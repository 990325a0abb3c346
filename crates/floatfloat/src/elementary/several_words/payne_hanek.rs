//! The reduction by Payne and Hanek of three and four words, as that of two words: x·2/π modulo 4 from those digits of
//! 2/π alone that matter.
//!
//! A number of n words may be as near to a multiple of π/2 as its last bit, so that n words are lost where n are
//! wanted: 2n + 3 digits are left of 2/π for each word. Words of 24 bits are computed with a factor of 2^64, so that
//! the last of them are not subnormal.

use super::steps::{Steps, constant, times_power};
use crate::{
    eft::two_prod,
    elementary::{
        coefficients::{constants::FRAC_PI_2, several_words::TWO_OVER_PI_DIGITS},
        steps::{sum, vec_sum},
    },
    scaling::two_to,
    word::{RarePath, Word},
};

/// Digits of 2/π in the format that has most of them.
const MOST_DIGITS: usize = TWO_OVER_PI_DIGITS.wide.len();

/// The most digits that matter.
const MOST_IN_WINDOW: usize = 2 * 4 + 3;

/// The most words of a product with them.
const MOST_WORDS: usize = 2 * MOST_IN_WINDOW - 1;

/// The exponent of the factor that products have.
const fn factor<W: Word>() -> i32 {
    if W::PRECISION == 53 { 0 } else { 64 }
}

/// The next multiple of a power of two.
#[inline(always)]
fn nearest_multiple<W: Word>(x: W, power: f64) -> W {
    let magic = x.constant(1.5 * power * (1u64 << (W::PRECISION - 1)) as f64);
    (x + magic) - magic
}

/// x·2/π modulo 4, times the factor, as the sum of 2·window − 1 words, each of which is at most 16 times the factor.
#[inline(always)]
fn product<W: Word>(x: W, digits_in_window: usize) -> [W; MOST_WORDS] {
    let p = W::PRECISION as i32;
    let digits = TWO_OVER_PI_DIGITS.of::<W>();
    let mut window = [x; MOST_DIGITS];
    for k in 0..digits.len() {
        window[k] = x.constant(digits[k]);
    }
    let mut x = x;
    for step in [16usize, 8, 4, 2, 1] {
        if step + digits_in_window > digits.len() {
            continue;
        }
        // From here on the first `step` digits make multiples of 4: the last bit of x is 2^(2 + p·step).
        let from = x.constant(two_to(p + 1 + p * step as i32));
        let beyond = from.less_or_equal(x.abs());
        x = W::select(beyond, x * x.constant(two_to(-p * step as i32)), x);
        // Later stages look at no more of them.
        for k in 0..(digits_in_window + step - 1).min(digits.len() - step) {
            window[k] = W::select(beyond, window[k + step], window[k]);
        }
    }
    let mut words = [x; MOST_WORDS];
    for k in 0..digits_in_window {
        let digit = window[k] * x.constant(two_to(factor::<W>() - p * k as i32));
        let (high, low) = two_prod(x, digit);
        words[2 * k] = high;
        if k + 1 < digits_in_window {
            words[2 * k + 1] = low;
        }
    }
    // Beyond 2^(p + 2) the first word is a multiple of 8, and the first three may be too large for what follows.
    let small = words[0].abs().less(x.constant(two_to(p + 2 + factor::<W>())));
    words[0] = W::select(small, words[0], x.constant(0.0));
    for word in &mut words[..3] {
        *word = *word - nearest_multiple(*word, two_to(4 + factor::<W>()));
    }
    words
}

/// n modulo 4 and r of x = n·π/2 + r for every finite x of at least ½. Relative error of r: that of a product.
#[inline(always)]
pub(super) fn payne_hanek<N: Steps>(x: N) -> (N::Word, N) {
    let window = 2 * N::WORDS + 3;
    let count = 2 * window - 1;
    let mut terms = [x.hi(); 4 * MOST_WORDS];
    let words = x.four();
    for i in 0..N::WORDS {
        // An infinite x has the product NaN.
        let product = product(words[i], window);
        for k in 0..count {
            terms[N::WORDS * k + i] = product[k];
        }
    }
    let terms = &mut terms[..N::WORDS * count];
    vec_sum(terms);
    let n = nearest_multiple(terms[0], two_to(factor::<N::Word>()));
    terms[0] = terms[0] - n;
    // Term k of a pass is the error of a sum of those from k − 1 on before it: each pass brings p more bits to the front,
    // which is as much as x may be near to n·π/2 in n words, and then word after word is taken off.
    for _ in 0..N::WORDS {
        vec_sum(terms);
    }
    for k in 0..N::WORDS {
        vec_sum(&mut terms[k..]);
    }
    let zero = n.constant(0.0);
    let last = N::WORDS - 1;
    let mut fraction = [terms[0], terms[1], terms[2], zero];
    fraction[last] = sum(&terms[last..]);
    let fraction = N::first_of(fraction).settled(terms[0]);
    let down = n.constant(two_to(-factor::<N::Word>()));
    let rest = times_power(fraction.times(constant(&FRAC_PI_2, n)), down);
    (n * down, rest.settled(rest.hi()))
}

/// [`payne_hanek`] of so many words, with zeros behind them: n and r.
pub(super) struct Long<const WORDS: usize>;

macro_rules! long {
    ($($words:literal: $number:ident;)*) => {$(
        impl RarePath<4, 5> for Long<$words> {
            #[inline(always)]
            fn take<W: Word>(words: [W; 4]) -> [W; 5] {
                let x = <crate::multi_word::$number<W> as Steps>::first_of(words);
                let (n, rest) = payne_hanek(x);
                let [a, b, c, d] = rest.four();
                [n, a, b, c, d]
            }
        }
    )*};
}

long! {
    3: TripleWord;
    4: QuadWord;
}
