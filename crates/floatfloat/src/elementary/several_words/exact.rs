//! Powers, roots and logarithms of three and four words that are exact, as for two words.

use super::steps::{Steps, scale};
use crate::{
    elementary::exact::{Modulo, OddPart},
    scaling::two_to,
    word::Word,
};

/// Errors are below 2^20 units of the last place: 2^19.1 of powers, and 2^17.3 of what a logarithm is compared with.
pub(super) fn modulo<N: Steps>() -> Modulo {
    Modulo::new::<N::Word>(21, N::WORDS)
}

/// The number near to `approximation` that is 2^exponent·m for an integer m with this residue, and where m has at most
/// as many bits as the words.
#[inline(always)]
pub(super) fn corrected<N: Steps>(
    approximation: N,
    integer: OddPart<N::Word>,
) -> (N, <N::Word as Word>::Mask) {
    let [a, b, c, d] = approximation.four();
    let (words, fits) = if N::WORDS == 3 {
        let ([a, b, c], fits) = modulo::<N>().corrected([a, b, c], integer);
        ([a, b, c, d], fits)
    } else {
        modulo::<N>().corrected([a, b, c, d], integer)
    };
    (scale(N::first_of(words), integer.exponent), fits)
}

/// Whether all words after the first are so small that they may be errors: at most 2^9 units of the last place.
#[inline(always)]
pub(super) fn is_short<N: Steps>(x: N) -> <N::Word as Word>::Mask {
    let bits = N::WORDS as i32 * N::Word::PRECISION as i32;
    let least = x.hi().abs() * x.hi().constant(two_to(9 - bits));
    x.four()[1].abs().less_or_equal(least)
}
