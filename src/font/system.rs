//! Fonts of the system, for characters that the bundled font lacks.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ttf_parser::Face;

use crate::input;
use crate::progress::Progress;
use crate::sorting;

/// Where systems keep their fonts; those that begin with `~` in the user's own folder.
const FOLDERS: [&str; 8] = [
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.local/share/fonts",
    "~/.fonts",
    "/System/Library/Fonts",
    "/Library/Fonts",
    "~/Library/Fonts",
    "C:\\Windows\\Fonts",
];
/// Names of fonts that have very many characters, which are tried first.
const RICH: [&str; 6] = ["cjk", "fallback", "unifont", "arial unicode", "wqy", "noto"];
/// At most this many fonts are added, and files read, of at most this many bytes.
const MOST_FONTS: usize = 4;
const MOST_FILES: usize = 4000;
const MOST_BYTES: u64 = 64 << 20;
/// How deep folders are searched.
const DEPTH: usize = 6;

/// A font file, and which of its faces.
#[derive(Debug)]
pub struct SystemFont {
    /// The contents of the file.
    pub file: Vec<u8>,
    /// The number of the face in it.
    pub index: u32,
}

/// Fonts for some characters.
#[derive(Debug, Default)]
pub struct Found {
    /// Fonts that together have as many of the characters as possible.
    pub fonts: Vec<SystemFont>,
    /// The characters that none of them has, in order.
    pub missing: Vec<char>,
}

/// Adds the characters of a text that the bundled font lacks to an ordered list of such characters.
pub fn add_lacking(text: &str, lacking: &mut Vec<char>) {
    if text.is_ascii() {
        return;
    }
    for character in text.chars() {
        if !super::has(character) {
            sorting::insert(lacking, character);
        }
    }
}

/// Fonts for characters, as [`look_for`] finds them. What was asked last is remembered.
pub fn fonts_for(characters: &[char]) -> Arc<Found> {
    static LAST: Mutex<Option<(Vec<char>, Arc<Found>)>> = Mutex::new(None);
    if characters.is_empty() {
        return Arc::default();
    }
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    match &*last {
        Some((asked, found)) if asked == characters => Arc::clone(found),
        _ => {
            let found = Arc::new(look_for(characters.to_vec(), &Progress::new()));
            *last = Some((characters.to_vec(), Arc::clone(&found)));
            found
        }
    }
}

/// Looks for fonts with some characters, which are in order. Reads font files until all characters are found, so it may take seconds.
pub fn look_for(mut missing: Vec<char>, progress: &Progress) -> Found {
    let mut fonts = Vec::new();
    for path in files() {
        if missing.is_empty() || fonts.len() == MOST_FONTS || progress.is_cancelled() {
            break;
        }
        let Ok(file) = input::read(&path, MOST_BYTES) else { continue };
        let faces = ttf_parser::fonts_in_collection(&file).unwrap_or(1);
        // What would still be missing with the best face.
        let (mut best, mut rest) = (None, missing.clone());
        for index in 0..faces.min(16) {
            let Ok(face) = Face::parse(&file, index) else { continue };
            let mut without = missing.clone();
            without.retain(|&character| face.glyph_index(character).is_none());
            if without.len() < missing.len() && without.len() <= rest.len() {
                (best, rest) = (Some(index), without);
            }
        }
        if let Some(index) = best {
            missing = rest;
            fonts.push(SystemFont { file, index });
        }
    }
    Found { fonts, missing }
}

/// The font files of the system, those that are rich in characters first.
fn files() -> Vec<PathBuf> {
    let home = std::env::home_dir();
    let mut files = Vec::new();
    for folder in FOLDERS {
        let folder = match (folder.strip_prefix("~/"), &home) {
            (Some(rest), Some(home)) => home.join(rest),
            (Some(_), None) => continue,
            (None, _) => PathBuf::from(folder),
        };
        collect(&folder, DEPTH, &mut files);
    }
    sorting::sort_by_key(&mut files, |path| {
        let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
        let rank = RICH.iter().position(|rich| name.contains(rich)).unwrap_or(RICH.len());
        (rank, path.clone())
    });
    files
}

fn collect(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let Ok(entry) = entry else { continue };
        let path = entry.path();
        let is_font = path
            .extension()
            .is_some_and(|end| ["ttf", "otf", "ttc", "otc"].iter().any(|font| end.eq_ignore_ascii_case(font)));
        if is_font && files.len() < MOST_FILES {
            files.push(path);
        } else if depth > 0 && path.is_dir() {
            collect(&path, depth - 1, files);
        }
    }
}
