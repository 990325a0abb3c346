//! Lines and fields of a text input.

mod beginning;
mod blocks;
mod fields;
mod lines;

pub(crate) use beginning::Beginning;
pub(crate) use blocks::Blocks;
pub(crate) use fields::{Fields, Separator, Splitter, WrongQuote};
pub(crate) use lines::{Lines, trimmed};

use crate::error::Error;
use std::{
    fs::File,
    io::{BufRead, BufReader},
    path::Path,
};

/// Opens a file for reading, `-` for standard input. Also returns its name for messages.
pub(crate) fn open(path: &Path) -> Result<(Box<dyn BufRead>, String), Error> {
    if path == Path::new("-") {
        return Ok((Box::new(std::io::stdin().lock()), "standard input".into()));
    }
    let file =
        File::open(path).map_err(|source| Error::Unreadable { path: path.into(), source })?;
    Ok((Box::new(BufReader::new(file)), path.display().to_string()))
}
