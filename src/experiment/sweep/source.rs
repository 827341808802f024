//! Where the trees of a cell come from.

use std::fmt;

use super::Played;
use crate::generate::Generator;
use crate::tree::MAX_NODES;

/// A law of random trees, or a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// A tree for each seed.
    Random(Generator),
    /// The one tree of a game.
    Game(Played),
}

impl Source {
    /// The law, where the trees are random.
    pub fn random(&self) -> Option<&Generator> {
        if let Source::Random(generator) = self { Some(generator) } else { None }
    }

    /// The game, where it is one.
    pub fn game(&self) -> Option<&Played> {
        if let Source::Game(played) = self { Some(played) } else { None }
    }

    /// Levels below the root, at the most.
    pub fn depth(&self) -> u32 {
        match self {
            Source::Random(generator) => generator.shape().depth,
            Source::Game(played) => played.depth,
        }
    }

    /// Children of a node, at the most; `None` for games, where that depends on the position.
    pub fn branching(&self) -> Option<u32> {
        self.random().map(|generator| generator.shape().branching)
    }

    /// How many different trees there are, where so many are wanted.
    pub(super) fn trees(&self, wanted: u32) -> u32 {
        match self {
            Source::Random(_) => wanted,
            Source::Game(_) => wanted.min(1),
        }
    }

    /// Whether time and memory can be measured: random trees are held in memory for that.
    pub(super) fn can_be_measured(&self) -> bool {
        self.random().is_none_or(|generator| generator.estimate().can_be_built())
    }

    /// About how many leaves a tree has.
    pub(super) fn estimated_leaves(&self) -> f64 {
        match self {
            Source::Random(generator) => generator.estimate().leaves,
            Source::Game(played) => played.estimated_leaves().min(MAX_NODES as f64),
        }
    }
}

/// In words, such as `integers:10, b = 4, d = 6` or `Connect Four, d = 8`.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Random(generator) => write!(f, "{generator}"),
            Source::Game(played) => write!(f, "{}, d = {}", played.start.title(), played.depth),
        }
    }
}
