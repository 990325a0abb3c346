//! The first line of a table, and what separates the fields of all lines.

use super::{
    Lines,
    fields::{Separator, Splitter},
};
use crate::{
    error::{Error, Place},
    number::{Number, Refusal},
    spelling::has_decimal_comma,
};

/// The first line with data, its place, and the separator of all lines.
pub(crate) struct Beginning {
    pub(crate) first: String,
    pub(crate) place: Place,
    pub(crate) separator: Separator,
}

impl Beginning {
    /// Takes the first line. A line `sep=;` before it, as Excel writes it, declares the separator; it may be the last
    /// of these `lines`.
    pub(crate) fn take(
        lines: &mut Lines<'_>,
        declared: &mut Option<Separator>,
    ) -> Result<Option<Self>, Error> {
        let Some(mut first) = lines.next()? else { return Ok(None) };
        if declared.is_none()
            && let Some(separator) = declaration(first)
        {
            *declared = Some(separator);
            let Some(next) = lines.next()? else { return Ok(None) };
            first = next;
        }
        let place = lines.place();
        if let Some(found) = decimal_comma(first) {
            return Err(Error::NotANumber { place, found: found.into() });
        }
        // An error in the second line is found when the line is read.
        let second = lines.clone().next().ok().flatten();
        let separator = declared.unwrap_or_else(|| separator(first, second));
        Ok(Some(Beginning { first: first.to_owned(), place, separator }))
    }
}

/// The separator that a line such as `sep=;` declares.
fn declaration(line: &str) -> Option<Separator> {
    let line = line.trim_matches('"');
    let (name, separator) = line.split_at_checked(4)?;
    match separator.as_bytes() {
        _ if !name.eq_ignore_ascii_case("sep=") => None,
        [] | [b' '] => Some(Separator::Blanks),
        &[byte @ (b'\t' | b',' | b';' | b':' | b'|' | b'^' | b'~' | b'&' | b'!')] => {
            Some(Separator::Byte(byte))
        }
        _ => None,
    }
}

/// The separator of fields: comma, else semicolon, else tab, else blanks. A tab among numbers is a blank. Where a line
/// of names leaves a choice, the second line decides.
fn separator(first: &str, second: Option<&str>) -> Separator {
    let second = second.unwrap_or_default();
    let blanks = |line| count(line, Separator::Blanks);
    let have_same_blanks = blanks(first) > 1 && blanks(first) == blanks(second);
    let are_numbers = blanks(first) > 1
        && first.split_ascii_whitespace().all(|text| f64::read(text) != Err(Refusal::NotANumber));
    match (contains(first, ','), contains(first, ';'), contains(first, '\t')) {
        (true, true, _) if contains(second, ';') => Separator::Byte(b';'),
        (true, ..) => Separator::Byte(b','),
        (_, true, _) => Separator::Byte(b';'),
        (.., true) => {
            let tabs = |line| count(line, Separator::Byte(b'\t'));
            let has_gap = || first.trim().split('\t').any(|field| field.trim().is_empty());
            let has_same_tabs = tabs(first) == tabs(second);
            if are_numbers && !has_gap() || !are_numbers && have_same_blanks && !has_same_tabs {
                Separator::Blanks
            } else {
                Separator::Byte(b'\t')
            }
        }
        _ if are_numbers || have_same_blanks => Separator::Blanks,
        _ => Separator::Byte(b','),
    }
}

/// The number of fields; 0 for a line that cannot be split.
fn count(line: &str, separator: Separator) -> usize {
    Splitter::new(separator).split(line).map_or(0, |fields| fields.count())
}

/// Whether this character stands outside of quotation marks.
fn contains(line: &str, wanted: char) -> bool {
    line.split('"').step_by(2).any(|part| part.contains(wanted))
}

/// The first number with a decimal comma in a line of numbers that something else than a comma separates.
fn decimal_comma(line: &str) -> Option<&str> {
    if !line.contains(',') {
        return None;
    }
    let is_number = |text: &str| f64::read(text) != Err(Refusal::NotANumber);
    [&[';'][..], &['\t'], &[' ', '\t']].into_iter().find_map(|separators| {
        let fields = || line.split(separators).map(str::trim).filter(|field| !field.is_empty());
        let are_numbers = fields().all(|text| is_number(text) || has_decimal_comma(text));
        // A line without any of these separators is a row of a CSV.
        let found = fields().find(|text| has_decimal_comma(text));
        found.filter(|_| are_numbers && fields().count() > 1)
    })
}

#[cfg(test)]
mod tests {
    use super::{Beginning, decimal_comma, declaration, separator};
    use crate::text::{Lines, fields::Separator};

    #[test]
    fn the_first_line_decides_and_the_second_where_it_does_not() {
        let [comma, semicolon, tab] = [b',', b';', b'\t'].map(Separator::Byte);
        for (first, second, expected) in [
            ("1,2", "3,4", comma),
            ("a, b", "1, 2", comma),
            ("a;b", "1,5;2", semicolon),
            ("price, net;size", "1.5;2", semicolon),
            ("price (USD; net),size", "1.5,2", comma),
            ("\"price, net\";size", "1;2", semicolon),
            ("1\t2", "3\t4", Separator::Blanks),
            ("net price\tsize", "1\t2", tab),
            ("\ta\tb", "0\t1\t2", tab),
            ("1\t\t2", "3\t4\t5", tab),
            ("  1 \t  2", "3  4", Separator::Blanks),
            ("x\ty", "1 2", Separator::Blanks),
            ("1.5e+00 2.5e+00", "3 4", Separator::Blanks),
            ("y   x", "60323   83.0", Separator::Blanks),
            ("\"net price\" size", "1 2", Separator::Blanks),
            ("net price", "12", comma),
            ("price", "1", comma),
            ("1", "2 3", comma),
        ] {
            assert_eq!(separator(first, Some(second)), expected, "{first:?} {second:?}");
        }
    }

    #[test]
    fn excel_declares_a_separator() {
        assert_eq!(declaration("sep=;"), Some(Separator::Byte(b';')));
        assert_eq!(declaration("\"SEP=\t\""), Some(Separator::Byte(b'\t')));
        assert_eq!(declaration("sep="), Some(Separator::Blanks));
        for line in ["sep", "sep=ab", "set=;", "sep=1", "é"] {
            assert_eq!(declaration(line), None, "{line}");
        }
        let mut lines = Lines::new(b"sep=;\na,b;c\n", "test");
        let beginning = Beginning::take(&mut lines, &mut None).unwrap().unwrap();
        assert_eq!(
            (beginning.first.as_str(), beginning.place.to_string().as_str()),
            ("a,b;c", "test, line 2")
        );
        assert_eq!(beginning.separator, Separator::Byte(b';'));
        let mut declared = None;
        assert!(
            Beginning::take(&mut Lines::new(b"sep=;\n", "test"), &mut declared).unwrap().is_none()
        );
        assert!(declared.is_some());
    }

    #[test]
    fn decimal_commas_are_recognised_only_beside_other_separators() {
        for (line, found) in [
            ("1,5;2,5", "1,5"),
            ("2;-1,5", "-1,5"),
            ("1.234,5;2", "1.234,5"),
            ("1,5\t2", "1,5"),
            ("1,5  2,25e3", "1,5"),
        ] {
            assert_eq!(decimal_comma(line), Some(found), "{line:?}");
        }
        for line in ["1,5", "1, 5", "1 ,5", "1,a;2", "a;1,5", "1,2,3", "1,\t2"] {
            assert_eq!(decimal_comma(line), None, "{line:?}");
        }
    }
}
