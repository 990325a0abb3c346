//! Matrices from CSV, with or without a line of names.

use crate::{
    array::Dense,
    error::Error,
    header,
    readable::Readable,
    table::{fields, owned_fields, refused},
    text::{Beginning, Lines, Splitter},
};

/// Reads a matrix with one row in each line; commas, semicolons, tabs or blanks separate its elements. A first line
/// of names is skipped, and with it a first column that has no name.
pub(crate) fn read<T: Readable>(bytes: &[u8], source: &str) -> Result<Dense<T>, Error> {
    let mut lines = Lines::new(bytes, source);
    let mut by_rows: Vec<T> = Vec::new();
    let mut row = |texts: &mut dyn Iterator<Item = &str>, lines: &Lines<'_>| -> Result<(), Error> {
        for text in texts {
            let value = T::of_text(text);
            by_rows
                .push(value.map_err(|refusal| refused(refusal, text, T::READ_AS, lines.place()))?);
        }
        Ok(())
    };
    let source_name = source.to_owned();
    let Some(Beginning { first, place, separator }) = Beginning::take(&mut lines, &mut None)?
    else {
        return Err(Error::Empty { source_name });
    };
    let first = owned_fields(&first, separator, &place)?;
    let has_names = header::names_columns(&first, &place)?;
    if !has_names {
        row(&mut first.iter().map(String::as_str), &lines)?;
    }
    let left_out = usize::from(has_names && header::has_unnamed(&first));
    let columns = first.len() - left_out;
    let mut splitter = Splitter::new(separator);
    while let Some(line) = lines.next()? {
        let texts = fields(&mut splitter, line, || lines.place())?;
        if texts.count() != first.len() {
            let (found, expected) = (texts.count(), first.len());
            return Err(Error::RaggedMatrix { place: lines.place(), found, expected });
        }
        row(&mut texts.iter().skip(left_out), &lines)?;
    }
    let rows = by_rows.len() / columns;
    if rows == 0 {
        return Err(Error::HeaderOnly { source_name });
    }
    let values = (0..columns).flat_map(|j| by_rows[j..].iter().step_by(columns).copied()).collect();
    Ok(Dense { rows, columns, values })
}
