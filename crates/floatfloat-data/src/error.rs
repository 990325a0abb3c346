//! Errors in the user's data.

mod place;
mod problem;
mod words;

pub use crate::input::format_error::FormatError;
use crate::{spelling::advice, sum_type::SumType};
pub use place::{Place, Position};
pub use problem::ProblemError;
use std::{io, path::PathBuf};
use words::{comma_hint, limits, listed, quoted, wider};
pub(crate) use words::{plural, short};

/// An error in the user's data. The text says what was found, where, and what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file could not be read.
    #[error("cannot read {path}: {source}", path = path.display())]
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// Why it failed.
        source: io::Error,
    },
    /// The caller's progress cancelled the reading.
    #[error("the reading of {path} was cancelled", path = path.display())]
    Cancelled {
        /// Which file.
        path: PathBuf,
    },
    /// Both inputs are standard input.
    #[error("standard input (-) can be {inputs}, not both; write one of them to a file")]
    StandardInputTwice {
        /// Which inputs may be standard input.
        inputs: &'static str,
    },
    /// A column or array is chosen in two ways.
    #[error("choose with --column or with `:{part}` after the file name, not with both")]
    ChosenTwice {
        /// What stood behind the colon.
        part: String,
    },
    /// The input is empty.
    #[error(
        "{source_name} is empty; it should hold numbers, one per line or as CSV with a header, \
         or be a .npy, .npz or Matrix Market file"
    )]
    Empty {
        /// The input.
        source_name: String,
    },
    /// The input has a header, but no rows.
    #[error("{source_name} has a header but no rows of numbers below it")]
    HeaderOnly {
        /// The input.
        source_name: String,
    },
    /// The input has bytes that are not UTF-8 text.
    #[error("{place}: {found}, so this is not a text file; save the data as CSV in UTF-8")]
    NotText {
        /// Where.
        place: Place,
        /// The offending bytes.
        found: String,
    },
    /// A line is longer than that of any table of numbers.
    #[error("{place}: the line is longer than {limit} bytes; put each row on a line of its own")]
    LongLine {
        /// Where.
        place: Place,
        /// The longest line that is read.
        limit: usize,
    },
    /// A quotation mark without its partner.
    #[error("{place}: a quotation mark (\") is opened and not closed on the same line")]
    OpenQuote {
        /// Where.
        place: Place,
    },
    /// A value continues behind its closing quotation mark.
    #[error(
        "{place}: text follows a closing quotation mark (\"); put the whole value between quotation \
         marks, or none of it"
    )]
    TextAfterQuote {
        /// Where.
        place: Place,
    },
    /// A row with too few or too many fields.
    #[error(
        "{place}: found {found} value{}, but the header names {expected} column{}; \
         every row needs one value for each column{}",
        plural(*found), plural(*expected),
        if *expected == 1 { "; a decimal comma must be written as a point" } else { "" }
    )]
    Ragged {
        /// Where.
        place: Place,
        /// Fields in this row.
        found: usize,
        /// Fields in the header.
        expected: usize,
    },
    /// A text that is not a number stands in the place of a number.
    #[error("{place}: {} is not a number{}", quoted(found), advice(found))]
    NotANumber {
        /// Where.
        place: Place,
        /// The text in its place.
        found: String,
    },
    /// NaN or infinity.
    #[error(
        "{place}: `{}` is not a finite number; remove the row or correct the value",
        short(found)
    )]
    NotFinite {
        /// Where.
        place: Place,
        /// The text.
        found: String,
    },
    /// A number beyond the range of the type.
    #[error("{place}: {} is out of range: {} in type {sum_type} is about {}{}",
        short(found), if *.too_large { "the largest number" } else { "the smallest positive number" },
        if *.too_large { limits(*.sum_type).1 } else { limits(*.sum_type).0 },
        wider(*.sum_type))]
    OutOfRange {
        /// Where.
        place: Place,
        /// The text.
        found: String,
        /// The type.
        sum_type: SumType,
        /// Whether the number is too large; otherwise it is too small.
        too_large: bool,
    },
    /// A first line of numbers where names are needed.
    #[error(
        "{place}: the first line must name the columns, but it holds numbers: {}; put a line of names above it{}",
        short(found),
        comma_hint(found)
    )]
    NoHeader {
        /// Where.
        place: Place,
        /// The line.
        found: String,
    },
    /// A first line that is neither a number nor clearly a name.
    #[error(
        "{place}: `{0}` is not a number{1}; if it is the name of the column, add --column '{0}'",
        short(found),
        advice(found)
    )]
    NumberOrName {
        /// Where.
        place: Place,
        /// The text.
        found: String,
    },
    /// A column without a name.
    #[error(
        "{place}: column {number} has no name; the first line must name every column, except for an index before \
         the others"
    )]
    Unnamed {
        /// Where.
        place: Place,
        /// Its number, counted from 1.
        number: usize,
    },
    /// Two columns with the same name.
    #[error("{place}: two columns are called `{}`; give each its own name", short(name))]
    Duplicate {
        /// Where.
        place: Place,
        /// The name.
        name: String,
    },
    /// There is no such column.
    #[error("{source_name} has no column `{}`; {}{advice}", short(name), listed("column", known))]
    NoColumn {
        /// The input.
        source_name: String,
        /// The name that was looked for.
        name: String,
        /// The names that exist.
        known: Vec<String>,
        /// Advice, beginning with a separator, or empty.
        advice: String,
    },
    /// There are several columns, and none is chosen.
    #[error("{source_name} has {} columns; choose one with --column NAME or as \
         {source_name}:NAME; {}",
        known.len(), listed("column", known))]
    ChooseColumn {
        /// The input.
        source_name: String,
        /// The names that exist.
        known: Vec<String>,
    },
    /// A file violates its format, or holds something that is not supported.
    #[error("{place}: {problem}")]
    Format {
        /// Where.
        place: Place,
        /// What is wrong.
        problem: Box<FormatError>,
    },
    /// Rows of a matrix that differ in length.
    #[error(
        "{place}: found {found} value{}, but the rows above have {expected}; every row of a matrix \
         needs the same number of values", plural(*found)
    )]
    RaggedMatrix {
        /// Where.
        place: Place,
        /// Values in this row.
        found: usize,
        /// Values in the rows above.
        expected: usize,
    },
    /// There is no such array.
    #[error("{source_name} has no array `{}`; {}", short(name), listed("array", known))]
    NoArray {
        /// The archive.
        source_name: String,
        /// The name that was looked for.
        name: String,
        /// The names that exist.
        known: Vec<String>,
    },
    /// There are several arrays in an archive, and none is chosen.
    #[error(
        "{source_name} holds {} arrays; choose one as {source_name}:NAME; {}",
        known.len(), listed("array", known)
    )]
    ChooseArray {
        /// The archive.
        source_name: String,
        /// The names that exist.
        known: Vec<String>,
    },
    /// A name follows the file name, but the file has nothing to choose.
    #[error(
        "{source_name} holds a single array, so there is nothing to choose; leave out `:{}`",
        short(name)
    )]
    NothingToChoose {
        /// The input.
        source_name: String,
        /// What stood behind the colon.
        name: String,
    },
    /// All numbers could be read, but the problem cannot be solved.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

impl Error {
    /// The same error for a row of a matrix, which has no header.
    pub(crate) fn of_matrix(self) -> Self {
        match self {
            Error::Ragged { place, found, expected } => {
                Error::RaggedMatrix { place, found, expected }
            }
            other => other,
        }
    }
}
