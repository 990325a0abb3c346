//! The names of columns.

use crate::{
    error::{Error, Place},
    number::{Number, Refusal},
    spelling::{has_groups, is_misspelt},
    text::Separator,
};

/// The names in the first line of a table.
pub(crate) struct Header {
    /// The names, all different, without that of a first column that has none.
    pub(crate) names: Vec<String>,
    /// Whether a first column without a name comes before the others.
    has_unnamed: bool,
}

impl Header {
    /// The names of the columns, from the fields of the first line. A number is not a name, unless the user gave
    /// this name and it cannot mean the position of a column, or pandas counted the columns.
    pub(crate) fn read(
        texts: &[String],
        separator: Separator,
        wanted: Option<&str>,
        place: Place,
    ) -> Result<Self, Error> {
        let has_unnamed = has_unnamed(texts);
        let names = &texts[usize::from(has_unnamed)..];
        let is_place = |text: &str| {
            text.parse::<usize>().is_ok_and(|place| (1..=texts.len()).contains(&place))
        };
        let is_meant =
            |text: &String| Some(text.as_str()) == wanted && (has_unnamed || !is_place(text));
        let is_counted = has_unnamed && are_counted(names);
        if names.iter().all(|text| is_number(text)) && !is_counted && !names.iter().any(is_meant) {
            if has_unnamed {
                return Err(Error::Unnamed { place, number: 1 });
            }
            let between = if separator == Separator::Blanks { " " } else { ", " };
            return Err(Error::NoHeader { place, found: texts.join(between) });
        }
        refuse_misspelt(names, &place)?;
        for (i, text) in names.iter().enumerate() {
            if text.is_empty() {
                return Err(Error::Unnamed { place, number: i + 1 + usize::from(has_unnamed) });
            }
            if names[..i].contains(text) {
                return Err(Error::Duplicate { place, name: text.clone() });
            }
        }
        Ok(Header { names: names.to_vec(), has_unnamed })
    }

    /// Number of columns that are left out before those with names.
    pub(crate) fn left_out(&self) -> usize {
        self.has_unnamed.into()
    }

    /// Number of all columns.
    pub(crate) fn columns(&self) -> usize {
        self.left_out() + self.names.len()
    }

    /// The index and the name of the chosen column, or of the only one that has a name. `1` chooses a first column
    /// without a name if no column is called so.
    pub(crate) fn choose(
        &self,
        wanted: Option<&str>,
        source: &str,
    ) -> Result<(usize, String), Error> {
        let named = |index: usize| (self.left_out() + index, self.names[index].clone());
        let (source_name, known) = (source.to_owned(), self.names.clone());
        let Some(wanted) = wanted else {
            return match known.len() {
                1 => Ok(named(0)),
                _ => Err(Error::ChooseColumn { source_name, known }),
            };
        };
        match self.names.iter().position(|name| name == wanted) {
            Some(index) => Ok(named(index)),
            None if self.has_unnamed && wanted == "1" => Ok((0, wanted.into())),
            None => {
                let (name, advice) = (wanted.into(), String::new());
                Err(Error::NoColumn { source_name, name, known, advice })
            }
        }
    }
}

/// Whether the first line of a matrix names its columns. A line of numbers that all need another spelling is an error,
/// because it would be skipped like names.
pub(crate) fn names_columns(texts: &[String], place: &Place) -> Result<bool, Error> {
    let has_unnamed = has_unnamed(texts);
    let names = &texts[usize::from(has_unnamed)..];
    refuse_misspelt(names, place)?;
    Ok(!names.iter().any(|text| is_number(text)) || has_unnamed && are_counted(names))
}

/// Whether the first line is certainly a row of a matrix, as `numpy.savetxt` writes it: numbers between blanks, of
/// which one is not a name that pandas gives to a column, nor all together one number with separators of thousands.
pub(crate) fn is_row(texts: &[String], separator: Separator) -> bool {
    let is_whole = |text: &String| text.bytes().all(|byte| byte.is_ascii_digit());
    separator == Separator::Blanks
        && texts.len() > 1
        && texts.iter().all(|text| is_number(text))
        && !texts.iter().all(is_whole)
        && !has_groups(&texts.join(" "))
}

/// Whether these names of columns begin with a column that has none. pandas writes its index as such a column, and
/// calls it `Unnamed: 0` when it reads it.
pub(crate) fn has_unnamed(texts: &[String]) -> bool {
    texts.len() > 1 && (texts[0].is_empty() || texts[0] == "Unnamed: 0")
}

fn is_number(text: &str) -> bool {
    f64::read(text) != Err(Refusal::NotANumber)
}

/// Whether these are the numbers 0, 1, 2, …, with which pandas names columns.
fn are_counted(names: &[String]) -> bool {
    names.iter().enumerate().all(|(i, name)| *name == i.to_string())
}

/// Refuses a line of numbers of which some are misspelt. It must not pass for a line of names.
fn refuse_misspelt(texts: &[String], place: &Place) -> Result<(), Error> {
    let misspelt = texts.iter().find(|text| is_misspelt(text));
    let are_numbers = texts.iter().all(|text| is_number(text) || is_misspelt(text));
    misspelt.filter(|_| are_numbers).map_or(Ok(()), |found| {
        Err(Error::NotANumber { place: place.clone(), found: found.clone() })
    })
}
