//! Matrices from CSV, with or without a line of names.

use crate::{
    array::Dense,
    error::Error,
    number::{Number, Refusal},
    readable::Readable,
    table::{fields, refused},
    text::{Lines, Splitter, separator},
};

/// Reads a matrix with one row in each line; commas, semicolons or tabs separate its elements. A first line
/// without numbers contains the names of the columns and is skipped.
pub(crate) fn read<T: Readable>(bytes: &[u8], source: &str) -> Result<Dense<T>, Error> {
    let mut lines = Lines::new(bytes, source);
    let mut splitter: Option<Splitter> = None;
    let mut by_rows: Vec<T> = Vec::new();
    let (mut rows, mut columns) = (0, 0);
    while let Some(line) = lines.next()? {
        let is_first = splitter.is_none();
        let splitter = splitter.get_or_insert_with(|| Splitter::new(separator(line)));
        let texts = fields(splitter, line, || lines.place())?;
        if is_first {
            columns = texts.count();
            if texts.iter().all(|text| f64::read(text) == Err(Refusal::NotANumber)) {
                continue;
            }
        } else if texts.count() != columns {
            let (found, expected) = (texts.count(), columns);
            return Err(Error::RaggedMatrix { place: lines.place(), found, expected });
        }
        for text in texts.iter() {
            let value = T::of_text(text);
            by_rows
                .push(value.map_err(|refusal| refused(refusal, text, T::READ_AS, lines.place()))?);
        }
        rows += 1;
    }
    let source_name = source.to_owned();
    match (rows, columns) {
        (0, 0) => return Err(Error::Empty { source_name }),
        (0, _) => return Err(Error::HeaderOnly { source_name }),
        _ => {}
    }
    let values = (0..columns).flat_map(|j| by_rows[j..].iter().step_by(columns).copied()).collect();
    Ok(Dense { rows, columns, values })
}
