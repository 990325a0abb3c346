//! Ensures that only one run at a time writes to a folder.

use crate::error::Error;
use std::{
    fs::{File, TryLockError},
    path::Path,
};

/// The name of the file that is locked. It stays when the lock is released: if it were removed, two
/// runs could lock two files of the same name.
const FILE: &str = ".lock";

/// While it lives, no other run writes to the folder. The lock ends with the process, however the
/// process ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// Locks the folder, which must exist. On file systems without locks this does nothing.
///
/// # Errors
/// [`Error::Busy`] if another run holds the lock, [`Error::File`] if the file of the lock cannot be
/// made.
pub fn lock(folder: &Path) -> Result<Lock, Error> {
    let path = folder.join(FILE);
    let file = File::options().write(true).create(true).truncate(false).open(&path);
    let file = file.map_err(|source| Error::File { action: "cannot write", path, source })?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(Error::Busy { folder: folder.into() }),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(Lock { _file: file }),
    }
}

#[cfg(test)]
mod tests {
    use super::lock;
    use crate::error::Error;

    #[test]
    fn a_folder_is_locked_until_the_lock_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let first = lock(folder.path()).unwrap();
        let refused = lock(folder.path()).unwrap_err();
        assert!(matches!(refused, Error::Busy { .. }), "{refused:?}");
        assert!(refused.to_string().contains("--out"), "{refused}");
        drop(first);
        lock(folder.path()).unwrap();
    }

    #[test]
    fn a_folder_that_is_not_there_cannot_be_locked() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(lock(&folder.path().join("none")), Err(Error::File { .. })));
    }
}
