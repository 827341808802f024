//! Windows with trees of games.

use plyscope::app::{Action, FileAction, Plyscope};
use plyscope::game::{AnyGame, GameName, GameTree};

use crate::common::{Window, act, builder, settle};
use crate::pictures::SIZE;

/// A position of tic-tac-toe with a fork, from which few moves are left.
pub(crate) const FORK: &str = "XO./.X./..O";

/// A window with the first sample.
pub(crate) fn window() -> Window {
    let mut window = builder().with_size(SIZE).build_eframe(|creation| Plyscope::new(creation, None));
    settle(&mut window);
    window
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
