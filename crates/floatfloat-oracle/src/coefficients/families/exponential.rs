//! The constants of e^x, 2^x, 10^x and of the hyperbolic functions.

use super::{
    Simple, integer, ln_of, number, over, reciprocal_factorial, series, table, thirds, value,
};
use crate::coefficients::Family;
use floatfloat::elementary::Function;
use floatfloat_exact::{Exact, functions::Ball};

pub fn exp() -> Family {
    let entries = vec![
        number("LN_2_EIGHTH", "ln 2/8.", ln_of(2).shifted(-3), 3),
        number("EIGHT_LOG2_E", "8/ln 2.", over(integer(8), ln_of(2)), 1),
        number("LN_2", "ln 2.", ln_of(2), 3),
        number("LN_10", "ln 10.", ln_of(10), 2),
        number("LOG10_2_EIGHTH", "log10 2/8.", over(ln_of(2), ln_of(10)).shifted(-3), 3),
        number("EIGHT_LOG2_10", "8·log2 10.", over(ln_of(10), ln_of(2)).shifted(3), 1),
        table("ROOTS_OF_TWO", "2^(j/8), j = 0 … 7.", roots_of_two(1)),
        thirds("ROOTS_OF_TWO_THIRD", "What is missing from `ROOTS_OF_TWO`.", roots_of_two(1)),
        series(
            "EXPM1",
            "(e^r − 1 − r)/r² on |r| ≤ 0.0434, a little over ln 2/16.",
            Simple {
                taylor: |k| reciprocal_factorial(k + 2),
                interval: ["-0.0434", "0.0434"],
                weight: 1,
                relative_to: "r",
                shape: [(5, 4), (11, 8)],
            },
        ),
    ];
    Family { name: "exp", entries }
}

pub fn hyperbolic() -> Family {
    let entries = vec![
        table("INVERSE_ROOTS", "2^(−j/8), j = 0 … 7.", roots_of_two(-1)),
        thirds("INVERSE_ROOTS_THIRD", "What is missing from `INVERSE_ROOTS`.", roots_of_two(-1)),
        series(
            "SINH",
            "(sinh r/r − 1)/r² in r² for |r| ≤ 0.1301.",
            Simple {
                taylor: |k| reciprocal_factorial(2 * k + 3),
                interval: ["0", "0.01692601"],
                weight: 1,
                relative_to: "r",
                shape: [(3, 2), (7, 4)],
            },
        ),
        series(
            "COSH",
            "(cosh r − 1)/r² in r² for |r| ≤ 0.1301.",
            Simple {
                taylor: |k| reciprocal_factorial(2 * k + 2),
                interval: ["0", "0.01692601"],
                weight: 1,
                relative_to: "1",
                shape: [(3, 2), (7, 5)],
            },
        ),
    ];
    Family { name: "hyperbolic", entries }
}

/// 2^(sign·j/8), j = 0 … 7.
pub(super) fn roots_of_two(sign: i64) -> Vec<Ball> {
    (0..8).map(|j| value(Function::Exp2, &Exact::from_parts(sign * j, -3))).collect()
}
