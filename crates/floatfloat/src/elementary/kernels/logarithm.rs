//! The kernels of logarithms.

use super::{Error, Info, Kernel, NONE, Parameter, Range, certified, normalized, one, two};
use crate::{
    double_word::DoubleWord,
    elementary::{coefficients::ln::ARTANH, logarithm::artanh_rest, steps::grown},
    word::Word,
};

/// artanh s/s − 1.
#[derive(Clone, Copy, Debug)]
pub struct ArtanhRest;

impl Kernel for ArtanhRest {
    const INFO: Info = Info {
        name: "artanh-rest",
        what: "artanh s/s − 1, |s| ≤ 1/117, of s with 8u²",
        functions: &["ln", "log2", "log10", "ln_1p"],
        is_result: false,
        result: Range { high: [-1e-12, 2.5e-5], low: 4.0, error: Error::Absolute(0.07) },
    };

    fn parameters(_: usize, _: u32) -> [Parameter; 3] {
        one(normalized([-1.0 / 117.0, 1.0 / 117.0], Error::Relative(8.0)))
    }

    fn approximation(_: usize, precision: u32) -> f64 {
        certified(&ARTANH, precision, 0.0)
    }

    fn apply<W: Word>([s, ..]: [DoubleWord<W>; 3]) -> DoubleWord<W> {
        artanh_rest(s)
    }
}

/// a·artanh s/s.
#[derive(Clone, Copy, Debug)]
pub struct Artanh;

impl Kernel for Artanh {
    const INFO: Info = Info {
        name: "artanh",
        what: "a + a·(artanh s/s − 1), of a without error",
        functions: &["ln", "log2", "log10", "ln_1p"],
        is_result: false,
        result: normalized([0.9, 2.1], Error::Relative(3.1)),
    };
    const PIECES: u32 = 8;

    fn parameters(_: usize, _: u32) -> [Parameter; 3] {
        two(Parameter::Range(normalized([1.0, 2.0], Error::Relative(0.0))), ArtanhRest::INFO.result)
    }

    fn approximation(_: usize, _: u32) -> f64 {
        NONE
    }

    fn apply<W: Word>([leading, rest, _]: [DoubleWord<W>; 3]) -> DoubleWord<W> {
        grown(leading, rest)
    }
}
