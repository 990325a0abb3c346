//! Reading and writing, correctly rounded in both directions.

mod digits;
mod hex;
mod interval;
mod parse;
mod print;

pub use parse::{ParseError, ParseErrorKind};
