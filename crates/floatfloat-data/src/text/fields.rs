//! The fields of a line.

use super::trimmed;

/// What separates the fields of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Separator {
    /// One character of ASCII.
    Byte(u8),
    /// Any number of spaces and tabs.
    Blanks,
}

impl Separator {
    fn is(self, c: char) -> bool {
        match self {
            Separator::Byte(byte) => c == char::from(byte),
            Separator::Blanks => is_blank(c),
        }
    }

    /// The character that stands for a separator in a compact line.
    pub(crate) fn byte(self) -> u8 {
        match self {
            Separator::Byte(byte) => byte,
            Separator::Blanks => b' ',
        }
    }
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t')
}

/// Why a line cannot be split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WrongQuote {
    /// A quotation mark is not closed.
    Open,
    /// Something except a separator follows a closing quotation mark. The CSV reader would join it to the value, so
    /// that `"1"2` would become twelve.
    TextAfter,
}

/// Splits lines into fields, with quotation marks as in CSV.
pub(crate) struct Splitter {
    separator: Separator,
    reader: csv_core::Reader,
    output: Vec<u8>,
    ends: Vec<usize>,
}

impl Splitter {
    pub(crate) fn new(separator: Separator) -> Self {
        let reader = csv_core::ReaderBuilder::new().delimiter(separator.byte()).build();
        Splitter { separator, reader, output: Vec::new(), ends: Vec::new() }
    }

    /// The fields of a line without the blanks around them.
    pub(crate) fn split<'a>(&'a mut self, line: &'a str) -> Result<Fields<'a>, WrongQuote> {
        if line.contains('"') {
            return self.split_quoted(line);
        }
        self.ends.clear();
        match self.separator {
            Separator::Byte(byte) => {
                self.ends.extend(memchr::memchr_iter(byte, line.as_bytes()));
                self.ends.push(line.len());
                Ok(Fields { text: line, ends: &self.ends, gap: 1 })
            }
            Separator::Blanks => {
                let line = line.trim_matches(is_blank);
                let pairs = line.as_bytes().windows(2).zip(1..);
                let is_end = |pair: &[u8]| !is_blank(pair[0].into()) && is_blank(pair[1].into());
                self.ends.extend(pairs.filter(|(pair, _)| is_end(pair)).map(|(_, end)| end));
                self.ends.push(line.len());
                Ok(Fields { text: line, ends: &self.ends, gap: 0 })
            }
        }
    }

    fn split_quoted(&mut self, line: &str) -> Result<Fields<'_>, WrongQuote> {
        let line = self.compact(line)?;
        self.reader.reset();
        self.output.resize(line.len(), 0);
        self.ends.resize(line.len() + 1, 0);
        let (outcome, _, length, fields) =
            self.reader.read_record(line.as_bytes(), &mut self.output, &mut self.ends);
        if outcome != csv_core::ReadRecordResult::Record {
            return Err(WrongQuote::Open);
        }
        let text = std::str::from_utf8(&self.output[..length]).map_err(|_| WrongQuote::Open)?;
        Ok(Fields { text, ends: &self.ends[..fields], gap: 0 })
    }

    /// The line with one separator between two fields, no blanks before a field, and a line feed at the end. The CSV
    /// reader knows quotation marks only at the beginning of a field.
    fn compact(&self, line: &str) -> Result<String, WrongQuote> {
        let is_beside =
            |c| is_blank(c) && (self.separator == Separator::Blanks || !self.separator.is(c));
        let mut compact = String::with_capacity(line.len() + 1);
        let mut rest = line.trim_matches(is_beside);
        loop {
            let quoted = quoted_length(rest);
            let after = &rest[quoted..];
            let end = quoted + after.find(|c| self.separator.is(c)).unwrap_or(after.len());
            if quoted > 0 && !rest[quoted..end].trim().is_empty() {
                return Err(WrongQuote::TextAfter);
            }
            compact.push_str(&rest[..end]);
            if end == rest.len() {
                compact.push('\n');
                return Ok(compact);
            }
            compact.push(self.separator.byte().into());
            rest = rest[end + 1..].trim_start_matches(is_beside);
        }
    }
}

/// The length of the quoted text at the beginning, with both quotation marks; 0 if the text does not begin with one.
fn quoted_length(text: &str) -> usize {
    let Some(mut quoted) = text.strip_prefix('"') else { return 0 };
    // Two quotation marks stand for one; the first single one closes.
    while let Some((_, after)) = quoted.split_once('"') {
        match after.strip_prefix('"') {
            Some(further) => quoted = further,
            None => return text.len() - after.len(),
        }
    }
    text.len()
}

/// The fields of a line, at least one.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'a> {
    text: &'a str,
    /// The end of each field.
    ends: &'a [usize],
    /// Number of bytes between two fields.
    gap: usize,
}

impl<'a> Fields<'a> {
    pub(crate) fn count(&self) -> usize {
        self.ends.len()
    }

    /// The field with this index, counted from 0, without the blanks around it.
    pub(crate) fn get(&self, number: usize) -> &'a str {
        let start = if number == 0 { 0 } else { self.ends[number - 1] + self.gap };
        trimmed(&self.text[start..self.ends[number]])
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = &'a str> {
        (0..self.count()).map(move |number| self.get(number))
    }
}

#[cfg(test)]
mod tests {
    use super::{Separator, Splitter, WrongQuote};

    fn split(separator: Separator, line: &str) -> Result<Vec<String>, WrongQuote> {
        Splitter::new(separator)
            .split(line)
            .map(|fields| fields.iter().map(str::to_owned).collect())
    }

    #[test]
    fn blanks_and_quotation_marks() {
        let comma = Separator::Byte(b',');
        for (separator, line, fields) in [
            (comma, "1, \"2\"", &["1", "2"][..]),
            (comma, "\"1\" ,\t\"2,5\" , 3", &["1", "2,5", "3"]),
            (comma, "\"a \"\"b\"\"\",", &["a \"b\"", ""]),
            (comma, "1 2,3", &["1 2", "3"]),
            (Separator::Byte(b'\t'), "\t1\t \"2\"\t", &["", "1", "2", ""]),
            (Separator::Byte(b'\t'), "\t1\t 2\t", &["", "1", "2", ""]),
            (Separator::Blanks, "\t 1   2 \t3 ", &["1", "2", "3"]),
            (Separator::Blanks, " \"net price\"   y", &["net price", "y"]),
            (Separator::Blanks, "é  ü", &["é", "ü"]),
        ] {
            assert_eq!(split(separator, line).unwrap(), fields, "{line:?}");
        }
    }

    #[test]
    fn wrong_quotation_marks() {
        for separator in [Separator::Byte(b','), Separator::Blanks] {
            assert_eq!(
                split(separator, "1 \"2").ok(),
                (separator == Separator::Byte(b',')).then(|| vec!["1 \"2".into()])
            );
            assert_eq!(split(separator, "\"1"), Err(WrongQuote::Open));
            assert_eq!(split(separator, "\"1\"2"), Err(WrongQuote::TextAfter));
        }
        assert_eq!(split(Separator::Byte(b','), "1,\"2\" 3"), Err(WrongQuote::TextAfter));
    }
}
