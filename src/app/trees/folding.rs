//! The folds of the open tree, shared by all panes.

use std::sync::Arc;

use eframe::egui;

use super::{AlgorithmRun, Document, Runs};
use crate::app::Job;
pub(crate) use crate::draw::FoldMode;
use crate::draw::{Folds, Shown};
use crate::search::Algorithm;
use crate::tree::edit::Moved;
use crate::tree::{NodeId, Tree};

/// A game's tree with more leaves than this opens folded: its last ply has at most this many nodes, so that there is room for their boards.
const ROOM_FOR_BOARDS: usize = 12;

/// What the folds of a mode depend on: the mode, the tree and the record.
type Key = (FoldMode, u64, Option<u64>);

/// The folds, and the job that makes others.
#[derive(Default)]
pub(crate) struct Folding {
    pub(crate) mode: FoldMode,
    /// The folds that are shown.
    pub(crate) folds: Arc<Folds>,
    /// While the time line stands inside a folded subtree.
    entered: Option<EnteredFold>,
    /// The key of the folds, or of those being computed.
    key: Option<Key>,
    job: Option<Job<Folds>>,
}

/// A fold that is open because the time line stands inside it. It closes when the search leaves the node above it.
struct EnteredFold {
    /// The folds as they were chosen.
    chosen: Arc<Folds>,
    /// Which one of them is open.
    index: usize,
}

impl Folding {
    /// The folding of a tree that was just opened.
    pub(crate) fn of(document: &Document) -> Folding {
        let tree = &document.tree;
        let is_large = document.game.is_some() && tree.leaf_count() > ROOM_FOR_BOARDS && document.visited.is_none();
        let plies = (1..tree.height()).take_while(|&depth| tree.level(depth).len() <= ROOM_FOR_BOARDS).last();
        let folds = if is_large { Folds::below(tree, plies.unwrap_or(1)) } else { Folds::NONE };
        Folding { folds: Arc::new(folds), ..Folding::default() }
    }

    /// The tree with its folds.
    pub(crate) fn shown<'a>(&'a self, tree: &'a Tree) -> Shown<'a> {
        Shown { tree, folds: &self.folds }
    }

    /// Replaces the folds; from now on they are the user's.
    pub(crate) fn set(&mut self, folds: Folds) {
        *self = Folding { folds: Arc::new(folds), ..Folding::default() };
    }

    /// Folds what is below a node, or unfolds it if everything is folded.
    pub(crate) fn toggle(&mut self, tree: &Tree, node: NodeId) {
        let below = self.folds.below_node(tree, node);
        let is_folded = tree.children(node).all(|child| self.folds.over(child).is_some());
        match below.first() {
            Some(&fold) if is_folded => self.open(tree, fold),
            _ => self.set(self.folds.with(tree, node)),
        }
    }

    /// Opens a fold by one level.
    pub(crate) fn open(&mut self, tree: &Tree, fold: usize) {
        self.set(self.folds.opened(tree, fold));
    }

    /// Opens the folds that hide a node.
    pub(crate) fn reveal(&mut self, tree: &Tree, node: NodeId) {
        if self.folds.over(node).is_some() {
            self.set(self.folds.revealing(tree, node));
        }
    }

    /// The folds as they were chosen, without what the time line has opened.
    pub(crate) fn chosen(&self) -> &Arc<Folds> {
        self.entered.as_ref().map_or(&self.folds, |entered| &entered.chosen)
    }

    /// Opens the chosen fold in which the time line stands, as far as it hides the node of the step, and closes the one that it has
    /// left. Returns the previous folds if others are shown now.
    pub(crate) fn enter(
        &mut self,
        tree: &Tree,
        step: Option<NodeId>,
        is_open: impl Fn(NodeId) -> bool,
    ) -> Option<Arc<Folds>> {
        let chosen = Arc::clone(self.chosen());
        let still = self.entered.as_ref().map(|entered| entered.index);
        let still = still.filter(|&index| is_open(chosen.as_slice()[index].parent));
        let index = step.and_then(|node| chosen.over(node)).or(still);
        let folds = match (index, step) {
            (Some(index), Some(node)) if still == Some(index) => {
                self.folds.over(node).map(|_| self.folds.revealing(tree, node))?
            }
            (Some(_), Some(node)) => chosen.revealing(tree, node),
            _ => {
                self.entered.take()?;
                return Some(std::mem::replace(&mut self.folds, chosen));
            }
        };
        self.entered = index.map(|index| EnteredFold { chosen, index });
        Some(std::mem::replace(&mut self.folds, Arc::new(folds)))
    }

    /// Adapts to a change of the tree; returns the previous folds.
    pub(crate) fn follow(&mut self, before: &Tree, after: &Tree, moved: &Moved) -> Arc<Folds> {
        let folds = self.chosen().followed(before, after, &|node| moved.follow(node));
        self.entered = None;
        std::mem::replace(&mut self.folds, Arc::new(folds))
    }

    /// Folds by another mode.
    pub(crate) fn choose(&mut self, mode: FoldMode) {
        self.mode = mode;
        self.folds = Arc::clone(self.chosen());
        (self.entered, self.key, self.job) = (None, None, None);
        if mode == FoldMode::ByHand {
            self.folds = Arc::default();
        }
    }

    /// Whether folds are being computed.
    pub(crate) fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// Adapts to the marked search; returns the previous folds if they were replaced.
    pub(crate) fn advance(
        &mut self,
        ctx: &egui::Context,
        tree: &Arc<Tree>,
        runs: &Runs,
        marked: Option<Algorithm>,
    ) -> Option<Arc<Folds>> {
        if self.mode == FoldMode::ByHand {
            return None;
        }
        let run = marked.and_then(|algorithm| runs.get(algorithm));
        let drawn = run.and_then(AlgorithmRun::drawn).cloned();
        let key = (self.mode, tree.identity(), drawn.as_ref().map(|drawn| drawn.record.identity()));
        if self.key != Some(key) {
            self.key = Some(key);
            let (mode, tree) = (self.mode, Arc::clone(tree));
            self.job = drawn.map(|drawn| {
                Job::start(ctx, "plyscope fold", move |_| match mode {
                    FoldMode::ByHand => Folds::NONE,
                    FoldMode::HidePruned => Folds::unvisited(&tree, &drawn.record, false),
                    FoldMode::OnlyVisited => Folds::unvisited(&tree, &drawn.record, true),
                    FoldMode::BestLine => Folds::beside(&tree, &drawn.line),
                })
            });
        }
        let folds = self.job.as_ref()?.poll()?;
        (self.job, self.entered) = (None, None);
        Some(std::mem::replace(&mut self.folds, Arc::new(folds.ok()?)))
    }
}
