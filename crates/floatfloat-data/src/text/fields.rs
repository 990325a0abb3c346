//! The fields of a line.

use super::trimmed;

/// The separator of fields, from the first line: comma, else semicolon, else tab.
pub(crate) fn separator(first_line: &str) -> u8 {
    [b',', b';', b'\t'].into_iter().find(|&c| first_line.as_bytes().contains(&c)).unwrap_or(b',')
}

/// Splits lines into fields, with quotation marks as in CSV.
pub(crate) struct Splitter {
    separator: char,
    reader: csv_core::Reader,
    output: Vec<u8>,
    ends: Vec<usize>,
}

impl Splitter {
    pub(crate) fn new(separator: u8) -> Self {
        let reader = csv_core::ReaderBuilder::new().delimiter(separator).build();
        Splitter { separator: separator.into(), reader, output: Vec::new(), ends: Vec::new() }
    }

    /// Whether anything except a separator follows a closing quotation mark. The CSV reader would join it to
    /// the value, so that `"1"2` would become twelve.
    pub(crate) fn has_text_after_quote(&self, line: &str) -> bool {
        if !line.contains('"') {
            return false;
        }
        let mut rest = line;
        loop {
            if let Some(mut quoted) = rest.strip_prefix('"') {
                // Two quotation marks stand for one; the first single one closes.
                let after = loop {
                    let Some((_, after)) = quoted.split_once('"') else { return false };
                    match after.strip_prefix('"') {
                        Some(further) => quoted = further,
                        None => break after,
                    }
                };
                let after = after.trim_start_matches(' ');
                if !after.is_empty() && !after.starts_with(self.separator) {
                    return true;
                }
                rest = after;
            }
            match rest.split_once(self.separator) {
                Some((_, next)) => rest = next,
                None => return false,
            }
        }
    }

    /// The fields of a line without the blanks around them; `None` if a quotation mark is not closed.
    pub(crate) fn split<'a>(&'a mut self, line: &'a str) -> Option<Fields<'a>> {
        if !line.contains('"') {
            let separator = self.separator as u8;
            self.ends.clear();
            self.ends.extend(memchr::memchr_iter(separator, line.as_bytes()));
            self.ends.push(line.len());
            return Some(Fields { text: line, ends: &self.ends, gap: 1 });
        }
        self.reader.reset();
        self.output.resize(line.len() + 1, 0);
        self.ends.resize(line.len() + 2, 0);
        let line = [line.as_bytes(), b"\n"].concat();
        let (outcome, _, length, fields) =
            self.reader.read_record(&line, &mut self.output, &mut self.ends);
        if outcome != csv_core::ReadRecordResult::Record {
            return None;
        }
        let text = std::str::from_utf8(&self.output[..length]).ok()?;
        Some(Fields { text, ends: &self.ends[..fields], gap: 0 })
    }
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
