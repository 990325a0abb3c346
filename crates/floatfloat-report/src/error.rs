//! Errors with results and pages.

use std::{io, path::PathBuf};

/// An error of this crate. Its text says what was wrong, where, and what to do about it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file or folder could not be read or written.
    #[error("{action} {path}: {source}", path = path.display())]
    File {
        /// What was tried, such as `cannot write`.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// Another run writes to the same folder.
    #[error(
        "another floatfloat is writing to {folder}; wait until it has ended, or choose another folder \
         with --out", folder = folder.display()
    )]
    Busy {
        /// The folder.
        folder: PathBuf,
    },
    /// A file does not contain results.
    #[error("{0}")]
    Input(String),
    /// The report could not be drawn.
    #[error("cannot draw the report: {0}")]
    Render(String),
}
