//! Which files in the folder of a sweep the sweep has written, so that it never overwrites or removes any other.
//!
//! `sweep.files` has a line with checksum and name for each of them. A file that is none of these, because it was there before or was
//! changed, is moved aside before another one is written in its place. If the list is lost, every file is such a file.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::aside;
use super::names::{TEMPORARY, WRITTEN};
use crate::fingerprint::{START, checksum};
use crate::format;
use crate::input;
use crate::output::{self, SaveError};
use crate::sorting;

/// The largest list that is read, in bytes.
const MOST_BYTES: u64 = 1 << 26;
/// The bytes of a file that are read at a time.
const BLOCK: usize = 1 << 16;

/// The files that a sweep has written to its folder.
#[derive(Debug)]
pub(super) struct Written {
    folder: PathBuf,
    sums: Sums,
    /// The files that were written since the folder was opened, whose lock keeps others away.
    current: HashSet<String>,
    list: File,
}

/// The files with the checksum that each can have, sorted. A file is there several times if a sweep was killed while it wrote it.
type Sums = Vec<(String, u64)>;

impl Written {
    /// Reads the list in a folder, or begins one.
    pub(super) fn open(folder: &Path) -> Result<Written, SaveError> {
        let sums = read(folder);
        // Lines can only be appended to a list that is intact.
        let list = store(folder, &sums)?;
        Ok(Written { folder: folder.to_path_buf(), sums, current: HashSet::new(), list })
    }

    /// Writes a file atomically. Returns a sentence if another file with its name was moved aside.
    pub(super) fn write(
        &mut self,
        name: &str,
        contents: &dyn Fn(&mut dyn Write) -> io::Result<()>,
    ) -> Result<Option<String>, SaveError> {
        let path = self.folder.join(name);
        let note = if self.current.insert(name.to_owned()) { self.make_room(name, &path)? } else { None };
        let (list, mut sum) = (&mut self.list, START);
        output::write_owned(&path, TEMPORARY, |out| {
            contents(&mut Summing { out, sum: &mut sum })?;
            // Before the file is in its place: what is listed and not there does no harm.
            list.write_all(line(name, sum).as_bytes())
        })?;
        self.sums.retain(|(file, _)| file != name);
        let place = self.sums.partition_point(|(file, _)| **file < *name);
        self.sums.insert(place, (name.to_owned(), sum));
        Ok(note)
    }

    /// Moves a file aside that is not as it was written.
    fn make_room(&self, name: &str, path: &Path) -> Result<Option<String>, SaveError> {
        let failed = |error: io::Error| SaveError::io(path, &error);
        if !path.is_file() || is_as_written(path, of_file(&self.sums, name)).map_err(failed)? {
            return Ok(None);
        }
        let kept = aside::name(&aside::moved(path).map_err(failed)?);
        let file = format::file(path);
        Ok(Some(format!("{file}: was not written by this sweep, or changed since; it is kept as {kept}")))
    }

    /// Shortens the list to the files as they are now.
    pub(super) fn tidy(&mut self) -> Result<(), SaveError> {
        let folder = &self.folder;
        self.sums.retain(|(name, _)| folder.join(name).is_file());
        self.list = store(&self.folder, &self.sums)?;
        Ok(())
    }
}

/// The names of the files in a folder that are as they were written.
pub(super) fn files(folder: &Path) -> io::Result<Vec<String>> {
    let mut files = Vec::new();
    for sums in read(folder).chunk_by(|(a, _), (b, _)| a == b) {
        let name = &sums[0].0;
        let path = folder.join(name);
        if path.is_file() && is_as_written(&path, sums)? {
            files.push(name.clone());
        }
    }
    Ok(files)
}

/// The checksums of a file.
fn of_file<'s>(sums: &'s [(String, u64)], name: &str) -> &'s [(String, u64)] {
    let from = sums.partition_point(|(file, _)| **file < *name);
    let to = sums.partition_point(|(file, _)| **file <= *name);
    &sums[from..to]
}

/// Reads the list in a folder; damaged lines are left out.
fn read(folder: &Path) -> Sums {
    let bytes = input::read(&folder.join(WRITTEN), MOST_BYTES).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let mut sums: Sums = text.lines().filter_map(parse).map(|(name, sum)| (name.to_owned(), sum)).collect();
    sorting::sort_by(&mut sums, Ord::cmp);
    sums.dedup();
    sums
}

/// Writes the list atomically and opens it for more lines.
fn store(folder: &Path, sums: &[(String, u64)]) -> Result<File, SaveError> {
    let path = folder.join(WRITTEN);
    let mut text = String::new();
    for (name, sum) in sums {
        text += &line(name, *sum);
    }
    output::write_owned(&path, TEMPORARY, |out| out.write_all(text.as_bytes()))?;
    output::open_here(&path, File::options().append(true))
}

fn line(name: &str, sum: u64) -> String {
    format!("{sum:016x} {name}\n")
}

fn parse(line: &str) -> Option<(&str, u64)> {
    let (sum, name) = line.split_once(' ')?;
    let is_name = Path::new(name).file_name() == Some(name.as_ref());
    is_name.then_some((name, u64::from_str_radix(sum, 16).ok()?))
}

fn is_as_written(path: &Path, sums: &[(String, u64)]) -> io::Result<bool> {
    if sums.is_empty() {
        return Ok(false);
    }
    let found = sum(path)?;
    Ok(sums.iter().any(|(_, sum)| *sum == found))
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
    sum: &'a mut u64,
}

impl Write for Summing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let len = self.out.write(bytes)?;
        *self.sum = checksum(*self.sum, &bytes[..len]);
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
