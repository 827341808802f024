//! `plyscope judge`: runs a program on trees and finds the smallest one that it gets wrong.

mod class;

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value as Json, json};

use super::{Failure, choice, interrupt, refuse_existing, to_json, watched, whole_number, wrong, wrong_file};
use crate::experiment::judge::{Drawn, Found, Judgement, Program, Standard, Tally, Trees, judge, line};
use crate::experiment::trace::Opened;
use crate::format;
use crate::generate::{Leaves, MAX_BRANCHING, MAX_DEPTH};
use crate::progress::Progress;
use crate::search::{Algorithm, CutoffRule, NEEDS_PLAYERS_ALONE};
use crate::session::{Judged, SESSION};
use crate::table::{Cell, Column, Table, csv, text};
use crate::terminal;
use crate::tree::file::Asked;

/// How many random trees there are, unless files are given.
const TREES: u32 = 200;

/// Runs a program on trees and finds the smallest one that it gets wrong.
///
/// PROGRAM reads a tree as one line of JSON, such as [[3, 12, 8], [2, 4, 6]], or {"root": "min", "tree": [...]} if MIN moves first, and
/// writes the value; or an object such as {"value": 3, "best": 0, "evaluations": 4, "leaves": [0, 1, 2, 3]} with what it has of these; or a
/// trace. The exit code is 1 if it is wrong on a tree, or if nothing that it says can be compared.
#[derive(clap::Args, Debug)]
pub struct JudgeArguments {
    /// The algorithm whose evaluations the program should make: their number, and the leaves in their order
    #[arg(long = "as", value_name = "ID")]
    algorithm: Option<Algorithm>,
    /// When that cuts off: at alpha >= beta, or only at alpha > beta
    #[arg(long, value_parser = choice::<CutoffRule>(), default_value = "non-strict", requires = "algorithm")]
    cutoff: CutoffRule,
    /// How many random trees, the small ones first [default: 200, or none with --from]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u32::MAX))]
    trees: Option<u32>,
    /// Seed of the first random tree
    #[arg(long, value_name = "S", default_value = "1", value_parser = whole_number(0..=u64::MAX))]
    seed: u64,
    /// Children per inner node of random trees
    #[arg(short, long, value_name = "A..B", default_value = "1..3", value_parser = range(1, MAX_BRANCHING))]
    branching: RangeInclusive<u32>,
    /// Depths of the leaves of random trees
    #[arg(short, long, value_name = "A..B", default_value = "1..4", value_parser = range(0, MAX_DEPTH))]
    depth: RangeInclusive<u32>,
    /// Leaf values of random trees, as for `plyscope generate`; in every second tree they are moved, so that some are negative
    #[arg(long, value_name = "LEAVES", default_value = "integers:10")]
    leaves: Leaves,
    /// Trees from files, before the random ones
    #[arg(long, value_name = "FILE,...", value_delimiter = ',')]
    from: Vec<PathBuf>,
    /// Send all trees to one process, a line each, which answers with a line each
    #[arg(long)]
    lines: bool,
    /// How long a tree may take, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = super::length(0.01, 86_400.0))]
    timeout: f64,
    /// Write the smallest tree, what is wrong there, the traces on it and a session that shows them to this folder
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Replace files in the folder
    #[arg(long, requires = "output")]
    force: bool,
    /// How to print the result: table and csv have one row per criterion, or with --programs per program
    #[arg(long, value_name = "FORMAT", default_value = "table", value_parser = choice::<Printed>())]
    format: Printed,
    /// Judge each of these files, or each in a folder: {program} in the command stands for it
    #[arg(long, value_name = "FILE", num_args = 1..)]
    programs: Vec<PathBuf>,
    /// The program and its arguments, after --; {} in an argument stands for a file with the tree
    #[arg(last = true, required = true, value_name = "PROGRAM ARGUMENTS")]
    program: Vec<OsString>,
}

/// How the result is printed.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Printed {
    /// Aligned columns, and what was found
    Table,
    /// One JSON object
    Json,
    /// Bare numbers
    Csv,
}

/// Reads a number, or two with two points between.
fn range(least: u32, most: u32) -> impl Fn(&str) -> Result<RangeInclusive<u32>, String> + Clone {
    move |text| {
        let (low, high) = text.split_once("..").unwrap_or((text, text));
        let number = |text: &str| text.parse().ok().filter(|number| (least..=most).contains(number));
        match (number(low), number(high)) {
            (Some(low), Some(high)) if low <= high => Ok(low..=high),
            _ => {
                let most = format::grouped(most.into());
                Err(format!(
                    "expected a whole number from {least} to {most}, or two such as 1..3, the smaller one first"
                ))
            }
        }
    }
}

/// What was written to a folder, in words, if anything was.
type Saved = Option<String>;

/// Judges the programs and returns what is found.
pub(super) fn run(arguments: &JudgeArguments) -> Result<String, Failure> {
    let program = arguments.program()?;
    let trees = Arc::new(arguments.trees()?);
    if !arguments.programs.is_empty() {
        return class::run(arguments, &program, &trees);
    }
    if program.of_file(Path::new("program")).is_some() {
        return Err(wrong("{program} stands for a file of --programs; add that, such as --programs submissions"));
    }
    interrupt::leaves_nothing_behind();
    let progress = Progress::new();
    let judged = watched(&progress, || judge(&program, &arguments.standard(), trees, &progress)).map_err(wrong)?;
    let written = arguments.save(&judged, Path::new(""));
    let text = match arguments.format {
        Printed::Table => as_text(&judged, written.as_ref().ok().and_then(Option::as_deref)),
        Printed::Json => to_json(&as_json(&judged))?,
        Printed::Csv => csv(&table(&judged)),
    };
    said(text, judged.is_right(), written.err())
}

/// The result of the command: a text that says whether all is right. It took long, so it is not lost if it could not be written to a folder.
fn said(text: String, is_right: bool, unwritten: Option<Failure>) -> Result<String, Failure> {
    match unwritten {
        Some(failure) => {
            let _ = terminal::print(&text);
            Err(failure)
        }
        None if is_right => Ok(text),
        None => Err(Failure::Negative(text)),
    }
}

impl JudgeArguments {
    fn standard(&self) -> Standard {
        Standard { algorithm: self.algorithm, cutoff: self.cutoff }
    }

    /// Writes what was found to a folder inside that of the output.
    fn save(&self, judged: &Judgement, inside: &Path) -> Result<Saved, Failure> {
        let (Some(folder), Some(found)) = (&self.output, &judged.found) else { return Ok(None) };
        let (folder, standard) = (folder.join(inside), self.standard());
        refuse_files(found, standard, &folder, self.force)?;
        write(found, standard, &folder, self.force).map(Some)
    }

    fn program(&self) -> Result<Program, Failure> {
        let [name, arguments @ ..] = &self.program[..] else {
            return Err(wrong("name a program after --"));
        };
        let program = Program {
            name: name.clone(),
            arguments: arguments.to_vec(),
            reads_lines: self.lines,
            timeout: Duration::from_secs_f64(self.timeout),
            most_bytes: Program::MOST_BYTES,
        };
        if program.reads_lines && program.reads_file() {
            let both = "--lines sends the trees on standard input, and {} stands for a file with one";
            return Err(wrong(format!("{both}; leave out one of the two")));
        }
        Ok(program)
    }

    fn trees(&self) -> Result<Trees, Failure> {
        let mut trees = Trees::new();
        for path in &self.from {
            let tree = Opened::from_file(path, Asked::default(), &Progress::new())?.tree;
            trees.add(&tree).map_err(|error| wrong_file(path, error))?;
            if let Some(algorithm) =
                self.algorithm.filter(|algorithm| tree.has_chance() && !algorithm.entry().takes_chance)
            {
                let message = format!("{algorithm} {NEEDS_PLAYERS_ALONE}; use expectiminimax, star1 or star2");
                return Err(wrong_file(path, message));
            }
        }
        let count = self.trees.unwrap_or(if self.from.is_empty() { TREES } else { 0 }) as usize;
        if count > 0 {
            let (branching, depth) = (self.branching.clone(), self.depth.clone());
            let drawn = Drawn { count, seed: self.seed, branching, depth, leaves: self.leaves };
            trees.draw(drawn).map_err(wrong)?;
        }
        Ok(trees)
    }
}

fn number(number: usize) -> Cell {
    Cell::number(number as f64, format::grouped(number as u64))
}

fn counted(trees: usize) -> String {
    format::count(trees as u64, "tree", "trees")
}

/// A table with a row per criterion.
fn table(judged: &Judgement) -> Table {
    let row = |&Tally { criterion, trees, right, first_wrong }: &Tally| {
        let first_wrong = first_wrong.map_or_else(Cell::missing, number);
        vec![Cell::words(criterion.id()), number(trees), number(right), first_wrong]
    };
    let rows = judged.tallies.iter().map(row).collect();
    let columns = vec![
        Column::words("Criterion", "criterion"),
        Column::numbers("Trees", "trees"),
        Column::numbers("Right", "right"),
        Column::numbers("First wrong", "first_wrong"),
    ];
    Table { columns, rows, notes: Vec::new() }
}

fn as_text(judged: &Judgement, written: Option<&str>) -> String {
    let beginning = match &judged.found {
        None => {
            let right = || format!("right on {}", counted(judged.trees));
            format!("{}\n\n", judged.uncompared_in_words().unwrap_or_else(right))
        }
        Some(found) => format!("{}\n", found.in_words()),
    };
    let mut report = vec![beginning + &text(&table(judged))];
    if judged.trees < judged.asked {
        let (asked, tried) = (counted(judged.asked), format::grouped(judged.trees as u64));
        report
            .push(format!("Of {asked} the program was run on {tried}, because it was out of time on the last one.\n"));
    }
    report.extend(written.map(|written| format!("{written}\n")));
    format::visible_lines(&report.join("\n"))
}

fn as_json(judged: &Judgement) -> Json {
    let mut criteria = Vec::new();
    for Tally { criterion, trees, right, first_wrong } in &judged.tallies {
        criteria
            .push(json!({ "criterion": criterion.id(), "trees": trees, "right": right, "first_wrong": first_wrong }));
    }
    let found = judged.found.as_ref().map(|found| {
        json!({
            "number": found.number,
            "origin": found.origin,
            "kind": found.fault.kind.id(),
            "tree": line(&found.tree),
            "leaves": found.tree.leaf_count(),
            "said": found.fault.said,
            "right": found.fault.right,
            "why": found.fault.why,
            "habit": found.habit,
            "note": found.note,
        })
    });
    json!({ "trees": judged.trees, "right": judged.right, "uncompared": judged.uncompared, "criteria": criteria, "found": found })
}

/// Refuses to replace files of a folder.
fn refuse_files(found: &Found, standard: Standard, folder: &Path, force: bool) -> Result<(), Failure> {
    let names = Judged { found, standard }.names();
    names.iter().try_for_each(|name| refuse_existing(&folder.join(name), force))
}

/// Writes the tree, the traces and a session to a folder, and returns a line about them.
fn write(found: &Found, standard: Standard, folder: &Path, force: bool) -> Result<String, Failure> {
    let judged = Judged { found, standard };
    let is_new = !folder.exists();
    if let Err(error) = judged.save(folder, force) {
        if is_new {
            // Only a folder without files is removed.
            let _ = std::fs::remove_dir(folder);
        }
        return Err(error.into());
    }
    let files = format::series(&judged.names(), "and");
    Ok(format!("{}: {files}; {SESSION} opens the searches side by side", format::file(folder)))
}
