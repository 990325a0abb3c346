//! Reading with progress and cancellation.

use crate::error::Error;
use floatfloat::progress::Progress;
use std::{
    fmt,
    io::{self, BufRead, Read},
    path::Path,
    sync::Arc,
};

/// A reader that reports its progress.
pub(super) struct Watched<R> {
    pub(super) reader: R,
    pub(super) progress: Arc<dyn Progress>,
    pub(super) done: u64,
    /// Total number of bytes; `None` if it is unknown.
    pub(super) total: Option<u64>,
}

impl<R> Watched<R> {
    fn proceed(&self) -> io::Result<()> {
        if self.progress.cancelled() { Err(io::Error::other(Cancelled)) } else { Ok(()) }
    }

    fn advance(&mut self, read: usize) {
        self.done += read as u64;
        if let Some(total) = self.total {
            self.progress.advance(self.done.min(total), total);
        }
    }
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.proceed()?;
        let read = self.reader.read(buffer)?;
        self.advance(read);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Watched<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.proceed()?;
        self.reader.fill_buf()
    }

    fn consume(&mut self, read: usize) {
        self.reader.consume(read);
        self.advance(read);
    }
}

/// The error of a read that was cancelled.
#[derive(Debug)]
struct Cancelled;

impl fmt::Display for Cancelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cancelled")
    }
}

impl std::error::Error for Cancelled {}

/// Why a file could not be read to its end.
pub(crate) fn unreadable(path: &Path, source: io::Error) -> Error {
    let path = path.into();
    if source.get_ref().is_some_and(|error| error.is::<Cancelled>()) {
        return Error::Cancelled { path };
    }
    Error::Unreadable { path, source }
}
