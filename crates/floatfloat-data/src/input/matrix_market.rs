//! Matrix Market: coordinate and array, general, symmetric and skew-symmetric, real and integer
//! (Boisvert, Pozo, Remington 1996, The Matrix Market exchange formats).

use super::format_error::FormatError;
use crate::{
    array::{Array, Dense, Sparse},
    error::{Error, Place, Position},
    readable::Readable,
    table::refused,
    text::Lines,
};

/// Reads a matrix. Every decimal is read at the full precision of the type. The sizes in the file allocate no
/// memory.
pub(crate) fn read<T: Readable>(bytes: &[u8], source: &str) -> Result<Array<T>, Error> {
    let mut lines = Lines::new(bytes, source);
    let banner = lines.next()?.unwrap_or_default().to_owned();
    let banner = Banner::read(&banner)
        .map_err(|problem| wrong(lines.place(), FormatError::Banner { problem }))?;
    lines.comment(b'%');
    if banner.is_coordinate {
        Coordinate::read(banner, lines).map(Array::Sparse)
    } else {
        array(banner, lines).map(Array::Dense)
    }
}

fn wrong(place: Place, problem: FormatError) -> Error {
    Error::Format { place, problem: Box::new(problem) }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Symmetry {
    General,
    Symmetric,
    Skew,
}

/// The first line.
#[derive(Clone, Copy, Debug)]
struct Banner {
    is_coordinate: bool,
    is_integer: bool,
    symmetry: Symmetry,
}

impl Banner {
    fn read(line: &str) -> Result<Self, String> {
        let line = line.to_ascii_lowercase();
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let &[_, object, format, field, symmetry] = words.as_slice() else {
            return Err(format!("it has {} words, not 5", words.len()));
        };
        let unknown = |word: &str| Err(format!("`{}` is not supported", crate::error::short(word)));
        if object != "matrix" {
            return unknown(object);
        }
        Ok(Banner {
            is_coordinate: match format {
                "coordinate" => true,
                "array" => false,
                _ => return unknown(format),
            },
            is_integer: match field {
                "integer" => true,
                "real" => false,
                "complex" => {
                    return Err(
                        "`complex` is not supported; write real and imaginary parts to two files"
                            .into(),
                    );
                }
                "pattern" => return Err("a `pattern` matrix has no values".into()),
                _ => return unknown(field),
            },
            symmetry: match symmetry {
                "general" => Symmetry::General,
                "symmetric" => Symmetry::Symmetric,
                "skew-symmetric" => Symmetry::Skew,
                _ => return unknown(symmetry),
            },
        })
    }

    fn number<T: Readable>(self, text: &str, place: impl Fn() -> Place) -> Result<T, Error> {
        let is_whole = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-".contains(&byte));
        let value = T::of_text(text);
        if value.is_ok() && self.is_integer && !is_whole {
            return Err(wrong(place(), FormatError::NotWhole { found: text.into() }));
        }
        value.map_err(|refusal| refused(refusal, text, T::READ_AS, place()))
    }

    /// The number of elements that the file gives for a matrix of these sizes; `None` if the sizes are
    /// impossible.
    fn given(self, rows: usize, columns: usize) -> Option<usize> {
        match self.symmetry {
            Symmetry::General => rows.checked_mul(columns),
            Symmetry::Symmetric => rows.checked_mul(rows.checked_add(1)?).map(|twice| twice / 2),
            Symmetry::Skew => rows.checked_mul(rows - 1).map(|twice| twice / 2),
        }
    }
}

/// The line of sizes, which has `COUNT` integers.
fn sizes<const COUNT: usize>(
    lines: &mut Lines<'_>,
    banner: Banner,
    expected: &'static str,
) -> Result<[usize; COUNT], Error> {
    let Some(line) = lines.next()?.map(str::to_owned) else {
        return Err(wrong(lines.place(), FormatError::NoSizeLine { expected }));
    };
    let refuse = |problem: String| Err(wrong(lines.place(), FormatError::Sizes(problem)));
    let numbers: Option<Vec<usize>> =
        line.split_ascii_whitespace().map(|number| number.parse().ok()).collect();
    let Some(sizes) = numbers.and_then(|numbers| <[usize; COUNT]>::try_from(numbers).ok()) else {
        return Err(wrong(lines.place(), FormatError::SizeLine { expected, found: line }));
    };
    let (rows, columns) = (sizes[0], sizes[1]);
    if rows == 0 || columns == 0 {
        return refuse(format!("a matrix of {rows} rows and {columns} columns holds no numbers"));
    }
    if banner.symmetry != Symmetry::General && rows != columns {
        return refuse(format!(
            "a symmetric matrix has as many rows as columns, not {rows} and {columns}"
        ));
    }
    Ok(sizes)
}

/// Reads a matrix that gives every element, column by column.
fn array<T: Readable>(banner: Banner, mut lines: Lines<'_>) -> Result<Dense<T>, Error> {
    let [rows, columns] = sizes(&mut lines, banner, "rows and columns, as two whole numbers")?;
    let elements =
        (rows.checked_mul(columns).and(banner.given(rows, columns))).ok_or_else(|| {
            let sizes = format!("no file holds a matrix of {rows} rows and {columns} columns");
            wrong(lines.place(), FormatError::Sizes(sizes))
        })?;
    let mut given = Vec::new();
    while let Some(line) = lines.next()?.map(str::to_owned) {
        if given.len() == elements {
            return Err(wrong(lines.place(), FormatError::TooManyEntries { promised: elements }));
        }
        let mut words = line.split_ascii_whitespace();
        let (Some(text), None) = (words.next(), words.next()) else {
            let (expected, found) = ("one value", line.split_ascii_whitespace().count());
            return Err(wrong(lines.place(), FormatError::Entry { expected, found }));
        };
        given.push(banner.number::<T>(text, || lines.place())?);
    }
    if given.len() < elements {
        let (found, promised) = (given.len(), elements);
        return Err(wrong(lines.place(), FormatError::TooFewEntries { found, promised }));
    }
    let values =
        if banner.symmetry == Symmetry::General { given } else { mirrored(banner, rows, &given) };
    Ok(Dense { rows, columns, values })
}

/// The whole matrix from its lower triangle, column by column.
fn mirrored<T: Readable>(banner: Banner, order: usize, given: &[T]) -> Vec<T> {
    let is_skew = banner.symmetry == Symmetry::Skew;
    let mut values = vec![T::zero(); order * order];
    let mut given = given.iter();
    for column in 0..order {
        for (row, &value) in (column + usize::from(is_skew)..order).zip(&mut given) {
            values[row * order + column] = if is_skew { -value } else { value };
            values[column * order + row] = value;
        }
    }
    values
}

/// A matrix with some elements and their indices, during reading.
struct Coordinate<'a> {
    banner: Banner,
    lines: Lines<'a>,
    rows: usize,
    columns: usize,
}

impl<'a> Coordinate<'a> {
    fn read<T: Readable>(banner: Banner, mut lines: Lines<'a>) -> Result<Sparse<T>, Error> {
        let expected = "rows, columns and entries, as three whole numbers";
        let [rows, columns, promised] = sizes(&mut lines, banner, expected)?;
        let mut this = Coordinate { banner, lines, rows, columns };
        // Some writers store the zeros on the diagonal of a skew-symmetric matrix.
        let most = match banner.symmetry {
            Symmetry::Skew => {
                Banner { symmetry: Symmetry::Symmetric, ..banner }.given(rows, columns)
            }
            _ => banner.given(rows, columns),
        };
        if let Some(most) = most.filter(|&most| promised > most) {
            let symmetry = if banner.symmetry == Symmetry::General { "" } else { "symmetric " };
            return Err(this.wrong(FormatError::Sizes(format!(
                "{promised} entries are announced, but a {symmetry}matrix of {rows} rows and {columns} \
                 columns gives at most {most}"
            ))));
        }
        let mut entries = Vec::new();
        let mut places = Vec::new();
        let mut found = 0;
        while let Some((row, column, value)) = this.entry::<T>(found, promised)? {
            found += 1;
            places.push((row, column, this.lines.number()));
            entries.push((row, column, value));
            match banner.symmetry {
                Symmetry::Symmetric if row != column => entries.push((column, row, value)),
                Symmetry::Skew if row != column => entries.push((column, row, -value)),
                _ => {}
            }
        }
        if found < promised {
            return Err(this.wrong(FormatError::TooFewEntries { found, promised }));
        }
        this.no_twins(places)?;
        Ok(Sparse { rows, columns, entries })
    }

    fn wrong(&self, problem: FormatError) -> Error {
        wrong(self.lines.place(), problem)
    }

    /// The next entry. It is an error if the announced number of entries has been read already.
    fn entry<T: Readable>(
        &mut self,
        found: usize,
        promised: usize,
    ) -> Result<Option<(usize, usize, T)>, Error> {
        let Some(line) = self.lines.next()?.map(str::to_owned) else { return Ok(None) };
        let words: Vec<&str> = line.split_ascii_whitespace().take(4).collect();
        let &[row, column, value] = words.as_slice() else {
            let expected = "row, column and value";
            let found = line.split_ascii_whitespace().count();
            return Err(self.wrong(FormatError::Entry { expected, found }));
        };
        if found == promised {
            return Err(self.wrong(FormatError::TooManyEntries { promised }));
        }
        let (row, column) =
            (self.index("row", self.rows, row)?, self.index("column", self.columns, column)?);
        let wrong = |problem| {
            let (row, column) = (row + 1, column + 1);
            self.wrong(FormatError::Triangle { row, column, problem })
        };
        if self.banner.symmetry != Symmetry::General && row < column {
            return Err(wrong(
                "of a symmetric matrix only the lower triangle is given, row ≥ column",
            ));
        }
        let number: T = self.banner.number(value, || self.lines.place())?;
        if self.banner.symmetry == Symmetry::Skew && row == column && !number.is_zero() {
            return Err(wrong("the diagonal of a skew-symmetric matrix is zero"));
        }
        Ok(Some((row, column, number)))
    }

    /// An index counted from 0, from a text that counts from 1.
    fn index(&self, axis: &'static str, size: usize, text: &str) -> Result<usize, Error> {
        match text.parse::<usize>() {
            Ok(index) if (1..=size).contains(&index) => Ok(index - 1),
            _ => Err(self.wrong(FormatError::Index { axis, size, found: text.into() })),
        }
    }

    /// Refuses an element that is given twice, because readers differ: some use the last value, others the sum.
    fn no_twins(&self, mut places: Vec<(usize, usize, u64)>) -> Result<(), Error> {
        places.sort_unstable();
        let twins = places.windows(2).find(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1));
        twins.map_or(Ok(()), |pair| {
            let (row, column, line) = pair[1];
            let place = Place { position: Position::Line(line), ..self.lines.place() };
            Err(wrong(place, FormatError::Twice { row: row + 1, column: column + 1 }))
        })
    }
}
