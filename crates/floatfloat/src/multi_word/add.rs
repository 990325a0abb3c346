//! Addition of three and four words.

use super::{gates::gates, operation::operation};
use crate::word::Word;

/// x + y of three words by the addition network. [`Add3`] has source, bound and flops.
///
/// The paper proves the bound. The longest chain is 26 operations. Range: no overflow; there is no lower limit.
#[inline(always)]
pub fn add3<W: Word>(x: [W; 3], y: [W; 3]) -> [W; 3] {
    W::operation("add3");
    let mut wires = [x[0], y[0], x[1], y[1], x[2], y[2]];
    gates!(wires:
        T 0 1, T 2 3, T 4 5, F 0 2, A 1 5, T 3 4, F 0 3, T 1 2, A 2 4, T 2 3, T 1 2, F 0 1, A 2 3,
        F 1 2, F 0 1, F 1 2,
    );
    [wires[0], wires[1], wires[2]]
}

/// x + y of four words by the addition network. [`Add4`] has source, bound and flops.
///
/// The paper proves the bound. The longest chain is 39 operations. Range: no overflow; there is no lower limit.
#[inline(always)]
pub fn add4<W: Word>(x: [W; 4], y: [W; 4]) -> [W; 4] {
    W::operation("add4");
    let mut wires = [x[0], y[0], x[1], y[1], x[2], y[2], x[3], y[3]];
    gates!(wires:
        T 0 1, T 2 3, T 4 5, T 6 7, F 0 2, A 1 7, T 3 4, T 5 6, T 1 6, F 2 3, T 4 5, F 0 2, F 3 4,
        T 1 3, F 2 6, A 4 5, T 1 2, T 3 4, F 0 1, T 2 3, A 4 6, F 1 2, T 3 4, F 0 1, F 2 3, F 1 2,
        A 3 4, F 0 1, F 2 3, F 1 2, F 2 3,
    );
    [wires[0], wires[1], wires[2], wires[3]]
}

operation! {
    add3 as Add3 of TripleWord,
    name: "add3",
    algorithm: "three-word addition network",
    source: "Zhang & Aiken 2025",
    function: Add, Number,
    flops: 63, 63,
    bound: 8 Published,
    fma: Unused,
}

operation! {
    add4 as Add4 of QuadWord,
    name: "add4",
    algorithm: "four-word addition network",
    source: "Zhang & Aiken 2025",
    function: Add, Number,
    flops: 124, 124,
    bound: 16 Published,
    fma: Unused,
}
