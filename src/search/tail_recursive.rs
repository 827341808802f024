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


/// The value of the root; with `prune` a node is left as soon as its window is closed.
pub fn tail_recursive<G: Game, O: Observer<G::Position>>(
    run: &mut Run<'_, G, O>,
    prune: bool,
) -> Result<Value, Stopped> {
    let game = run.game;
    let mut records: Vec<NodeRecord<G::Position, G::Moves<'_>>> = Vec::new();
    let (mut node, mut window) = (game.root(), Window::OPEN);
    loop {
        run.enter(&node, window);
        let mut remaining = game.moves(&node);
        if let Some(first) = remaining.next() {
            records.push(NodeRecord { player: game.player(&node), node, remaining, window, score: None });
            node = first;
            continue;
        }
        let mut value = run.evaluate(&node)?;
        (node, window) = loop {
            let Some(parent) = records.last_mut() else { return Ok(value) };
            let score = parent.score.filter(|&score| !parent.player.prefers(value, score)).unwrap_or(value);
            if let Some(child) = parent.remaining.next() {
                if prune {
                    parent.window = parent.window.narrow(parent.player, score);
                }
                if !prune || !parent.window.is_closed(run.cutoff) {
                    parent.score = Some(score);
                    break (child, parent.window);
                }
                run.cut(&parent.node);
            }
            run.leave(&parent.node, score);
            records.pop();
            value = score;
        };
    }
}
