//! The error-free transforms of [`crate::eft`] as operations: word ∘ word = double-word.

use crate::{
    double_word::DoubleWord,
    eft::{two_diff, two_prod, two_prod_dekker, two_sum},
    operation::{Bound, Fma, Function, Info, Operation, Shape},
    word::Word,
};

macro_rules! error_free {
    ($(#[$doc:meta])* $name:ident, $function:ident, $info:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl Operation for $name {
            const INFO: Info = $info;

            #[inline(always)]
            fn apply<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
                DoubleWord::from_transform($function(x.hi(), y.hi()))
            }
        }
    };
}

const SHAPE: Shape = Shape::WordWord;

error_free!(
    /// [`two_sum`] as an [`Operation`].
    TwoSum,
    two_sum,
    Info {
        name: "two-sum",
        algorithm: "2Sum",
        synonyms: &["Add12", "TwoSum", "Warwick 3"],
        source: "Knuth, TAOCP 2, 4.2.2, theorem B",
        function: Function::Add,
        shape: SHAPE,
        flops: 6,
        bound: Bound::Exact,
        fma: Fma::Unused,
    }
);

error_free!(
    /// [`two_diff`] as an [`Operation`].
    TwoDiff,
    two_diff,
    Info {
        name: "two-diff",
        algorithm: "2Diff",
        synonyms: &["TwoDiff", "Warwick 5"],
        source: "Knuth, TAOCP 2, 4.2.2, theorem B",
        function: Function::Sub,
        shape: SHAPE,
        flops: 6,
        bound: Bound::Exact,
        fma: Fma::Unused,
    }
);

error_free!(
    /// [`two_prod`] as an [`Operation`].
    TwoProd,
    two_prod,
    Info {
        name: "two-prod",
        algorithm: "2Prod",
        synonyms: &["TwoProdFMA", "Warwick 4"],
        source: "folklore; Handbook of Floating-Point Arithmetic, 4.4.1",
        function: Function::Mul,
        shape: SHAPE,
        flops: 2,
        bound: Bound::Exact,
        fma: Fma::Shortens,
    }
);

error_free!(
    /// [`two_prod_dekker`] as an [`Operation`].
    TwoProdDekker,
    two_prod_dekker,
    Info {
        name: "two-prod-dekker",
        algorithm: "Dekker's product",
        synonyms: &["Mul12"],
        source: "Dekker 1971; Da Graça & Defour 2006, theorem 4",
        function: Function::Mul,
        shape: SHAPE,
        flops: 17,
        bound: Bound::Exact,
        fma: Fma::Unused,
    }
);
