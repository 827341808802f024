//! `plyscope find`: the smallest tree on which two searches differ.

use std::path::PathBuf;

use clap::ValueEnum as _;
use serde_json::json;

use super::{Failure, OutputFormat, choice, refuse_existing, save, to_json, whole_number, wrong};
use crate::experiment::judge::line;
use crate::experiment::separate::{Contender, Difference, Found, MOST_LEAVES, Question, Separation, separate};
use crate::format;
use crate::progress::Progress;
use crate::search::{Algorithm, CutoffRule};

/// Finds the smallest tree on which one search evaluates a leaf that another does not, or makes more evaluations.
///
/// All trees of up to --leaves leaves are tried, every shape with every order of values, and after them random ones. The exit code is 1 if there
/// is none.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "A search is an algorithm with its rule, such as alpha-beta@strict; without @ the rule is non-strict."
)]
pub struct FindArguments {
    /// The search that evaluates a leaf
    #[arg(long, value_name = "ID[@RULE]", value_parser = contender)]
    visits: Contender,
    /// The search that does not evaluate it
    #[arg(long, value_name = "ID[@RULE]", value_parser = contender, required_unless_present = "more_than")]
    not_visited_by: Option<Contender>,
    /// The search that makes fewer evaluations, wherever they are
    #[arg(long, value_name = "ID[@RULE]", value_parser = contender, conflicts_with = "not_visited_by")]
    more_than: Option<Contender>,
    /// Try all trees with up to this many leaves
    #[arg(long, value_name = "N", default_value = "4", value_parser = whole_number(1..=MOST_LEAVES))]
    leaves: u32,
    /// Try this many random trees after them
    #[arg(long, value_name = "N", default_value = "100000", value_parser = whole_number(0..=u64::MAX))]
    random: u64,
    /// Seed of the first random tree
    #[arg(long, value_name = "S", default_value = "1", value_parser = whole_number(0..=u64::MAX))]
    seed: u64,
    /// Write the tree to this file, in the format of its ending
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, requires = "output")]
    force: bool,
    /// How to print what is found
    #[arg(long, value_parser = choice::<OutputFormat>(), default_value = "table")]
    format: OutputFormat,
}

/// Reads an algorithm with its rule.
fn contender(text: &str) -> Result<Contender, String> {
    let (id, rule) = text.split_once('@').map_or((text, None), |(id, rule)| (id, Some(rule)));
    let cutoff = rule.map_or(Ok(CutoffRule::NonStrict), |rule| CutoffRule::from_str(rule, false));
    let cutoff = cutoff.map_err(|_| "behind @ stands the cutoff rule, strict or non-strict".to_owned())?;
    let algorithm: Algorithm = id.parse().map_err(|error| format!("{error}"))?;
    Ok(Contender { algorithm, cutoff })
}

/// Looks for the tree and returns what is printed.
pub(super) fn run(arguments: &FindArguments) -> Result<String, Failure> {
    let FindArguments { visits, not_visited_by, more_than, leaves, random, seed, .. } = *arguments;
    if let Some(path) = &arguments.output {
        refuse_existing(path, arguments.force)?;
    }
    let difference = if more_than.is_some() { Difference::Evaluations } else { Difference::Leaf };
    let Some(other) = not_visited_by.or(more_than) else {
        return Err(wrong("name the other search with --not-visited-by or --more-than"));
    };
    let question = Question { searches: [visits, other], difference, most_leaves: leaves, random, seed };
    question.check().map_err(wrong)?;
    let Some(found) = separate(&question, &Progress::new()) else {
        return Err(wrong("cancelled"));
    };
    let text = match arguments.format {
        OutputFormat::Table => in_words(&question, &found),
        OutputFormat::Json => to_json(&as_json(&found))?,
    };
    let Some(Separation { tree, .. }) = &found.separation else { return Err(Failure::Negative(text)) };
    match &arguments.output {
        Some(path) => Ok(text + &save(&question.named(tree.clone()), path, arguments.force)?),
        None => Ok(text),
    }
}

fn in_words(question: &Question, found: &Found) -> String {
    let Some(separation) = &found.separation else {
        return format!("none: {}\n", question.without_answer(found.tried, |search| search.to_string()));
    };
    let Separation { tree, leaves, .. } = separation;
    let [first, second] = question.searches;
    let [of_first, of_second] = [&leaves[0], &leaves[1]].map(|leaves| format::series(&names(leaves), "and"));
    format!(
        "{}\n{}\n{first} evaluates the leaves {of_first}\n{second} evaluates the leaves {of_second}\n",
        line(tree),
        separation.in_words()
    )
}

fn names(leaves: &[usize]) -> Vec<String> {
    leaves.iter().map(usize::to_string).collect()
}

fn as_json(found: &Found) -> serde_json::Value {
    let tree = found.separation.as_ref().map(|separation| {
        json!({
            "tree": line(&separation.tree),
            "leaves": separation.tree.leaf_count(),
            "nodes": separation.tree.len(),
            "smallest": separation.is_smallest,
            "visited": separation.leaves[0],
            "visited_by_other": separation.leaves[1],
            "only": separation.only_first(),
        })
    });
    json!({ "found": tree, "tried": found.tried })
}
