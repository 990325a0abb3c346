//! Errors in files of a binary format or of Matrix Market.

use crate::error::{plural, short};

/// An error in a file, or contents that are not supported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The file is larger than what is held in memory.
    #[error("the input is larger than {limit} bytes; split it")]
    LargeFile {
        /// The most that is read.
        limit: u64,
    },
    /// The name and the first bytes of the file mean different kinds.
    #[error("a file of this name should begin with `{should_begin}`, but begins with `{found}`")]
    BadMagic {
        /// How it should begin.
        should_begin: &'static str,
        /// How it begins.
        found: String,
    },
    /// A known kind that is not supported.
    #[error("this is {what}")]
    OtherKind {
        /// What it is and what to do.
        what: &'static str,
    },
    /// The file ends too early.
    #[error("the file ends here, {missing} byte{} short of {what}; copy or save it again", plural(usize::try_from(*.missing).unwrap_or(2)))]
    Truncated {
        /// What should be there.
        what: &'static str,
        /// How many bytes are missing.
        missing: u64,
    },
    /// More bytes than the header says.
    #[error("{extra} more bytes follow the array that the header describes; save it again")]
    Trailing {
        /// How many.
        extra: u64,
    },
    /// An unknown version of .npy.
    #[error("version {major}.{minor} of .npy is not supported; 1.0, 2.0 and 3.0 are")]
    NpyVersion {
        /// Major version.
        major: u8,
        /// Minor version.
        minor: u8,
    },
    /// A header of .npy that cannot be parsed.
    #[error("the header of .npy is damaged: {expected} should be here")]
    NpyHeader {
        /// What should be there.
        expected: &'static str,
    },
    /// An array of Python objects.
    #[error(
        "the array holds pickled Python objects, which are never read, as they can run code; write \
         their digits as text: numpy.savetxt(name, a, fmt='%s')"
    )]
    Pickled,
    /// An array of complex numbers.
    #[error(
        "complex numbers are not supported; save real and imaginary parts as two arrays: \
         numpy.save('re.npy', a.real) and numpy.save('im.npy', a.imag)"
    )]
    Complex,
    /// Long doubles in bytes that do not show from which machine they are.
    #[error(
        "elements of type `f16` are long doubles of x86, IEEE binary128 or PowerPC, and these bytes do not \
         tell which; on the machine that saved them, write their digits as text: \
         numpy.savetxt(name, a, fmt='%s')"
    )]
    LongDouble,
    /// Elements of a type that is not supported.
    #[error(
        "elements of type `{}` are not supported; floats, integers and booleans are. Save each field of a \
         structured array alone: numpy.save(name, a['field'])",
        short(descr)
    )]
    ElementType {
        /// NumPy's description of the type.
        descr: String,
    },
    /// More elements than any file can hold.
    #[error("the header claims an array of shape {shape}, more than any file holds")]
    ShapeOverflow {
        /// The shape.
        shape: String,
    },
    /// An array without elements.
    #[error("the array of shape {shape} is empty; it should hold numbers")]
    NoElements {
        /// The shape.
        shape: String,
    },
    /// An array of too many dimensions.
    #[error(
        "an array of shape {shape} is not a {wanted}; {}",
        if *.wanted == "vector" { "give shape (n,), or (n, 2) for pairs hi, lo" }
        else { "give shape (n, m), or (n, m, 2) for pairs hi, lo" }
    )]
    Dimensions {
        /// The shape.
        shape: String,
        /// What is needed.
        wanted: &'static str,
    },
    /// Two numbers that are not a pair hi, lo.
    #[error(
        "an array whose last axis is 2 holds pairs hi, lo, but {high} and {low} are not such a pair: lo is \
         more than half a unit in the last place of hi. If they are separate numbers, take one column"
    )]
    NotAPair {
        /// The first.
        high: String,
        /// The second.
        low: String,
    },
    /// An archive that cannot be read.
    #[error("the archive is damaged or of a kind that is not supported: {problem}")]
    Archive {
        /// What is wrong with it.
        problem: String,
    },
    /// An archive without arrays.
    #[error("this archive has no NumPy arrays; numpy.savez writes an archive with arrays")]
    NoArrays,
    /// A matrix where a vector is needed.
    #[error(
        "a vector is needed, but this is a matrix of {rows} rows and {columns} columns; give one row or \
         column"
    )]
    NotAVector {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
    },
    /// A sparse matrix that would not fit into memory with its zeros.
    #[error(
        "with its zeros this matrix of {rows} rows and {columns} columns has more than 2^24 elements; \
         that is too many for a dense computation"
    )]
    Expanded {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
    },
    /// An error in the first line of Matrix Market.
    #[error(
        "the first line should read `%%MatrixMarket matrix coordinate|array real|integer \
         general|symmetric|skew-symmetric`, but {problem}"
    )]
    Banner {
        /// What is wrong with it.
        problem: String,
    },
    /// An error in the line with the sizes.
    #[error("this line should give {expected}, but reads `{}`", short(found))]
    SizeLine {
        /// What should be there.
        expected: &'static str,
        /// What is there.
        found: String,
    },
    /// The file ends before the sizes.
    #[error("the file ends without a line that gives {expected}")]
    NoSizeLine {
        /// What should be there.
        expected: &'static str,
    },
    /// Impossible sizes.
    #[error("{0}")]
    Sizes(String),
    /// A line that is not exactly one entry.
    #[error("this line should give {expected}, but holds {found} value{}", plural(*.found))]
    Entry {
        /// What should be there.
        expected: &'static str,
        /// Number of values in the line.
        found: usize,
    },
    /// A fraction in a file of integers.
    #[error(
        "`{}` is not a whole number, but the first line says `integer`; write `real` there",
        short(found)
    )]
    NotWhole {
        /// What is there.
        found: String,
    },
    /// A text that is not a valid index.
    #[error("`{}` is not an index; {axis}s are whole numbers from 1 to {size}", short(found))]
    Index {
        /// Row or column.
        axis: &'static str,
        /// Number of rows or columns.
        size: usize,
        /// What is there.
        found: String,
    },
    /// An entry that the file of a symmetric matrix must not have.
    #[error("row {row}, column {column}: {problem}")]
    Triangle {
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong.
        problem: &'static str,
    },
    /// An entry that is given twice.
    #[error("the element of row {row} and column {column} is given twice; give each once")]
    Twice {
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        column: usize,
    },
    /// Fewer entries than the header announces.
    #[error(
        "the file ends after {found} of the {promised} values that the sizes at its top announce"
    )]
    TooFewEntries {
        /// Number of entries found.
        found: usize,
        /// Number of entries announced.
        promised: usize,
    },
    /// More entries than the header announces.
    #[error("the sizes at the top announce {promised} value{}, but more follow here", plural(*.promised))]
    TooManyEntries {
        /// Number of entries announced.
        promised: usize,
    },
}
