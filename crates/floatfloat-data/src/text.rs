//! Lines and fields of a text input.

use crate::error::{Error, Place, Position};
use std::{
    fs::File,
    io::{BufRead, BufReader},
    path::Path,
};

/// The longest line that is read, in bytes.
const LONGEST_LINE: usize = 1 << 20;

/// Opens a file for reading, `-` for standard input. Gives also its name for messages.
pub(crate) fn open(path: &Path) -> Result<(Box<dyn BufRead>, String), Error> {
    if path == Path::new("-") {
        return Ok((Box::new(std::io::stdin().lock()), "standard input".into()));
    }
    let file =
        File::open(path).map_err(|source| Error::Unreadable { path: path.into(), source })?;
    Ok((Box::new(BufReader::new(file)), path.display().to_string()))
}

/// The lines of an input that carry data: blank ones and comments are left out, as are
/// a byte order mark, line ends of any system, and blanks around the line.
pub(crate) struct Lines<R> {
    reader: R,
    source: String,
    number: u64,
    /// What begins a comment.
    comment: char,
    buffer: Vec<u8>,
    /// The last line ended in a carriage return; a line feed behind it belongs to that line end.
    after_return: bool,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(reader: R, source: &str) -> Self {
        let (source, buffer) = (source.into(), Vec::new());
        Lines { reader, source, number: 0, comment: '#', buffer, after_return: false }
    }

    /// From here on lines that begin with `comment` are left out.
    pub(crate) fn comment(&mut self, comment: char) {
        self.comment = comment;
    }

    /// The line given last.
    pub(crate) fn place(&self) -> Place {
        Place { source: self.source.clone(), position: Position::Line(self.number), column: None }
    }

    /// The number of the line given last.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// The next line with data.
    pub(crate) fn next(&mut self) -> Result<Option<&str>, Error> {
        loop {
            self.number += 1;
            let is_line = self.fill().map_err(|source| {
                let path = self.source.clone().into();
                Error::Unreadable { path, source }
            })?;
            if !is_line {
                return Ok(None);
            }
            let range = self.check()?;
            if !range.is_empty() {
                // Checked above; the borrow checker wants it looked up again outside the loop's borrow.
                return Ok(std::str::from_utf8(&self.buffer[range]).ok());
            }
        }
    }

    /// Reads a line into the buffer without its end: a line feed, a carriage return, or both. Stops
    /// early beyond the longest line. False at the end of the input.
    fn fill(&mut self) -> std::io::Result<bool> {
        self.buffer.clear();
        let mut is_line = false;
        while self.buffer.len() <= LONGEST_LINE {
            let bytes = match self.reader.fill_buf() {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                result => result?,
            };
            if bytes.is_empty() {
                break;
            }
            if std::mem::take(&mut self.after_return) && bytes[0] == b'\n' {
                self.reader.consume(1);
                continue;
            }
            is_line = true;
            let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let length = end.unwrap_or(bytes.len());
            self.buffer.extend_from_slice(&bytes[..length]);
            self.after_return = end.is_some_and(|end| bytes[end] == b'\r');
            self.reader.consume(length + usize::from(end.is_some()));
            if end.is_some() {
                break;
            }
        }
        Ok(is_line)
    }

    /// Where the data of the line in the buffer is; empty if there is none.
    fn check(&mut self) -> Result<std::ops::Range<usize>, Error> {
        let not_text = |found: &str| Error::NotText { place: self.place(), found: found.into() };
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
            return Err(Error::LongLine { place: self.place(), limit: LONGEST_LINE });
        }
        let line = std::str::from_utf8(&self.buffer[start..]).map_err(|error| {
            let byte = self.buffer[start + error.valid_up_to()];
            not_text(&format!("byte {byte:#04x} is not UTF-8"))
        })?;
        // Tabs may separate fields, so those at the ends of the line are kept.
        let trimmed = line.trim_matches(' ');
        if trimmed.trim().is_empty() || trimmed.trim_start().starts_with(self.comment) {
            return Ok(0..0);
        }
        let start = start + (line.len() - line.trim_start_matches(' ').len());
        Ok(start..start + trimmed.len())
    }
}

/// What separates fields, from the first line: comma, else semicolon, else tab.
pub(crate) fn separator(first_line: &str) -> u8 {
    [b',', b';', b'\t'].into_iter().find(|&c| first_line.as_bytes().contains(&c)).unwrap_or(b',')
}

/// Splits lines into fields, quotation marks as in CSV.
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

    /// Whether something other than a separator follows a closing quotation mark. The reader would
    /// join it to the value, and so make `"1"2` twelve.
    pub(crate) fn has_text_after_quote(&self, line: &str) -> bool {
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

    /// The fields of a line without the blanks around them; none if a quotation mark stays open.
    pub(crate) fn split(&mut self, line: &str) -> Option<Vec<&str>> {
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
