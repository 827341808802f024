//! Windows with trees of games.

use plyscope::app::{Action, FileAction};
use plyscope::game::{AnyGame, GameName, GameTree};

use crate::common::{Window, act, opened, settle};
use crate::pictures::SIZE;

/// A position of tic-tac-toe with a fork, from which few moves are left.
pub(crate) const FORK: &str = "XO./.X./..O";

/// A window with the first sample.
pub(crate) fn window() -> Window {
    opened(SIZE, None)
}

/// The tree of a game.
pub(crate) fn tree(name: GameName, position: &str, depth: Option<u32>) -> GameTree {
    GameTree::new(AnyGame::from_position(name, position).unwrap(), depth)
}

/// Opens the tree of a game.
pub(crate) fn open(window: &mut Window, tree: GameTree) {
    act(window, Action::File(FileAction::Unfold(tree)));
    settle(window);
    assert_eq!(window.state().error(), None);
}
