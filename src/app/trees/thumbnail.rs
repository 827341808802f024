//! A tree as a small picture, as alpha-beta sees it.

use crate::app::canvas::screen;
use crate::draw::node_link::node_link;
use crate::draw::{Boards, Figure, Folds, Frame, Options, Picture, Pos2, Rect, Searched, Shown, States, Vec2};
use crate::experiment::{self, Settings};
use crate::progress::Progress;
use crate::search::story::Story;
use crate::tree::Tree;

/// Trees of more leaves are shown without texts, for not all of them would find room.
const MOST_WITH_TEXTS: usize = 9;
/// Trees of more nodes, or deeper ones, are not shown.
pub(crate) const MOST_NODES: usize = 4000;
const MOST_DEPTH: u32 = 200;

/// The picture of a tree in a room of this size; `None` if the tree is too large for it.
pub(crate) fn thumbnail(tree: &Tree, size: Vec2, progress: &Progress) -> Option<Picture> {
    if tree.len() > MOST_NODES || tree.height() > MOST_DEPTH {
        return None;
    }
    let settings = Settings::default();
    let measured = experiment::record(experiment::pruning(tree), tree, settings, &mut Story::new(), progress);
    let states = States::new(tree, &measured.record);
    let overlay = Searched { tree, record: &measured.record, states: &states, line: &measured.line };
    let shown = Shown { tree, folds: &Folds::NONE };
    let figure = Figure { shown, overlay: &overlay, game: None, options: Options::default() };
    let frame = Frame::fitting(&shown, Rect::from_min_size(Pos2::ZERO, size), figure.spacing());
    let mut picture = node_link(&figure, &frame, &mut Boards::default()).picture;
    if tree.leaf_count() > MOST_WITH_TEXTS {
        screen::drop_texts(&mut picture);
    }
    Some(picture)
}
