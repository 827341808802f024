//! The visited part of a game that no tree holds, put together anew when other runs are to be seen in it.

use std::sync::Arc;

use eframe::egui;

use super::job::Job;
use super::runs::Runs;
use crate::experiment::VisitedPart;
use crate::game::GameTree;
use crate::search::{Record, Trail};
use crate::tree::{NodeId, Tree};

/// A game that no tree holds, and the part of it that is shown.
pub(super) struct Visited {
    pub(super) game: Arc<GameTree>,
    /// The runs that are seen in what is shown.
    seen: Vec<Arc<Trail>>,
    job: Option<Job<Option<Shown>>>,
}

/// A part of the game, and in the order of the runs what they did there.
struct Shown {
    tree: Tree,
    records: Vec<(Arc<Trail>, Record)>,
}

impl Visited {
    pub(super) fn new(game: GameTree) -> Visited {
        Visited { game: Arc::new(game), seen: Vec::new(), job: None }
    }

    /// Whether a part is being put together.
    pub(super) fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// The part with the runs that are over, as soon as it is ready; it says in the runs what to draw.
    pub(super) fn advance(&mut self, ctx: &egui::Context, game: GameTree, runs: &mut Runs) -> Option<Tree> {
        let trails: Vec<Arc<Trail>> = runs.trails().cloned().collect();
        let shown = self.job.as_ref().and_then(Job::poll).and_then(|result| {
            self.job = None;
            result.ok().flatten()
        });
        let tree = shown.map(|Shown { tree, records }| {
            self.seen = records.iter().map(|(trail, _)| Arc::clone(trail)).collect();
            runs.draw(&tree, records);
            tree
        });
        let is_seen = trails.len() == self.seen.len() && trails.iter().zip(&self.seen).all(|(a, b)| Arc::ptr_eq(a, b));
        if self.job.is_none() && !trails.is_empty() && !is_seen {
            self.job = Some(Job::start(ctx, "plyscope visited", move |progress| {
                let of: Vec<&Trail> = trails.iter().map(AsRef::as_ref).collect();
                let part = VisitedPart::new(&game, &of, progress).ok()?;
                let records = trails.iter().map(|trail| (Arc::clone(trail), part.record(trail))).collect();
                Some(Shown { tree: part.tree, records })
            }));
        }
        tree
    }
}

/// The node of another part that a node is, or the nearest above it that is there.
pub(super) fn same_node(from: &Tree, to: &Tree, node: NodeId) -> NodeId {
    let mut at = NodeId::ROOT;
    for child in from.path(node) {
        let Some(next) = to.children(at).nth(child) else { break };
        at = next;
    }
    at
}
