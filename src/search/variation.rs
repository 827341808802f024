//! The principal variation of a search, on any game.

use super::{Observer, Window};
use crate::game::{HasPath, Path};
use crate::tree::{Player, Value};

/// Watches a run and keeps, of each node that is open, the leftmost best line of play so far. Takes memory for those lines
/// alone.
#[derive(Clone, Debug, Default)]
pub struct PrincipalVariation {
    open: Vec<OpenNode>,
    /// That of the root, once it was left; its end first.
    finished: Vec<Path>,
}

#[derive(Clone, Debug)]
struct OpenNode {
    path: Path,
    player: Player,
    best: Option<Value>,
    /// What follows the node, its end first.
    rest: Vec<Path>,
}

impl PrincipalVariation {
    /// The nodes of the line, the root first; none where the run did not finish.
    pub fn paths(mut self) -> Vec<Path> {
        self.finished.reverse();
        self.finished
    }

    fn close(&mut self, value: Value) {
        let Some(OpenNode { path, mut rest, .. }) = self.open.pop() else { return };
        match self.open.last_mut() {
            None => {
                rest.push(path);
                self.finished = rest;
            }
            Some(parent) if parent.best.is_none_or(|best| parent.player.prefers(value, best)) => {
                rest.push(path);
                parent.rest = rest;
                parent.best = Some(value);
            }
            Some(_) => {}
        }
    }
}

impl<P: HasPath> Observer<P> for PrincipalVariation {
    fn enter(&mut self, node: &P, player: Player, _: Window) {
        self.open.push(OpenNode { path: node.path(), player, best: None, rest: Vec::new() });
    }

    fn evaluate(&mut self, _: &P, value: Value) {
        self.close(value);
    }

    fn leave(&mut self, _: &P, value: Value) {
        self.close(value);
    }

    fn cutoff(&mut self, _: &P) {}
}
