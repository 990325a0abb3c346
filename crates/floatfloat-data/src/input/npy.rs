//! Arrays of NumPy (format .npy): `f4` and `f8` of either byte order, rows or columns first.

use super::{
    Wanted, at_byte,
    format_error::FormatError,
    npy_header::{self, Header},
};
use crate::{
    array::{Array, Dense},
    error::{Error, Place, Position},
    number::Number,
    table::refused,
};
use floatfloat::DoubleDouble;

/// Reads the array in these bytes, every number rounded once to the type. A last axis of length 2 is
/// that of pairs hi, lo, if as a plain axis it would be one too many for what is wanted.
pub(crate) fn read<T: Number>(
    bytes: &[u8],
    source: &str,
    wanted: Wanted,
) -> Result<Array<T>, Error> {
    let header = npy_header::read(bytes, source)?;
    let elements = elements(&header, bytes, source)?;
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

/// Compares what the header promises with what there is, before anything is made of it.
fn elements<'a>(
    header: &'a Header,
    bytes: &'a [u8],
    source: &'a str,
) -> Result<Elements<'a>, Error> {
    let shape = || shape_text(&header.shape);
    if header.shape.contains(&0) {
        return Err(at(source, header.data, FormatError::NoElements { shape: shape() }));
    }
    let width = if header.is_wide { 8 } else { 4 };
    let size = header.shape.iter().try_fold(width, |size: usize, &n| size.checked_mul(n));
    // The end of the array, too, must be a byte that can be counted.
    let end =
        size.and_then(|size| size.checked_add(header.data)).filter(|&end| end as u64 <= 1 << 62);
    let Some(end) = end else {
        return Err(at(source, header.data, FormatError::ShapeOverflow { shape: shape() }));
    };
    if end > bytes.len() {
        let missing = (end - bytes.len()) as u64;
        let what = "the array that its header describes";
        return Err(at(source, bytes.len(), FormatError::Truncated { what, missing }));
    }
    if end < bytes.len() {
        let extra = (bytes.len() - end) as u64;
        return Err(at(source, end, FormatError::Trailing { extra }));
    }
    Ok(Elements { header, bytes, source, width, words: 1, rows: 1, columns: 1 })
}

/// The elements of a file as those of a matrix of numbers of one or two words.
#[derive(Clone, Copy)]
struct Elements<'a> {
    header: &'a Header,
    bytes: &'a [u8],
    source: &'a str,
    /// Bytes of a word.
    width: usize,
    words: usize,
    rows: usize,
    columns: usize,
}

impl Elements<'_> {
    /// Whether a last axis of length 2 behind so many others holds pairs.
    fn is_paired(&self, others: usize, wanted: Wanted) -> bool {
        match (wanted, others) {
            (Wanted::Vector, 1 | 2) | (_, 2) => true,
            (Wanted::Any, 1) => {
                let pairs = Elements { words: 2, rows: self.header.shape[0], ..*self };
                (0..pairs.rows).all(|row| pairs.is_pair(pairs.words_of(row, 0)))
            }
            _ => false,
        }
    }

    /// With these axes besides that of the words; none if they are too many.
    fn split(self, axes: &[usize]) -> Option<Self> {
        match *axes {
            [] => Some(self),
            [rows] => Some(Elements { rows, ..self }),
            [rows, columns] => Some(Elements { rows, columns, ..self }),
            _ => None,
        }
    }

    /// The position in the file of a word.
    fn offset(&self, row: usize, column: usize, word: usize) -> usize {
        let index = if self.header.is_fortran {
            row + self.rows * (column + self.columns * word)
        } else {
            word + self.words * (column + self.columns * row)
        };
        self.header.data + index * self.width
    }

    fn word(&self, offset: usize) -> f64 {
        let bytes = &self.bytes[offset..offset + self.width];
        let is_big_endian = self.header.is_big_endian;
        match (bytes.first_chunk::<8>(), bytes.first_chunk::<4>()) {
            (Some(&wide), _) if is_big_endian => f64::from_be_bytes(wide),
            (Some(&wide), _) => f64::from_le_bytes(wide),
            (None, Some(&narrow)) if is_big_endian => f32::from_be_bytes(narrow).into(),
            (None, Some(&narrow)) => f32::from_le_bytes(narrow).into(),
            (None, None) => f64::NAN,
        }
    }

    fn words_of(&self, row: usize, column: usize) -> [f64; 2] {
        let word = |word| self.word(self.offset(row, column, word));
        [word(0), if self.words == 2 { word(1) } else { 0.0 }]
    }

    /// high = RN(high + low) in the word of the file.
    fn is_pair(&self, [high, low]: [f64; 2]) -> bool {
        let sum = high + low;
        high == if self.header.is_wide { sum } else { f64::from(sum as f32) }
    }

    fn number<T: Number>(&self, row: usize, column: usize) -> Result<T, Error> {
        let words @ [high, low] = self.words_of(row, column);
        let are_finite = words.iter().all(|word| word.is_finite());
        if are_finite && !self.is_pair(words) {
            let (high, low) = (format!("{high:e}"), format!("{low:e}"));
            let place = self.place(row, column, 0);
            let problem = FormatError::NotAPair { high, low };
            return Err(Error::Format { place, problem: Box::new(problem) });
        }
        T::take(DoubleDouble::from_parts(high, low)).map_err(|refusal| {
            let word = usize::from(high.is_finite() && !low.is_finite());
            let found = format!("{:e}", words[word]);
            refused(refusal, &found, T::TYPE, self.place(row, column, word))
        })
    }

    /// Where a word stands, with as many indices as the array has.
    fn place(&self, row: usize, column: usize, word: usize) -> Place {
        let index = [row, column];
        let axes = self.header.shape.len() - (self.words - 1);
        let index = index[..axes].iter().copied().chain((self.words == 2).then_some(word));
        let byte = self.offset(row, column, word) as u64;
        let position = Position::Element { byte, index: index.collect() };
        Place { source: self.source.into(), position, column: None }
    }
}
