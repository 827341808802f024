//! `plyscope search`: runs algorithms on a tree file and prints a table or JSON.

use std::path::PathBuf;

use super::runs::{Details, MOST_COUNTED_NODES, RunArguments, TreeFacts, list_of_algorithms};
use super::{Failure, whole_number};
use crate::experiment::{Measured, Summary, leaves_within, measure, room_to_search};
use crate::game::unfold::size;
use crate::game::{Shaped, Stages};
use crate::progress::Progress;
use crate::search::Outcome;
use crate::tree::{NodeId, Player, Tree, file};

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
        told.push(details(&run, &tree, number_of.as_ref()));
    }
    arguments.runs.print(&summaries, facts(&tree), told.into_iter())
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

fn details(run: &Measured, tree: &Tree, number_of: Option<impl Fn(NodeId) -> usize>) -> Details {
    let numbers = |number_of| run.evaluation_order.iter().copied().map(number_of).collect();
    Details {
        line: run.line.last().map(|&end| tree.path(end)),
        undefined_at: if let Outcome::Undefined(node) = run.outcome { Some(tree.path(node)) } else { None },
        evaluation_order: number_of.map(numbers),
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
