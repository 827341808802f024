//! `plyscope search`: runs algorithms on a tree file and prints a table or JSON.

use std::io;
use std::path::{Path, PathBuf};

use super::runs::{Details, MOST_COUNTED_NODES, RunArguments, TreeFacts, list_of_algorithms};
use super::{Failure, whole_number};
use crate::experiment::explain::Explained;
use crate::experiment::trace::trace;
use crate::experiment::{Measured, Summary, evaluation_order, leaves_within, measure, record, room_to_search};
use crate::game::unfold::size;
use crate::game::{Shaped, Stages};
use crate::progress::Progress;
use crate::search::Outcome;
use crate::search::story::{Story, Timeline};
use crate::tree::{NodeId, Player, Tree, file};
use crate::{format, output};

/// Runs algorithms on a tree and compares what they did.
#[derive(clap::Args, Debug)]
#[command(after_help = list_of_algorithms())]
pub struct SearchArguments {
    /// The tree, a .json or .tree file
    file: PathBuf,
    /// Who moves at the root, instead of whom the file says
    #[arg(long, value_enum, value_name = "max|min")]
    root: Option<RootPlayer>,
    /// Stop after this many moves and take the static values there
    #[arg(long, visible_alias = "prune", value_name = "N", value_parser = whole_number(0..=u32::MAX))]
    depth: Option<u32>,
    #[command(flatten)]
    runs: RunArguments,
    /// Print the order of the evaluations too (needs --format json)
    #[arg(long, conflicts_with_all = ["dynamic", "highfirst", "taketree"])]
    record: bool,
    /// Say in sentences what each algorithm did, step by step; with NODE only why that node was left early or never visited
    #[arg(long, value_name = "NODE", num_args = 0..=1, conflicts_with_all = ["dynamic", "highfirst", "taketree", "record"])]
    explain: Option<Option<usize>>,
    /// Write what the algorithm did, event by event, as JSON Lines; one algorithm at a time
    #[arg(long, value_name = "FILE", conflicts_with_all = ["dynamic", "highfirst", "taketree", "record", "explain"])]
    trace: Option<PathBuf>,
    /// Replace FILE of --trace if it exists
    #[arg(long, requires = "trace")]
    force: bool,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug)]
pub(super) enum RootPlayer {
    Max,
    Min,
}

impl RootPlayer {
    pub(super) fn player(self) -> Player {
        match self {
            RootPlayer::Max => Player::Max,
            RootPlayer::Min => Player::Min,
        }
    }
}

/// Runs the command and returns what it prints.
pub(super) fn run(arguments: &SearchArguments) -> Result<String, Failure> {
    if arguments.record && !arguments.runs.prints_json() {
        return Err(Failure::Arguments("--record is printed in JSON alone; add --format json, or leave it out".into()));
    }
    let progress = Progress::new();
    let mut tree = file::open(&arguments.file, &progress)?;
    if let Some(root) = arguments.root {
        tree.set_root_player(root.player());
    }
    if let Some(path) = &arguments.trace {
        return write_trace(arguments, &tree, path, &progress);
    }
    if let Some(node) = arguments.explain {
        return explained(arguments, &tree, node, &progress);
    }
    let stages = arguments.runs.stages(arguments.depth);
    if stages != (Stages { prune: arguments.depth, ..Stages::default() }) {
        let shaped = Shaped::new(stages, &tree);
        let leaves = size(&shaped, MOST_COUNTED_NODES, &progress).ok().map(|size| size.leaves);
        return arguments.runs.search_game(&shaped, stages, facts(&tree), leaves);
    }
    let settings = arguments.runs.settings(arguments.depth);
    let number_of = arguments.record.then(|| leaf_numbers(&tree, settings.depth));
    let (mut summaries, mut told): (Vec<Summary>, Vec<Details>) = Default::default();
    for algorithm in arguments.runs.algorithms()? {
        room_to_search(algorithm, &tree)?;
        // Of each run only what is printed is kept, since a record takes more memory than the tree.
        let run = measure(algorithm, &tree, settings, &progress);
        summaries.push(run.summary(&tree));
        let order = number_of.as_ref().map(|number_of| {
            evaluation_order(algorithm, &tree, settings, &progress).into_iter().map(number_of).collect()
        });
        told.push(Details { evaluation_order: order, ..details(&run, &tree) });
    }
    arguments.runs.print(&summaries, facts(&tree), told.into_iter())
}

/// Writes the trace of the one algorithm that was asked for.
fn write_trace(arguments: &SearchArguments, tree: &Tree, path: &Path, progress: &Progress) -> Result<String, Failure> {
    let settings = arguments.runs.settings(arguments.depth);
    let [algorithm] = arguments.runs.algorithms()?[..] else {
        return Err(Failure::Arguments("--trace writes one search; name one with --algorithm".into()));
    };
    let mut outcome = Outcome::Cancelled;
    output::write(path, arguments.force, |out| {
        outcome = trace(algorithm, tree, settings, out, progress)?;
        Ok::<(), io::Error>(())
    })?;
    Ok(format!("{}: {algorithm}, {}\n", format::file(path), outcome.id()))
}

/// The sentences of all steps, or those about one node.
fn explained(
    arguments: &SearchArguments,
    tree: &Tree,
    node: Option<usize>,
    progress: &Progress,
) -> Result<String, Failure> {
    let settings = arguments.runs.settings(arguments.depth);
    let node = node.map(|index| {
        let missing = || format!("--explain {index}: the tree has the nodes 0 to {}", tree.len() - 1);
        tree.node(index).ok_or_else(|| Failure::Arguments(missing()))
    });
    let node = node.transpose()?;
    let mut text = String::new();
    for algorithm in arguments.runs.algorithms()? {
        room_to_search(algorithm, tree)?;
        let mut story = Story::new();
        let run = record(algorithm, tree, settings, &mut story, progress);
        let Some(timeline) = Timeline::new(tree, &story, progress) else { break };
        let explained = Explained { tree, story: &story, timeline: &timeline };
        text.push_str(&format!("{}\n", algorithm.title()));
        match node {
            None => explained
                .steps()
                .for_each(|(time, sentence)| text.push_str(&format!("{time:>6}  {}\n", sentence.words))),
            Some(node) => text.push_str(&format!("  {}\n", explained.node(node, &run.record))),
        }
        if story.left_out() > 0 {
            text.push_str(&format!("{} more events were not kept\n", format::grouped(story.left_out())));
        }
    }
    Ok(text)
}

fn facts(tree: &Tree) -> TreeFacts {
    TreeFacts {
        title: tree.title().into(),
        root: tree.player(NodeId::ROOT),
        nodes: Some(tree.len() as u64),
        leaves: Some(tree.leaf_count() as u64),
        depth: Some(tree.height()),
    }
}

fn details(run: &Measured, tree: &Tree) -> Details {
    Details {
        line: run.line.last().map(|&end| tree.path(end)),
        undefined_at: if let Outcome::Undefined(node) = run.outcome { Some(tree.path(node)) } else { None },
        ..Details::default()
    }
}

/// Numbers the leaves from left to right from 0; with a depth limit the nodes at the limit are leaves too.
fn leaf_numbers(tree: &Tree, depth: Option<u32>) -> impl Fn(NodeId) -> usize {
    let leaves: Option<Vec<NodeId>> = depth.map(|depth| leaves_within(tree, depth).collect());
    move |node| match &leaves {
        None => tree.slots(node).start,
        Some(leaves) => leaves.partition_point(|&leaf| leaf < node),
    }
}
