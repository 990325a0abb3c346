//! What can go wrong with results and pages.

use std::{io, path::PathBuf};

/// An error of this crate. Its text says what was wrong, where, and what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file or folder could not be read or written.
    #[error("{action} {path}: {source}", path = path.display())]
    File {
        /// What was tried, `cannot write` say.
        action: &'static str,
        /// Which file.
        path: PathBuf,
        /// Why it failed.
        source: io::Error,
    },
    /// Another run writes to the same folder.
    #[error(
        "another floatfloat is writing to {folder}; wait until it has ended, or choose another folder \
         with --out", folder = folder.display()
    )]
    Busy {
        /// Which folder.
        folder: PathBuf,
    },
    /// A file holds no results.
    #[error("{0}")]
    Input(String),
    /// The report could not be drawn.
    #[error("cannot draw the report: {0}")]
    Render(String),
}
