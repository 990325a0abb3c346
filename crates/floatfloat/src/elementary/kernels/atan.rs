//! The kernels of the arctangent.

use super::{Error, Info, Kernel, NONE, Parameter, Range, certified, entry, normalized, one, two};
use crate::{
    double_word::DoubleWord,
    elementary::{
        atan::{atan_rest, sum_with_arctangent},
        coefficients::atan::{ARCTANGENTS, ATAN},
        steps::grown,
    },
    word::Word,
};

/// atan u/u − 1.
#[derive(Clone, Copy, Debug)]
pub struct AtanRest;

impl Kernel for AtanRest {
    const INFO: Info = Info {
        name: "atan-rest",
        what: "atan u/u − 1, |u| ≤ 0.0545, of u with 16u²",
        functions: &["atan", "atan2", "asin", "acos"],
        is_result: false,
        result: Range { high: [-0.001, 1e-12], low: 4.0, error: Error::Absolute(0.5) },
    };

    fn parameters(_: usize, _: u32) -> [Parameter; 3] {
        one(normalized([-0.0545, 0.0545], Error::Relative(16.0)))
    }

    fn approximation(_: usize, precision: u32) -> f64 {
        certified(&ATAN, precision, 0.0)
    }

    fn apply<W: Word>([u, ..]: [DoubleWord<W>; 3]) -> DoubleWord<W> {
        atan_rest(u)
    }
}

/// atan u.
#[derive(Clone, Copy, Debug)]
pub struct Atan;

impl Kernel for Atan {
    const INFO: Info = Info {
        name: "atan-near-0",
        what: "u + u·(atan u/u − 1), of u without error",
        functions: &["atan", "atan2", "asin", "acos"],
        is_result: false,
        result: normalized([0.9, 2.1], Error::Relative(3.6)),
    };
    const PIECES: u32 = 8;

    fn parameters(_: usize, _: u32) -> [Parameter; 3] {
        two(Parameter::Range(normalized([1.0, 2.0], Error::Relative(0.0))), AtanRest::INFO.result)
    }

    fn approximation(_: usize, _: u32) -> f64 {
        NONE
    }

    fn apply<W: Word>([u, rest, _]: [DoubleWord<W>; 3]) -> DoubleWord<W> {
        grown(u, rest)
    }
}

/// atan c + atan u.
#[derive(Clone, Copy, Debug)]
pub struct AtanSum;

impl Kernel for AtanSum {
    const INFO: Info = Info {
        name: "atan-sum",
        what: "atan c + atan u, of atan u without error",
        functions: &["atan", "atan2", "asin", "acos"],
        is_result: false,
        result: normalized([0.05, 0.9], Error::Relative(2.8)),
    };
    const CASES: usize = 7;

    fn parameters(case: usize, precision: u32) -> [Parameter; 3] {
        two(
            entry(&ARCTANGENTS, precision, case + 1),
            normalized([-0.0545, 0.0545], Error::Relative(0.0)),
        )
    }

    fn approximation(_: usize, _: u32) -> f64 {
        NONE
    }

    fn apply<W: Word>([arctangent, angle, _]: [DoubleWord<W>; 3]) -> DoubleWord<W> {
        sum_with_arctangent(arctangent, angle)
    }
}
