//! One column of numbers: from a CSV with a header, or one number a line. Also all numbers of a matrix.

use crate::{
    error::{Error, Place},
    header::{self, Header},
    number::{Number, Refusal},
    sum_type::SumType,
    table::{each_row, owned_fields, refused},
    text::{Beginning, Blocks, Lines, trimmed},
};
use std::io::Read;

/// The result of reading a number's text: accepted or refused.
pub(crate) type Taken = Result<(), (Refusal, SumType)>;

/// Passes the text of each number to `read`, together with what `read` has gathered from the same block of
/// lines, which is the default at first. Then passes what was gathered from each block to `take`, in order.
/// Returns the column's name, if it has one: the first line is a header unless it is a single number, or a row of a
/// matrix, of which every element is read.
pub(crate) fn read<S: Default + Send>(
    reader: impl Read,
    source: &str,
    wanted: Option<&str>,
    read: impl Fn(&mut S, &str) -> Taken + Sync,
    mut take: impl FnMut(S) -> Result<(), Error>,
) -> Result<Option<String>, Error> {
    let mut blocks = Blocks::new(reader, source);
    let Some(Beginning { first, place, separator }) = blocks.beginning()? else {
        return Err(Error::Empty { source_name: source.into() });
    };
    let texts = owned_fields(&first, separator, &place)?;
    let read = |read_before: &mut S, text: &str, place: &dyn Fn() -> Place| {
        read(read_before, text)
            .map_err(|(refusal, sum_type)| refused(refusal, text, sum_type, place()))
    };

    if let ([only], None) = (texts.as_slice(), wanted)
        && !is_name(only, &place)?
    {
        let mut begun = S::default();
        read(&mut begun, only, &|| place.clone())?;
        take(begun)?;
        let numbers = |mut lines: Lines<'_>| {
            let mut numbers = S::default();
            while let Some(line) = lines.next()? {
                read(&mut numbers, unquoted(trimmed(line)), &|| lines.place())?;
            }
            Ok(numbers)
        };
        blocks.each(numbers, take)?;
        return Ok(None);
    }

    if wanted.is_none() && header::is_row(&texts, separator) {
        let mut begun = S::default();
        texts.iter().try_for_each(|text| read(&mut begun, text, &|| place.clone()))?;
        take(begun)?;
        let numbers = |lines: Lines<'_>| {
            let mut numbers = S::default();
            let rows = each_row(lines, separator, texts.len(), |fields, place| {
                fields.iter().try_for_each(|text| read(&mut numbers, text, place))
            });
            rows.map_err(Error::of_matrix).map(|()| numbers)
        };
        blocks.each(numbers, take)?;
        return Ok(None);
    }

    let header = Header::read(&texts, separator, wanted, place)?;
    let (index, name) = header.choose(wanted, source)?;
    let numbers = |lines: Lines<'_>| {
        let (mut numbers, mut is_empty) = (S::default(), true);
        each_row(lines, separator, header.columns(), |fields, place| {
            let place = || Place { column: Some(name.clone()), ..place() };
            is_empty = false;
            read(&mut numbers, fields.get(index), &place)
        })?;
        Ok((numbers, is_empty))
    };
    let mut is_empty = true;
    blocks.each(numbers, |(numbers, without)| {
        is_empty &= without;
        take(numbers)
    })?;
    if is_empty {
        return Err(Error::HeaderOnly { source_name: source.into() });
    }
    Ok(Some(name))
}

/// The text between quotation marks, if it has them.
fn unquoted(text: &str) -> &str {
    match text.as_bytes() {
        [b'"', .., b'"'] => text[1..text.len() - 1].trim(),
        _ => text,
    }
}

/// Whether the only field of the first line is a name rather than a number. A text that looks like a damaged
/// number is an error.
fn is_name(text: &str, place: &Place) -> Result<bool, Error> {
    match f64::read(text) {
        Err(Refusal::NotANumber) => {}
        _ => return Ok(false),
    }
    if text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | '\u{2212}')) {
        let (place, found) = (place.clone(), text.into());
        return Err(Error::NumberOrName { place, found });
    }
    Ok(true)
}
