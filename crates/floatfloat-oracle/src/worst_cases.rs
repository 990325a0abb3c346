//! The worst operands found so far, as data: `worst-cases/*.csv`, one file per word, and one for three and four
//! words.
//!
//! `cargo run --release -p floatfloat-oracle --bin worst-cases -- --seconds 60` searches for larger errors and
//! appends them. A line is removed only together with its operation.

pub mod several_words;

use floatfloat_exact::{
    Pair,
    hex::{hex, parse_hex},
    survey::Worst,
};
use std::fmt;

/// The first line of every file.
pub const HEADER: &str = "operation,x_hi,x_lo,y_hi,y_lo,error_u2,of_bound";

const FILES: [(&str, &str); 4] = [
    ("f32", include_str!("../../../worst-cases/f32.csv")),
    ("f64", include_str!("../../../worst-cases/f64.csv")),
    ("f32-no-fma", include_str!("../../../worst-cases/f32-no-fma.csv")),
    ("f64-no-fma", include_str!("../../../worst-cases/f64-no-fma.csv")),
];

/// One line of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct WorstCase {
    /// Name of the operation.
    pub operation: String,
    /// Its operands.
    pub pair: Pair,
    /// Relative error in u².
    pub error_u2: f64,
    /// |error| / allowed error.
    pub of_bound: f64,
}

impl WorstCase {
    /// The line for a measured result.
    pub fn new(operation: &str, worst: &Worst) -> Self {
        WorstCase {
            operation: operation.into(),
            pair: worst.pair,
            error_u2: worst.verdict.error_u2,
            of_bound: worst.verdict.of_bound,
        }
    }

    /// Reads a line; the error says what is wrong with it.
    fn parse(line: &str) -> Result<Self, String> {
        let fields: Vec<&str> = line.split(',').collect();
        let [operation, x_hi, x_lo, y_hi, y_lo, error_u2, of_bound] = fields[..] else {
            return Err(format!("`{line}` has {} fields instead of 7", fields.len()));
        };
        let word = |text: &str| {
            parse_hex(text).ok_or_else(|| format!("`{text}` in `{line}` is no hexadecimal number"))
        };
        let number =
            |text: &str| text.parse().map_err(|_| format!("`{text}` in `{line}` is not a number"));
        Ok(WorstCase {
            operation: operation.into(),
            pair: Pair { x: [word(x_hi)?, word(x_lo)?], y: [word(y_hi)?, word(y_lo)?] },
            error_u2: number(error_u2)?,
            of_bound: number(of_bound)?,
        })
    }
}

impl fmt::Display for WorstCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Pair { x, y } = self.pair;
        let [xh, xl, yh, yl] = [x[0], x[1], y[0], y[1]].map(hex);
        write!(f, "{},{xh},{xl},{yh},{yl},{},{}", self.operation, self.error_u2, self.of_bound)
    }
}

/// The lines of a file; the error describes the first bad line.
pub fn parse(text: &str) -> Result<Vec<WorstCase>, String> {
    let mut lines = text.lines();
    if lines.next() != Some(HEADER) {
        return Err(format!("the first line is not `{HEADER}`"));
    }
    lines.map(WorstCase::parse).collect()
}

/// The cases of all operations on a word, in the order in which they were found; empty for a word without a
/// file.
///
/// # Panics
/// If the built-in file is malformed.
pub fn of_word(word: &str) -> Vec<WorstCase> {
    let file = FILES.iter().find(|(name, _)| *name == word);
    file.map_or_else(Vec::new, |(name, text)| {
        parse(text).unwrap_or_else(|what| panic!("worst-cases/{name}.csv: {what}"))
    })
}

/// The cases of one operation on a word.
pub fn of(operation: &str, word: &str) -> impl Iterator<Item = WorstCase> {
    let operation = operation.to_owned();
    of_word(word).into_iter().filter(move |case| case.operation == operation)
}
