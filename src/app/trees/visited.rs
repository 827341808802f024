//! The visited part of a game too large to unfold, rebuilt when the runs change.

use std::sync::Arc;

use eframe::egui;

use super::{Drawn, Runs};
use crate::app::Job;
use crate::experiment::{Summary, VisitedPart};
use crate::game::GameTree;
use crate::progress::Progress;
use crate::search::PlyRecorder;
use crate::tree::{NodeId, Tree};

/// A game too large to unfold, and the part of it that is shown.
pub(crate) struct Visited {
    pub(crate) game: Arc<GameTree>,
    /// The runs in the shown part, or in the one being built.
    seen: Vec<Arc<PlyRecorder>>,
    job: Option<Job<Option<Shown>>>,
}

/// A part of the game, and what each run did there, in the order of the runs.
struct Shown {
    tree: Tree,
    drawn: Vec<(Arc<PlyRecorder>, Drawn)>,
}

impl Visited {
    pub(crate) fn new(game: GameTree) -> Visited {
        Visited { game: Arc::new(game), seen: Vec::new(), job: None }
    }

    /// Whether a part is being built.
    pub(crate) fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// The part with the finished runs, once it is ready; sets what the runs draw.
    pub(crate) fn advance(&mut self, ctx: &egui::Context, game: GameTree, runs: &mut Runs) -> Option<Tree> {
        let shown = Job::take(&mut self.job).and_then(|result| result.ok().flatten());
        let tree = shown.map(|Shown { tree, drawn }| {
            runs.draw(drawn);
            tree
        });
        let found = runs.explored();
        let is_same = |index: usize| Arc::ptr_eq(found[index].1, &self.seen[index]);
        let is_seen = found.len() == self.seen.len() && (0..found.len()).all(is_same);
        if self.job.is_none() && !is_seen && !found.is_empty() {
            self.seen = found.iter().map(|(_, trail)| Arc::clone(trail)).collect();
            let explored = found.into_iter().map(|(summary, trail)| (summary.clone(), Arc::clone(trail))).collect();
            self.job = Some(Job::start(ctx, "plyscope visited", move |progress| show(&game, explored, progress)));
        }
        tree
    }
}

fn show(game: &GameTree, explored: Vec<(Summary, Arc<PlyRecorder>)>, progress: &Progress) -> Option<Shown> {
    let trails: Vec<&PlyRecorder> = explored.iter().map(|(_, trail)| &**trail).collect();
    let part = VisitedPart::new(game, &trails, progress).ok()?;
    let drawn = explored.iter().map(|(summary, trail)| {
        let drawn = Drawn::new(summary, part.record(trail), &part.tree);
        (Arc::clone(trail), drawn)
    });
    Some(Shown { drawn: drawn.collect(), tree: part.tree })
}

/// The node of another part that corresponds to a node, or its nearest ancestor there.
pub(crate) fn same_node(from: &Tree, to: &Tree, node: NodeId) -> NodeId {
    let mut at = NodeId::ROOT;
    for child in from.path(node) {
        let Some(next) = to.children(at).nth(child) else { break };
        at = next;
    }
    at
}
