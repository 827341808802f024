//! The formats of files with exercises. To add one, write a function from sheets to files, and an entry.

use std::path::{Path, PathBuf};

use super::moodle::moodle;
use super::qti::qti;
use super::{Sheet, Side, Unfit, as_json, as_table, latex, practice};
use crate::draw::export::svg;
use crate::render::{self, About};
use crate::table::csv;

/// Files to write, with their contents.
pub type Files = Vec<(PathBuf, Vec<u8>)>;

/// A format of files with exercises.
#[derive(Clone, Copy, Debug)]
pub struct ExerciseFormat {
    /// The extension of its files, without the dot.
    pub ending: &'static str,
    /// What is in a file.
    pub purpose: &'static str,
    /// The files of some sheets, the first of which has this path.
    pub write: fn(&[Sheet<'_>], &Path) -> Result<Files, Unfit>,
}

/// The formats.
pub static EXERCISE_FORMATS: &[ExerciseFormat] = &[
    ExerciseFormat { ending: "svg", purpose: "with several seeds one file for each", write: pictures },
    ExerciseFormat {
        ending: "pdf",
        purpose: "a page for each seed",
        write: |sheets, path| both(path, |side| pdf(sheets, side)),
    },
    ExerciseFormat { ending: "tex", purpose: "LaTeX", write: tex },
    ExerciseFormat { ending: "csv", purpose: "all answers", write: table },
    ExerciseFormat { ending: "json", purpose: "trees and solutions", write: json },
    ExerciseFormat { ending: "xml", purpose: "Moodle XML", write: |sheets, path| one(path, moodle(sheets)?) },
    ExerciseFormat { ending: "html", purpose: "a page to practise on", write: page },
    ExerciseFormat { ending: "zip", purpose: "QTI 2.1", write: |sheets, path| one(path, qti(sheets)?) },
];

impl ExerciseFormat {
    /// The format of a file by its name.
    pub fn of_name(path: &Path) -> Option<&'static ExerciseFormat> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        EXERCISE_FORMATS.iter().find(|format| format.ending == extension)
    }
}

#[allow(clippy::unnecessary_wraps, reason = "the type of all formats")]
fn one(path: &Path, bytes: Vec<u8>) -> Result<Files, Unfit> {
    Ok(vec![(path.to_owned(), bytes)])
}

/// The problems, and beside them the solutions.
fn both(path: &Path, write: impl Fn(Side) -> Result<Vec<u8>, Unfit>) -> Result<Files, Unfit> {
    let solution = with_suffix(path, "-solution");
    Ok(vec![(path.to_owned(), write(Side::Problem)?), (solution, write(Side::Solution)?)])
}

fn table(sheets: &[Sheet<'_>], path: &Path) -> Result<Files, Unfit> {
    one(path, csv(&as_table(sheets)).into_bytes())
}

fn json(sheets: &[Sheet<'_>], path: &Path) -> Result<Files, Unfit> {
    let text = serde_json::to_string_pretty(&as_json(sheets)?).map_err(Unfit::unwritten)?;
    one(path, (text + "\n").into_bytes())
}

fn tex(sheets: &[Sheet<'_>], path: &Path) -> Result<Files, Unfit> {
    both(path, |side| Ok(latex(sheets, side)?.into_bytes()))
}

/// Sheets as a PDF with a page for each.
pub fn pdf(sheets: &[Sheet<'_>], side: Side) -> Result<Vec<u8>, Unfit> {
    let title = sheets.first().map_or_else(String::new, |sheet| sheet.words.get("title").to_owned());
    let pages = sheets.iter().map(|sheet| Ok(svg(&sheet.page(side)?))).collect::<Result<Vec<_>, Unfit>>()?;
    render::pdf_of_pages(&pages, &About { title: &title, texts: &[] }).map_err(Unfit::unwritten)
}

/// A page of practice, which shows its answers.
fn page(sheets: &[Sheet<'_>], path: &Path) -> Result<Files, Unfit> {
    one(path, practice(sheets, false)?.into_bytes())
}

/// A picture for each sheet, whose name has the seed if there are several.
fn pictures(sheets: &[Sheet<'_>], path: &Path) -> Result<Files, Unfit> {
    let mut files = Vec::new();
    for sheet in sheets {
        let seed = sheet.solved.seed.filter(|_| sheets.len() > 1).map(|seed| format!("-{seed}")).unwrap_or_default();
        for (side, suffix) in [(Side::Problem, ""), (Side::Solution, "-solution")] {
            files.push((with_suffix(path, &format!("{seed}{suffix}")), svg(&sheet.page(side)?).into_bytes()));
        }
    }
    Ok(files)
}

/// A path with something between its name and its extension.
fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(suffix);
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}
