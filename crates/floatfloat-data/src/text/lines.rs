//! The lines of a text that contain data.

use crate::error::{Error, Place, Position};

/// The longest line that is read, in bytes.
pub(super) const LONGEST_LINE: usize = 1 << 20;

/// The lines of a text that contain data. Skipped are blank lines and comments, a byte order mark, line ends of
/// every system, and blanks around each line.
///
/// A comment begins with `#`. After the first line with data it must begin with `#` and a blank or another `#`:
/// spreadsheets write `#N/A` and `#DIV/0!` where there is no number, and such a row must not be skipped
/// silently.
#[derive(Clone)]
pub(crate) struct Lines<'a> {
    rest: &'a [u8],
    /// The bytes as text, if all of them are text.
    text: Option<&'a str>,
    source: &'a str,
    number: u64,
    /// The character that begins a comment.
    comment: u8,
    /// Whether there was a line with data.
    begun: bool,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(bytes: &'a [u8], source: &'a str) -> Self {
        // Checked once, which is faster than line by line.
        let text = std::str::from_utf8(bytes).ok().filter(|_| !has_zero(bytes));
        Lines { rest: bytes, text, source, number: 0, comment: b'#', begun: false }
    }

    /// The lines that follow `number` other lines of the same text.
    pub(super) fn behind(number: u64, bytes: &'a [u8], source: &'a str) -> Self {
        Lines { number, begun: true, ..Lines::new(bytes, source) }
    }

    /// From here on, lines that begin with `comment` are skipped.
    pub(crate) fn comment(&mut self, comment: u8) {
        self.comment = comment;
    }

    /// The place of the last returned line.
    pub(crate) fn place(&self) -> Place {
        let position = Position::Line(self.number);
        Place { source: self.source.to_owned(), position, column: None }
    }

    /// The number of the last returned line.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// The bytes after the last returned line.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// The next line with data.
    pub(crate) fn next(&mut self) -> Result<Option<&'a str>, Error> {
        loop {
            self.number += 1;
            let Some(line) = self.take() else { return Ok(None) };
            let line = match line {
                Line::Text(line) if is_plain(line, self.comment) => {
                    self.begun = true;
                    return Ok(Some(line));
                }
                Line::Text(line) => line.as_bytes(),
                Line::Bytes(line) => line,
            };
            let data = self.data(line)?;
            if !data.is_empty() {
                self.begun = true;
                return Ok(Some(data));
            }
        }
    }

    /// Takes a line without its end: a line feed, a carriage return, or both.
    fn take(&mut self) -> Option<Line<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        let end = memchr::memchr2(b'\n', b'\r', self.rest).unwrap_or(self.rest.len());
        let (line, ending) = self.rest.split_at(end);
        self.rest = match ending {
            [b'\r', b'\n', rest @ ..] | [_, rest @ ..] => rest,
            [] => ending,
        };
        Some(match &mut self.text {
            Some(text) => {
                let line = &text[..end];
                *text = &text[text.len() - self.rest.len()..];
                Line::Text(line)
            }
            None => Line::Bytes(line),
        })
    }

    /// The data of a line; empty if it has none.
    fn data(&self, line: &'a [u8]) -> Result<&'a str, Error> {
        let not_text = |found: &str| Error::NotText { place: self.place(), found: found.into() };
        let mut bytes = line;
        if self.number == 1 {
            if line.starts_with(&[0xff, 0xfe]) || line.starts_with(&[0xfe, 0xff]) {
                return Err(not_text("it begins as UTF-16 does"));
            }
            bytes = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
        }
        if has_zero(bytes) {
            return Err(not_text("there is a zero byte"));
        }
        if bytes.len() > LONGEST_LINE {
            return Err(Error::LongLine { place: self.place(), limit: LONGEST_LINE });
        }
        let line = std::str::from_utf8(bytes).map_err(|error| {
            let byte = bytes[error.valid_up_to()];
            not_text(&format!("byte {byte:#04x} is not UTF-8"))
        })?;
        // Tabs may separate fields, so those at the ends of the line are kept.
        let trimmed = line.trim_matches(' ');
        let data = trimmed.trim_start();
        Ok(if data.is_empty() || self.is_comment(data.as_bytes()) { "" } else { trimmed })
    }

    fn is_comment(&self, line: &[u8]) -> bool {
        let [first, rest @ ..] = line else { return false };
        let is_error = self.begun
            && self.comment == b'#'
            && rest.first().is_some_and(|&byte| byte != b'#' && !byte.is_ascii_whitespace());
        *first == self.comment && !is_error
    }
}

/// A line without its end.
enum Line<'a> {
    Text(&'a str),
    /// A line of an input that is not entirely text.
    Bytes(&'a [u8]),
}

fn has_zero(bytes: &[u8]) -> bool {
    memchr::memchr(0, bytes).is_some()
}

/// Whether a line is data without blanks around it, as nearly all lines are.
fn is_plain(line: &str, comment: u8) -> bool {
    has_no_blanks_around(line)
        && line.as_bytes().first() != Some(&comment)
        && line.len() <= LONGEST_LINE
}

/// Whether a text certainly begins and ends without a blank. False for texts that begin or end with a character
/// outside ASCII, which may be another blank or a byte order mark.
fn has_no_blanks_around(text: &str) -> bool {
    matches!(text.as_bytes(), [first, .., last] if first.is_ascii_graphic() && last.is_ascii_graphic())
}

/// The text without the blanks around it.
pub(crate) fn trimmed(text: &str) -> &str {
    if has_no_blanks_around(text) { text } else { text.trim() }
}
