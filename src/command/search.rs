//! `plyscope search`: runs algorithms on a tree file and prints a table or JSON.

use std::path::PathBuf;

use serde::Serialize;
use serde_json::{Value as Json, json};

use super::{Failure, OutputFormat, table, to_json};
use crate::experiment::{Measured, Seconds, Settings, measure};
use crate::progress::Progress;
use crate::search::{Algorithm, CutoffRule, Outcome};
use crate::tree::{NodeId, Player, Tree, Value, file};

/// Runs algorithms on a tree and compares what they did.
#[derive(clap::Args, Debug)]
pub struct SearchArguments {
    /// The tree, a .json or .tree file
    file: PathBuf,
    /// The algorithms, separated by commas, or `all`
    #[arg(short, long, value_name = "ID,...", default_value = "all")]
    algorithm: Algorithms,
    /// Who moves at the root, instead of whom the file says
    #[arg(long, value_enum, value_name = "max|min")]
    root: Option<RootPlayer>,
    /// When to cut: `non-strict` at alpha >= beta, `strict` at alpha > beta
    #[arg(long, value_enum, value_name = "RULE", default_value = "non-strict")]
    cutoff: CutoffRule,
    /// Stop after this many moves and take the static values there
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// The most evaluations a run may make [default: 10,000,000 or the number of leaves, whichever is more]
    #[arg(long, value_name = "N")]
    budget: Option<u64>,
    /// How often each algorithm is timed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    repeat: u32,
    /// Print the order of the evaluations too (with --format json)
    #[arg(long)]
    record: bool,
    /// How to print
    #[arg(long, value_enum, default_value = "table")]
    format: OutputFormat,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum RootPlayer {
    Max,
    Min,
}

/// A list of algorithms as an argument.
#[derive(Clone, Debug)]
struct Algorithms(Vec<Algorithm>);

impl std::str::FromStr for Algorithms {
    type Err = String;

    fn from_str(text: &str) -> Result<Algorithms, String> {
        if text == "all" {
            return Ok(Algorithms(Algorithm::ALL.to_vec()));
        }
        let mut chosen = Vec::new();
        for id in text.split(',') {
            let algorithm = id.trim().parse().map_err(|error| format!("{error}, or all"))?;
            if !chosen.contains(&algorithm) {
                chosen.push(algorithm);
            }
        }
        Ok(Algorithms(chosen))
    }
}

/// Runs the command and returns what it prints.
pub(super) fn run(arguments: &SearchArguments) -> Result<String, Failure> {
    let progress = Progress::new();
    let mut tree = file::open(&arguments.file, &progress)?;
    if let Some(root) = arguments.root {
        tree.set_root_player(match root {
            RootPlayer::Max => Player::Max,
            RootPlayer::Min => Player::Min,
        });
    }
    let settings = Settings {
        cutoff: arguments.cutoff,
        depth: arguments.depth,
        budget: arguments.budget,
        repeat: arguments.repeat,
    };
    let runs: Vec<Measured> =
        arguments.algorithm.0.iter().map(|&algorithm| measure(algorithm, &tree, settings, &progress)).collect();
    Ok(match arguments.format {
        OutputFormat::Table => table::comparison(&runs, &tree),
        OutputFormat::Json => to_json(&as_json(&tree, &runs, settings, arguments.record))?,
    })
}

/// The object that `--format json` prints; its fields are a contract.
#[derive(Serialize)]
struct Comparison {
    tree: TreeFacts,
    runs: Vec<Run>,
}

#[derive(Serialize)]
struct TreeFacts {
    title: String,
    root: Player,
    nodes: usize,
    leaves: usize,
    depth: u32,
}

#[derive(Serialize)]
struct Run {
    algorithm: Algorithm,
    cutoff: CutoffRule,
    outcome: &'static str,
    value: Option<Json>,
    line: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undefined_at: Option<Vec<usize>>,
    evaluations: u64,
    distinct_leaves: u64,
    visited_nodes: usize,
    shallow_cutoffs: usize,
    deep_cutoffs: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    evaluation_order: Option<Vec<usize>>,
    seconds: Option<Seconds>,
    peak_heap_bytes: Option<u64>,
    peak_stack_bytes: Option<u64>,
}

fn as_json(tree: &Tree, runs: &[Measured], settings: Settings, with_order: bool) -> Comparison {
    let number_of = leaf_numbers(tree, settings.depth);
    let run = |run: &Measured| Run {
        algorithm: run.algorithm,
        cutoff: settings.cutoff,
        outcome: run.outcome.id(),
        value: run.outcome.value().map(number),
        line: run.line.last().map(|&end| tree.path(end)),
        undefined_at: if let Outcome::Undefined(node) = run.outcome { Some(tree.path(node)) } else { None },
        evaluations: run.evaluations,
        distinct_leaves: run.distinct_leaves(),
        visited_nodes: run.visited_nodes(),
        shallow_cutoffs: run.shallow_cutoffs(),
        deep_cutoffs: run.deep_cutoffs(),
        evaluation_order: with_order.then(|| run.evaluation_order.iter().map(|&node| number_of(node)).collect()),
        seconds: run.seconds,
        peak_heap_bytes: run.memory.map(|memory| memory.heap),
        peak_stack_bytes: run.memory.map(|memory| memory.stack),
    };
    Comparison {
        tree: TreeFacts {
            title: tree.title().into(),
            root: tree.player(NodeId::ROOT),
            nodes: tree.len(),
            leaves: tree.leaf_count(),
            depth: tree.height(),
        },
        runs: runs.iter().map(run).collect(),
    }
}

/// Numbers the leaves from left to right from 0; with a depth limit the nodes at the limit are leaves too.
fn leaf_numbers(tree: &Tree, depth: Option<u32>) -> impl Fn(NodeId) -> usize {
    let leaves: Option<Vec<NodeId>> = depth.map(|depth| {
        tree.nodes().filter(|&n| tree.depth(n) == depth || (tree.is_leaf(n) && tree.depth(n) < depth)).collect()
    });
    move |node| match &leaves {
        None => tree.slots(node).start,
        Some(leaves) => leaves.partition_point(|&leaf| leaf < node),
    }
}

/// A whole number without the `.0` that a floating point number prints.
fn number(value: Value) -> Json {
    let number = value.get();
    if number.fract() == 0.0 && number.abs() < 9e15 { json!(number as i64) } else { json!(number) }
}
