//! The constants and polynomials of the elementary functions, as declarations, and the files that are written
//! from them: `crates/floatfloat/src/elementary/coefficients/`.
//!
//! Values are computed to [`BITS`] bits and rounded once. A polynomial goes through its function's values at the
//! Chebyshev nodes; how far it lies from its function with its coefficients rounded is proved
//! ([`certify`]) and stands in the file.

pub mod certify;
mod families;
mod interpolate;
mod write;

pub use families::families;
pub use write::file;

use floatfloat_exact::{Exact, functions::Ball};

/// To which values are computed.
pub const BITS: u32 = 800;

/// A file of constants.
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// What is in it.
    pub entries: Vec<Entry>,
}

/// A constant.
pub struct Entry {
    name: &'static str,
    doc: String,
    value: Value,
}

/// What a constant is; of two numbers one is for words of 24 bits and one for words of 53.
enum Value {
    /// The sum of so many words.
    Words(Ball, usize),
    /// Each a double-word.
    Table(Vec<Ball>),
    /// The third word of each.
    Thirds(Vec<Ball>),
    /// The digits of a number below 1 in base 2^p, as fractions: so many.
    Digits(Ball, [usize; 2]),
    /// Three words, the first two multiples of 2^-k for these k.
    Grid(Ball, [[i64; 2]; 2]),
    /// Rows of a word and a number on a grid.
    Rows(Vec<(Ball, Ball)>, [[i64; 2]; 2]),
    Series(Series),
}

/// A polynomial that approximates a function with a Taylor series around zero, whose coefficients do not grow.
pub struct Series {
    /// The coefficient of each power.
    pub taylor: fn(u32) -> Ball,
    /// The interval, as decimals.
    pub interval: [&'static str; 2],
    /// The power of the variable by which the polynomial is multiplied before it is added to what is
    /// left of its kernel: errors count with that weight.
    pub weight: u32,
    /// What errors are relative to.
    pub relative_to: &'static str,
    /// Degree, and how many of the lowest coefficients are double-words.
    pub shape: [(usize, usize); 2],
}

/// Bits of the words of each field.
const PRECISIONS: [(&str, u32); 2] = [("narrow", 24), ("wide", 53)];

/// The first words of a number: each is what is left, rounded.
fn words(value: &Ball, precision: u32, count: usize) -> Vec<f64> {
    let mut rest = value.middle();
    let mut word = || {
        let word = rest.rounded(precision);
        rest = rest.clone() - word.clone();
        word.to_word()
    };
    (0..count).map(|_| word()).collect()
}

/// A decimal fraction.
fn decimal(text: &str) -> Ball {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits: i64 = format!("{whole}{fraction}").parse().expect("a decimal fraction");
    let scale = 10i64.pow(fraction.len() as u32);
    let digits = Ball::integer(digits, BITS);
    digits.divided(&Ball::integer(scale, BITS)).expect("a power of ten")
}

/// `numerator/denominator`.
fn ratio(numerator: i64, denominator: i64) -> Ball {
    let numerator = Ball::integer(numerator, BITS);
    numerator.divided(&Ball::integer(denominator, BITS)).expect("a denominator")
}

/// A rational polynomial coefficient, exactly.
pub(crate) fn exact(words: &[f64]) -> Exact {
    words.iter().map(|&word| Exact::new(word)).sum()
}
