//! Tables of numbers: CSV with a header, or one number a line.

use crate::{
    error::{Error, Place},
    number::{Number, Refusal},
    number_type::NumberType,
    text::{Lines, Splitter, separator},
};
use std::io::BufRead;

/// A table whose first line named the columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Table<T> {
    /// Where it was read from, for messages.
    pub source: String,
    /// Names, all different.
    pub names: Vec<String>,
    /// The numbers column by column, all of one length.
    pub columns: Vec<Vec<T>>,
}

impl<T: Number> Table<T> {
    /// Reads a whole table. `source` is what messages call it.
    pub fn read(reader: impl BufRead, source: &str) -> Result<Self, Error> {
        let (names, columns) = read_rows(reader, source, |texts, place_of| {
            let number = |(i, text): (usize, &&str)| {
                T::read(text).map_err(|refusal| refused(refusal, text, T::TYPE, place_of(i)))
            };
            texts.iter().enumerate().map(number).collect()
        })?;
        Ok(Table { source: source.into(), names, columns })
    }

    /// The index of the column of this name.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// How many rows there are; never 0.
    pub fn rows(&self) -> usize {
        self.columns[0].len()
    }
}

/// Reads a CSV with header, row by row; `convert` gets the fields of a row and can ask for the place
/// of each. Gives the names and what `convert` gave, transposed into columns.
pub(crate) fn read_rows<V>(
    reader: impl BufRead,
    source: &str,
    convert: impl Fn(&[&str], &dyn Fn(usize) -> Place) -> Result<Vec<V>, Error>,
) -> Result<(Vec<String>, Vec<Vec<V>>), Error> {
    let mut lines = Lines::new(reader, source);
    let Some(first) = lines.next()?.map(str::to_owned) else {
        return Err(Error::Empty { source_name: source.into() });
    };
    let mut splitter = Splitter::new(separator(&first));
    let names = header(&fields(&mut splitter, &first, lines.place())?, None, lines.place())?;
    let mut columns: Vec<Vec<V>> = names.iter().map(|_| Vec::new()).collect();
    while let Some(line) = lines.next()? {
        let line = line.to_owned();
        let place = lines.place();
        let texts = fields(&mut splitter, &line, place.clone())?;
        if texts.len() != names.len() {
            let (found, expected) = (texts.len(), names.len());
            return Err(Error::Ragged { place, found, expected });
        }
        let place_of = |i: usize| Place { column: Some(names[i].clone()), ..place.clone() };
        for (column, value) in columns.iter_mut().zip(convert(&texts, &place_of)?) {
            column.push(value);
        }
    }
    if columns[0].is_empty() {
        return Err(Error::HeaderOnly { source_name: source.into() });
    }
    Ok((names, columns))
}

pub(crate) fn fields<'a>(
    splitter: &'a mut Splitter,
    line: &str,
    place: Place,
) -> Result<Vec<&'a str>, Error> {
    if splitter.has_text_after_quote(line) {
        return Err(Error::TextAfterQuote { place });
    }
    splitter.split(line).ok_or(Error::OpenQuote { place })
}

/// The names of the columns from the fields of the first line. Numbers are no names, unless the
/// user said that one is, and can't mean the place of a column.
pub(crate) fn header(
    texts: &[impl AsRef<str>],
    wanted: Option<&str>,
    place: Place,
) -> Result<Vec<String>, Error> {
    let texts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
    let is_number = |text: &&str| f64::read(text) != Err(Refusal::NotANumber);
    let is_place =
        |text: &str| text.parse::<usize>().is_ok_and(|place| (1..=texts.len()).contains(&place));
    let is_meant = |text: &&str| Some(*text) == wanted && !is_place(text);
    if texts.iter().all(is_number) && !texts.iter().any(is_meant) {
        return Err(Error::NoHeader { place, found: texts.join(", ") });
    }
    for (i, text) in texts.iter().enumerate() {
        if text.is_empty() {
            return Err(Error::Unnamed { place, number: i + 1 });
        }
        if texts[..i].contains(text) {
            return Err(Error::Duplicate { place, name: text.to_string() });
        }
    }
    Ok(texts.iter().map(|text| text.to_string()).collect())
}

/// Why a text could not be taken as a number, with its place.
pub(crate) fn refused(
    refusal: Refusal,
    found: &str,
    number_type: NumberType,
    place: Place,
) -> Error {
    let found = found.to_owned();
    match refusal {
        Refusal::NotANumber => Error::NotANumber { place, found },
        Refusal::NotFinite => Error::NotFinite { place, found },
        Refusal::TooLarge => Error::OutOfRange { place, found, number_type, too_large: true },
        Refusal::TooSmall => Error::OutOfRange { place, found, number_type, too_large: false },
    }
}
