//! `plyscope exercise`: writes exercises and their solutions.

use std::path::{Path, PathBuf};

use super::reading::{ReadArguments, opened};
use super::{Failure, Printed, choice, interrupt, refuse_existing, to_json, whole_number, wrong, wrong_file};
use crate::exercise::{
    Conditions, EXERCISE_FORMATS, ExerciseFormat, Files, MOST_PROBLEMS, Method, Order, Paper, QUESTIONS, Question,
    Sheet, Solved, Span, Ties, USUAL, Words, as_json, as_table, practice,
};
use crate::format;
use crate::input;
use crate::output;
use crate::progress::Progress;
use crate::search::{Catalogue, CutoffRule};
use crate::tree::Tree;

/// The most sheets of one command.
const MOST_SHEETS: u64 = 1_000;
/// The largest file of words, in bytes.
const MOST_WORDS_BYTES: u64 = 1 << 20;
/// The seeds if none are given.
const FIRST_SEED: Span = Span::of(1, 1);
/// The extension of a page of practice.
const PAGE: &str = "html";

/// Writes exercises about a search on a tree, and their solutions.
///
/// Each seed gives a tree that meets the conditions, or FILE has the tree. With --output X.pdf the problems are in X.pdf and the solutions in
/// X-solution.pdf, with everything at the same places. Without --output all answers are printed.
#[derive(clap::Args, Debug)]
pub struct ExerciseArguments {
    /// A tree of your own, in place of trees drawn at random
    #[arg(conflicts_with_all = ["branching", "depth", "leaves", "cutoffs", "deep", "ties", "values", "chance"])]
    file: Option<PathBuf>,
    /// The seeds, such as 7 or 1..30, one tree each [default: 1]
    #[arg(long, value_name = "SEEDS")]
    seed: Option<Span>,
    #[command(flatten)]
    conditions: ConditionArguments,
    /// The algorithm that the questions are about [default: alpha-beta, or expectiminimax with chance nodes]
    #[arg(short, long, value_name = "ID")]
    algorithm: Option<String>,
    /// When it cuts: `non-strict` at alpha >= beta, `strict` at alpha > beta
    #[arg(long, alias = "cutoff", value_name = "RULE", default_value = "non-strict", value_parser = choice::<CutoffRule>())]
    rule: CutoffRule,
    /// The order in which it visits children: from the `left`, or from the `right`
    #[arg(long, value_name = "SIDE", default_value = "left", value_parser = choice::<Order>())]
    order: Order,
    #[arg(short, long, value_name = "ID,...", value_delimiter = ',', help = questions_in_words())]
    question: Vec<String>,
    /// The number of nodes whose windows are asked for
    #[arg(long, value_name = "N", default_value = "2", value_parser = whole_number(1..=32_u32))]
    marked: u32,
    #[command(flatten)]
    written: WrittenArguments,
}

/// The conditions that the tree of each seed meets.
#[derive(clap::Args, Clone, Copy, Debug)]
struct ConditionArguments {
    /// Children per inner node, such as 2..3
    #[arg(short, long, value_name = "RANGE", default_value = "2..3")]
    branching: Span,
    /// Depth of the leaves
    #[arg(short, long, value_name = "D", default_value = "3", value_parser = whole_number(1..=8_u32))]
    depth: u32,
    /// Number of leaves
    #[arg(long, value_name = "RANGE", default_value = "10..16")]
    leaves: Span,
    /// Number of cutoffs [default: 2.., or 0.. if the search prunes nothing or there are chance nodes]
    #[arg(long, value_name = "RANGE")]
    cutoffs: Option<Span>,
    /// Number of deep cutoffs, which need a depth of at least 4
    #[arg(long, value_name = "RANGE", default_value = "0..")]
    deep: Span,
    /// Equal values of leaves
    #[arg(long, value_name = "TIES", default_value = "none", value_parser = choice::<Ties>())]
    ties: Ties,
    /// Values of the leaves, whole numbers
    #[arg(long, value_name = "RANGE", default_value = "0..20", allow_hyphen_values = true)]
    values: Span,
    /// Number of chance nodes below the root
    #[arg(long, value_name = "RANGE", default_value = "0")]
    chance: Span,
}

/// What is written, and where.
#[derive(clap::Args, Debug)]
struct WrittenArguments {
    #[arg(short, long, value_name = "FILE", conflicts_with = "format", help = formats_in_words())]
    output: Option<PathBuf>,
    /// A page of .html that has only hashes of its answers, and checks them at the end
    #[arg(long, requires = "output")]
    exam: bool,
    /// How answers are printed without --output
    #[arg(long, default_value = "table", value_parser = Printed::parser())]
    format: Printed,
    /// Replace files that exist
    #[arg(long)]
    force: bool,
    /// The size of the sheets
    #[arg(long, default_value = "a4", value_parser = choice::<Paper>())]
    paper: Paper,
    /// A TOML file of words in place of the English ones
    #[arg(long, value_name = "FILE")]
    words: Option<PathBuf>,
    #[command(flatten)]
    reading: Reading,
}

/// How FILE is read.
#[derive(clap::Args, Clone, Copy, Debug)]
struct Reading {
    /// Read FILE as this format [default: the one that its text looks like]
    #[arg(long = "as", value_name = "FORMAT", requires = "file", value_parser = super::reading::format_to_read())]
    read_as: Option<crate::tree::file::Format>,
}

fn questions_in_words() -> String {
    let words: Vec<String> = QUESTIONS.iter().map(|one| format!("{} ({})", one.id, one.purpose)).collect();
    let usual = USUAL.join(",");
    format!("The questions, in their order: {} [default: those of {usual} that fit the search]", words.join(", "))
}

fn formats_in_words() -> String {
    let one = |format: &ExerciseFormat| format!(".{} ({})", format.ending, format.purpose);
    format!("The file to write: {}", EXERCISE_FORMATS.iter().map(one).collect::<Vec<_>>().join(", "))
}

/// Runs the command and returns what it prints.
pub(super) fn run(arguments: &ExerciseArguments) -> Result<String, Failure> {
    let format = arguments.written.output.as_deref().map(of_name).transpose()?;
    let is_page = format.is_some_and(|format| format.ending == PAGE);
    if arguments.written.exam && !is_page {
        return Err(wrong("--exam: only a page of practice is an exam; write one with --output X.html"));
    }
    let words = arguments.words()?;
    let own = arguments.own_tree()?;
    let has_chance = own.as_ref().map_or(arguments.conditions.chance.most != Some(0), Tree::has_chance);
    let method = arguments.method(has_chance, is_page)?;
    let questions = arguments.questions(&method, has_chance)?;
    let trees = arguments.trees(own, &method)?.into_iter();
    let solve = |(tree, seed): (Tree, _)| Solved::new(&tree, seed, method, arguments.marked as usize);
    let solved = trees.map(solve).collect::<Result<Vec<Solved>, _>>().map_err(wrong)?;
    let sheet = |solved| Sheet { solved, questions: &questions, words: &words, paper: arguments.written.paper };
    let sheets: Vec<Sheet<'_>> = solved.iter().map(sheet).collect();
    match (&arguments.written.output, format) {
        (Some(path), Some(format)) => {
            let files = if is_page {
                vec![(path.clone(), page(&sheets, arguments.written.exam)?)]
            } else {
                (format.write)(&sheets, path).map_err(wrong)?
            };
            save(&files, arguments.written.force)
        }
        _ => match arguments.written.format {
            Printed::Json => to_json(&as_json(&sheets).map_err(wrong)?),
            Printed::Table(format) => Ok((format.write)(&as_table(&sheets))),
        },
    }
}

impl ExerciseArguments {
    /// The tree of FILE.
    fn own_tree(&self) -> Result<Option<Tree>, Failure> {
        let Some(path) = &self.file else { return Ok(None) };
        if self.seed.is_some() {
            let name = format::file(path);
            return Err(wrong(format!("--seed: a tree of your own needs no seed; leave it out, or leave out {name}")));
        }
        let reading = ReadArguments::of_format(self.written.reading.read_as);
        Ok(Some(opened(path, reading, None, &Progress::new())?.tree))
    }

    /// The search. Only a page of practice takes one that visits nodes more than once.
    fn method(&self, has_chance: bool, is_page: bool) -> Result<Method, Failure> {
        let usual = if has_chance { "expectiminimax" } else { "alpha-beta" };
        let algorithm = Catalogue::BUILT_IN.algorithm(self.algorithm.as_deref().unwrap_or(usual));
        let algorithm = algorithm.map_err(|error| wrong(format!("--algorithm: {error}")))?;
        let method = Method { algorithm, rule: self.rule, order: self.order };
        let fits = if is_page { Ok(()) } else { method.check() }.and_then(|()| method.check_chance(has_chance));
        fits.map_err(|unfit| wrong(format!("--algorithm: {unfit}")))?;
        Ok(method)
    }

    /// The questions, each once.
    fn questions(&self, method: &Method, has_chance: bool) -> Result<Vec<&'static Question>, Failure> {
        if self.question.is_empty() {
            return Ok(Question::usual(method, has_chance));
        }
        let mut questions: Vec<&'static Question> = Vec::new();
        for id in &self.question {
            let Some(question) = Question::of_id(id) else {
                let ids: Vec<&str> = QUESTIONS.iter().map(|question| question.id).collect();
                let given = format::quoted(id);
                return Err(wrong(format!("--question: unknown question {given}; expected one of {}", ids.join(", "))));
            };
            if let Some(why) = question.unfit(method, has_chance) {
                return Err(wrong(format!("--question {id}: {why}")));
            }
            if !questions.iter().any(|known| known.id == question.id) {
                questions.push(question);
            }
        }
        match questions.iter().find(|question| question.is_alone && questions.len() > 1) {
            Some(Question { id, .. }) => Err(wrong(format!(
                "--question {id}: its picture answers other questions; ask them in another run of the same seeds"
            ))),
            None => Ok(questions),
        }
    }

    fn words(&self) -> Result<Words, Failure> {
        let Some(path) = &self.written.words else { return Ok(Words::default()) };
        let text = input::read_text(path, MOST_WORDS_BYTES).map_err(|message| wrong_file(path, message))?;
        Words::parse(&text).map_err(|error| wrong_file(path, error))
    }

    /// The trees, each with its seed.
    fn trees(&self, own: Option<Tree>, method: &Method) -> Result<Vec<(Tree, Option<u64>)>, Failure> {
        if let (Some(tree), Some(path)) = (own, &self.file) {
            let solved = Solved::new(&tree, None, *method, 0);
            solved.map_err(|unfit| wrong_file(path, unfit))?;
            return Ok(vec![(tree, None)]);
        }
        let ConditionArguments { branching, depth, leaves, cutoffs, deep, ties, values, chance } = self.conditions;
        let usual = if method.prunes() && chance.most == Some(0) { 2 } else { 0 };
        let cutoffs = cutoffs.unwrap_or(Span::from(usual));
        let conditions = Conditions { branching, depth, leaves, cutoffs, deep, ties, values, chance };
        conditions.check().map_err(wrong)?;
        let tree = |seed| Ok((conditions.tree(seed, method).map_err(wrong)?, Some(seed)));
        self.seeds()?.map(tree).collect()
    }

    fn seeds(&self) -> Result<std::ops::RangeInclusive<u64>, Failure> {
        let seeds = self.seed.unwrap_or(FIRST_SEED);
        let Span { least: Some(least), most: Some(most) } = seeds else {
            return Err(wrong(format!("--seed {seeds}: has no end; write both, such as 1..30")));
        };
        let (Ok(first), Ok(end)) = (u64::try_from(least), u64::try_from(most)) else {
            return Err(wrong(format!("--seed {seeds}: a seed is at least 0; choose such a range")));
        };
        if end - first >= MOST_SHEETS {
            let most = format::grouped(MOST_SHEETS);
            return Err(wrong(format!("--seed {seeds}: at most {most} seeds at once; choose fewer")));
        }
        Ok(first..=end)
    }
}

/// The format of a file by its name.
fn of_name(path: &Path) -> Result<&'static ExerciseFormat, Failure> {
    ExerciseFormat::of_name(path).ok_or_else(|| {
        let endings = format::endings(EXERCISE_FORMATS.iter().map(|format| format.ending).collect());
        wrong_file(path, format!("unknown format; write a name that ends in {endings}"))
    })
}

fn page(sheets: &[Sheet<'_>], is_exam: bool) -> Result<Vec<u8>, Failure> {
    if sheets.len() > MOST_PROBLEMS {
        return Err(wrong(format!("--seed: a page has at most {MOST_PROBLEMS} trees; choose fewer seeds")));
    }
    let page = practice(sheets, is_exam).map_err(|ungraded| wrong(format!("--question: {ungraded}")))?;
    Ok(page.into_bytes())
}

/// Writes all files, unless one of them exists and must not be replaced.
fn save(files: &Files, force: bool) -> Result<String, Failure> {
    for (path, _) in files {
        refuse_existing(path, force)?;
    }
    interrupt::leaves_nothing_behind();
    output::write_together(files, force).map_err(Failure::Save)?;
    let line =
        |(path, bytes): &(PathBuf, Vec<u8>)| format!("{}: {}\n", format::file(path), format::bytes(bytes.len() as u64));
    Ok(files.iter().map(line).collect())
}
