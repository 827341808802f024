//! Algorithms on a game whose tree is too large to hold: each searches all of it, and a part of what they visited is kept.

use std::collections::{HashMap, HashSet};

use super::cost::cost_of;
use super::{Cost, Settings, Summary, with_game};
use crate::game::unfold::Unfinished;
use crate::game::{GameTree, Path};
use crate::progress::Progress;
use crate::search::story::{Counter, Listener, Story};
use crate::search::{Algorithm, Effort, PlyRecorder, Record};
use crate::tree::{NodeId, Tree};

/// The most nodes of a part, and the most of a run that are recorded.
pub const MOST_SHOWN: u64 = 250_000;

/// Runs an algorithm on a game, counts all that it does, and records the first plies; its story is kept as far as `story` has room.
/// Neither time nor memory is measured.
///
/// Takes memory for [`MOST_SHOWN`] nodes; with the algorithms that [visit nodes again](crate::search::catalogue::Revisits), for some
/// of those visited too.
pub fn explore(
    algorithm: Algorithm,
    tree: &GameTree,
    settings: Settings,
    story: &mut Story,
    progress: &Progress,
) -> (Summary, PlyRecorder) {
    let limits = settings.limits(None, progress);
    let (mut counter, mut recorder) = (Counter::new(algorithm), PlyRecorder::new(MOST_SHOWN as usize, algorithm));
    let mut listeners: [&mut dyn Listener; 3] = [&mut counter, &mut recorder, story];
    let report = with_game(&tree.game, tree.stages(), |game| game.tell(algorithm, limits, &mut listeners));
    recorder.finish();
    let effort = Effort { counts: counter.counts(), extras: report.extras };
    (Summary { algorithm, outcome: report.outcome, effort, leaves: None, cost: None }, recorder)
}

/// What the same run takes beside evaluations, bare. `None` where it was cancelled.
pub fn explore_cost(algorithm: Algorithm, tree: &GameTree, settings: Settings, progress: &Progress) -> Option<Cost> {
    let limits = settings.limits(None, progress);
    with_game(&tree.game, tree.stages(), |game| cost_of(algorithm, game, limits, settings.repeat))
}

/// The part of a game's tree that runs visited: with each node at which one of them went on, all of its children, so that one sees
/// what they left out; down to the ply at which it would be more than [`MOST_SHOWN`] nodes.
pub struct VisitedPart {
    /// The part; it knows of the nodes below which it [leaves nodes out](Tree::is_unexpanded).
    pub tree: Tree,
    nodes: HashMap<Path, NodeId>,
}

impl VisitedPart {
    /// What the runs visited that these recorders followed.
    pub fn new(tree: &GameTree, recorders: &[&PlyRecorder], progress: &Progress) -> Result<VisitedPart, Unfinished> {
        let expanded: HashSet<Path> = recorders.iter().flat_map(|recorder| recorder.expanded()).collect();
        let deepest = recorders.iter().filter_map(|recorder| recorder.depth()).min().unwrap_or(u32::MAX);
        let is_expanded = |path| expanded.contains(&path);
        let part = tree.game.game().part(tree.stages(), &is_expanded, deepest, MOST_SHOWN, progress)?;
        let mut builder = part.builder;
        tree.describe(&mut builder);
        // A game has a first position, so its tree has a root.
        let tree = builder.build().ok_or(Unfinished::Cancelled)?;
        let nodes = part.paths.into_iter().zip(tree.nodes()).collect();
        Ok(VisitedPart { tree, nodes })
    }

    /// What a run did in this part.
    pub fn record(&self, recorder: &PlyRecorder) -> Record {
        recorder.record(&self.tree, |path| self.nodes.get(&path).copied())
    }
}
