//! Judging the programs of a class: each on the same trees, with a row of the table.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::{JudgeArguments, Printed, Saved, as_json, counted, number, said};
use crate::command::{Failure, interrupt, to_json, watched, wrong, wrong_file};
use crate::experiment::judge::{Criterion, Found, Judgement, Program, Tally, Trees, judge};
use crate::format;
use crate::output::os_message;
use crate::progress::Progress;
use crate::table::{Cell, Column, Table, csv, text};

/// What became of one program of a class.
struct Judged<'a> {
    file: &'a Path,
    /// Why it was not judged, or what was found.
    judgement: Result<Judgement, String>,
    /// What was written to the folder for it, or why not.
    saved: Result<Saved, Failure>,
}

/// Judges all programs and returns what is found.
pub(super) fn run(arguments: &JudgeArguments, program: &Program, trees: &Arc<Trees>) -> Result<String, Failure> {
    let files = programs(&arguments.programs)?;
    let commands: Option<Vec<Program>> = files.iter().map(|file| program.of_file(file)).collect();
    let Some(commands) = commands else {
        return Err(wrong("--programs: name where each program stands in the command, such as -- python3 {program}"));
    };
    interrupt::leaves_nothing_behind();
    let progress = Progress::new();
    progress.set_total(files.len() as u64);
    let judged: Vec<Judged<'_>> = watched(&progress, || {
        let each = files.iter().zip(&commands).enumerate();
        each.map(|(index, (file, command))| {
            let judged = judge_one(arguments, (file, &inside(file, &files)), command, trees);
            progress.set_done(index as u64 + 1);
            judged
        })
        .collect()
    });
    let text = match arguments.format {
        Printed::Table => as_text(&judged),
        Printed::Json => to_json(&json!({ "programs": judged.iter().map(Judged::as_json).collect::<Vec<_>>() }))?,
        Printed::Csv => csv(&table(&judged)),
    };
    let are_right = judged.iter().all(Judged::is_right);
    said(text, are_right, judged.into_iter().find_map(|one| one.saved.err()))
}

fn judge_one<'a>(
    arguments: &JudgeArguments,
    (file, inside): (&'a Path, &Path),
    command: &Program,
    trees: &Arc<Trees>,
) -> Judged<'a> {
    let judgement = judge(command, &arguments.standard(), Arc::clone(trees), &Progress::new());
    let judgement = judgement.map_err(|error| error.to_string());
    let saved = match &judgement {
        Ok(judgement) => arguments.save(judgement, inside),
        Err(_) => Ok(None),
    };
    Judged { file, judgement, saved }
}

/// The files, in place of each folder those in it by their names. Hidden ones are no programs.
fn programs(given: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in given {
        if path.is_dir() {
            let before = files.len();
            files.extend(files_in(path)?);
            if files.len() == before {
                return Err(wrong_file(path, "the folder has no files; name one with programs"));
            }
        } else if path.exists() {
            files.push(path.clone());
        } else {
            return Err(wrong_file(path, "there is no such file; check its name"));
        }
    }
    Ok(files)
}

fn files_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let unread = |error| wrong_file(folder, format!("the folder cannot be read: {}", os_message(&error)));
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unread)? {
        let entry = entry.map_err(unread)?;
        if entry.path().is_file() && !entry.file_name().as_encoded_bytes().starts_with(b".") {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

/// The path of a file as one inside a folder, without the folders that all files are in.
fn inside(file: &Path, files: &[PathBuf]) -> PathBuf {
    let is_of_all =
        |folder: &&Path| files.iter().all(|file| file.parent().is_some_and(|above| above.starts_with(folder)));
    let shared = file.ancestors().skip(1).find(is_of_all);
    let rest = shared.and_then(|shared| file.strip_prefix(shared).ok()).unwrap_or(file);
    rest.components().filter(|part| matches!(part, Component::Normal(_))).collect()
}

impl Judged<'_> {
    fn is_right(&self) -> bool {
        self.judgement.as_ref().is_ok_and(Judgement::is_right)
    }

    fn tally(&self, criterion: Criterion) -> Option<&Tally> {
        let tallies = &self.judgement.as_ref().ok()?.tallies;
        tallies.iter().find(|tally| tally.criterion == criterion && tally.trees > 0)
    }

    /// What is said of it below the table; nothing if it is right.
    fn report(&self) -> Option<String> {
        let name = format::file(self.file);
        let judged = match &self.judgement {
            Ok(judged) => judged,
            Err(message) => return Some(format!("{name}: {message}\n")),
        };
        let found = judged.found.as_ref().map(Found::in_words);
        let said = found.or_else(|| judged.uncompared_in_words().map(|words| words + "\n"))?;
        let written = self.saved.as_ref().ok().and_then(Option::as_ref).map(|written| format!("\n{written}\n"));
        Some(format!("{name}: {said}{}", written.unwrap_or_default()))
    }

    fn as_json(&self) -> Json {
        let mut object = match &self.judgement {
            Ok(judged) => as_json(judged),
            Err(message) => json!({ "error": message }),
        };
        object["program"] = self.file.to_string_lossy().into();
        object
    }

    fn row(&self) -> Vec<Cell> {
        let judged = self.judgement.as_ref();
        let count = |count: Option<usize>| count.map_or_else(Cell::missing, number);
        let mut row = vec![
            Cell { text: format::file(self.file), bare: self.file.to_string_lossy().into() },
            count(judged.ok().map(|judged| judged.right)),
            count(judged.ok().map(|judged| judged.trees)),
        ];
        row.extend(Criterion::ALL.map(|criterion| count(self.tally(criterion).map(|tally| tally.right))));
        let found = judged.ok().and_then(|judged| judged.found.as_ref());
        row.push(count(found.map(|found| found.number)));
        let words = |words: Option<String>| words.map_or_else(Cell::missing, Cell::words);
        row.push(words(found.map(|found| found.fault.kind.id().to_owned())));
        row.push(words(found.map(Found::tree_in_words)));
        row.push(words(found.map(|found| found.fault.said.clone())));
        row.push(words(found.map(|found| found.fault.right.clone())));
        let why = || judged.map_or_else(|message| Some(message.clone()), Judgement::uncompared_in_words);
        row.push(words(found.map(|found| found.fault.why.clone()).or_else(why)));
        row
    }
}

/// A table with a row for each program. People read below it what is wrong.
fn table(judged: &[Judged<'_>]) -> Table {
    let mut columns =
        vec![Column::words("Program", "program"), Column::numbers("Right", "right"), Column::numbers("Trees", "trees")];
    columns.extend(Criterion::ALL.map(|criterion| Column {
        is_for_programs: judged.iter().all(|one| one.tally(criterion).is_none()),
        ..Column::numbers(criterion.title(), format!("right_{}", criterion.id()))
    }));
    columns.push(Column::numbers("First wrong", "first_wrong"));
    columns.push(Column::words("Wrong in", "kind"));
    let for_programs = [("Tree", "tree"), ("Said", "said"), ("Right", "right_answer"), ("Why", "why")];
    columns.extend(for_programs.map(|(title, id)| Column { is_for_programs: true, ..Column::words(title, id) }));
    Table { columns, rows: judged.iter().map(Judged::row).collect(), notes: Vec::new() }
}

fn as_text(judged: &[Judged<'_>]) -> String {
    let right = judged.iter().filter(|one| one.is_right()).count();
    let programs = format::count(judged.len() as u64, "program", "programs");
    let trees = judged.iter().filter_map(|one| one.judgement.as_ref().ok()).map(|one| one.asked).max();
    let trees = trees.map_or_else(String::new, |asked| format!(" on {}", counted(asked)));
    let right = format::grouped(right as u64);
    let mut said = vec![format!("{right} of {programs} right{trees}\n\n{}", text(&table(judged)))];
    said.extend(judged.iter().filter_map(Judged::report));
    format::visible_lines(&said.join("\n"))
}
