//! The kernels of elementary functions: the steps from a reduced argument to the parts of a result. Gappa bounds their
//! errors. Functions call them on words in known ranges, so that each kernel can be recorded alone.
//!
//! The input of a kernel has an error. Either the reduction of the argument leaves this error, and the
//! function's documentation derives it, or it is the bound of the kernel before. The approximation error of a
//! polynomial is certified where its coefficients are generated.

use super::{
    atan::{atan_rest, sum_with_arctangent},
    circular::{cosine, cosine_series, sine, sine_series, square},
    coefficients::{
        Coefficients, Table,
        atan::{ARCTANGENTS, ATAN},
        exp::{EXPM1, ROOTS_OF_TWO},
        ln::ARTANH,
        trig::{COS, SIN},
    },
    exp::{rest_of_exponential, significand},
    logarithm::artanh_rest,
    steps::grown,
};
use crate::{double_word::DoubleWord, word::Word};

/// A parameter of a kernel.
#[derive(Clone, Copy, Debug)]
pub enum Parameter {
    /// Any number of a range.
    Range(Range),
    /// An entry of a table: the double-word nearest to a constant.
    Constant([f64; 2]),
    /// None.
    Unused,
}

/// What is known of a double-word.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// The interval of its high word.
    pub high: [f64; 2],
    /// The largest low word, in ulps of the largest high word: ½ for a normalised number.
    pub low: f64,
    /// The distance to the exact number that it represents.
    pub error: Error,
}

/// The error of a number, in units of u².
#[derive(Clone, Copy, Debug)]
pub enum Error {
    /// An absolute error.
    Absolute(f64),
    /// A relative error.
    Relative(f64),
}

/// What is known of a kernel.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// Its name.
    pub name: &'static str,
    /// What it computes.
    pub what: &'static str,
    /// The functions that call it.
    pub functions: &'static [&'static str],
    /// Whether its result is the result of these functions, up to a power of two.
    pub is_result: bool,
    /// The range and the error of its result.
    pub result: Range,
}

/// A kernel, as a type without values.
pub trait Kernel: Copy + 'static {
    /// What is known of it.
    const INFO: Info;
    /// The number of cases, ranges of its parameters that are examined one by one.
    const CASES: usize = 1;
    /// The number of pieces into which the first range is cut.
    const PIECES: u32 = 1;

    /// The parameters, for words of `precision` bits.
    fn parameters(case: usize, precision: u32) -> [Parameter; 3];

    /// The certified error of the polynomial in it, relative to the result, as a binary logarithm; for words of
    /// `precision` bits.
    fn approximation(case: usize, precision: u32) -> f64;

    /// Computes the kernel.
    fn apply<W: Word>(numbers: [DoubleWord<W>; 3]) -> DoubleWord<W>;
}

/// The work to do for each kernel; see [`for_each_kernel`].
pub trait KernelVisitor {
    /// Called once for every kernel, in the order of the list: a kernel follows those whose results it uses.
    fn visit<K: Kernel>(&mut self);
}

/// Calls the visitor with every kernel.
pub fn for_each_kernel(visitor: &mut impl KernelVisitor) {
    visitor.visit::<ExponentialRest>();
    visitor.visit::<ExponentialSignificand>();
    visitor.visit::<ArtanhRest>();
    visitor.visit::<Artanh>();
    visitor.visit::<AtanRest>();
    visitor.visit::<Atan>();
    visitor.visit::<AtanSum>();
    visitor.visit::<SineSeries>();
    visitor.visit::<Sine>();
    visitor.visit::<CosineSeries>();
    visitor.visit::<Cosine>();
}

/// No polynomial.
const NONE: f64 = f64::NEG_INFINITY;

/// The certified error of a polynomial, which contributes to the result with the factor 2^`size`.
fn certified(polynomial: &Coefficients, precision: u32, size: f64) -> f64 {
    size + if precision == 53 { polynomial.wide.error_log2 } else { polynomial.narrow.error_log2 }
}

const fn normalized(high: [f64; 2], error: Error) -> Range {
    Range { high, low: 0.5, error }
}

/// The number that a table has for words of `precision` bits.
fn entry(table: &Table<8>, precision: u32, index: usize) -> Parameter {
    Parameter::Constant(if precision == 53 { table.wide[index] } else { table.narrow[index] })
}

/// One parameter.
const fn one(range: Range) -> [Parameter; 3] {
    [Parameter::Range(range), Parameter::Unused, Parameter::Unused]
}

/// Two parameters.
const fn two(first: Parameter, second: Range) -> [Parameter; 3] {
    [first, Parameter::Range(second), Parameter::Unused]
}

/// e^r − 1 for a reduced r. Its error is the largest of all reductions, that of [`exp10`](super::exp::exp10).
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
