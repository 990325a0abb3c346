//! Numbers of three and four words as the tests draw them, and their exact values.

use floatfloat::{MultiWord, NativeWord, Word, WordArray};
use floatfloat_exact::{Exact, Random, exact::round_quotient};

/// A number of several native words.
pub trait Number: MultiWord<Word: NativeWord> + PartialOrd + std::fmt::Debug {}

impl<N: MultiWord<Word: NativeWord> + PartialOrd + std::fmt::Debug> Number for N {}

/// The exact value.
pub fn exact<N: Number>(x: N) -> Exact {
    x.parts().into_iter().map(|word| Exact::new(word.into())).sum()
}

/// What rounding word by word makes of a quotient: each word is what those before it leave, rounded to so many
/// bits, fewer next to the smallest number, which is 2^least.
pub fn nearest(
    numerator: &Exact,
    denominator: &Exact,
    words: usize,
    bits: u32,
    least: i32,
) -> Exact {
    let mut rest = numerator.clone();
    let mut sum = Exact::ZERO;
    for _ in 0..words {
        let leading = round_quotient(&rest, denominator, 2000);
        let Some(top) = leading.floor_log2() else { break };
        let room = top + 1 - i64::from(least);
        if room < 0 {
            break;
        }
        let room = room.min(bits.into());
        let word = round_quotient(&rest, denominator, room as u32);
        rest = rest - word.clone() * denominator.clone();
        sum = sum + word;
    }
    sum
}

/// Whether a number is the nearest to a quotient, and normalised.
pub fn is_nearest<N: Number>(found: N, numerator: &Exact, denominator: &Exact) -> bool {
    assert!(found.hi().is_finite(), "{found:?} for {numerator:?} / {denominator:?}");
    let (bits, least) = (N::Word::PRECISION, N::Word::LEAST_EXPONENT);
    exact(found) == nearest(numerator, denominator, N::WORDS, bits, least) && is_normalized(found)
}

/// The bits of all words, zeros after the first without their sign.
pub fn bits<N: Number>(x: N) -> Vec<u64> {
    let first = x.hi().bits();
    let others = x.parts().into_iter().skip(1).map(|word| (word + N::Word::default()).bits());
    std::iter::once(first).chain(others).collect()
}

/// Whether each word is the sum of itself and the next, rounded.
pub fn is_normalized<N: Number>(x: N) -> bool {
    let parts = x.parts();
    parts.as_ref().windows(2).all(|pair| pair[0] + pair[1] == pair[0])
}

/// A word whose leading bit has this exponent, often with few bits or long runs.
pub fn word<F: NativeWord>(random: &mut Random, exponent: i32) -> F {
    let pattern = match random.below(6) {
        0 => 1 << 63,
        1 => !0,
        2 => 1 << 63 | 1 << random.below(63),
        3 => !0 << random.below(64),
        _ => random.bits() | 1 << 63,
    };
    F::rounded(random.one_in(2), pattern, exponent - 63, false)
}

/// A normalised number whose first word has this exponent, with gaps of all sizes, often half a unit.
pub fn number<N: Number>(random: &mut Random, exponent: i32) -> N {
    let p = N::Word::PRECISION as i32;
    let mut at = exponent;
    let parts = WordArray::from_fn(|k| {
        if k > 0 {
            at -= match random.below(8) {
                0 => p,
                1 => p + 1 + random.between(0, 40),
                2 => p + random.between(0, 3),
                3 => return N::Word::default(),
                _ => p + 1,
            };
        }
        if random.one_in(6) {
            return N::Word::rounded(random.one_in(2), 1, at, false);
        }
        word(random, at)
    });
    let number = N::from_parts(parts);
    assert!(is_normalized(number), "{number:?}");
    number
}
