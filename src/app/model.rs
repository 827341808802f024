//! What the panels show.

use std::path::PathBuf;

use super::document::{Document, Loading};
use super::experiments::Laboratory;
use super::runs::{Run, Runs};
use super::{RandomTree, Settings};
use crate::game::GameTree;
use crate::search::Algorithm;
use crate::search::hughes::Pipeline;
use crate::tree::{NodeId, Tree, Value};

/// What the window is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// The open tree and the runs on it.
    Trees,
    /// Sweeps over random trees.
    Experiments,
}

/// The state that all panels share. Panels read it; `act` alone changes it.
pub(super) struct Model {
    pub(super) page: Page,
    pub(super) document: Option<Document>,
    pub(super) runs: Runs,
    pub(super) settings: Settings,
    pub(super) selected: Option<NodeId>,
    pub(super) hovered: Option<NodeId>,
    /// The algorithm whose row and pane are marked.
    pub(super) focused: Option<Algorithm>,
    pub(super) loading: Option<Loading>,
    pub(super) error: Option<String>,
    /// Files opened before, the last one first.
    pub(super) recent: Vec<PathBuf>,
    /// The tree drawn at random last.
    pub(super) random_tree: Option<RandomTree>,
    /// The tree taken from a game last.
    pub(super) game_tree: Option<GameTree>,
    pub(super) shows_inspector: bool,
    pub(super) shows_comparison: bool,
    /// Hughes' pipeline as it was composed last.
    pub(super) pipeline: Pipeline,
    pub(super) laboratory: Laboratory,
}

impl Model {
    pub(super) fn new() -> Model {
        Model {
            page: Page::Trees,
            document: None,
            runs: Runs::new(&Algorithm::DEFAULT),
            settings: Settings::default(),
            selected: None,
            hovered: None,
            focused: None,
            loading: None,
            error: None,
            recent: Vec::new(),
            random_tree: None,
            game_tree: None,
            shows_inspector: true,
            shows_comparison: true,
            pipeline: Pipeline::default(),
            laboratory: Laboratory::new(),
        }
    }

    pub(super) fn tree(&self) -> Option<&Tree> {
        self.document.as_ref().map(|document| document.tree.as_ref())
    }

    /// How many moves deep the tree is, that of a game that no tree holds too; `None` where nobody knows.
    pub(super) fn height(&self) -> Option<u32> {
        let document = self.document.as_ref()?;
        document.visited.as_ref().map_or_else(|| Some(document.tree.height()), |visited| visited.game.depth)
    }

    /// The value of the root, as far as a run has found it.
    pub(super) fn value_or_zero(&self) -> Value {
        let found = self.runs.iter().filter_map(Run::finished).find_map(|run| run.summary.outcome.value());
        found.unwrap_or_else(|| Value::from(0))
    }

    /// Every algorithm, a threshold test with the number of its pane.
    pub(super) fn every_algorithm(&self) -> impl Iterator<Item = Algorithm> {
        let is_threshold = |algorithm: &Algorithm| matches!(algorithm, Algorithm::Threshold { .. });
        let threshold = self.runs.algorithms().find(is_threshold);
        let threshold = threshold.unwrap_or(Algorithm::Threshold { at: Value::from(0) });
        Algorithm::ALL.into_iter().chain([threshold, Algorithm::Pipeline(self.pipeline)])
    }
}
