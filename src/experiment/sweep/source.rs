//! The source of a cell's trees.

use std::fmt;

use super::Played;
use crate::generate::Generator;
use crate::tree::MAX_NODES;

/// Random trees of a distribution, or a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// One tree for each seed.
    Random(Generator),
    /// The single tree of a game.
    Game(Played),
}

impl Source {
    /// The generator, if the trees are random.
    pub fn random(&self) -> Option<&Generator> {
        if let Source::Random(generator) = self { Some(generator) } else { None }
    }

    /// The game, if it is one.
    pub fn game(&self) -> Option<&Played> {
        if let Source::Game(played) = self { Some(played) } else { None }
    }

    /// The maximum depth.
    pub fn depth(&self) -> u32 {
        match self {
            Source::Random(generator) => generator.shape().depth,
            Source::Game(played) => played.depth,
        }
    }

    /// The maximum number of children of a node; `None` for games, where it depends on the position.
    pub fn branching(&self) -> Option<u32> {
        self.random().map(|generator| generator.shape().branching)
    }

    /// Whether there can be chance nodes.
    pub(super) fn has_chance(&self) -> bool {
        match self {
            Source::Random(generator) => generator.has_chance(),
            Source::Game(played) => played.start.has_chance(),
        }
    }

    /// The number of different trees, if `wanted` are requested.
    pub(super) fn trees(&self, wanted: u32) -> u32 {
        match self {
            Source::Random(_) => wanted,
            Source::Game(_) => wanted.min(1),
        }
    }

    /// Whether time and memory can be measured, for which random trees must fit in memory.
    pub(super) fn can_be_measured(&self) -> bool {
        self.random().is_none_or(|generator| generator.estimate().can_be_built())
    }

    /// The estimated number of leaves of a tree.
    pub(super) fn estimated_leaves(&self) -> f64 {
        match self {
            Source::Random(generator) => generator.estimate().leaves,
            Source::Game(played) => played.estimated_leaves().min(MAX_NODES as f64),
        }
    }
}

/// Writes a description, such as `integers:10, b = 4, d = 6` or `Connect Four, d = 8`.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Random(generator) => write!(f, "{generator}"),
            Source::Game(played) => write!(f, "{}, d = {}", played.start.title(), played.depth),
        }
    }
}
