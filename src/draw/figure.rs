//! What is drawn: a tree, a search on it, and options.

use std::collections::HashMap;
use std::sync::Arc;

use super::measures::Measures;
use super::{Overlay, Shown, Spacing, Symbol, vec2, words};
use crate::format::grouped;
use crate::game::{Board, GameName};
use crate::tree::{NodeId, Tree};

/// A tree, what is folded in it, what a search did with it, and how much of this is shown.
#[derive(Clone, Copy)]
pub struct Figure<'a> {
    /// The tree as it is shown.
    pub shown: Shown<'a>,
    /// What a search did with the nodes.
    pub overlay: &'a dyn Overlay,
    /// The game whose positions the labels are.
    pub game: Option<GameName>,
    /// What is shown.
    pub options: Options,
}

/// What a figure shows.
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Options {
    /// The size of texts, as a multiple of the size that fits the room.
    pub text: f32,
    /// A fixed size of values in points, for paper; by default it follows the room.
    #[serde(skip)]
    pub points: Option<f32>,
    /// The width in points of the cells that represent narrow subtrees: that of a pixel on a screen.
    #[serde(skip)]
    pub cell: f32,
    /// Whether to write the window beside each node.
    pub windows: bool,
    /// Whether to write the numbers of first visits beside nodes.
    pub order: bool,
    /// Whether to write the preorder numbers of nodes beside them, counted from 0.
    pub numbers: bool,
    /// Whether it is for a sheet of paper with questions: each name of an inner node is needed, so it may be close to other nodes, and there
    /// is a gap between leaves, which dashes would bridge.
    #[serde(skip)]
    pub is_sheet: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { text: 1.0, points: None, cell: 1.0, windows: false, order: false, numbers: false, is_sheet: false }
    }
}

impl Figure<'_> {
    /// The tree.
    pub fn tree(&self) -> &Tree {
        self.shown.tree
    }

    /// What is written about a node where the options ask for it, with the symbols that explain it: its window, its order and its number.
    pub(super) fn switched_on(&self, node: NodeId) -> [(Symbol, Option<String>); 3] {
        let Options { windows, order, numbers, .. } = self.options;
        let window = windows.then(|| self.overlay.aim(node)).flatten().map(|window| words::aim(self.tree(), window));
        let order = order.then(|| self.overlay.order(node)).flatten().map(|order| grouped(order.into()));
        let number = numbers.then(|| format!("#{}", node.index()));
        [(Symbol::Window, window), (Symbol::Order, order), (Symbol::Number, number)]
    }

    /// The room of a slot and a level in the node-link view.
    pub fn spacing(&self) -> Spacing {
        let Options { text, windows, .. } = self.options;
        // Windows are written beside nodes, so the nodes need more space.
        let wide = if windows { 1.5 } else { 1.0 };
        let margin = vec2(MARGIN, if self.has_texts_below_leaves() { MARGIN } else { MARGIN / 2.0 });
        if self.game.is_some() {
            return Spacing { comfort: vec2(150.0 * wide, 190.0) * text, roomy: vec2(320.0, 400.0) * text, margin };
        }
        Spacing { comfort: vec2(88.0 * wide, 112.0) * text, roomy: vec2(200.0 * wide, 260.0) * text, margin }
    }

    /// Whether texts may stand below the leaves of the node-link view.
    fn has_texts_below_leaves(&self) -> bool {
        let Options { windows, order, numbers, .. } = self.options;
        // The labels of a game's tree are boards.
        windows || order || numbers || self.tree().has_chance() || self.game.is_none() && self.tree().has_names()
    }
}

/// The space around a tree, in points.
pub(super) const MARGIN: f32 = 12.0;

/// The number of boards that are remembered, which is far more than a pane shows at once.
const MOST_BOARDS: usize = 4096;

/// What is the same in every frame: the boards of nodes, because parsing a position takes longer than drawing it, and the distances of
/// the nodes of each level.
#[derive(Default)]
pub struct Boards {
    tree: u64,
    /// `None` for a label that is not a position of the game.
    known: HashMap<NodeId, Option<Arc<Board>>>,
    pub(super) measures: Measures,
}

impl Boards {
    /// The board of a node of a game's tree.
    pub(super) fn of(&mut self, figure: &Figure<'_>, node: NodeId) -> Option<Arc<Board>> {
        let (tree, game) = (figure.tree(), figure.game?);
        if self.tree != tree.identity() || self.known.len() >= MOST_BOARDS {
            (self.tree, self.known) = (tree.identity(), HashMap::new());
        }
        let read = || Some(Arc::new(game.board_of(tree.label(node)?)?));
        self.known.entry(node).or_insert_with(read).clone()
    }
}
