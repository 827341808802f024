//! Files for a test to open.

use std::path::PathBuf;

/// A file in a directory of its own, which lives as long as the test holds it.
pub(crate) fn file(name: &str, text: &str) -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(name);
    std::fs::write(&path, text).unwrap();
    (directory, path)
}
