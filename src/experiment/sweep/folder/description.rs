//! The file `sweep.toml` in the folder of a sweep. The user may edit it, so it may disagree with the journal.

use std::path::Path;

use super::super::{Spec, SpecError};
use super::journal::Contents;
use super::names::{JOURNAL, TEMPORARY};
use super::{FolderError, aside};
use crate::fields;
use crate::format;
use crate::input;
use crate::output::{self, SaveError};
use crate::tree::file::ParseError;

/// Reads the description of a sweep from a file.
pub fn read_spec(path: &Path) -> Result<Spec, FolderError> {
    let text = input::read_text(path, input::MOST_SPEC_BYTES).map_err(|message| FolderError::new(path, message))?;
    Spec::from_toml(&text).map_err(|error| match error {
        SpecError::Text(ParseError::Wrong { location, message }) => FolderError::at(path, location, message),
        error => FolderError::new(path, error.to_string()),
    })
}

/// Why the sweep that a file describes cannot be run, with the place of the field that is to be corrected, if it is only one.
pub fn wrong_in(path: &Path, error: &SpecError) -> FolderError {
    let text = input::read_text(path, input::MOST_SPEC_BYTES).unwrap_or_default();
    match fields::place(&text, error.field()) {
        Some(location) => FolderError::at(path, location, error.to_string()),
        None => FolderError::new(path, error.to_string()),
    }
}

/// The content of `sweep.toml`.
pub(super) enum Described {
    Nothing,
    Sweep(Box<Spec>),
    /// Why it cannot be read, for example `is damaged at line 3`.
    Damaged(String),
}

impl Described {
    pub(super) fn read(path: &Path) -> Described {
        if path.symlink_metadata().is_err() {
            return Described::Nothing;
        }
        match input::read_text(path, input::MOST_SPEC_BYTES) {
            Ok(text) => match Spec::from_toml(&text) {
                Ok(spec) => Described::Sweep(Box::new(spec)),
                Err(SpecError::Text(ParseError::Wrong { location, .. })) => {
                    Described::Damaged(format!("is damaged at line {}", location.line))
                }
                Err(error) => Described::Damaged(format!("is damaged ({error})")),
            },
            Err(message) => Described::Damaged(format!("cannot be read ({message})")),
        }
    }

    pub(super) fn spec(&self) -> Option<&Spec> {
        if let Described::Sweep(spec) = self { Some(spec) } else { None }
    }
}

fn write(path: &Path, spec: &Spec) -> Result<(), FolderError> {
    let text = spec.to_toml().map_err(|error| FolderError::new(path, error.to_string()))?;
    Ok(output::write_owned(path, TEMPORARY, |out| out.write_all(text.as_bytes()))?)
}

/// Moves a `sweep.toml` aside that is not as Plyscope writes it; returns a sentence about that.
pub(super) fn keep_edited(path: &Path) -> Result<Option<String>, FolderError> {
    let as_written = match Described::read(path) {
        Described::Nothing => return Ok(None),
        Described::Sweep(spec) => spec.to_toml().ok(),
        Described::Damaged(_) => None,
    };
    if as_written.is_some() && as_written == input::read_text(path, input::MOST_SPEC_BYTES).ok() {
        return Ok(None);
    }
    let kept = aside::moved(path).map_err(|error| SaveError::io(path, &error))?;
    Ok(Some(format!("{}: was written by hand; it is kept as {}", format::file(path), aside::name(&kept))))
}

/// Rewrites `sweep.toml` if it does not agree with the journal.
pub(super) fn rebuild(
    path: &Path,
    described: &Described,
    contents: &Contents,
    notes: &mut Vec<String>,
) -> Result<(), FolderError> {
    let runs = match contents.results.runs().len() as u64 {
        0 => "there are no runs yet".to_string(),
        runs => format!(
            "the {} in the folder {} intact",
            format::count(runs, "run", "runs"),
            if runs == 1 { "is" } else { "are" }
        ),
    };
    let how = match described {
        Described::Sweep(spec) if **spec == *contents.sweep.spec() => return complete(path, spec),
        Described::Sweep(_) => "does not describe the runs in the folder",
        Described::Damaged(how) => how,
        Described::Nothing => "is missing",
    };
    let copy = if let Described::Nothing = described {
        String::new()
    } else {
        let aside = aside::moved(path).map_err(|error| SaveError::io(path, &error))?;
        format!(" and the old file is kept as {}", aside::name(&aside))
    };
    write(path, contents.sweep.spec())?;
    notes.push(format!("{}: {how}; {runs}; it is rewritten from {JOURNAL}{copy}", format::file(path)));
    Ok(())
}

/// Writes `sweep.toml` if it is missing, or truncated and of the same meaning. A complete file, which may have comments, is kept.
pub(super) fn complete(path: &Path, spec: &Spec) -> Result<(), FolderError> {
    let text = spec.to_toml().map_err(|error| FolderError::new(path, error.to_string()))?;
    if path.symlink_metadata().is_err() {
        return write(path, spec);
    }
    let there = input::read_text(path, input::MOST_SPEC_BYTES).map_err(|message| FolderError::new(path, message))?;
    if text != there && text.starts_with(&there) { write(path, spec) } else { Ok(()) }
}
