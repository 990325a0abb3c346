//! The kernels of elementary functions: the steps from a reduced argument to the parts of a result. Gappa bounds their
//! errors. Functions call them on words in known ranges, so that each kernel can be recorded alone.
//!
//! The input of a kernel has an error. Either the reduction of the argument leaves this error, and the
//! function's documentation derives it, or it is the bound of the kernel before. The approximation error of a
//! polynomial is certified where its coefficients are generated.

mod atan;
mod circular;
mod exp;
mod logarithm;

use super::coefficients::{Coefficients, Table};
use crate::{double_word::DoubleWord, word::Word};
pub use atan::{Atan, AtanRest, AtanSum};
pub use circular::{Cosine, CosineSeries, Sine, SineSeries};
pub use exp::{ExponentialRest, ExponentialSignificand};
pub use logarithm::{Artanh, ArtanhRest};

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
