//! NumPy arrays (format .npy), in row or column order.

use super::{
    Wanted, at_byte,
    format_error::FormatError,
    npy_element::Exact,
    npy_header::{self, Header},
};
use crate::{
    array::{Array, Dense},
    error::{Error, Place, Position},
    readable::Readable,
    table::refused,
    words::Words,
};
use floatfloat::DoubleDouble;
use std::cmp::Ordering;

/// Reads the array in these bytes; every number is rounded once to the type. A last axis of length 2 means
/// pairs hi, lo, if the array would otherwise have one axis too many.
pub(crate) fn read<T: Readable>(
    bytes: &[u8],
    source: &str,
    wanted: Wanted,
) -> Result<Array<T>, Error> {
    let mut header = npy_header::read(bytes, source)?;
    check_length(&header, bytes.len() as u64, source)?;
    header.element = (header.element.known(&bytes[header.data..]))
        .map_err(|problem| at(source, header.data, problem))?;
    let elements = Elements::new(&header, bytes, 0, source);
    let axes = match header.shape.as_slice() {
        [axes @ .., 2] if elements.is_paired(axes.len(), wanted) => {
            Elements { words: 2, ..elements }.split(axes)
        }
        axes => elements.split(axes),
    };
    let Some(elements) = axes else {
        let shape = shape_text(&header.shape);
        let wanted = if wanted == Wanted::Vector { "vector" } else { "vector or matrix" };
        return Err(at(source, 0, FormatError::Dimensions { shape, wanted }));
    };
    let mut values = Vec::with_capacity(elements.rows * elements.columns);
    for column in 0..elements.columns {
        for row in 0..elements.rows {
            values.push(elements.number(row, column)?);
        }
    }
    let (rows, columns) = (elements.rows, elements.columns);
    Ok(if header.shape.len() - (elements.words - 1) < 2 {
        Array::Vector(values)
    } else {
        Array::Dense(Dense { rows, columns, values })
    })
}

fn at(source: &str, byte: usize, problem: FormatError) -> Error {
    Error::Format { place: at_byte(source, byte as u64), problem: Box::new(problem) }
}

fn shape_text(shape: &[usize]) -> String {
    match shape {
        [length] => format!("({length},)"),
        _ => format!("({})", shape.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")),
    }
}

/// The end of the array according to the header.
pub(super) fn end(header: &Header, source: &str) -> Result<usize, Error> {
    let shape = || shape_text(&header.shape);
    if header.shape.contains(&0) {
        return Err(at(source, header.data, FormatError::NoElements { shape: shape() }));
    }
    let size = header.shape.iter().try_fold(header.element.width, |size, &n| size.checked_mul(n));
    // The end of the array, too, must fit the type of byte positions.
    let end =
        size.and_then(|size| size.checked_add(header.data)).filter(|&end| end as u64 <= 1 << 62);
    end.ok_or_else(|| at(source, header.data, FormatError::ShapeOverflow { shape: shape() }))
}

/// Compares the length of the file with the header, before anything is read.
pub(super) fn check_length(header: &Header, length: u64, source: &str) -> Result<(), Error> {
    let end = end(header, source)? as u64;
    let (problem, byte) = match length.cmp(&end) {
        Ordering::Less => {
            let what = "the array that its header describes";
            (FormatError::Truncated { what, missing: end - length }, length)
        }
        Ordering::Greater => (FormatError::Trailing { extra: length - end }, end),
        Ordering::Equal => return Ok(()),
    };
    Err(at(source, byte as usize, problem))
}

/// The elements of a file, as a matrix of numbers of one or two elements.
#[derive(Clone, Copy)]
pub(super) struct Elements<'a> {
    header: &'a Header,
    /// Bytes of the file, from `begin` on.
    bytes: &'a [u8],
    begin: usize,
    source: &'a str,
    /// Elements of a number.
    words: usize,
    rows: usize,
    columns: usize,
}

impl<'a> Elements<'a> {
    /// Words of the array, in these bytes of the file.
    fn new(header: &'a Header, bytes: &'a [u8], begin: usize, source: &'a str) -> Self {
        Elements { header, bytes, begin, source, words: 1, rows: 1, columns: 1 }
    }

    /// Numbers that are contiguous in a file, each with `words` words; these are the bytes from `begin` on.
    pub(super) fn of_block(
        header: &'a Header,
        bytes: &'a [u8],
        begin: usize,
        source: &'a str,
        words: usize,
    ) -> Self {
        let elements = Elements { words, ..Elements::new(header, bytes, begin, source) };
        let axes = header.shape.len() - (words - 1);
        elements.split(&header.shape[..axes]).unwrap_or(elements)
    }

    /// Whether every element is a float of at most 24 bits.
    pub(super) fn are_narrow(&self) -> bool {
        self.header.element.is_narrow()
    }

    /// Whether numbers are pairs of `f32`.
    pub(super) fn are_narrow_pairs(&self) -> bool {
        self.words == 2 && self.are_narrow()
    }

    /// All numbers of these bytes, exactly, as at most `most` words each; `None` if some are not finite, not pairs
    /// or have more words.
    pub(super) fn exact_words(&self, most: usize) -> Option<Words> {
        let element = self.header.element;
        if element.is_word() && self.words == 1 {
            let words = self.all_words();
            let are_finite = words.iter().fold(true, |are, word| are & word.is_finite());
            return are_finite.then(|| Words::of_single(words));
        }
        let pairs = if element.is_word() {
            self.all_words().as_chunks::<2>().0.to_vec()
        } else {
            let elements = self.bytes.chunks_exact(element.width);
            let pair = |bytes: &[u8]| match element.value(bytes) {
                Exact::Words(words) => Some(words),
                Exact::Multiple(_) => None,
            };
            elements.map(pair).collect::<Option<_>>()?
        };
        let is_usable = |&pair: &[f64; 2]| {
            pair[0].is_finite() && self.is_pair(pair) && (most > 1 || pair[1] == 0.0)
        };
        let are_usable = pairs.iter().fold(true, |are, pair| are & is_usable(pair));
        are_usable.then(|| Words::of_pairs(&pairs))
    }

    /// Every element of these bytes, which are words.
    fn all_words(&self) -> Vec<f64> {
        fn each<const WIDTH: usize>(bytes: &[u8], word: impl Fn([u8; WIDTH]) -> f64) -> Vec<f64> {
            bytes.as_chunks::<WIDTH>().0.iter().map(|&bytes| word(bytes)).collect()
        }
        match (self.is_wide(), self.header.element.is_big_endian) {
            (true, false) => each(self.bytes, f64::from_le_bytes),
            (true, true) => each(self.bytes, f64::from_be_bytes),
            (false, false) => each(self.bytes, |word| f32::from_le_bytes(word).into()),
            (false, true) => each(self.bytes, |word| f32::from_be_bytes(word).into()),
        }
    }

    /// Whether words are `f64`; otherwise they are `f32`.
    fn is_wide(&self) -> bool {
        self.header.element.width == 8
    }

    /// Row and column of the number with this index in the file.
    fn position(&self, place: usize) -> (usize, usize) {
        if self.header.is_fortran {
            (place % self.rows, place / self.rows)
        } else {
            (place / self.columns, place % self.columns)
        }
    }

    /// Whether the elements of the number with this index in the file are a pair.
    pub(super) fn is_pair_at(&self, place: usize) -> bool {
        let (row, column) = self.position(place);
        self.is_pair(self.both_words(row, column))
    }

    /// The number with this index in the file.
    pub(super) fn number_at<T: Readable>(&self, place: usize) -> Result<T, Error> {
        let (row, column) = self.position(place);
        self.number(row, column)
    }

    /// Whether a last axis of length 2 after `others` other axes means pairs.
    fn is_paired(&self, others: usize, wanted: Wanted) -> bool {
        self.header.element.is_word()
            && match (wanted, others) {
                (Wanted::Vector, 1 | 2) | (_, 2) => true,
                (Wanted::Any, 1) => {
                    let pairs = Elements { words: 2, rows: self.header.shape[0], ..*self };
                    (0..pairs.rows).all(|row| pairs.is_pair(pairs.both_words(row, 0)))
                }
                _ => false,
            }
    }

    /// Sets the axes, without the axis of words; `None` if there are too many.
    fn split(self, axes: &[usize]) -> Option<Self> {
        match *axes {
            [] => Some(self),
            [rows] => Some(Elements { rows, ..self }),
            [rows, columns] => Some(Elements { rows, columns, ..self }),
            _ => None,
        }
    }

    /// The byte position of a word in the file.
    fn offset(&self, row: usize, column: usize, word: usize) -> usize {
        let index = if self.header.is_fortran {
            row + self.rows * (column + self.columns * word)
        } else {
            word + self.words * (column + self.columns * row)
        };
        self.header.data + index * self.header.element.width
    }

    /// The value of an element.
    fn element(&self, row: usize, column: usize, word: usize) -> Exact {
        let offset = self.offset(row, column, word) - self.begin;
        let element = self.header.element;
        element.value(&self.bytes[offset..][..element.width])
    }

    /// The two words of a number that has two elements.
    fn both_words(&self, row: usize, column: usize) -> [f64; 2] {
        [0, 1].map(|word| match self.element(row, column, word) {
            Exact::Words([value, _]) => value,
            Exact::Multiple(_) => f64::NAN,
        })
    }

    /// Whether high = RN(high + low) in the word type of the file.
    fn is_pair(&self, [high, low]: [f64; 2]) -> bool {
        let sum = high + low;
        high == if self.words == 2 && !self.is_wide() { f64::from(sum as f32) } else { sum }
    }

    fn number<T: Readable>(&self, row: usize, column: usize) -> Result<T, Error> {
        let words @ [high, low] = match (self.words, self.element(row, column, 0)) {
            (2, _) => self.both_words(row, column),
            (_, Exact::Words(words)) => words,
            (_, Exact::Multiple(value)) => {
                return T::of_multiple(value).map_err(|refusal| {
                    let found = format!("{:e}", value.convert::<2>());
                    refused(refusal, &found, T::READ_AS, self.place(row, column, 0))
                });
            }
        };
        let are_finite = words.iter().all(|word| word.is_finite());
        if are_finite && !self.is_pair(words) {
            let (high, low) = (format!("{high:e}"), format!("{low:e}"));
            let place = self.place(row, column, 0);
            let problem = FormatError::NotAPair { high, low };
            return Err(Error::Format { place, problem: Box::new(problem) });
        }
        // A pair of f32 may fit into one f64.
        let sum = high + low;
        let rest = if sum.is_finite() { low - (sum - high) } else { low };
        T::of_pair(DoubleDouble::from_parts(sum, rest)).map_err(|refusal| {
            let word = usize::from(high.is_finite() && !low.is_finite());
            let found = format!("{:e}", words[word]);
            refused(refusal, &found, T::READ_AS, self.place(row, column, word))
        })
    }

    /// The place of a word, with as many indices as the array has.
    fn place(&self, row: usize, column: usize, word: usize) -> Place {
        let index = [row, column];
        let axes = self.header.shape.len() - (self.words - 1);
        let index = index[..axes].iter().copied().chain((self.words == 2).then_some(word));
        let byte = self.offset(row, column, word) as u64;
        let position = Position::Element { byte, index: index.collect() };
        Place { source: self.source.into(), position, column: None }
    }
}
