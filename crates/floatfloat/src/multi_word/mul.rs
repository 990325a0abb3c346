//! Multiplication of three and four words.

use super::{gates::gates, operation::operation};
use crate::word::Word;

/// x · y of three words by the multiplication network. [`Mul3`] has source, bound and flops.
///
/// Derivation of the bound, to first order, for first words in [1, 2): each rounding costs at most half a unit
/// of the largest value that can occur there. The products of 2Prod and of words cost (1 + 1 + 1)u³, the sums
/// of their errors (1 + 2 + 2)u³ and, with all terms below the second word, (2 + 4 + 8)u³ at most. Neglected
/// are x₁y₂ and x₂y₁, 2u³. The largest ratio of this sum to x₀y₀ is 23.5u³, where both are little above 1. The
/// bound of 8u³ that is given for this network does not hold for the product: an error of 9.1u³ occurs.
///
/// x · y = y · x to the last bit. The longest chain is 18 operations. Range: see [`multi_word`](super).
#[inline(always)]
pub fn mul3<W: Word>(x: [W; 3], y: [W; 3]) -> [W; 3] {
    W::operation("mul3");
    let mut wires = [x[0].constant(0.0); 9];
    gates!(wires of x y: P 0 0 0 1, P 0 1 2 4, P 1 0 3 5, M 0 2 6, M 1 1 7, M 2 0 8);
    gates!(wires:
        T 2 3, A 4 5, A 6 8, T 1 2, A 6 7, F 0 1, A 2 3, A 4 6, A 2 4, T 1 2, F 0 1, F 1 2, F 0 1,
    );
    [wires[0], wires[1], wires[2]]
}

/// x · y of four words by the multiplication network. [`Mul4`] has source, bound and flops.
///
/// The bound is derived as for [`mul3`]: half a unit of the largest value that can occur for each rounding, and
/// 3u⁴ for the neglected products. The largest ratio of their sum to x₀y₀ is 62u⁴, where both first words are
/// little above 1.
///
/// x · y = y · x to the last bit. The longest chain is 37 operations. Range: see [`multi_word`](super).
#[inline(always)]
pub fn mul4<W: Word>(x: [W; 4], y: [W; 4]) -> [W; 4] {
    W::operation("mul4");
    let mut wires = [x[0].constant(0.0); 16];
    gates!(wires of x y:
        P 0 0 0 1, P 0 1 2 4, P 1 0 3 5, P 0 2 6 7, P 1 1 8 9, P 2 0 10 11, M 0 3 12, M 1 2 13,
        M 2 1 14, M 3 0 15,
    );
    gates!(wires:
        T 2 3, T 4 5, T 6 10, A 7 11, A 12 15, A 13 14, T 1 2, T 4 8, A 5 7, A 10 9, A 12 13, F 0 1,
        F 2 3, T 4 6, A 5 12, A 8 10, T 2 4, A 3 8, A 5 6, A 3 4, T 2 3, T 1 2, A 3 5, F 0 1, T 2 3,
        T 1 2, F 0 1, F 2 3, F 1 2, F 0 1, F 2 3, F 1 2, F 2 3,
    );
    [wires[0], wires[1], wires[2], wires[3]]
}

operation! {
    mul3 as Mul3 of TripleWord,
    name: "mul3",
    algorithm: "three-word multiplication network",
    source: "Zhang & Aiken 2025; bound derived here",
    function: Mul, Number,
    flops: 45, 90,
    bound: 25 Derived,
    fma: Shortens,
}

operation! {
    mul4 as Mul4 of QuadWord,
    name: "mul4",
    algorithm: "four-word multiplication network",
    source: "Zhang & Aiken 2025; bound derived here",
    function: Mul, Number,
    flops: 124, 214,
    bound: 65 Derived,
    fma: Shortens,
}
