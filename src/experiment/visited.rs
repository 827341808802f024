//! Algorithms on a game whose tree is too large to hold: each searches all of it, and a part of what they visited is kept.

use std::collections::{HashMap, HashSet};

use super::cost::cost_of;
use super::{Cost, DEFAULT_BUDGET, Settings, Summary};
use crate::game::part::{Part, part};
use crate::game::unfold::Unfinished;
use crate::game::{Game, GameTree, Path, Playable, Visitor, WithPaths};
use crate::progress::Progress;
use crate::search::{Algorithm, Limits, Record, Tally, Trail, search};
use crate::tree::{NodeId, Tree};

/// The most nodes of a part, and the most of a run that are recorded.
pub const MOST_SHOWN: u64 = 250_000;

/// Runs an algorithm on a game, counts all that it does, and records the first plies. Neither time nor memory is measured.
///
/// Takes memory for [`MOST_SHOWN`] nodes; with the algorithms that [come back](Algorithm::repeats_evaluations) to nodes, for
/// those visited too.
pub fn explore(algorithm: Algorithm, tree: &GameTree, settings: Settings, progress: &Progress) -> (Summary, Trail) {
    tree.game.visit(Explore { algorithm, tree, limits: limits(settings, progress) })
}

/// What the same run takes beside evaluations, unrecorded. `None` where it was cancelled.
pub fn explore_cost(algorithm: Algorithm, tree: &GameTree, settings: Settings, progress: &Progress) -> Option<Cost> {
    tree.game.visit(Unwatched { algorithm, tree, repeat: settings.repeat, limits: limits(settings, progress) })
}

fn limits(settings: Settings, progress: &Progress) -> Limits<'_> {
    Limits { cutoff: settings.cutoff, budget: Some(settings.budget.unwrap_or(DEFAULT_BUDGET)), progress }
}

struct Explore<'a> {
    algorithm: Algorithm,
    tree: &'a GameTree,
    limits: Limits<'a>,
}

impl Visitor for Explore<'_> {
    type Output = (Summary, Trail);

    fn visit<G: Playable>(self, game: &G) -> (Summary, Trail) {
        let Explore { algorithm, tree, limits } = self;
        let on_paths = WithPaths::new(game);
        let tally = Tally::new(algorithm.repeats_evaluations().then(HashSet::<Path>::new));
        let mut observer = (tally, Trail::new(MOST_SHOWN as usize, algorithm));
        let report = search(algorithm, &tree.pruned(&on_paths), limits, &mut observer);
        let (tally, mut trail) = observer;
        trail.finish();
        let missing = |position: <WithPaths<'_, G> as Game>::Position| {
            format!("{} has no static value", game.in_words(&position.position))
        };
        let summary = Summary {
            algorithm,
            outcome: report.outcome.map(|pruned| missing(pruned.position)),
            counts: tally.counts(),
            leaves: None,
            laziness: report.laziness,
            table_hits: report.table_hits,
            evaluated: report.evaluated,
            cost: None,
        };
        (summary, trail)
    }
}

struct Unwatched<'a> {
    algorithm: Algorithm,
    tree: &'a GameTree,
    repeat: u32,
    limits: Limits<'a>,
}

impl Visitor for Unwatched<'_> {
    type Output = Option<Cost>;

    fn visit<G: Playable>(self, game: &G) -> Option<Cost> {
        cost_of(self.algorithm, &self.tree.pruned(game), self.limits, self.repeat)
    }
}

/// The part of a game's tree that runs visited: with each node at which one of them looked on, all of its children, so that it
/// is seen what they left out; down to the ply at which it would be more than [`MOST_SHOWN`] nodes.
pub struct VisitedPart {
    /// The part; it knows of the nodes below which it [leaves nodes out](Tree::is_unexpanded).
    pub tree: Tree,
    nodes: HashMap<Path, NodeId>,
}

impl VisitedPart {
    /// What the runs visited that these trails are of.
    pub fn new(tree: &GameTree, trails: &[&Trail], progress: &Progress) -> Result<VisitedPart, Unfinished> {
        let part = tree.game.visit(WriteOut { tree, trails, progress })?;
        let mut builder = part.builder;
        tree.describe(&mut builder);
        // A game has a first position, so its tree has a root.
        let tree = builder.build().ok_or(Unfinished::Cancelled)?;
        let nodes = part.paths.into_iter().zip(tree.nodes()).collect();
        Ok(VisitedPart { tree, nodes })
    }

    /// What a run did in this part.
    pub fn record(&self, trail: &Trail) -> Record {
        trail.record(&self.tree, |path| self.nodes.get(&path).copied())
    }
}

struct WriteOut<'a> {
    tree: &'a GameTree,
    trails: &'a [&'a Trail],
    progress: &'a Progress,
}

impl Visitor for WriteOut<'_> {
    type Output = Result<Part, Unfinished>;

    fn visit<G: Playable>(self, game: &G) -> Result<Part, Unfinished> {
        let expanded: HashSet<Path> = self.trails.iter().flat_map(|trail| trail.expanded()).collect();
        let deepest = self.trails.iter().filter_map(|trail| trail.depth()).min().unwrap_or(u32::MAX);
        let is_expanded = |path| expanded.contains(&path);
        part(&self.tree.pruned(&WithPaths::new(game)), is_expanded, deepest, MOST_SHOWN, self.progress)
    }
}
