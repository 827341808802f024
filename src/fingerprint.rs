//! Tells whether a file is still the one that was read.

use std::fmt;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::Path;
use std::str::FromStr;
use std::time::SystemTime;

use crate::format::quoted;

/// What the text of a hash begins with: the name of the function.
const NAME: &str = "fnv1a-";

/// The beginning of a checksum by FNV-1a.
pub(crate) const START: u64 = 0xcbf2_9ce4_8422_2325;

/// Goes on with a checksum by FNV-1a. A single changed byte always gives another one.
pub(crate) fn checksum(start: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(start, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The checksum of a file's bytes, written `fnv1a-` and 16 hexadecimal digits. It recognises accidents, not forgeries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Hash(pub u64);

impl Hash {
    /// The hash of these bytes.
    pub fn of(bytes: &[u8]) -> Hash {
        Hash(checksum(START, bytes))
    }

    fn of_file(path: &Path) -> io::Result<Hash> {
        let mut file = File::open(path)?;
        let (mut hash, mut buffer) = (START, vec![0; 1 << 16]);
        loop {
            match file.read(&mut buffer)? {
                0 => return Ok(Hash(hash)),
                count => hash = checksum(hash, &buffer[..count]),
            }
        }
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{NAME}{:016x}", self.0)
    }
}

/// The text is not a hash.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} is not a hash; expected {NAME} and 16 hexadecimal digits", quoted(.0))]
pub struct HashError(String);

impl FromStr for Hash {
    type Err = HashError;

    fn from_str(text: &str) -> Result<Hash, HashError> {
        let digits = text.strip_prefix(NAME).filter(|digits| digits.len() == 16 && !digits.starts_with('+'));
        let number = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
        number.map(Hash).ok_or_else(|| HashError(text.to_owned()))
    }
}

impl TryFrom<String> for Hash {
    type Error = HashError;

    fn try_from(text: String) -> Result<Hash, HashError> {
        text.parse()
    }
}

impl From<Hash> for String {
    fn from(hash: Hash) -> String {
        hash.to_string()
    }
}

/// A file as it was at some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    /// The hash of its bytes.
    pub hash: Hash,
    length: u64,
    modified: Option<SystemTime>,
}

/// What became of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Since {
    /// It is as it was.
    Same,
    /// Its bytes are others, with this hash.
    Changed(Hash),
    /// It is not there any more, or cannot be read.
    Gone,
}

impl Fingerprint {
    /// The current state of a file. Reads all of it.
    pub fn of(path: &Path) -> io::Result<Fingerprint> {
        let metadata = metadata(path)?;
        let hash = Hash::of_file(path)?;
        Ok(Fingerprint { hash, length: metadata.len(), modified: metadata.modified().ok() })
    }

    /// A file of which only the hash is known.
    pub fn of_hash(hash: Hash) -> Fingerprint {
        Fingerprint { hash, length: 0, modified: None }
    }

    /// What became of the file. Reads no more of it than its time and length where those are as they were.
    pub fn since(&self, path: &Path) -> Since {
        let Ok(metadata) = metadata(path) else { return Since::Gone };
        let is_untouched = metadata.len() == self.length
            && self.modified.is_some_and(|before| metadata.modified().is_ok_and(|now| now == before));
        if is_untouched {
            return Since::Same;
        }
        match Hash::of_file(path) {
            Ok(hash) if hash == self.hash => Since::Same,
            Ok(hash) => Since::Changed(hash),
            Err(_) => Since::Gone,
        }
    }
}

/// A pipe or a device has no contents to compare, and may wait for ever.
fn metadata(path: &Path) -> io::Result<Metadata> {
    let metadata = std::fs::metadata(path)?;
    if metadata.is_file() { Ok(metadata) } else { Err(io::ErrorKind::InvalidInput.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_the_same_until_its_bytes_change() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.tree");
        std::fs::write(&path, "(1 2)").unwrap();
        let before = Fingerprint::of(&path).unwrap();
        assert_eq!(before.since(&path), Since::Same);
        // Written again with the same bytes, and another time.
        let later = SystemTime::now() + std::time::Duration::from_secs(9);
        std::fs::File::options().write(true).open(&path).unwrap().set_modified(later).unwrap();
        assert_eq!(before.since(&path), Since::Same);
        std::fs::write(&path, "(1 3)").unwrap();
        assert_eq!(before.since(&path), Since::Changed(Hash::of(b"(1 3)")));
        std::fs::remove_file(&path).unwrap();
        assert_eq!(before.since(&path), Since::Gone);
        assert_eq!(before.since(folder.path()), Since::Gone);
    }

    #[test]
    fn a_hash_is_read_as_it_is_written() {
        let hash = Hash::of(b"(1 2)");
        assert_eq!(hash.to_string().parse(), Ok(hash));
        for wrong in ["", "fnv1a-", "fnv1a-12", "0123456789abcdef", "fnv1a-+123456789abcde", "fnv1a-0123456789abcdeg"] {
            assert!(wrong.parse::<Hash>().is_err(), "{wrong}");
        }
    }
}
