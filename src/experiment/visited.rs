//! Algorithms on a game whose tree is too large to unfold: each searches the whole game, and a part of what they visited is kept.

use std::collections::{HashMap, HashSet};

use super::cost::cost_of;
use super::{Cost, Runnable, Settings, Summary};
use crate::game::part::part;
use crate::game::unfold::Unfinished;
use crate::game::{GameTree, Path};
use crate::progress::Progress;
use crate::search::story::{Counter, Listener, Story, beside};
use crate::search::{Algorithm, Bound, Effort, PlyRecorder, Record};
use crate::tree::{NodeId, Tree};

/// The largest number of nodes in a part, and of recorded nodes in a run.
pub const MOST_SHOWN: u64 = 250_000;

/// Runs an algorithm on a game, counts its events, and records the first plies; its story is kept up to the capacity of `story`.
/// Measures neither time nor memory.
///
/// Takes memory for [`MOST_SHOWN`] nodes; with algorithms that [revisit nodes](crate::search::catalogue::Revisits) also for some
/// of the visited nodes.
pub fn explore(
    algorithm: Algorithm,
    tree: &GameTree,
    settings: Settings,
    story: &mut Story,
    progress: &Progress,
) -> (Summary, PlyRecorder) {
    let limits = settings.limits(None, progress);
    let (mut counter, mut recorder) = (Counter::new(algorithm), PlyRecorder::new(MOST_SHOWN as usize, algorithm));
    let report = beside(&mut recorder, |recorder| {
        let mut listeners: [&mut dyn Listener; 3] = [recorder, &mut counter, story];
        Runnable::tell(&tree.searched(), algorithm, limits, &mut listeners)
    });
    recorder.finish();
    let effort = Effort { counts: counter.counts(), extras: report.extras };
    let (cutoff, outcome, bound) = (Some(settings.cutoff), report.outcome, Bound::Exact);
    (Summary { algorithm, cutoff, outcome, bound, bounds: settings.bounds, effort, leaves: None, cost: None }, recorder)
}

/// The time and memory of the same run. `None` if it was cancelled.
pub fn explore_cost(algorithm: Algorithm, tree: &GameTree, settings: Settings, progress: &Progress) -> Option<Cost> {
    let limits = settings.limits(None, progress);
    cost_of(algorithm, &tree.searched(), limits, settings.repeats)
}

/// The part of a game's tree that runs visited: for each node searched by one of them all of its children, so that one can see
/// what was left out; down to the ply at which there would be more than [`MOST_SHOWN`] nodes.
pub struct VisitedPart {
    /// The part; its nodes know whether [nodes below them are missing](Tree::is_unexpanded).
    pub tree: Tree,
    nodes: HashMap<Path, NodeId>,
}

impl VisitedPart {
    /// The part visited by the runs of these recorders.
    pub fn new(tree: &GameTree, recorders: &[&PlyRecorder], progress: &Progress) -> Result<VisitedPart, Unfinished> {
        let expanded: HashSet<Path> = recorders.iter().flat_map(|recorder| recorder.expanded()).collect();
        let deepest = recorders.iter().filter_map(|recorder| recorder.depth()).min().unwrap_or(u32::MAX);
        let is_expanded = |path| expanded.contains(&path);
        let part = part(&tree.searched(), is_expanded, deepest, MOST_SHOWN, progress)?;
        let mut builder = part.builder;
        tree.describe(&mut builder);
        // A game has an initial position, so its tree has a root.
        let tree = builder.build().map_err(|_| Unfinished::Cancelled)?;
        let nodes = part.paths.into_iter().zip(tree.nodes()).collect();
        Ok(VisitedPart { tree, nodes })
    }

    /// The record of a run in this part.
    pub fn record(&self, recorder: &PlyRecorder) -> Record {
        recorder.record(&self.tree, |path| self.nodes.get(&path).copied())
    }
}
