//! Payne and Hanek's reduction for three and four words: x·2/π modulo 4, computed only from the digits of 2/π
//! that matter, as for two words.
//!
//! A number of n words may be so near to a multiple of π/2 that only its last bit differs. Then the subtraction
//! cancels n words, and n words of the remainder are needed: each word of x is therefore multiplied by 2n + 3
//! digits of 2/π. For words of 24 bits a factor of 2^64 keeps the last digits above the subnormal range.

use super::steps::{Steps, constant, times_power};
use crate::{
    elementary::{
        coefficients::{constants::FRAC_PI_2, several_words::TWO_OVER_PI_DIGITS},
        payne_hanek::{nearest_multiple, product},
        steps::{sum, vec_sum},
    },
    scaling::two_to,
    word::{RarePath, Word},
};

/// The most words of a product with the digits that matter, 2·4 + 3 of them.
const MOST_WORDS: usize = 2 * (2 * 4 + 3) - 1;

/// The exponent of the factor that products have.
const fn factor<W: Word>() -> i32 {
    if W::PRECISION == 53 { 0 } else { 64 }
}

/// n modulo 4 and r of x = n·π/2 + r for every finite x of at least ½. Relative error of r: that of a product.
#[inline(always)]
pub(super) fn payne_hanek<N: Steps>(x: N) -> (N::Word, N) {
    let window = 2 * N::WORDS + 3;
    let count = 2 * window - 1;
    let mut terms = [x.hi(); 4 * MOST_WORDS];
    let words = x.four();
    let digits = TWO_OVER_PI_DIGITS.of::<N::Word>();
    let factor = factor::<N::Word>();
    for i in 0..N::WORDS {
        // An infinite x gives NaN here.
        let product = product::<_, MOST_WORDS>(words[i], digits, window, factor);
        for k in 0..count {
            terms[N::WORDS * k + i] = product[k];
        }
    }
    let terms = &mut terms[..N::WORDS * count];
    vec_sum(terms);
    let n = nearest_multiple(terms[0], two_to(factor));
    terms[0] = terms[0] - n;
    // Term k of a pass is the rounding error of the sum of the terms from k − 1 on. Each pass brings p more
    // bits to the front. `WORDS` passes suffice, because at most as many words cancel where x is near to a
    // multiple of π/2. Then the words of the result are taken off one by one.
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
    let down = n.constant(two_to(-factor));
    let rest = times_power(fraction.times(constant(&FRAC_PI_2, n)), down);
    (n * down, rest.settled(rest.hi()))
}

/// [`payne_hanek`] for `WORDS` words: returns n and r, with zeros behind the words of r.
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
