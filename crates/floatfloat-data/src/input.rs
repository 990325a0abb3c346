//! Files of numbers of every supported kind: recognising the kind, and reading the contents.

pub(crate) mod format_error;
mod grid;
mod kind;
mod matrix_market;
mod npy;
mod npy_element;
mod npy_header;
mod npy_long_double;
mod npy_stream;
mod npz;
mod watched;

pub use kind::Kind;
pub(crate) use npy_stream::{Block, Numbers};
pub(crate) use watched::unreadable;

use crate::{
    array::{Array, Dense, Misfit},
    column,
    error::{Error, Place, Position, ProblemError, plural},
    header,
    number::Number,
    readable::Readable,
    table::{Table, owned_fields},
    text::{Beginning, Lines, Separator, open},
};
use floatfloat::progress::Progress;
use format_error::FormatError;
use std::{
    io::{BufRead, Cursor, Read},
    path::{Path, PathBuf},
    sync::Arc,
};
use watched::Watched;

/// The largest input that is held in memory, in bytes.
const LARGEST: u64 = 1 << 32;

/// The kind of array that the caller wants. It decides what a last axis of length 2 means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A vector: shape (n, 2) means n pairs hi, lo.
    Vector,
    /// A matrix: shape (n, 2) means 2 columns, shape (n, m, 2) means elements that are pairs.
    Matrix,
    /// Either: shape (n, 2) means a vector of pairs if every row is a pair, hi = RN(hi + lo).
    Any,
}

/// An opened input whose kind is known.
pub struct Input {
    /// The file as the user named it, or `standard input`.
    pub source: String,
    /// Its kind.
    pub kind: Kind,
    /// The text after the file name and a colon: a column of a CSV or an array of a .npz.
    pub part: Option<String>,
    /// All bytes, from the first on.
    pub reader: Box<dyn BufRead>,
    /// The file, if it can be read again.
    pub(crate) file: Option<PathBuf>,
}

impl Input {
    /// Takes the bytes of a file called `source` and recognises their kind.
    ///
    /// # Errors
    /// If they are of no supported kind.
    pub fn new(source: &str, bytes: Vec<u8>) -> Result<Self, Error> {
        let kind = Kind::recognise(&bytes[..bytes.len().min(kind::ENOUGH as usize)], source)?;
        let reader = Box::new(Cursor::new(bytes));
        Ok(Input { source: source.into(), kind, part: None, reader, file: None })
    }

    /// Opens a file, `-` for standard input, and recognises its kind from its first bytes. `FILE:NAME` chooses
    /// a column of a CSV or an array of a .npz, unless a file with this whole name exists.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let (path, part) = split_part(path);
        let (mut reader, source) = open(path)?;
        let mut beginning = Vec::new();
        reader
            .by_ref()
            .take(kind::ENOUGH)
            .read_to_end(&mut beginning)
            .map_err(|error| unreadable(path, error))?;
        let kind = Kind::recognise(&beginning, &source)?;
        let reader = Box::new(Cursor::new(beginning).chain(reader));
        let file = path.is_file().then(|| path.to_owned());
        Ok(Input { source, kind, part, reader, file })
    }

    /// Opens two files, at most one of which may be standard input.
    ///
    /// # Errors
    /// Those of [`Input::open`], and if both are standard input.
    pub fn open_both(first: &Path, second: &Path) -> Result<(Self, Self), Error> {
        let is_standard_input = |path: &Path| path == Path::new("-") || path.starts_with("-:");
        if is_standard_input(first) && is_standard_input(second) {
            return Err(Error::StandardInputTwice { inputs: "one of the two inputs" });
        }
        Ok((Input::open(first)?, Input::open(second)?))
    }

    /// The same input, read with progress and cancellation. A step of progress is a byte; an input of unknown
    /// length has no steps.
    #[must_use]
    pub fn watched_by(self, progress: Arc<dyn Progress>) -> Self {
        let metadata = self.file.as_ref().and_then(|file| file.metadata().ok());
        let total = metadata.map(|metadata| metadata.len());
        let reader = Box::new(Watched { reader: self.reader, progress, done: 0, total });
        Input { reader, ..self }
    }

    /// Reads all of it into memory.
    pub fn load(self) -> Result<Loaded, Error> {
        let mut bytes = Vec::new();
        let unreadable = |error| unreadable(Path::new(&self.source), error);
        self.reader.take(LARGEST + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        if bytes.len() as u64 > LARGEST {
            let place = at_byte(&self.source, LARGEST);
            let problem = FormatError::LargeFile { limit: LARGEST };
            return Err(Error::Format { place, problem: Box::new(problem) });
        }
        Ok(Loaded { source: self.source, kind: self.kind, part: self.part, bytes })
    }
}

/// The file, and the part of it that is chosen.
fn split_part(path: &Path) -> (&Path, Option<String>) {
    let Some((file, part)) = path.to_str().and_then(|text| text.rsplit_once(':')) else {
        return (path, None);
    };
    let is_file = file == "-" || Path::new(file).exists();
    if is_file && !path.exists() { (Path::new(file), Some(part.into())) } else { (path, None) }
}

/// An input in memory, from which numbers of any type can be read.
#[derive(Clone, Debug)]
pub struct Loaded {
    source: String,
    kind: Kind,
    part: Option<String>,
    bytes: Vec<u8>,
}

impl Loaded {
    /// Takes the bytes of a file called `source` and recognises their kind; `part` is a column of a CSV or an
    /// array of a .npz.
    pub fn new(source: &str, part: Option<&str>, bytes: Vec<u8>) -> Result<Self, Error> {
        let kind = Kind::recognise(&bytes[..bytes.len().min(kind::ENOUGH as usize)], source)?;
        Ok(Loaded { source: source.into(), kind, part: part.map(Into::into), bytes })
    }

    /// The file as the user named it.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The contents of the file, as `wanted` where the file allows a choice. A CSV is a matrix if a matrix is
    /// wanted and no column is chosen, or if its first line is certainly a row of a matrix. Otherwise it is a vector:
    /// its only column, or the chosen one.
    pub fn read<T: Readable>(&self, wanted: Wanted) -> Result<Array<T>, Error> {
        match self.kind {
            Kind::Npz => {
                let (name, bytes) = npz::array(&self.bytes, &self.source, self.part.as_deref())?;
                npy::read(&bytes, &name, wanted)
            }
            Kind::Npy => {
                self.nothing_to_choose()?;
                npy::read(&self.bytes, &self.source, wanted)
            }
            Kind::MatrixMarket => {
                self.nothing_to_choose()?;
                matrix_market::read(&self.bytes, &self.source)
            }
            Kind::Table
                if self.part.is_none() && (wanted == Wanted::Matrix || self.is_matrix()) =>
            {
                grid::read(&self.bytes, &self.source).map(Array::Dense)
            }
            Kind::Table => {
                let mut values = Vec::new();
                let read = |numbers: &mut Vec<T>, text: &str| {
                    numbers.push(T::of_text(text).map_err(|refusal| (refusal, T::READ_AS))?);
                    Ok(())
                };
                let take = |numbers: Vec<T>| {
                    values.extend(numbers);
                    Ok(())
                };
                column::read(&self.bytes[..], &self.source, self.part.as_deref(), read, take)?;
                Ok(Array::Vector(values))
            }
        }
    }

    /// A vector, or a matrix of one row or column.
    pub fn vector<T: Readable>(&self) -> Result<Vec<T>, Error> {
        let array = self.read(Wanted::Vector)?;
        array.into_vector(T::zero()).map_err(|misfit| self.misfit(misfit))
    }

    /// A matrix; a vector is one column.
    pub fn matrix<T: Readable>(&self) -> Result<Dense<T>, Error> {
        let array = self.read(Wanted::Matrix)?;
        array.into_dense(T::zero()).map_err(|misfit| self.misfit(misfit))
    }

    /// Named columns. The last column of a matrix is `y`; the columns before it are `x`, or `x1`, `x2`, …. The
    /// vectors of a .npz are columns with their own names.
    pub fn table<T: Number>(&self) -> Result<Table<T>, Error> {
        match (self.kind, &self.part) {
            (Kind::Table, None) => return Table::read(&self.bytes[..], &self.source),
            (Kind::Npz, None) => {
                let names = npz::names(&self.bytes, &self.source)?;
                if names.len() > 1 {
                    return self.named_vectors(names);
                }
            }
            _ => {}
        }
        let matrix = self.matrix()?;
        let last = matrix.columns - 1;
        let name = |i: usize| match i {
            _ if i == last => "y".to_owned(),
            _ if last == 1 => "x".to_owned(),
            _ => format!("x{}", i + 1),
        };
        let names = (0..matrix.columns).map(name).collect();
        let columns = matrix.by_columns().map(<[T]>::to_vec).collect();
        Ok(Table { source: self.source.clone(), names, columns })
    }

    /// A note on what [`matrix`](Loaded::matrix) and [`table`](Loaded::table) leave out of a file that they can read: a
    /// first column without a name, the index that pandas writes.
    pub fn left_out(&self) -> Option<String> {
        if self.kind != Kind::Table || self.part.is_some() {
            return None;
        }
        let (names, _) = self.first_line()?;
        let source = &self.source;
        header::has_unnamed(&names).then(|| {
            format!(
                "The first column of {source} has no name and is left out, like an index; to use it, name it."
            )
        })
    }

    /// Whether a text begins with a row of a matrix.
    fn is_matrix(&self) -> bool {
        self.first_line().is_some_and(|(texts, separator)| header::is_row(&texts, separator))
    }

    /// The fields of the first line of a text; `None` if it cannot be read.
    fn first_line(&self) -> Option<(Vec<String>, Separator)> {
        let mut lines = Lines::new(&self.bytes, &self.source);
        let Beginning { first, place, separator } =
            Beginning::take(&mut lines, &mut None).ok().flatten()?;
        Some((owned_fields(&first, separator, &place).ok()?, separator))
    }

    fn named_vectors<T: Number>(&self, names: Vec<String>) -> Result<Table<T>, Error> {
        let mut columns: Vec<Vec<T>> = Vec::new();
        for name in &names {
            let part = Loaded { part: Some(name.clone()), ..self.clone() };
            columns.push(part.vector()?);
        }
        for (name, column) in names.iter().zip(&columns) {
            if column.len() != columns[0].len() {
                return Err(ProblemError::Sizes {
                    first: format!("array `{}` of {}", names[0], self.source),
                    first_size: numbers(columns[0].len()),
                    second: format!("array `{name}`"),
                    second_size: numbers(column.len()),
                    advice: "columns must be of one length",
                }
                .into());
            }
        }
        Ok(Table { source: self.source.clone(), names, columns })
    }

    fn nothing_to_choose(&self) -> Result<(), Error> {
        self.part.iter().try_for_each(|name| {
            let (source_name, name) = (self.source.clone(), name.clone());
            Err(Error::NothingToChoose { source_name, name })
        })
    }

    fn misfit(&self, misfit: Misfit) -> Error {
        let problem = match misfit {
            Misfit::NotAVector(rows, columns) => FormatError::NotAVector { rows, columns },
            Misfit::TooLarge(rows, columns) => FormatError::Expanded { rows, columns },
        };
        let position = match self.kind {
            Kind::Npy | Kind::Npz => Position::Byte(0),
            Kind::MatrixMarket | Kind::Table => Position::Line(1),
        };
        let place = Place { source: self.source.clone(), position, column: None };
        Error::Format { place, problem: Box::new(problem) }
    }
}

/// `1 number`, `2 numbers`.
pub(crate) fn numbers(count: usize) -> String {
    format!("{count} number{}", plural(count))
}

/// A byte of a file.
fn at_byte(source: &str, byte: u64) -> Place {
    Place { source: source.into(), position: Position::Byte(byte), column: None }
}
