//! The kernels of exponentials.

use super::{Error, Info, Kernel, NONE, Parameter, certified, entry, normalized, one, two};
use crate::{
    double_word::DoubleWord,
    elementary::{
        coefficients::exp::{EXPM1, ROOTS_OF_TWO},
        exp::{rest_of_exponential, significand},
    },
    word::Word,
};

/// e^r − 1 for a reduced r. Its error is the largest of all reductions, that of [`exp10`](crate::elementary::exp::exp10).
#[derive(Clone, Copy, Debug)]
pub struct ExponentialRest;

impl Kernel for ExponentialRest {
    const INFO: Info = Info {
        name: "exp-rest",
        what: "e^r − 1, |r| ≤ 0.0434, of r with 8u²",
        functions: &["exp", "exp2", "exp10", "exp_m1"],
        is_result: false,
        result: normalized([-0.0425, 0.0444], Error::Absolute(0.6)),
    };

    fn parameters(_: usize, _: u32) -> [Parameter; 3] {
        one(normalized([-0.0434, 0.0434], Error::Relative(8.0)))
    }

    fn approximation(_: usize, precision: u32) -> f64 {
        certified(&EXPM1, precision, -4.5)
    }

    fn apply<W: Word>([r, ..]: [DoubleWord<W>; 3]) -> DoubleWord<W> {
        rest_of_exponential(r)
    }
}

/// An exponential, up to a power of two.
#[derive(Clone, Copy, Debug)]
pub struct ExponentialSignificand;

impl Kernel for ExponentialSignificand {
    const INFO: Info = Info {
        name: "exp-significand",
        what: "t + t·(e^r − 1), t = 2^(j/8)",
        functions: &["exp", "exp2", "exp10"],
        is_result: true,
        result: normalized([0.9, 2.0], Error::Relative(4.0)),
    };
    const CASES: usize = 8;

    fn parameters(case: usize, precision: u32) -> [Parameter; 3] {
        two(entry(&ROOTS_OF_TWO, precision, case), ExponentialRest::INFO.result)
    }

    fn approximation(_: usize, _: u32) -> f64 {
        NONE
    }

    fn apply<W: Word>([root, rest, _]: [DoubleWord<W>; 3]) -> DoubleWord<W> {
        significand(root, rest)
    }
}
