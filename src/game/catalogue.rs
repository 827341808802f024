//! The catalogue of games, one entry each.
//!
//! Commands, sweeps, files and the window find the games through [`GAMES`]. To add a game, write a file with a [`PlayableGame`] and add a
//! [`GameEntry`] here. Another program can search games of its own without an entry; sweeps, files and boards know only those listed here.

use std::fmt;
use std::sync::Arc;

use super::perft::{self, MoveCount};
use super::unfold::{Size, Unfinished, size};
use super::{
    Board, Chess, ConnectFour, Erased, Game, Kalah, Nim, Othello, Playable, PositionError, RandomTurnTicTacToe, Shaped,
    Stages, TicTacToe,
};
use crate::progress::Progress;
use crate::tree::{Player, Role, Tree};

/// The facts about a game.
pub struct GameEntry {
    /// The identifier in files and commands.
    pub id: &'static str,
    /// The displayed name.
    pub title: &'static str,
    /// The notation of positions.
    pub notation: &'static str,
    /// The default depth of a search, chosen so that it takes seconds from the initial position; `None` for the whole game.
    pub default_depth: Option<u32>,
    /// Whether some of its positions are [dynamic](Game::dynamic).
    pub has_dynamic_positions: bool,
    /// The game from its usual initial position.
    pub start: fn() -> Arc<dyn AnyPlayable>,
    /// The game from a position in its notation.
    pub from_position: fn(&str) -> Result<Arc<dyn AnyPlayable>, PositionError>,
}

/// The games of Plyscope, in the order of lists.
pub static GAMES: &[&GameEntry] =
    &[&TIC_TAC_TOE, &CONNECT_FOUR, &CHESS, &NIM, &RANDOM_TURN_TIC_TAC_TOE, &OTHELLO, &KALAH];

/// A game that is searched to its end and has no dynamic positions; entries say what is otherwise.
const fn entry<G: PlayableGame>(id: &'static str, title: &'static str, notation: &'static str) -> GameEntry {
    GameEntry {
        id,
        title,
        notation,
        default_depth: None,
        has_dynamic_positions: false,
        start: start::<G>,
        from_position: from_position::<G>,
    }
}

static TIC_TAC_TOE: GameEntry =
    entry::<TicTacToe>("tictactoe", "Tic-tac-toe", "the rows from the top, such as X.O/.X./..O");

static CONNECT_FOUR: GameEntry = GameEntry {
    default_depth: Some(6),
    ..entry::<ConnectFour>(
        "connect4",
        "Connect Four",
        "the moves by column, such as 44533, or the rows from the top, such as ...O.../..XX...",
    )
};

static CHESS: GameEntry = GameEntry {
    default_depth: Some(3),
    has_dynamic_positions: true,
    ..entry::<Chess>("chess", "Chess", "Forsyth–Edwards notation (FEN), with or without the clocks")
};

static NIM: GameEntry = entry::<Nim>("nim", "Nim", "the sizes of the heaps, such as 3,4,5");

static RANDOM_TURN_TIC_TAC_TOE: GameEntry = GameEntry {
    default_depth: Some(10),
    ..entry::<RandomTurnTicTacToe>(
        "random-turn-tictactoe",
        "Random-turn tic-tac-toe",
        "the rows from the top, such as X.O/.X./..., followed by x or o if the coin has said who moves",
    )
};

static OTHELLO: GameEntry = GameEntry {
    default_depth: Some(7),
    ..entry::<Othello>(
        "othello",
        "Othello",
        "the moves by square, such as f5d6, after the size if it is not 8 × 8, such as 6x6 e4, or the rows from the top and who moves, \
               such as ..../.OX./.XO./.... x",
    )
};

static KALAH: GameEntry = GameEntry {
    default_depth: Some(7),
    ..entry::<Kalah>(
        "kalah",
        "Kalah",
        "the holes of MAX and of MIN and the stores, such as 3,0,2/1,4,0 5:3, or how many holes of how many stones, such as 6,4; then min \
               if MIN moves",
    )
};

/// A game that can start from a given position.
pub trait PlayableGame:
    Playable<Position: Send + Sync + 'static, Key: 'static> + fmt::Debug + Default + Send + Sync + Sized + 'static
{
    /// The game from a position in its notation.
    fn from_position(position: &str) -> Result<Self, PositionError>;

    /// What is unusual about the initial position, such as `O began`.
    fn about_start(&self) -> Option<&'static str> {
        None
    }

    /// The number of moves. A game that can tell without making them does.
    fn count_moves(&self, position: &Self::Position) -> u64 {
        self.moves(position).count() as u64
    }

    /// The name of the move between two positions as programs print it, where that differs from its [name](Playable::move_name).
    fn coordinates(&self, from: &Self::Position, to: &Self::Position) -> String {
        self.move_name(from, to)
    }
}

/// The [`start`](GameEntry::start) of an entry.
pub fn start<G: PlayableGame>() -> Arc<dyn AnyPlayable> {
    Arc::new(G::default())
}

/// The [`from_position`](GameEntry::from_position) of an entry.
pub fn from_position<G: PlayableGame>(position: &str) -> Result<Arc<dyn AnyPlayable>, PositionError> {
    Ok(Arc::new(G::from_position(position)?))
}

/// A [`PlayableGame`] of any type.
pub trait AnyPlayable: fmt::Debug + Send + Sync {
    /// What is unusual about the initial position.
    fn about_start(&self) -> Option<&'static str>;
    /// The game with its type erased.
    fn erased(&self) -> Erased<'_>;
    /// The game in the form that searches take, shaped by stages.
    fn searched(&self, stages: Stages) -> Erased<'_>;
    /// The size of its tree, shaped by stages, if it has at most `most_nodes` nodes.
    fn size(&self, stages: Stages, most_nodes: u64, progress: &Progress) -> Result<Size, Unfinished>;
    /// The number of positions after exactly `depth` moves, below each first move.
    fn divide(&self, depth: u32) -> Vec<MoveCount>;
}

impl<G: PlayableGame> AnyPlayable for G {
    fn about_start(&self) -> Option<&'static str> {
        PlayableGame::about_start(self)
    }

    fn erased(&self) -> Erased<'_> {
        Erased::new(self)
    }

    fn searched(&self, stages: Stages) -> Erased<'_> {
        Erased::shaped(stages, self)
    }

    fn size(&self, stages: Stages, most_nodes: u64, progress: &Progress) -> Result<Size, Unfinished> {
        size(&Shaped::new(stages, self), most_nodes, progress)
    }

    fn divide(&self, depth: u32) -> Vec<MoveCount> {
        perft::divide(self, depth)
    }
}

/// A game by name.
#[derive(Clone, Copy)]
pub struct GameName(&'static GameEntry);

#[expect(missing_docs, reason = "the entries say it")]
impl GameName {
    pub const TIC_TAC_TOE: GameName = GameName(&TIC_TAC_TOE);
    pub const CONNECT_FOUR: GameName = GameName(&CONNECT_FOUR);
    pub const CHESS: GameName = GameName(&CHESS);
    pub const NIM: GameName = GameName(&NIM);
    pub const RANDOM_TURN_TIC_TAC_TOE: GameName = GameName(&RANDOM_TURN_TIC_TAC_TOE);
    pub const OTHELLO: GameName = GameName(&OTHELLO);
    pub const KALAH: GameName = GameName(&KALAH);
}

impl GameName {
    /// The name of the game of an entry.
    pub const fn of(entry: &'static GameEntry) -> GameName {
        GameName(entry)
    }

    /// All games, in the order of lists.
    pub fn all() -> impl Iterator<Item = GameName> {
        GAMES.iter().copied().map(GameName)
    }

    /// The facts about the game.
    pub fn entry(self) -> &'static GameEntry {
        self.0
    }

    /// The identifier in files and commands.
    pub fn id(self) -> &'static str {
        self.0.id
    }

    /// The displayed name.
    pub fn title(self) -> &'static str {
        self.0.title
    }

    /// The notation of positions.
    pub fn notation(self) -> &'static str {
        self.0.notation
    }

    /// The default depth of a search; `None` for the whole game.
    pub fn default_depth(self) -> Option<u32> {
        self.0.default_depth
    }

    /// Whether some of its positions are [dynamic](Game::dynamic).
    pub fn has_dynamic_positions(self) -> bool {
        self.0.has_dynamic_positions
    }

    /// The game with this identifier.
    pub fn of_id(id: &str) -> Option<GameName> {
        GameName::all().find(|name| name.id() == id)
    }

    /// The game of a tree whose labels are positions of a game.
    pub fn of_tree(tree: &Tree) -> Option<GameName> {
        tree.game().and_then(GameName::of_id)
    }

    /// The board of a position in the game's notation, if it is valid.
    pub fn board_of(self, position: &str) -> Option<Board> {
        AnyGame::from_position(self, position).ok()?.board()
    }

    /// Whether a position in the game's notation is [dynamic](Game::dynamic).
    pub fn is_dynamic(self, position: &str) -> bool {
        self.has_dynamic_positions() && AnyGame::from_position(self, position).is_ok_and(|game| game.is_dynamic())
    }
}

impl PartialEq for GameName {
    fn eq(&self, other: &GameName) -> bool {
        self.id() == other.id()
    }
}

impl Eq for GameName {}

impl fmt::Debug for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// One of the games, starting from a given position.
#[derive(Clone, Debug)]
pub struct AnyGame {
    name: GameName,
    game: Arc<dyn AnyPlayable>,
}

/// Two games are equal if they have the same name and the same initial position.
impl PartialEq for AnyGame {
    fn eq(&self, other: &AnyGame) -> bool {
        self.name == other.name && self.position() == other.position()
    }
}

/// A move from the initial position of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct NextMove {
    /// The name of the move.
    pub name: String,
    /// The position after it in the game's [notation](GameName::notation).
    pub position: String,
    /// The board of that position.
    pub board: Option<Board>,
}

impl AnyGame {
    /// The game from its usual initial position.
    pub fn from_start(name: GameName) -> AnyGame {
        AnyGame { name, game: (name.0.start)() }
    }

    /// The game from a position in its [notation](GameName::notation).
    pub fn from_position(name: GameName, position: &str) -> Result<AnyGame, PositionError> {
        Ok(AnyGame { name, game: (name.0.from_position)(position)? })
    }

    /// The name of the game.
    pub fn name(&self) -> GameName {
        self.name
    }

    /// The game itself, with its type erased.
    pub fn game(&self) -> &dyn AnyPlayable {
        self.game.as_ref()
    }

    /// The initial position, in the game's [notation](GameName::notation).
    pub fn position(&self) -> String {
        let game = self.game.erased();
        game.label(&game.root())
    }

    /// The player to move first.
    pub fn player(&self) -> Player {
        let game = self.game.erased();
        game.player(&game.root())
    }

    /// Who moves first: a player or chance.
    pub fn role(&self) -> Role {
        let game = self.game.erased();
        let root = game.root();
        if game.chances(&root).is_some() { Role::Chance } else { game.player(&root).into() }
    }

    /// Whether the initial position is [dynamic](Game::dynamic).
    pub fn is_dynamic(&self) -> bool {
        let game = self.game.erased();
        game.dynamic(&game.root())
    }

    /// The board of the initial position.
    pub fn board(&self) -> Option<Board> {
        let game = self.game.erased();
        game.board(&game.root())
    }

    /// The possible first moves in the game's order; empty if the game is over.
    pub fn next_moves(&self) -> Vec<NextMove> {
        let game = self.game.erased();
        let root = game.root();
        let next = |position| NextMove {
            name: game.move_name(&root, &position),
            position: game.label(&position),
            board: game.board(&position),
        };
        game.moves(&root).map(next).collect()
    }
}
