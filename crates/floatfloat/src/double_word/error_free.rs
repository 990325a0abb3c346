//! The error-free transforms of [`crate::eft`] as operations: word ∘ word = double-word.

use crate::{
    eft::{two_diff, two_prod, two_prod_dekker, two_sum},
    operation::operation,
};

operation! {
    two_sum as TwoSum,
    name: "two-sum",
    algorithm: "2Sum",
    synonyms: ["Add12", "TwoSum", "Warwick 3"],
    source: "Knuth, TAOCP 2, 4.2.2, theorem B",
    function: Add of WordWord,
    flops: 6,
    bound: exact,
    fma: Unused,
}

operation! {
    two_diff as TwoDiff,
    name: "two-diff",
    algorithm: "2Diff",
    synonyms: ["TwoDiff", "Warwick 5"],
    source: "Knuth, TAOCP 2, 4.2.2, theorem B",
    function: Sub of WordWord,
    flops: 6,
    bound: exact,
    fma: Unused,
}

operation! {
    two_prod as TwoProd,
    name: "two-prod",
    algorithm: "2Prod",
    synonyms: ["TwoProdFMA", "Warwick 4"],
    source: "folklore; Handbook of Floating-Point Arithmetic, 4.4.1",
    function: Mul of WordWord,
    flops: 2,
    bound: exact,
    fma: Shortens,
}

operation! {
    two_prod_dekker as TwoProdDekker,
    name: "two-prod-dekker",
    algorithm: "Dekker's product",
    synonyms: ["Mul12"],
    source: "Dekker 1971; Da Graça & Defour 2006, theorem 4",
    function: Mul of WordWord,
    flops: 17,
    bound: exact,
    fma: Unused,
}
