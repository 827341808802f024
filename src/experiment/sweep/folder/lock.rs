//! The lock of the folder of a sweep.

use std::fs::{File, TryLockError};
use std::path::Path;

use super::FolderError;
use super::names::LOCK;
use crate::output;

/// A locked file, unlocked when it is dropped.
///
/// Closing the file would not be enough: a process that another thread is just starting has a copy of every open file, and the lock with
/// it, until it executes its own program.
#[derive(Debug)]
pub(super) struct Lock(File);

impl Lock {
    /// Locks a folder before anything in it is read.
    pub(super) fn of(path: &Path) -> Result<Lock, FolderError> {
        let file = path.join(LOCK);
        let lock = output::open_here(&file, File::options().create(true).truncate(false).read(true).write(true))?;
        match lock.try_lock() {
            Ok(()) => Ok(Lock(lock)),
            Err(TryLockError::WouldBlock) => {
                Err(FolderError::new(path, "another sweep is running in it; wait until it ends"))
            }
            Err(TryLockError::Error(error)) => {
                let message =
                    format!("cannot be locked: {}; choose a folder on another disk", output::os_message(&error));
                Err(FolderError::new(&file, message))
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // If that fails, the lock still ends with the process.
        let _ = self.0.unlock();
    }
}
