//! The kernels of the sine and the cosine.

use super::{Error, Info, Kernel, NONE, Parameter, Range, certified, normalized, one, two};
use crate::{
    double_word::DoubleWord,
    elementary::{
        circular::{cosine, cosine_series, sine, sine_series, square},
        coefficients::trig::{COS, SIN},
    },
    word::Word,
};

/// The largest error that the reduction of trigonometric arguments leaves.
const ANGLE: Error = Error::Relative(1.5);

/// r², |r| ≤ 0.8: 3u² by r and what a product adds.
const SQUARE: Range = Range { high: [0.0, 0.64], low: 1.5, error: Error::Absolute(3.2) };

/// Pieces of r, from 0.8 downwards.
const ANGLES: [[f64; 2]; 4] = [[0.5, 0.8], [0.25, 0.5], [0.125, 0.25], [0.0625, 0.125]];

/// The polynomial of the sine.
#[derive(Clone, Copy, Debug)]
pub struct SineSeries;

impl Kernel for SineSeries {
    const INFO: Info = Info {
        name: "sine-series",
        what: "(sin r/r − 1)/r² in z = r² ≤ 0.64",
        functions: &["sin", "cos", "sin_pi", "cos_pi"],
        is_result: false,
        result: Range { high: [-0.16667, -0.1614], low: 1.0, error: Error::Absolute(0.5) },
    };

    fn parameters(_: usize, _: u32) -> [Parameter; 3] {
        one(SQUARE)
    }

    fn approximation(_: usize, _: u32) -> f64 {
        NONE
    }

    fn apply<W: Word>([z, ..]: [DoubleWord<W>; 3]) -> DoubleWord<W> {
        sine_series(z)
    }
}

/// sin r.
#[derive(Clone, Copy, Debug)]
pub struct Sine;

impl Kernel for Sine {
    const INFO: Info = Info {
        name: "sine",
        what: "r + r³·S, 1/16 ≤ r ≤ 0.8, of r with 1.5u²",
        functions: &["sin", "cos", "sin_pi", "cos_pi"],
        is_result: false,
        result: normalized([0.06, 0.75], Error::Relative(8.2)),
    };
    const CASES: usize = 4;
    const PIECES: u32 = 4;

    fn parameters(case: usize, _: u32) -> [Parameter; 3] {
        two(Parameter::Range(normalized(ANGLES[case], ANGLE)), SineSeries::INFO.result)
    }

    fn approximation(case: usize, precision: u32) -> f64 {
        certified(&SIN, precision, -(case as f64))
    }

    fn apply<W: Word>([r, series, _]: [DoubleWord<W>; 3]) -> DoubleWord<W> {
        sine(r, square(r), series)
    }
}

/// The polynomial of the cosine.
#[derive(Clone, Copy, Debug)]
pub struct CosineSeries;

impl Kernel for CosineSeries {
    const INFO: Info = Info {
        name: "cosine-series",
        what: "(cos r − 1 + r²/2)/r⁴ in z = r² ≤ 0.64",
        functions: &["sin", "cos", "sin_pi", "cos_pi"],
        is_result: false,
        result: Range { high: [0.0407, 0.04167], low: 1.0, error: Error::Absolute(0.2) },
    };

    fn parameters(_: usize, _: u32) -> [Parameter; 3] {
        one(SQUARE)
    }

    fn approximation(_: usize, _: u32) -> f64 {
        NONE
    }

    fn apply<W: Word>([z, ..]: [DoubleWord<W>; 3]) -> DoubleWord<W> {
        cosine_series(z)
    }
}

/// cos r.
#[derive(Clone, Copy, Debug)]
pub struct Cosine;

impl Kernel for Cosine {
    const INFO: Info = Info {
        name: "cosine",
        what: "1 − r²/2 + r⁴·C, |r| ≤ 0.8, of r with 1.5u²",
        functions: &["sin", "cos", "sin_pi", "cos_pi"],
        is_result: false,
        result: normalized([0.65, 1.1], Error::Relative(5.0)),
    };
    const CASES: usize = 5;

    fn parameters(case: usize, _: u32) -> [Parameter; 3] {
        let high = [[0.75, 0.8], [0.7, 0.75], [0.6, 0.7], [0.4, 0.6], [0.0, 0.4]][case];
        two(Parameter::Range(normalized(high, ANGLE)), CosineSeries::INFO.result)
    }

    fn approximation(_: usize, precision: u32) -> f64 {
        certified(&COS, precision, 0.0)
    }

    fn apply<W: Word>([r, series, _]: [DoubleWord<W>; 3]) -> DoubleWord<W> {
        cosine(square(r), series)
    }
}
