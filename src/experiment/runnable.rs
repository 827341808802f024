//! Anything that can be searched, whatever its type: a tree, a random tree that is never stored, or a game.

use crate::game::{Playable, child};
use crate::search::story::Listener;
use crate::search::{Algorithm, Limits, Report, Searchable, search, tell};
use crate::tree::{Player, Probability, Value};

/// Something to run algorithms on.
pub trait Runnable {
    /// Runs an algorithm at full speed. If the run is undefined, the report describes the position.
    fn search(&self, algorithm: Algorithm, limits: Limits<'_>) -> Report<String>;
    /// Like [`search`](Runnable::search), and reports the events to a listener.
    fn tell(&self, algorithm: Algorithm, limits: Limits<'_>, listener: &mut dyn Listener) -> Report<String>;
    /// The player to move at the root.
    fn root_player(&self) -> Player;
    /// Whether chance moves at some positions.
    fn has_chance_nodes(&self) -> bool;
    /// The smallest and the largest value of a leaf, as far as the game knows.
    fn leaf_bounds(&self) -> Option<[Value; 2]>;
    /// The names of the moves along a line of child indices; `None` if some have no names.
    fn move_names(&self, line: &[usize]) -> Option<Vec<String>>;
    /// A walk through its positions, from the root. Where the game sorts moves, the walk sorts them once more, and that counts.
    fn walk(&self) -> Box<dyn Walk + '_>;
}

/// A walk through the positions of a game.
pub trait Walk {
    /// Goes to the child with this index in the game's own order of the position at the depth above, which was passed before; at
    /// depth 0 to the root.
    fn enter(&mut self, depth: u32, index: u32) -> Passed;
}

/// What is said of a position that a walk passes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passed {
    /// How many moves there are.
    pub children: u32,
    /// The position in its notation; empty where it has none.
    pub label: String,
    /// What the move is called that led there; empty where it has no name.
    pub move_name: String,
    /// The probabilities of the moves of a chance node, in their order, unless they are equal.
    pub probabilities: Vec<Probability>,
}

/// The open positions of a walk, each with its children.
struct Open<'g, G: Playable> {
    game: &'g G,
    passed: Vec<(G::Position, Vec<G::Position>)>,
}

impl<G: Playable> Walk for Open<'_, G> {
    fn enter(&mut self, depth: u32, index: u32) -> Passed {
        self.passed.truncate(depth as usize);
        let parent = self.passed.last();
        let position = match parent {
            None => Some(self.game.root()),
            Some((_, children)) => {
                let is_it = |rank: &usize| self.game.child_index(&children[*rank], *rank as u32) == index;
                // Unless the children are sorted, the first look finds it, which matters among a million.
                let likely = (index as usize).min(children.len());
                (likely..children.len()).chain(0..likely).find(is_it).map(|rank| children[rank].clone())
            }
        };
        let Some(position) = position else { return Passed::default() };
        let move_name = parent.map_or_else(String::new, |(from, _)| self.game.move_name(from, &position));
        let children: Vec<G::Position> = self.game.moves(&position).collect();
        let mut probabilities = Vec::new();
        if let Some(chances) = self.game.chances(&position) {
            probabilities.extend((0..chances.len()).filter_map(|index| chances.written(index)));
            if probabilities.iter().all(|&probability| probability == Probability::one_of(chances.len())) {
                probabilities.clear();
            }
        }
        let (count, label) = (children.len() as u32, self.game.label(&position));
        let passed = Passed { children: count, label, move_name, probabilities };
        self.passed.push((position, children));
        passed
    }
}

impl<G: Searchable> Runnable for G {
    fn search(&self, algorithm: Algorithm, limits: Limits<'_>) -> Report<String> {
        search(algorithm, self, limits).map(|position| missing(self, &position))
    }

    fn tell(&self, algorithm: Algorithm, limits: Limits<'_>, listener: &mut dyn Listener) -> Report<String> {
        tell(algorithm, self, limits, listener).map(|position| missing(self, &position))
    }

    fn root_player(&self) -> Player {
        self.player(&self.root())
    }

    fn has_chance_nodes(&self) -> bool {
        self.has_chance()
    }

    fn leaf_bounds(&self) -> Option<[Value; 2]> {
        self.value_range()
    }

    fn move_names(&self, line: &[usize]) -> Option<Vec<String>> {
        let (mut position, mut names) = (self.root(), Vec::new());
        for &index in line {
            let next = child(self, &position, u32::try_from(index).ok()?)?;
            let name = self.move_name(&position, &next);
            if name.is_empty() {
                return None;
            }
            names.push(name);
            position = next;
        }
        Some(names)
    }

    fn walk(&self) -> Box<dyn Walk + '_> {
        Box::new(Open { game: self, passed: Vec::new() })
    }
}

fn missing<G: Playable>(game: &G, position: &G::Position) -> String {
    format!("{} has no static value", game.in_words(position))
}
