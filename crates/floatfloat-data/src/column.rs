//! One column of numbers: of a CSV with a header, or one number a line.

use crate::{
    error::{Error, Place},
    number::{Number, Refusal},
    number_type::NumberType,
    table::{fields, header, refused},
    text::{Lines, Splitter, separator},
};
use std::io::BufRead;

/// Gives the text of each number to `take`, which may refuse it. Returns the column's name, if it has
/// one: the first line is a header unless it is a single number.
pub(crate) fn read(
    reader: impl BufRead,
    source: &str,
    wanted: Option<&str>,
    mut take: impl FnMut(&str) -> Result<(), (Refusal, NumberType)>,
) -> Result<Option<String>, Error> {
    let mut lines = Lines::new(reader, source);
    let Some(first) = lines.next()?.map(str::to_owned) else {
        return Err(Error::Empty { source_name: source.into() });
    };
    let mut splitter = Splitter::new(separator(&first));
    let texts: Vec<String> =
        fields(&mut splitter, &first, lines.place())?.into_iter().map(str::to_owned).collect();
    let mut take = |text: &str, place: &dyn Fn() -> Place| {
        take(text).map_err(|(refusal, number_type)| refused(refusal, text, number_type, place()))
    };

    if let ([only], None) = (texts.as_slice(), wanted)
        && !is_name(only, &lines)?
    {
        take(only, &|| lines.place())?;
        while let Some(line) = lines.next()? {
            let line = line.trim().to_owned();
            take(unquoted(&line), &|| lines.place())?;
        }
        return Ok(None);
    }

    let names = header(&texts, wanted, lines.place())?;
    let index = match wanted {
        None if names.len() == 1 => 0,
        None => {
            return Err(Error::ChooseColumn { source_name: source.into(), known: names });
        }
        Some(wanted) => names.iter().position(|name| name == wanted).ok_or_else(|| {
            let (source_name, name) = (source.into(), wanted.into());
            Error::NoColumn { source_name, name, known: names.clone(), advice: String::new() }
        })?,
    };
    let mut is_empty = true;
    while let Some(line) = lines.next()? {
        let line = line.to_owned();
        let texts = fields(&mut splitter, &line, lines.place())?;
        if texts.len() != names.len() {
            let (found, expected) = (texts.len(), names.len());
            return Err(Error::Ragged { place: lines.place(), found, expected });
        }
        take(texts[index], &|| Place { column: Some(names[index].clone()), ..lines.place() })?;
        is_empty = false;
    }
    if is_empty {
        return Err(Error::HeaderOnly { source_name: source.into() });
    }
    Ok(Some(names[index].clone()))
}

/// The text between quotation marks, if it stands in some.
fn unquoted(text: &str) -> &str {
    text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).map_or(text, str::trim)
}

/// Whether the only field of the first line is a name rather than a number. What looks like a number
/// gone wrong is neither.
fn is_name<R: BufRead>(text: &str, lines: &Lines<R>) -> Result<bool, Error> {
    match f64::read(text) {
        Err(Refusal::NotANumber) => {}
        _ => return Ok(false),
    }
    if text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | '\u{2212}')) {
        let (place, found) = (lines.place(), text.into());
        return Err(Error::NumberOrName { place, found });
    }
    Ok(true)
}
