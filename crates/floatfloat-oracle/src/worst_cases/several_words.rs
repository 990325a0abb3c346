//! The worst operands found so far for operations on three and four words; one file for all words.

use floatfloat_exact::{
    hex::{hex, parse_hex},
    several_words::{Pair, Words, Worst},
};
use std::fmt;

/// The first line of the file.
pub const HEADER: &str = "operation,word,x,y,error,of_bound";

/// The file's name.
pub const FILE: &str = "several-words.csv";

/// One line. An operand is written as its words with blanks between them.
#[derive(Clone, Debug, PartialEq)]
pub struct WorstCase {
    /// Name of the operation.
    pub operation: String,
    /// Name of the word.
    pub word: String,
    /// Its operands.
    pub pair: Pair,
    /// Relative error in u^N.
    pub error: f64,
    /// |error| / allowed error.
    pub of_bound: f64,
}

impl WorstCase {
    /// The line for a measured result.
    pub fn new(operation: &str, word: &str, worst: &Worst) -> Self {
        WorstCase {
            operation: operation.into(),
            word: word.into(),
            pair: worst.pair,
            error: worst.verdict.error_u2,
            of_bound: worst.verdict.of_bound,
        }
    }

    /// Reads a line; the error says what is wrong with it.
    fn parse(line: &str) -> Result<Self, String> {
        let fields: Vec<&str> = line.split(',').collect();
        let [operation, word, x, y, error, of_bound] = fields[..] else {
            return Err(format!("`{line}` has {} fields instead of 6", fields.len()));
        };
        let number =
            |text: &str| text.parse().map_err(|_| format!("`{text}` in `{line}` is not a number"));
        Ok(WorstCase {
            operation: operation.into(),
            word: word.into(),
            pair: Pair { x: words(x, line)?, y: words(y, line)? },
            error: number(error)?,
            of_bound: number(of_bound)?,
        })
    }
}

/// At most four words.
fn words(text: &str, line: &str) -> Result<Words, String> {
    let mut words = [0.0; 4];
    for (k, part) in text.split(' ').enumerate() {
        let word = words.get_mut(k).ok_or_else(|| format!("`{text}` in `{line}` is too long"))?;
        *word = parse_hex(part)
            .ok_or_else(|| format!("`{part}` in `{line}` is no hexadecimal number"))?;
    }
    Ok(words)
}

impl fmt::Display for WorstCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |words: Words| {
            let used = words.iter().rposition(|&word| word != 0.0).map_or(1, |last| last + 1);
            words[..used].iter().map(|&word| hex(word)).collect::<Vec<_>>().join(" ")
        };
        let WorstCase { operation, word, pair: Pair { x, y }, error, of_bound } = self;
        write!(f, "{operation},{word},{},{},{error},{of_bound}", text(*x), text(*y))
    }
}

/// The lines of the file; the error describes the first bad line.
///
/// # Errors
/// If the header or a line is malformed.
pub fn parse(text: &str) -> Result<Vec<WorstCase>, String> {
    let mut lines = text.lines();
    if lines.next() != Some(HEADER) {
        return Err(format!("the first line is not `{HEADER}`"));
    }
    lines.map(WorstCase::parse).collect()
}

/// All committed cases.
///
/// # Panics
/// If the built-in file is malformed.
pub fn all() -> Vec<WorstCase> {
    let text = include_str!("../../../../worst-cases/several-words.csv");
    parse(text).unwrap_or_else(|what| panic!("worst-cases/{FILE}: {what}"))
}
