//! Anything that can be searched, whatever its type: a tree, a random tree that is never stored, or a game.

use crate::game::{AnyGame, Compiled, Erased, Playable, Shaped, Stages, follow};
use crate::search::story::Listener;
use crate::search::{Algorithm, Limits, Report, Searchable, search, tell};
use crate::tree::Player;

/// Something to search.
pub trait Searched {
    /// Runs an algorithm at full speed. If the run is undefined, the report describes the position.
    fn search(&self, algorithm: Algorithm, limits: Limits<'_>) -> Report<String>;
    /// Like [`search`](Searched::search), and reports the events to a listener.
    fn tell(&self, algorithm: Algorithm, limits: Limits<'_>, listener: &mut dyn Listener) -> Report<String>;
    /// The player to move at the root.
    fn root_player(&self) -> Player;
    /// The names of the moves along a line of child indices; `None` if some have no names.
    fn move_names(&self, line: &[usize]) -> Option<Vec<String>>;
}

impl<G: Searchable + Playable> Searched for G {
    fn search(&self, algorithm: Algorithm, limits: Limits<'_>) -> Report<String> {
        search(algorithm, self, limits).map(|position| missing(self, &position))
    }

    fn tell(&self, algorithm: Algorithm, limits: Limits<'_>, listener: &mut dyn Listener) -> Report<String> {
        tell(algorithm, self, limits, listener).map(|position| missing(self, &position))
    }

    fn root_player(&self) -> Player {
        self.player(&self.root())
    }

    fn move_names(&self, line: &[usize]) -> Option<Vec<String>> {
        let passed = follow(self, line)?;
        let name = |step: &[G::Position]| Some(self.move_name(&step[0], &step[1])).filter(|name| !name.is_empty());
        passed.windows(2).map(name).collect()
    }
}

fn missing<G: Playable>(game: &G, position: &G::Position) -> String {
    format!("{} has no static value", game.in_words(position))
}

/// Calls `then` with a game whose tree is shaped by stages.
pub fn with_game<R>(game: &AnyGame, stages: Stages, then: impl FnOnce(&dyn Searched) -> R) -> R {
    match game.game().compiled() {
        Compiled::TicTacToe(game) => then(&Shaped::new(stages, game)),
        Compiled::ConnectFour(game) => then(&Shaped::new(stages, game)),
        Compiled::Chess(game) => then(&Shaped::new(stages, game)),
        Compiled::Any(game) => then(&Erased::new(Shaped::new(stages, &game))),
    }
}
