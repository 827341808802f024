//! Minimax and alpha-beta pruning as one loop that calls nothing but itself last, so without a call stack.
//!
//! Source: *Tail Recursive Minimax & alpha-beta pruning*: what a recursion would keep in its frames stands in explicit node records
//! with the parent, the children that remain, alpha, beta and the score; each turn of the loop either goes down to a
//! child or comes back to the parent with a score.
//!
//! Law: the same value, nodes and evaluations as the recursion; the call stack does not grow.
//!
//! The record of the parent is the one below in a vector, so a record needs no pointer to it.
//!
//! Visits: `tail-recursive` every leaf; `tail-recursive-alpha-beta` those of alpha-beta with deep cutoffs.

use super::{Observer, Run, Stopped, Window};
use crate::game::Game;
use crate::tree::{Player, Value};

/// A node that was entered and not left.
struct NodeRecord<P, M> {
    node: P,
    player: Player,
    remaining: M,
    window: Window,
    score: Option<Value>,
}

/// What the loop does next.
enum Next<P> {
    /// Go down to a node with the window of its parent.
    Enter(P, Window),
    /// Come back to the parent with the score of its child.
    Return(Value),
}

/// The value of the root; with `prune` a node is left as soon as its window is closed.
pub fn tail_recursive<G: Game, O: Observer<G::Position>>(
    run: &mut Run<'_, G, O>,
    prune: bool,
) -> Result<Value, Stopped> {
    let game = run.game;
    let mut records: Vec<NodeRecord<G::Position, G::Moves<'_>>> = Vec::new();
    let mut next = Next::Enter(game.root(), Window::OPEN);
    loop {
        next = match next {
            Next::Enter(node, window) => {
                let player = game.player(&node);
                run.enter(&node, window);
                let mut remaining = game.moves(&node);
                match remaining.next() {
                    None => Next::Return(run.evaluate(&node)?),
                    Some(first) => {
                        records.push(NodeRecord { node, player, remaining, window, score: None });
                        Next::Enter(first, window)
                    }
                }
            }
            Next::Return(value) => {
                let Some(parent) = records.last_mut() else {
                    return Ok(value);
                };
                match parent.after(run, value, prune) {
                    Some(child) => Next::Enter(child, parent.window),
                    None => Next::Return(leave(run, &mut records, value)),
                }
            }
        };
    }
}

impl<P, M: Iterator<Item = P>> NodeRecord<P, M> {
    /// The child to search after one has returned `value`; `None` when the node is done.
    fn after<G: Game<Position = P>, O: Observer<P>>(
        &mut self,
        run: &mut Run<'_, G, O>,
        value: Value,
        prune: bool,
    ) -> Option<P> {
        let score = self.score.filter(|&score| !self.player.prefers(value, score)).unwrap_or(value);
        self.score = Some(score);
        let child = self.remaining.next()?;
        if prune {
            self.window = self.window.narrow(self.player, score);
            if self.window.is_closed(run.cutoff) {
                run.cut(&self.node);
                return None;
            }
        }
        Some(child)
    }
}

/// Removes the innermost record and tells its score, which is `value` where it has none.
fn leave<G: Game, O: Observer<G::Position>, M>(
    run: &mut Run<'_, G, O>,
    records: &mut Vec<NodeRecord<G::Position, M>>,
    value: Value,
) -> Value {
    let Some(record) = records.pop() else { return value };
    let score = record.score.unwrap_or(value);
    run.leave(&record.node, score);
    score
}
