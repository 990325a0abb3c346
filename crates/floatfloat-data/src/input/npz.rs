//! Archives of NumPy arrays (.npz, a zip of .npy).

use super::{at_byte, format_error::FormatError};
use crate::error::Error;
use std::io::{Cursor, Read};
use zip::{ZipArchive, result::ZipError};

/// The largest array that is unpacked, in bytes: a matrix of order 8192 of double-doubles, and a header.
const LARGEST: u64 = (1 << 30) + (1 << 16);

fn wrong(source: &str, byte: u64, problem: FormatError) -> Error {
    Error::Format { place: at_byte(source, byte), problem: Box::new(problem) }
}

fn open<'a>(bytes: &'a [u8], source: &str) -> Result<ZipArchive<Cursor<&'a [u8]>>, Error> {
    ZipArchive::new(Cursor::new(bytes)).map_err(|error| {
        let problem = error.to_string();
        wrong(source, bytes.len() as u64, FormatError::Archive { problem })
    })
}

/// The names of the arrays, in the order of the archive.
pub(crate) fn names(bytes: &[u8], source: &str) -> Result<Vec<String>, Error> {
    let archive = open(bytes, source)?;
    let damaged =
        |error: ZipError| wrong(source, 0, FormatError::Archive { problem: error.to_string() });
    let mut names = Vec::new();
    for file in (0..archive.len()).filter_map(|i| archive.name_for_index(i)) {
        let file = file.map_err(damaged)?;
        names.extend(file.strip_suffix(".npy").map(str::to_owned));
    }
    if names.is_empty() { Err(wrong(source, 0, FormatError::NoArrays)) } else { Ok(names) }
}

/// The bytes of an array, and its name for messages: the wanted array, or the only one.
pub(crate) fn array(
    bytes: &[u8],
    source: &str,
    wanted: Option<&str>,
) -> Result<(String, Vec<u8>), Error> {
    let names = names(bytes, source)?;
    let source_name = source.to_owned();
    let name = match (wanted, names.as_slice()) {
        (Some(wanted), names) if names.iter().any(|name| name == wanted) => wanted,
        (Some(wanted), _) => {
            let name = wanted.into();
            return Err(Error::NoArray { source_name, name, known: names });
        }
        (None, [only]) => only,
        (None, _) => return Err(Error::ChooseArray { source_name, known: names }),
    };
    let title = format!("array `{name}` of {source}");
    let mut archive = open(bytes, source)?;
    let mut file = archive
        .by_name(&format!("{name}.npy"))
        .map_err(|error| wrong(&title, 0, FormatError::Archive { problem: error.to_string() }))?;
    let mut array = Vec::new();
    let unpacked = file.by_ref().take(LARGEST + 1).read_to_end(&mut array);
    let byte = array.len() as u64;
    unpacked.map_err(|error| {
        wrong(&title, byte, FormatError::Archive { problem: error.to_string() })
    })?;
    if byte > LARGEST {
        return Err(wrong(&title, LARGEST, FormatError::LargeFile { limit: LARGEST }));
    }
    drop(file);
    Ok((title, array))
}
