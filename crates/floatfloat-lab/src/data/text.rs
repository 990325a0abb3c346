//! Lines and fields of a text input.

use super::error::{DataError, Place};
use crate::error::Error;
use std::io::{BufRead, Read};

/// The longest line that is read, in bytes.
const LONGEST_LINE: usize = 1 << 20;

/// The lines of an input that carry data: blank ones and comments (`#` first) are left out, as are
/// a byte order mark, line ends of any system, and blanks around the line.
pub(super) struct Lines<R> {
    reader: R,
    source: String,
    number: u64,
    buffer: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(reader: R, source: &str) -> Self {
        Lines { reader, source: source.into(), number: 0, buffer: Vec::new() }
    }

    /// The line given last.
    pub(super) fn place(&self) -> Place {
        Place { source: self.source.clone(), line: self.number, column: None }
    }

    /// The next line with data.
    pub(super) fn next(&mut self) -> Result<Option<&str>, Error> {
        loop {
            self.buffer.clear();
            self.number += 1;
            let mut limited = (&mut self.reader).take(LONGEST_LINE as u64 + 1);
            let read = limited.read_until(b'\n', &mut self.buffer).map_err(|source| {
                let path = self.source.clone().into();
                Error::File { action: "cannot read", path, source }
            })?;
            if read == 0 {
                return Ok(None);
            }
            let range = self.check()?;
            if !range.is_empty() {
                // Checked above; the borrow checker wants it looked up again outside the loop's borrow.
                return Ok(std::str::from_utf8(&self.buffer[range]).ok());
            }
        }
    }

    /// Where the data of the line in the buffer is; empty if there is none.
    fn check(&mut self) -> Result<std::ops::Range<usize>, Error> {
        let not_text = |found: &str| {
            Error::from(DataError::NotText { place: self.place(), found: found.into() })
        };
        let mut start = 0;
        if self.number == 1 {
            if self.buffer.starts_with(&[0xff, 0xfe]) || self.buffer.starts_with(&[0xfe, 0xff]) {
                return Err(not_text("it begins as UTF-16 does"));
            }
            if self.buffer.starts_with("\u{feff}".as_bytes()) {
                start = 3;
            }
        }
        if self.buffer.contains(&0) {
            return Err(not_text("there is a zero byte"));
        }
        if self.buffer.len() > LONGEST_LINE {
            return Err(DataError::LongLine { place: self.place(), limit: LONGEST_LINE }.into());
        }
        let line = std::str::from_utf8(&self.buffer[start..]).map_err(|error| {
            let byte = self.buffer[start + error.valid_up_to()];
            not_text(&format!("byte {byte:#04x} is not UTF-8"))
        })?;
        // Tabs may separate fields, so those at the ends of the line are kept.
        let trimmed = line.trim_matches([' ', '\r', '\n']);
        if trimmed.trim().is_empty() || trimmed.trim_start().starts_with('#') {
            return Ok(0..0);
        }
        let start = start + (line.len() - line.trim_start_matches([' ', '\r', '\n']).len());
        Ok(start..start + trimmed.len())
    }
}

/// What separates fields, from the first line: comma, else semicolon, else tab.
pub(super) fn separator(first_line: &str) -> u8 {
    [b',', b';', b'\t'].into_iter().find(|&c| first_line.as_bytes().contains(&c)).unwrap_or(b',')
}

/// Splits lines into fields, quotation marks as in CSV.
pub(super) struct Splitter {
    reader: csv_core::Reader,
    output: Vec<u8>,
    ends: Vec<usize>,
}

impl Splitter {
    pub(super) fn new(separator: u8) -> Self {
        let reader = csv_core::ReaderBuilder::new().delimiter(separator).build();
        Splitter { reader, output: Vec::new(), ends: Vec::new() }
    }

    /// The fields of a line without the blanks around them; none if a quotation mark stays open.
    pub(super) fn split(&mut self, line: &str) -> Option<Vec<&str>> {
        self.reader.reset();
        self.output.resize(line.len() + 1, 0);
        self.ends.resize(line.len() + 2, 0);
        let line = [line.as_bytes(), b"\n"].concat();
        let (outcome, _, _, fields) =
            self.reader.read_record(&line, &mut self.output, &mut self.ends);
        if outcome != csv_core::ReadRecordResult::Record {
            return None;
        }
        let starts = std::iter::once(0).chain(self.ends[..fields].iter().copied());
        starts
            .zip(&self.ends[..fields])
            .map(|(start, &end)| std::str::from_utf8(&self.output[start..end]).ok())
            .map(|field| field.map(str::trim))
            .collect()
    }
}
