//! Games in a sweep: the initial position and the depth of the search.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::Numbers;
use crate::fields::written_as_text;
use crate::format::quoted;
use crate::game::{AnyGame, Erased, GAMES, Game, GameName, Path, Shaped, Stages};

/// The number of random plays used to estimate the number of leaves of a game.
const PROBES: u64 = 64;

/// A game from a position, written `connect4` or, with a position other than the usual initial one, `connect4:44533`.
#[derive(Clone, Debug)]
pub struct Start {
    /// As it was written.
    position: Option<String>,
    game: Arc<AnyGame>,
}

impl Start {
    /// The game.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Whether chance moves in it.
    pub(super) fn has_chance(&self) -> bool {
        self.game().game().searched(Stages::to_depth(0)).has_chance()
    }

    /// The position as it was written; `None` for the usual initial one.
    pub fn position(&self) -> Option<&str> {
        self.position.as_deref()
    }

    /// Its name on a chart, such as `Connect Four from 44533`.
    pub fn title(&self) -> String {
        let game = self.game.name().title();
        self.position.as_ref().map_or_else(|| game.into(), |position| format!("{game} from {position}"))
    }
}

impl PartialEq for Start {
    fn eq(&self, other: &Start) -> bool {
        self.game == other.game
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.game.name();
        match &self.position {
            None => write!(f, "{name}"),
            Some(position) => write!(f, "{name}:{position}"),
        }
    }
}

impl FromStr for Start {
    type Err = String;

    fn from_str(text: &str) -> Result<Start, String> {
        let (name, position) = text.split_once(':').map_or((text, None), |(name, position)| (name, Some(position)));
        let Some(name) = GameName::of_id(name.trim()) else {
            let known = GAMES.iter().map(|entry| entry.id).collect::<Vec<_>>().join(", ");
            let text = quoted(text);
            return Err(format!("unknown game {text}; expected one of {known}, optionally followed by :POSITION"));
        };
        let position = position.map(|position| position.trim().to_string());
        let game = match &position {
            None => AnyGame::from_start(name),
            Some(position) => AnyGame::from_position(name, position).map_err(|error| format!("{name}: {error}"))?,
        };
        Ok(Start { position, game: Arc::new(game) })
    }
}

written_as_text!(Start);

/// Searches of a game to several depths.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// The game and its initial position.
    pub from: Start,
    /// The depths of the searches, at which static values are used.
    pub depth: Numbers,
}

/// A game searched to a depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The game and its initial position.
    pub start: Start,
    /// The depth of the search, at which static values are used.
    pub depth: u32,
}

impl Played {
    /// The game in the form that searches take, cut at the depth.
    pub(super) fn searched(&self) -> Erased<'_> {
        self.start.game.game().searched(Stages::to_depth(self.depth))
    }

    /// The estimated number of leaves, by Knuth's method (*Estimating the Efficiency of Backtrack Programs*, 1975): the mean, over
    /// random plays, of the product of the numbers of moves. Deterministic.
    pub(super) fn estimated_leaves(&self) -> f64 {
        let game = self.start.game.game().erased();
        let game = Shaped::to_depth(self.depth, &game);
        let probe = |seed: u64| {
            let (mut position, mut path, mut leaves) = (game.root(), Path(seed), 1.0);
            loop {
                let count = game.moves(&position).count() as u64;
                if count == 0 {
                    return leaves;
                }
                path = path.child(0);
                let Some(next) = game.moves(&position).nth((path.0 % count) as usize) else { return leaves };
                position = next;
                leaves *= count as f64;
            }
        };
        (0..PROBES).map(probe).sum::<f64>() / PROBES as f64
    }
}
