//! Reads untrusted files, with limits.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::format;
use crate::output::os_message;

/// The largest sweep file, in bytes.
pub const MOST_SPEC_BYTES: u64 = 16 << 20;
/// The largest picture that is read as a sweep, in bytes.
pub const MOST_PICTURE_BYTES: u64 = 64 << 20;

/// Reads a regular file of at most `most` bytes. The error is a message to be put after the file's name.
///
/// ```
/// use plyscope::input::read;
///
/// let error = read("src".as_ref(), 100).unwrap_err();
/// assert_eq!(error, "is a folder; name a file in it");
/// ```
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    let too_large = || format!("is larger than {}; choose a file that Plyscope made", format::bytes(most));
    let (file, size) = open(path)?;
    if size > most {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    // A file that grows while it is read is cut off, too.
    file.take(most + 1).read_to_end(&mut bytes).map_err(|error| cannot(&error))?;
    if bytes.len() as u64 > most { Err(too_large()) } else { Ok(bytes) }
}

/// Opens a regular file, and returns its size.
pub fn open(path: &Path) -> Result<(File, u64), String> {
    let cannot = |error: io::Error| cannot(&error);
    let metadata = std::fs::metadata(path).map_err(cannot)?;
    if metadata.is_dir() {
        return Err("is a folder; name a file in it".into());
    }
    // Opening a pipe without a writer would block forever, and a device may be endless.
    if !metadata.is_file() {
        return Err("is not a regular file; save its contents to a file and open that".into());
    }
    Ok((File::open(path).map_err(cannot)?, metadata.len()))
}

fn cannot(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file; check the name".to_string(),
        io::ErrorKind::PermissionDenied => "cannot be read; change its permissions or open a copy".to_string(),
        _ => format!("cannot be read: {}", os_message(error)),
    }
}

/// Reads a text file of at most `most` bytes.
pub fn read_text(path: &Path, most: u64) -> Result<String, String> {
    String::from_utf8(read(path, most)?).map_err(|_| "the file is not UTF-8 text; save it as UTF-8".into())
}
