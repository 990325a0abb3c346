//! The constants and polynomials of the elementary functions, as declarations, and the files that are written
//! from them: `crates/floatfloat/src/elementary/coefficients/`.
//!
//! Values are computed to [`BITS`] bits and rounded once. A polynomial interpolates its function at the
//! Chebyshev nodes; its error with rounded coefficients is proved ([`certify`]) and written into the file.

pub mod certify;
mod families;
mod interpolate;
mod write;

pub use families::families;
pub use write::file;

use floatfloat_exact::{Exact, functions::Ball};
use std::rc::Rc;

/// The precision, in bits, to which values are computed.
pub const BITS: u32 = 800;

/// A file of constants.
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// Its constants.
    pub entries: Vec<Entry>,
}

/// A constant.
pub struct Entry {
    name: &'static str,
    doc: String,
    value: Value,
}

/// The definition of a constant. Where there are two values, the first is for words of 24 bits and the second
/// for words of 53.
enum Value {
    /// A number as the sum of this many words.
    Words(Ball, usize),
    /// Words that are given.
    Given([Vec<f64>; 2]),
    /// A table of double-words.
    Table(Vec<Ball>),
    /// The third words of the entries of a table.
    Thirds(Vec<Ball>),
    /// The digits of a number below 1 in base 2^p, as fractions, and how many of them.
    Digits(Ball, [usize; 2]),
    /// Three words, the first two multiples of 2^-k for these k.
    Grid(Ball, [[i64; 2]; 2]),
    /// Rows of a word and a number on a grid.
    Rows(Vec<(Ball, Ball)>, [[i64; 2]; 2]),
    /// Five words, the first of which has only this many bits.
    ShortFirst(Ball, [u32; 2]),
    /// Rows of four words.
    FourWords(Vec<Ball>),
    /// A polynomial for three words and one for four.
    LongSeries(Box<[[Truncated; 2]; 2]>),
    /// A polynomial.
    Series(Box<[Fit; 2]>),
    /// Rows of a centre, which is a word, and the polynomial around it.
    Pieces([Vec<(f64, Fit)>; 2]),
}

/// A polynomial that approximates a function over an interval.
#[derive(Clone)]
pub struct Fit {
    /// The function.
    pub function: Analytic,
    /// Lower and upper end.
    pub interval: [Ball; 2],
    /// The polynomial's degree.
    pub degree: usize,
    /// How many of the lowest coefficients are double-words.
    pub doubles: usize,
    /// What its errors are relative to.
    pub measure: Measure,
}

/// The first terms of a Taylor series around zero, for results of several words.
pub struct Truncated {
    /// Its coefficients, the lowest power first, and how many words of each are needed.
    pub terms: Vec<(Ball, usize)>,
    /// The coefficient after them.
    pub next: Ball,
    /// The magnitude of each coefficient is at most that of the one before divided by this.
    pub falls: f64,
    /// The largest magnitude of the variable.
    pub reach: f64,
    /// As in [`Measure::Of`].
    pub weight: (u32, &'static str),
}

/// What the errors of a polynomial are relative to.
#[derive(Clone, Copy)]
pub enum Measure {
    /// The named value. The polynomial is multiplied by this power of its variable before it is added to it.
    Of(u32, &'static str),
    /// The function itself, which decreases and is positive.
    Falling,
}

/// A function by its Taylor series around a centre.
#[derive(Clone)]
pub struct Analytic {
    /// The centre of the series.
    pub centre: Ball,
    /// Returns this many first coefficients.
    pub taylor: Rc<dyn Fn(usize) -> Vec<Ball>>,
    /// A bound of the other coefficients.
    pub tail: Tail,
}

/// Bounds of the coefficients of a Taylor series.
#[derive(Clone, Copy)]
pub enum Tail {
    /// The magnitude of each is at most that of the one before divided by this.
    Falls(f64),
    /// The function is at most 1 in magnitude over the disk of this radius: Cauchy's estimate.
    Bounded(f64),
}

/// Bits of the words of each field.
const PRECISIONS: [(&str, u32); 2] = [("narrow", 24), ("wide", 53)];

/// The first words of a number, each of which is what the words before it leave, rounded.
fn words(value: &Ball, precision: u32, count: usize) -> Vec<f64> {
    let sure = value.sure_bits();
    let needed = i64::from(precision) * (count as i64 + 1);
    assert!(value.top().is_none() || sure.is_some_and(|sure| sure > needed), "too few bits");
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

/// The first words of a number, where the first word has only `short` bits.
fn words_after_short(value: &Ball, short: u32, precision: u32, count: usize) -> Vec<f64> {
    let first = value.middle().rounded(short);
    let rest = value - Ball::rounded(&first, BITS);
    let mut words = words(&rest, precision, count - 1);
    words.insert(0, first.to_word());
    words
}

/// The sum of words.
pub(crate) fn exact(words: &[f64]) -> Exact {
    words.iter().map(|&word| Exact::new(word)).sum()
}
