//! Files for tests to open.

use std::path::PathBuf;

/// A file in a temporary directory, which is deleted when the value is dropped.
pub(crate) fn file(name: &str, text: &str) -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(name);
    std::fs::write(&path, text).unwrap();
    (directory, path)
}
