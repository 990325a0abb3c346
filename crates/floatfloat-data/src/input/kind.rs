//! The kinds of files.

use super::{at_byte, format_error::FormatError};
use crate::error::Error;
use std::path::Path;

/// Number of first bytes that is enough to recognise every kind.
pub(crate) const ENOUGH: u64 = 64;

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One number a line, or CSV.
    Table,
    /// A NumPy array.
    Npy,
    /// An archive of NumPy arrays.
    Npz,
    /// Matrix Market.
    MatrixMarket,
}

/// The first bytes of files of other programs, and what to do with such files.
const OTHERS: [(&[u8], &str); 6] = [
    (b"\x1f\x8b", "compressed by gzip; unpack it first"),
    (b"BZh", "compressed by bzip2; unpack it first"),
    (b"\xfd7zXZ", "compressed by xz; unpack it first"),
    (b"(\xb5/\xfd", "compressed by zstd; unpack it first"),
    (b"\x89HDF", "a file of HDF5; save the array with numpy.save"),
    (b"PAR1", "a file of Parquet; save it as CSV"),
];

impl Kind {
    /// Recognises the kind from the first bytes of a file. The file name says which kind it should be.
    pub(crate) fn recognise(beginning: &[u8], source: &str) -> Result<Self, Error> {
        let refuse =
            |problem| Err(Error::Format { place: at_byte(source, 0), problem: Box::new(problem) });
        let text = beginning.strip_prefix("\u{feff}".as_bytes()).unwrap_or(beginning);
        let is_market = text
            .get(..MARKET.len())
            .is_some_and(|banner| banner.eq_ignore_ascii_case(MARKET.as_bytes()));
        if beginning.is_empty() {
            return Err(Error::Empty { source_name: source.into() });
        } else if beginning.starts_with(super::npy_header::MAGIC) {
            return Ok(Kind::Npy);
        } else if beginning.starts_with(b"PK\x03\x04") || beginning.starts_with(b"PK\x05\x06") {
            return Ok(Kind::Npz);
        } else if is_market {
            return Ok(Kind::MatrixMarket);
        }
        if let Some((_, what)) = OTHERS.iter().find(|(magic, _)| beginning.starts_with(magic)) {
            return refuse(FormatError::OtherKind { what });
        }
        let extension = Path::new(source).extension().and_then(|extension| extension.to_str());
        let should_begin = match extension.map(str::to_ascii_lowercase).as_deref() {
            Some("npy") => "\\x93NUMPY",
            Some("npz") => "PK\\x03\\x04",
            Some("mtx" | "mm") => MARKET,
            _ => return Ok(Kind::Table),
        };
        let found = beginning[..beginning.len().min(8)].escape_ascii().to_string();
        refuse(FormatError::BadMagic { should_begin, found })
    }
}

/// How a file of Matrix Market begins.
const MARKET: &str = "%%MatrixMarket";

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn contents_tell_whatever_the_name_says() {
        for (beginning, kind) in [
            (&b"1\n2\n"[..], Kind::Table),
            (b"x,y\n", Kind::Table),
            (b"\x93NUMPY\x01\x00", Kind::Npy),
            (b"PK\x03\x04....", Kind::Npz),
            (b"%%MatrixMarket matrix", Kind::MatrixMarket),
            (b"\xef\xbb\xbf%%matrixmarket matrix", Kind::MatrixMarket),
        ] {
            assert_eq!(Kind::recognise(beginning, "data.csv").unwrap(), kind);
        }
    }

    #[test]
    fn names_that_promise_something_else_are_refused() {
        for (name, beginning) in
            [("a.npy", "1\n2\n"), ("a.npz", "\u{93}NUMPY"), ("a.MTX", "%MatrixMarket")]
        {
            let error = Kind::recognise(beginning.as_bytes(), name).unwrap_err().to_string();
            assert!(error.starts_with(&format!("{name}, byte 0: ")), "{error}");
        }
        let error = Kind::recognise(b"\x1f\x8b\x08", "a.npy.gz").unwrap_err().to_string();
        assert!(error.contains("compressed by gzip; unpack it first"), "{error}");
    }
}
