//! What can be wrong with the user's data.

use super::input::format_error::FormatError;
use crate::number_type::NumberType;
use floatfloat_cpu::matrix::MatrixError;
use std::fmt;

/// Where in the input something was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file as the user named it, or `standard input`.
    pub source: String,
    /// Where in it.
    pub position: Position,
    /// Name of the column, where there are several.
    pub column: Option<String>,
}

/// Where in an input: a line of text, or a byte of anything else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Position {
    /// Line, counted from 1.
    Line(u64),
    /// Offset in bytes, counted from 0.
    Byte(u64),
    /// An element of an array.
    Element {
        /// Offset in bytes, counted from 0.
        byte: u64,
        /// One index for each axis, counted from 0.
        index: Vec<usize>,
    },
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Position::Line(line) => write!(f, "line {line}"),
            Position::Byte(byte) => write!(f, "byte {byte}"),
            Position::Element { byte, index } => write!(f, "byte {byte}, element {index:?}"),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.source, self.position)?;
        self.column.iter().try_for_each(|column| write!(f, ", column `{column}`"))
    }
}

/// What is wrong with the user's data. The text says what was found, where, and what to do.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DataError {
    /// There is nothing in the input.
    #[error(
        "{source_name} is empty; it should hold numbers, one a line or as CSV with a header, or be a \
         .npy, .npz or Matrix Market file"
    )]
    Empty {
        /// The input.
        source_name: String,
    },
    /// Only a header, no rows.
    #[error("{source_name} has a header but no rows of numbers below it")]
    HeaderOnly {
        /// The input.
        source_name: String,
    },
    /// Bytes that are no UTF-8 text.
    #[error("{place}: {found}, so this is not a text file; save the data as CSV in UTF-8")]
    NotText {
        /// Where.
        place: Place,
        /// The offending bytes.
        found: String,
    },
    /// A line beyond any table of numbers.
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
    /// A value that goes on behind its closing quotation mark.
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
    /// Something else where a number should be.
    #[error("{place}: {} is not a number{}", quoted(found), hint(found))]
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
    #[error("{place}: {} is out of range: {} in type {number_type} is about {}{}",
        short(found), if *.too_large { "the largest number" } else { "the smallest positive number" },
        if *.too_large { limits(*.number_type).1 } else { limits(*.number_type).0 },
        wider(*.number_type))]
    OutOfRange {
        /// Where.
        place: Place,
        /// The text.
        found: String,
        /// The type.
        number_type: NumberType,
        /// Too large, or else too small.
        too_large: bool,
    },
    /// A first line of numbers where names are needed.
    #[error(
        "{place}: the first line must name the columns, but it holds numbers: {}{}",
        short(found),
        comma_hint(found)
    )]
    NoHeader {
        /// Where.
        place: Place,
        /// The line.
        found: String,
    },
    /// A first line that is neither a number nor certainly a name.
    #[error(
        "{place}: `{0}` is not a number{1}; if it is the name of the column, add --column '{0}'",
        short(found),
        hint(found)
    )]
    NumberOrName {
        /// Where.
        place: Place,
        /// The text.
        found: String,
    },
    /// A column without a name.
    #[error("{place}: column {number} has no name; the first line must name every column")]
    Unnamed {
        /// Where.
        place: Place,
        /// Which, counted from 1.
        number: usize,
    },
    /// Two columns of one name.
    #[error("{place}: two columns are called `{}`; give each its own name", short(name))]
    Duplicate {
        /// Where.
        place: Place,
        /// The name.
        name: String,
    },
    /// A column that is not there.
    #[error("{source_name} has no column `{}`; there {}{advice}", short(name), listed(known))]
    NoColumn {
        /// The input.
        source_name: String,
        /// What was looked for.
        name: String,
        /// What there is.
        known: Vec<String>,
        /// What to do, beginning with a separator, or nothing.
        advice: String,
    },
    /// Several columns and none chosen.
    #[error("{source_name} has {} columns; choose one with --column NAME or as {source_name}:NAME: there {}",
        known.len(), listed(known))]
    ChooseColumn {
        /// The input.
        source_name: String,
        /// What there is.
        known: Vec<String>,
    },
    /// Nothing but y.
    #[error(
        "{source_name} has only the column `y`; a fit needs at least one more, separated by a \
         comma, semicolon or tab"
    )]
    NoPredictor {
        /// The input.
        source_name: String,
    },
    /// A degree together with several x.
    #[error(
        "--degree fits a polynomial in one column, but besides `y` there {}; leave one of them, or \
         leave out --degree to fit y against all of them",
        listed(known)
    )]
    SeveralPredictors {
        /// The columns besides y.
        known: Vec<String>,
    },
    /// Fewer observations than coefficients.
    #[error(
        "{source_name} has {observations} row{} of numbers, too few for {coefficients} \
         coefficients{advice}", plural(*observations)
    )]
    TooFewObservations {
        /// The input.
        source_name: String,
        /// Rows.
        observations: usize,
        /// Coefficients asked for.
        coefficients: usize,
        /// What to do, beginning with a separator.
        advice: String,
    },
    /// Fewer distinct x than coefficients of the polynomial.
    #[error(
        "degree {degree} is larger than the data carry: x takes only {distinct} different \
         value{}, which determine{} a polynomial of degree {} at most; use --degree {}",
        plural(*distinct), if *distinct == 1 { "s" } else { "" }, distinct - 1, distinct - 1
    )]
    TooFewDistinct {
        /// The degree asked for.
        degree: usize,
        /// Different values of x.
        distinct: usize,
    },
    /// A file of some format that is not as the format demands, or that holds something else.
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
    /// An array that is not there.
    #[error("{source_name} has no array `{}`; there {}", short(name), listed(known))]
    NoArray {
        /// The archive.
        source_name: String,
        /// What was looked for.
        name: String,
        /// What there is.
        known: Vec<String>,
    },
    /// Several arrays in an archive and none chosen.
    #[error(
        "{source_name} holds {} arrays; choose one as {source_name}:NAME: there {}",
        known.len(), listed(known)
    )]
    ChooseArray {
        /// The archive.
        source_name: String,
        /// What there is.
        known: Vec<String>,
    },
    /// A name behind the file that cannot choose anything in it.
    #[error(
        "{source_name} holds a single array, so `:{}` chooses nothing; leave it out",
        short(name)
    )]
    NothingToChoose {
        /// The input.
        source_name: String,
        /// What stood behind the colon.
        name: String,
    },
    /// Vectors and matrices that do not go together.
    #[error("{first} has {first_size}, but {second} has {second_size}; {advice}")]
    Sizes {
        /// An input.
        first: String,
        /// How large it is.
        first_size: String,
        /// Another.
        second: String,
        /// How large it is.
        second_size: String,
        /// What would be right.
        advice: &'static str,
    },
    /// A system of equations that does not determine its solution.
    #[error(
        "{source_name} is {} in type {number_type}: {}, to within {tolerance:.0e} of {} size; no \
         solution is sure{}",
        if *.is_tall { "rank-deficient" } else { "singular" }, combination(columns),
        if columns.len() == 1 { "its" } else { "their" },
        if *.number_type == NumberType::Dd { "" } else { " (--type dd resolves more)" }
    )]
    Singular {
        /// The matrix.
        source_name: String,
        /// Columns that depend on each other, counted from 1.
        columns: Vec<usize>,
        /// What part of a column may be left over for it to count as dependent.
        tolerance: f64,
        /// The type it was tried in.
        number_type: NumberType,
        /// More equations than unknowns.
        is_tall: bool,
    },
    /// Columns that depend on each other to within the type's precision.
    #[error("{} in type {number_type}{advice}", dependence(dependent, *tolerance))]
    RankDeficient {
        /// The terms that take part.
        dependent: Vec<String>,
        /// What part of a column may be left over for it to count as dependent.
        tolerance: f64,
        /// The type it was tried in.
        number_type: NumberType,
        /// What to do, beginning with a separator.
        advice: String,
    },
    /// The matrix could not be factorised, or a system with it not be solved.
    #[error(transparent)]
    Matrix(#[from] MatrixError),
    /// A result that the type cannot hold.
    #[error("{what} is out of the range of type {number_type}{}", wider(*.number_type))]
    ResultRange {
        /// Which result.
        what: String,
        /// The type.
        number_type: NumberType,
    },
    /// The file of exact values does not go with the fit.
    #[error("{source_name}: {problem}")]
    ExactMismatch {
        /// The file of exact values.
        source_name: String,
        /// What does not match and what to do.
        problem: String,
    },
}

pub(super) fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

fn quoted(found: &str) -> String {
    if found.is_empty() { "an empty value".into() } else { format!("`{}`", short(found)) }
}

/// A text of the user's that messages can hold: not too long, nothing in it that steers a terminal.
pub(super) fn short(text: &str) -> String {
    const LONGEST: usize = 60;
    let visible = |c: char| {
        if c.is_control() { c.escape_unicode().to_string() } else { c.to_string() }
    };
    let shown: String = text.chars().take(LONGEST).map(visible).collect();
    if text.chars().nth(LONGEST).is_some() { format!("{shown}…") } else { shown }
}

/// For a first line of two whole numbers, which may be one with a decimal comma.
fn comma_hint(found: &str) -> &'static str {
    let mut numbers = found.split(", ");
    let is_whole = |text: &str| text.trim_start_matches('-').chars().all(|c| c.is_ascii_digit());
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(whole), Some(decimals), None) if is_whole(whole) && is_whole(decimals) => {
            "; a decimal comma must be written as a point"
        }
        _ => "",
    }
}

fn hint(found: &str) -> &'static str {
    let is_decimal_comma = found.contains(',')
        && found.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '.' | '-' | '+'));
    match found {
        "" => "; fill it in or remove the row",
        _ if is_decimal_comma => "; write a decimal point, and no separator of thousands",
        _ if found.contains([' ', '\t', ';']) => {
            "; separate columns by commas, semicolons or tabs, the same in every line"
        }
        _ if found.contains('\u{2212}') => "; write the minus sign as the hyphen of the keyboard",
        _ => "",
    }
}

fn listed(names: &[String]) -> String {
    const MOST: usize = 12;
    let mut shown: Vec<_> = names.iter().map(|name| format!("`{}`", short(name))).collect();
    if names.len() > MOST {
        shown.truncate(MOST - 1);
        shown.push(format!("{} more", names.len() - shown.len()));
    }
    match shown.as_slice() {
        [] => "is no other".into(),
        [name] => format!("is {name}"),
        [first @ .., last] => format!("are {} and {last}", first.join(", ")),
    }
}

fn dependence(terms: &[String], tolerance: f64) -> String {
    let within = format!("to within {tolerance:.0e} of its size");
    match terms {
        [zero] => format!("`{zero}` is zero everywhere,"),
        [one, constant] if one == "1" => format!("`{constant}` is constant, {within},"),
        [first, second, .., last] if terms.len() > 5 => format!(
            "the data cannot tell the terms `{first}`, `{second}`, … and `{last}` apart: each is a \
             linear combination of the others, {within},"
        ),
        [first @ .., last] => {
            let first = first.iter().map(|term| format!("`{term}`")).collect::<Vec<_>>().join(", ");
            format!(
                "the data cannot tell the terms {first} and `{last}` apart: each is a linear combination of the others, {within},"
            )
        }
        [] => "the terms depend on each other".into(),
    }
}

fn combination(columns: &[usize]) -> String {
    const MOST: usize = 6;
    match columns {
        [zero] => format!("column {zero} is zero"),
        [first @ .., last] => {
            let shown: Vec<_> = first.iter().take(MOST).map(ToString::to_string).collect();
            let more = if first.len() > MOST { ", …" } else { "" };
            format!("columns {}{more} and {last} depend on each other", shown.join(", "))
        }
        [] => "its columns depend on each other".into(),
    }
}

fn limits(number_type: NumberType) -> (&'static str, &'static str) {
    match number_type {
        NumberType::F32 | NumberType::Ff => ("1.4e-45", "3.4e38"),
        NumberType::F64 | NumberType::Dd => ("4.9e-324", "1.8e308"),
    }
}

fn wider(number_type: NumberType) -> &'static str {
    match number_type {
        NumberType::F32 => "; f64 or dd have a wider range",
        NumberType::Ff => "; dd has a wider range (--type dd)",
        NumberType::F64 | NumberType::Dd => "; rescale the data",
    }
}
