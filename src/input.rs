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
    let too_large = || format!("is larger than {}; choose a smaller file", format::bytes(most));
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
    text_of(read(path, most)?).map_err(|error| error.to_string())
}

/// Why bytes are not a text.
#[derive(Debug, thiserror::Error)]
#[error("the file is not UTF-8 text; save it as UTF-8")]
pub struct NotText {
    /// What comes before the place where the text ends.
    pub before: String,
}

/// The text in UTF-8, or in UTF-16 if it begins with the byte-order mark of that, without the mark.
pub fn text_of(mut bytes: Vec<u8>) -> Result<String, NotText> {
    match bytes[..] {
        [0xFF, 0xFE, ..] => {
            of_utf_16(bytes[2..].chunks(2).map(|pair| <[u8; 2]>::try_from(pair).map(u16::from_le_bytes)))
        }
        [0xFE, 0xFF, ..] => {
            of_utf_16(bytes[2..].chunks(2).map(|pair| <[u8; 2]>::try_from(pair).map(u16::from_be_bytes)))
        }
        _ => {
            if bytes.starts_with("\u{feff}".as_bytes()) {
                bytes.drain(.."\u{feff}".len());
            }
            String::from_utf8(bytes).map_err(|error| {
                let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
                NotText { before: String::from_utf8_lossy(valid).into_owned() }
            })
        }
    }
}

/// Whether bytes begin with the byte-order mark of UTF-16.
pub fn is_utf_16(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF])
}

fn of_utf_16<E>(units: impl Iterator<Item = Result<u16, E>>) -> Result<String, NotText> {
    let mut text = String::new();
    let mut is_whole = true;
    let whole = units.map_while(|unit| {
        is_whole = unit.is_ok();
        unit.ok()
    });
    for character in char::decode_utf16(whole) {
        match character {
            Ok(character) => text.push(character),
            Err(_) => return Err(NotText { before: text }),
        }
    }
    if is_whole { Ok(text) } else { Err(NotText { before: text }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_utf_16_of_windows_is_text() {
        let text = "[3, \"é𝄞\"]\r\n";
        let marked = format!("\u{feff}{text}");
        let bytes = |of: fn(u16) -> [u8; 2]| marked.encode_utf16().flat_map(of).collect::<Vec<u8>>();
        for bytes in [bytes(u16::to_le_bytes), bytes(u16::to_be_bytes), marked.clone().into_bytes(), text.into()] {
            assert_eq!(text_of(bytes.clone()).unwrap(), text);
        }
        let mut cut = bytes(u16::to_le_bytes);
        cut.pop();
        assert_eq!(text_of(cut).unwrap_err().before, &text[..text.len() - 1]);
        let lone = [0xFF, 0xFE, b'a', 0, 0x00, 0xD8, b'b', 0];
        assert_eq!(text_of(lone.to_vec()).unwrap_err().before, "a");
        assert_eq!(text_of(b"ab\xff".to_vec()).unwrap_err().before, "ab");
    }
}
