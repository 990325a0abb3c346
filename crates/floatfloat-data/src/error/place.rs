//! The place of an error.

use std::fmt;

/// The place in an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file as the user named it, or `standard input`.
    pub source: String,
    /// Where in it.
    pub position: Position,
    /// Name of the column, where there are several.
    pub column: Option<String>,
}

/// The position in an input: a line of text, or a byte of a binary file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Position {
    /// Line, counted from 1.
    Line(u64),
    /// Offset in bytes, counted from 0.
    Byte(u64),
    /// An element of an array.
    Element {
        /// Offset in bytes, counted from 0.
        byte: u64,
        /// One index for each axis, counted from 0.
        index: Vec<usize>,
    },
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Position::Line(line) => write!(f, "line {line}"),
            Position::Byte(byte) => write!(f, "byte {byte}"),
            Position::Element { byte, index } => write!(f, "byte {byte}, element {index:?}"),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.source, self.position)?;
        self.column.iter().try_for_each(|column| write!(f, ", column `{column}`"))
    }
}
