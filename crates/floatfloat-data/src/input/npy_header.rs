//! The header of a .npy: a Python literal after the magic bytes.

use super::{at_byte, format_error::FormatError, npy_element::ElementType};
use crate::error::Error;

/// The first bytes of every .npy.
pub(crate) const MAGIC: &[u8] = b"\x93NUMPY";

/// The contents of a header.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Header {
    pub(crate) element: ElementType,
    /// Whether the first index varies fastest.
    pub(crate) is_fortran: bool,
    pub(crate) shape: Vec<usize>,
    /// Offset of the first element.
    pub(crate) data: usize,
}

/// Reads the header (version 1.0, 2.0 or 3.0).
pub(crate) fn read(bytes: &[u8], source: &str) -> Result<Header, Error> {
    parse(bytes).map_err(|(offset, problem)| Error::Format {
        place: at_byte(source, offset as u64),
        problem: Box::new(problem),
    })
}

type Wrong = (usize, FormatError);

fn parse(bytes: &[u8]) -> Result<Header, Wrong> {
    let truncated = |needed: usize| {
        let missing = (needed - bytes.len()) as u64;
        (bytes.len(), FormatError::Truncated { what: "the header of .npy", missing })
    };
    if !bytes.starts_with(MAGIC) {
        let found = bytes[..bytes.len().min(8)].escape_ascii().to_string();
        return Err((0, FormatError::BadMagic { should_begin: "\\x93NUMPY", found }));
    }
    let &[major, minor] =
        bytes.get(6..8).and_then(|v| v.first_chunk()).ok_or_else(|| truncated(8))?;
    let (start, length): (usize, usize) = match (major, minor) {
        (1, 0) => match bytes.get(8..10).and_then(|length| length.first_chunk()) {
            Some(&length) => (10, usize::from(u16::from_le_bytes(length))),
            None => return Err(truncated(10)),
        },
        (2 | 3, 0) => match bytes.get(8..12).and_then(|length| length.first_chunk()) {
            Some(&length) => (12, u32::from_le_bytes(length) as usize),
            None => return Err(truncated(12)),
        },
        _ => return Err((6, FormatError::NpyVersion { major, minor })),
    };
    let data = start.saturating_add(length);
    let text = bytes.get(start..data).ok_or_else(|| truncated(data))?;
    let (mut descr, mut is_fortran, mut shape) = (None, None, None);
    let mut literal = Literal { text, at: 0 };
    let outcome = literal.dictionary(|literal, key| {
        let at = literal.at;
        match key {
            b"descr" => descr = Some((at, literal.element_type()?)),
            b"fortran_order" => is_fortran = Some(literal.flag()?),
            b"shape" => shape = Some(literal.shape()?),
            _ => return Err(literal.expected("descr, fortran_order or shape")),
        }
        Ok(())
    });
    outcome.map_err(|(at, problem)| (start + at, problem))?;
    let missing = |expected| move || (data, FormatError::NpyHeader { expected });
    let (descr_at, descr) = descr.ok_or_else(missing("descr"))?;
    let is_fortran = is_fortran.ok_or_else(missing("fortran_order"))?;
    let shape = shape.ok_or_else(missing("shape"))?;
    let element = ElementType::read(&descr).map_err(|problem| (start + descr_at, problem))?;
    Ok(Header { element, is_fortran, shape, data })
}

/// A Python literal during parsing.
struct Literal<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Literal<'a> {
    fn expected(&self, expected: &'static str) -> Wrong {
        (self.at, FormatError::NpyHeader { expected })
    }

    /// Skips blanks and then this byte, if it comes next; returns whether it does.
    fn accept(&mut self, byte: u8) -> bool {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        let is_next = self.text.get(self.at) == Some(&byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn demand(&mut self, byte: u8, expected: &'static str) -> Result<(), Wrong> {
        if self.accept(byte) { Ok(()) } else { Err(self.expected(expected)) }
    }

    /// Passes every key to `value`, which must parse what follows the key.
    fn dictionary(
        &mut self,
        mut value: impl FnMut(&mut Self, &[u8]) -> Result<(), Wrong>,
    ) -> Result<(), Wrong> {
        self.demand(b'{', "`{`")?;
        while !self.accept(b'}') {
            let key = self.string()?;
            self.demand(b':', "`:`")?;
            // Blanks before the value do not belong to its place.
            self.accept(b' ');
            value(self, key)?;
            if !self.accept(b',') {
                self.demand(b'}', "`,` or `}`")?;
                break;
            }
        }
        self.accept(b'\n');
        if self.at < self.text.len() { Err(self.expected("the end of the header")) } else { Ok(()) }
    }

    fn string(&mut self) -> Result<&'a [u8], Wrong> {
        let quote = if self.accept(b'"') { b'"' } else { b'\'' };
        if quote == b'\'' {
            self.demand(quote, "a text between quotation marks")?;
        }
        let rest = &self.text[self.at..];
        let length = rest.iter().position(|&byte| byte == quote);
        let length = length.ok_or_else(|| self.expected("a closing quotation mark"))?;
        self.at += length + 1;
        Ok(&rest[..length])
    }

    /// The description of the elements. A description of several fields begins with a bracket; the rest of it
    /// is ignored.
    fn element_type(&mut self) -> Result<String, Wrong> {
        if self.accept(b'[') {
            let at = self.at - 1;
            let descr = String::from_utf8_lossy(&self.text[at..]).trim_end().to_owned();
            let is_pickled = descr.contains("'|O'") || descr.contains("\"|O\"");
            let problem =
                if is_pickled { FormatError::Pickled } else { FormatError::ElementType { descr } };
            return Err((at, problem));
        }
        Ok(String::from_utf8_lossy(self.string()?).into_owned())
    }

    fn flag(&mut self) -> Result<bool, Wrong> {
        for (name, flag) in [(&b"True"[..], true), (b"False", false)] {
            if self.text[self.at..].starts_with(name) {
                self.at += name.len();
                return Ok(flag);
            }
        }
        Err(self.expected("True or False"))
    }

    fn shape(&mut self) -> Result<Vec<usize>, Wrong> {
        let mut shape = Vec::new();
        self.demand(b'(', "a shape in parentheses")?;
        while !self.accept(b')') {
            shape.push(self.size()?);
            if !self.accept(b',') {
                self.demand(b')', "`,` or `)`")?;
                break;
            }
        }
        Ok(shape)
    }

    /// An integer. Python 2 wrote an L after large ones.
    fn size(&mut self) -> Result<usize, Wrong> {
        self.accept(b' ');
        let rest = &self.text[self.at..];
        let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let digits = std::str::from_utf8(&rest[..length]).unwrap_or_default();
        if digits.is_empty() {
            return Err(self.expected("a whole number"));
        }
        let size = digits.parse().map_err(|_| {
            let shape = format!("({digits}, …)");
            (self.at, FormatError::ShapeOverflow { shape })
        })?;
        self.at += length;
        if self.text.get(self.at) == Some(&b'L') {
            self.at += 1;
        }
        Ok(size)
    }
}
