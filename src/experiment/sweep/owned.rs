//! Which files in the folder of a sweep the sweep has written, so that it never overwrites any other.
//!
//! `sweep.files` has a line with name and checksum for each of them. A file that is none of these, because it was there before or was
//! changed, is moved aside before another one is written in its place.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::aside;
use crate::fingerprint::{START, checksum};
use crate::format;
use crate::input;
use crate::output::{self, Refusal, SaveError};

/// The list of the files.
pub(super) const FILES: &str = "sweep.files";
/// The largest list that is read, in bytes.
const MOST_BYTES: u64 = 1 << 26;
/// The bytes of a file that are read at a time.
const BLOCK: usize = 1 << 16;

/// The files that a sweep has written to its folder.
#[derive(Debug)]
pub(super) struct Owned {
    folder: PathBuf,
    /// The checksums that files had when they were written. `None` in the folder of a sweep without a list: all of its files count as
    /// written.
    written: Option<HashMap<String, HashSet<u64>>>,
    /// The files that were written since the folder was opened, whose lock keeps others away.
    current: HashSet<String>,
    list: File,
}

impl Owned {
    /// Reads the list in a folder, or begins one; `is_new` says that the folder had no sweep before.
    pub(super) fn open(folder: &Path, is_new: bool) -> io::Result<Owned> {
        let path = folder.join(FILES);
        let text = input::read_text(&path, MOST_BYTES).ok();
        let list = File::options().create(true).append(true).open(&path)?;
        let written = (is_new || text.is_some()).then(|| read(&text.unwrap_or_default()));
        Ok(Owned { folder: folder.to_path_buf(), written, current: HashSet::new(), list })
    }

    /// Writes a file atomically. Returns a sentence if another file with its name was moved aside.
    pub(super) fn write<E: Into<Refusal>>(
        &mut self,
        name: &str,
        prefix: &str,
        contents: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<Option<String>, SaveError> {
        let path = self.folder.join(name);
        let note = if self.current.insert(name.to_owned()) { self.make_room(name, &path)? } else { None };
        let list = &mut self.list;
        output::write_owned(&path, prefix, |out| {
            let mut out = Summing { out, sum: START };
            contents(&mut out).map_err(Into::into)?;
            // Before the file is in its place: what is listed and not there does no harm.
            list.write_all(line(name, out.sum).as_bytes()).map_err(Refusal::from)
        })?;
        Ok(note)
    }

    /// Moves a file aside that is not as it was written.
    fn make_room(&self, name: &str, path: &Path) -> Result<Option<String>, SaveError> {
        let Some(written) = &self.written else { return Ok(None) };
        if !path.is_file() {
            return Ok(None);
        }
        let failed = |error: io::Error| SaveError::io(path, &error);
        let sum = sum(path).map_err(failed)?;
        if written.get(name).is_some_and(|sums| sums.contains(&sum)) {
            return Ok(None);
        }
        let kept = aside::moved(path).map_err(failed)?;
        let (file, kept) = (format::file(path), format::file(Path::new(kept.file_name().unwrap_or_default())));
        Ok(Some(format!("{file}: was not written by this sweep, or changed since; it is kept as {kept}")))
    }

    /// Shortens the list to the files as they are now. A damaged list is left unchanged.
    pub(super) fn tidy(&mut self, prefix: &str) -> Result<(), SaveError> {
        let path = self.folder.join(FILES);
        let Ok(text) = input::read_text(&path, MOST_BYTES) else { return Ok(()) };
        let mut last: Vec<(String, u64)> = Vec::new();
        for (name, sum) in text.lines().filter_map(parse) {
            match last.iter_mut().find(|(known, _)| known == name) {
                Some(entry) => entry.1 = sum,
                None => last.push((name.to_owned(), sum)),
            }
        }
        let text: String = last.iter().map(|(name, sum)| line(name, *sum)).collect();
        output::write_owned(&path, prefix, |out| out.write_all(text.as_bytes()))?;
        self.list = File::options().append(true).open(&path).map_err(|error| SaveError::io(&path, &error))?;
        Ok(())
    }
}

fn line(name: &str, sum: u64) -> String {
    format!("{sum:016x} {name}\n")
}

fn parse(line: &str) -> Option<(&str, u64)> {
    let (sum, name) = line.split_once(' ')?;
    Some((name, u64::from_str_radix(sum, 16).ok()?))
}

fn read(text: &str) -> HashMap<String, HashSet<u64>> {
    let mut written: HashMap<String, HashSet<u64>> = HashMap::new();
    for (name, sum) in text.lines().filter_map(parse) {
        written.entry(name.to_owned()).or_default().insert(sum);
    }
    written
}

/// The checksum of a file.
fn sum(path: &Path) -> io::Result<u64> {
    let (mut file, mut block, mut sum) = (File::open(path)?, vec![0; BLOCK], START);
    loop {
        match file.read(&mut block)? {
            0 => return Ok(sum),
            len => sum = checksum(sum, &block[..len]),
        }
    }
}

/// Adds up the checksum of what is written.
struct Summing<'a> {
    out: &'a mut dyn Write,
    sum: u64,
}

impl Write for Summing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let len = self.out.write(bytes)?;
        self.sum = checksum(self.sum, &bytes[..len]);
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
