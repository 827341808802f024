//! The principal variation of a search, on any game.

use super::{Observer, Window};
use crate::tree::{Player, Value};

/// Watches a run and keeps, of each node that is open, the leftmost best line of play so far. Takes memory for those lines
/// alone.
#[derive(Clone, Debug)]
pub struct Line<P> {
    open: Vec<OpenNode<P>>,
    /// That of the root, once it was left.
    finished: Vec<P>,
}

#[derive(Clone, Debug)]
struct OpenNode<P> {
    node: P,
    player: Player,
    best: Option<Value>,
    /// What follows the node, its end first.
    rest: Vec<P>,
}

impl<P> Default for Line<P> {
    fn default() -> Line<P> {
        Line { open: Vec::new(), finished: Vec::new() }
    }
}

impl<P> Line<P> {
    /// The principal variation, the root first; empty where the run did not finish.
    pub fn positions(mut self) -> Vec<P> {
        self.finished.reverse();
        self.finished
    }

    fn close(&mut self, value: Value) {
        let Some(OpenNode { node, mut rest, .. }) = self.open.pop() else { return };
        match self.open.last_mut() {
            None => {
                rest.push(node);
                self.finished = rest;
            }
            Some(parent) if parent.best.is_none_or(|best| parent.player.prefers(value, best)) => {
                rest.push(node);
                parent.rest = rest;
                parent.best = Some(value);
            }
            Some(_) => {}
        }
    }
}

impl<P: Clone> Observer<P> for Line<P> {
    fn enter(&mut self, node: &P, player: Player, _: Window) {
        self.open.push(OpenNode { node: node.clone(), player, best: None, rest: Vec::new() });
    }

    fn evaluate(&mut self, _: &P, value: Value) {
        self.close(value);
    }

    fn leave(&mut self, _: &P, value: Value) {
        self.close(value);
    }

    fn cutoff(&mut self, _: &P) {}
}
