//! Tables of numbers: CSV with a header, or one number a line.

use crate::{
    error::{Error, Place},
    header::Header,
    number::{Number, Refusal},
    readable::Readable,
    sum_type::SumType,
    text::{Beginning, Blocks, Fields, Lines, Separator, Splitter, WrongQuote},
};
use std::io::Read;

/// A table whose columns have names.
#[derive(Clone, Debug, PartialEq)]
pub struct Table<T> {
    /// The name of the input, for messages.
    pub source: String,
    /// Names, all different.
    pub names: Vec<String>,
    /// The numbers column by column, all of one length.
    pub columns: Vec<Vec<T>>,
}

impl<T: Number> Table<T> {
    /// Reads a whole table. `source` is the name of the input in messages.
    ///
    /// # Errors
    /// If it cannot be read, has no header or no rows, or a field is not a number of the type.
    pub fn read(reader: impl Read, source: &str) -> Result<Self, Error> {
        let (names, columns) = read_rows(reader, source, |text, place| {
            T::read(text).map_err(|refusal| refused(refusal, text, T::READ_AS, place()))
        })?;
        Ok(Table { source: source.into(), names, columns })
    }

    /// The index of the column of this name.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// Number of rows; never 0.
    pub fn rows(&self) -> usize {
        self.columns[0].len()
    }
}

/// Reads a CSV with header, without a first column that has no name. `convert` gets each field and can ask for its place. Returns the names, and the
/// results of `convert`, column by column.
pub(crate) fn read_rows<V: Send>(
    reader: impl Read,
    source: &str,
    convert: impl Fn(&str, &dyn Fn() -> Place) -> Result<V, Error> + Sync,
) -> Result<(Vec<String>, Vec<Vec<V>>), Error> {
    let mut blocks = Blocks::new(reader, source);
    let Some(Beginning { first, place, separator }) = blocks.beginning()? else {
        return Err(Error::Empty { source_name: source.into() });
    };
    let first = owned_fields(&first, separator, &place)?;
    let header = Header::read(&first, separator, None, place)?;
    let names = &header.names;
    let empty = || names.iter().map(|_| Vec::new()).collect::<Vec<Vec<V>>>();
    let mut columns = empty();
    let read = |lines: Lines<'_>| {
        let mut columns = empty();
        each_row(lines, separator, header.columns(), |fields, place| {
            let texts = fields.iter().skip(header.left_out());
            for ((column, text), name) in columns.iter_mut().zip(texts).zip(names) {
                let place = || Place { column: Some(name.clone()), ..place() };
                column.push(convert(text, &place)?);
            }
            Ok(())
        })?;
        Ok(columns)
    };
    blocks.each(read, |read| {
        columns.iter_mut().zip(read).for_each(|(column, values)| column.extend(values));
        Ok(())
    })?;
    if columns[0].is_empty() {
        return Err(Error::HeaderOnly { source_name: source.into() });
    }
    Ok((header.names, columns))
}

/// Passes the fields of every line to `take`, with a function that returns the place of the line. All lines
/// must have as many fields as there are `columns`.
pub(crate) fn each_row(
    mut lines: Lines<'_>,
    separator: Separator,
    columns: usize,
    mut take: impl FnMut(Fields<'_>, &dyn Fn() -> Place) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut splitter = Splitter::new(separator);
    while let Some(line) = lines.next()? {
        let place = || lines.place();
        let fields = fields(&mut splitter, line, place)?;
        if fields.count() != columns {
            let (found, expected) = (fields.count(), columns);
            return Err(Error::Ragged { place: place(), found, expected });
        }
        take(fields, &place)?;
    }
    Ok(())
}

/// The fields of the first line.
pub(crate) fn owned_fields(
    line: &str,
    separator: Separator,
    place: &Place,
) -> Result<Vec<String>, Error> {
    let mut splitter = Splitter::new(separator);
    let fields = fields(&mut splitter, line, || place.clone())?;
    Ok(fields.iter().map(str::to_owned).collect())
}

pub(crate) fn fields<'a>(
    splitter: &'a mut Splitter,
    line: &'a str,
    place: impl Fn() -> Place,
) -> Result<Fields<'a>, Error> {
    splitter.split(line).map_err(|wrong| match wrong {
        WrongQuote::Open => Error::OpenQuote { place: place() },
        WrongQuote::TextAfter => Error::TextAfterQuote { place: place() },
    })
}

/// The error for a text that was refused as a number, with its place.
pub(crate) fn refused(refusal: Refusal, found: &str, sum_type: SumType, place: Place) -> Error {
    let found = found.to_owned();
    match refusal {
        Refusal::NotANumber => Error::NotANumber { place, found },
        Refusal::NotFinite => Error::NotFinite { place, found },
        Refusal::TooLarge => Error::OutOfRange { place, found, sum_type, too_large: true },
        Refusal::TooSmall => Error::OutOfRange { place, found, sum_type, too_large: false },
    }
}
