//! Minimax and alpha-beta pruning as one loop that calls nothing but itself last, so without a call stack.
//!
//! Source: *Tail Recursive Minimax & alpha-beta pruning*: what a recursion would keep in its frames stands in explicit node records
//! with the parent, the children that remain, alpha, beta and the score; each turn of the loop either goes down to a
//! child or comes back to the parent with a score. The last form keeps a [table](Solved) of solved positions.
//!
//! Law: the same value, nodes and evaluations as the recursion; the call stack does not grow. With a table the same value, and
//! no more evaluations.
//!
//! The record of the parent is the one below in a vector, so a record needs no pointer to it.
//!
//! Visits: `tail-recursive` every leaf; `tail-recursive-alpha-beta` those of alpha-beta with deep cutoffs; `tail-recursive-memo` of
//! those the ones below positions that it has not solved before.

use std::collections::HashMap;

use super::{Bound, Observer, Run, Stopped, Window};
use crate::game::Game;
use crate::tree::{Player, Value};

/// A node that was entered and not left.
struct NodeRecord<P, M> {
    node: P,
    player: Player,
    remaining: M,
    /// The window with which the node was entered.
    entry: Window,
    /// Alpha and beta now.
    window: Window,
    score: Option<Value>,
}

/// What is known of positions that were solved before.
trait Table<G: Game> {
    /// What settles a position in a window, if anything does.
    fn recall(&mut self, game: &G, node: &G::Position, window: Window) -> Option<(Value, Bound)>;

    /// Keeps what a position returned in a window.
    fn keep(&mut self, game: &G, node: &G::Position, window: Window, value: Value);
}

/// No table.
impl<G: Game> Table<G> for () {
    #[inline]
    fn recall(&mut self, _: &G, _: &G::Position, _: Window) -> Option<(Value, Bound)> {
        None
    }

    #[inline]
    fn keep(&mut self, _: &G, _: &G::Position, _: Window, _: Value) {}
}

/// A table of the inner nodes that were left, by the [key](Game::key) of their positions. A value that was returned at the
/// edge of its window or beyond is only a bound, and kept as one.
struct Solved<K> {
    positions: HashMap<K, (Value, Bound)>,
    hits: u64,
}

impl<G: Game> Table<G> for Solved<G::Key> {
    fn recall(&mut self, game: &G, node: &G::Position, window: Window) -> Option<(Value, Bound)> {
        let &(value, bound) = self.positions.get(&game.key(node)?)?;
        let settles = match bound {
            Bound::Exact => true,
            Bound::Lower => window.beta().is_some_and(|beta| value >= beta),
            Bound::Upper => window.alpha().is_some_and(|alpha| value <= alpha),
        };
        self.hits += u64::from(settles);
        settles.then_some((value, bound))
    }

    fn keep(&mut self, game: &G, node: &G::Position, window: Window, value: Value) {
        let Some(key) = game.key(node) else { return };
        let bound = if window.alpha().is_some_and(|alpha| value <= alpha) {
            Bound::Upper
        } else if window.beta().is_some_and(|beta| value >= beta) {
            Bound::Lower
        } else {
            Bound::Exact
        };
        self.positions.insert(key, (value, bound));
    }
}

/// The value of the root; with `PRUNE` a node is left as soon as its window is closed.
fn tail_recursive_with<const PRUNE: bool, G: Game, O: Observer<G::Position>, T: Table<G>>(
    run: &mut Run<'_, G, O>,
    table: &mut T,
) -> Result<Value, Stopped> {
    let game = run.game;
    let mut records: Vec<NodeRecord<G::Position, G::Moves<'_>>> = Vec::new();
    let (mut node, mut window) = (game.root(), Window::OPEN);
    loop {
        if PRUNE {
            run.enter_inheriting(&node, window);
        } else {
            run.enter(&node, window);
        }
        let mut remaining = game.moves(&node);
        let mut value = match remaining.next() {
            None => run.evaluate(&node)?,
            Some(first) => {
                if let Some((value, bound)) = table.recall(game, &node, window) {
                    run.step()?;
                    run.recall(&node, value, bound);
                    value
                } else {
                    let player = game.player(&node);
                    records.push(NodeRecord { node, player, remaining, entry: window, window, score: None });
                    node = first;
                    continue;
                }
            }
        };
        (node, window) = loop {
            let Some(parent) = records.last_mut() else { return Ok(value) };
            let score = parent.score.filter(|&score| !parent.player.prefers(value, score)).unwrap_or(value);
            if let Some(child) = parent.remaining.next() {
                if PRUNE {
                    parent.window = parent.window.narrow(parent.player, score);
                }
                if !PRUNE || !parent.window.is_closed(run.cutoff) {
                    parent.score = Some(score);
                    break (child, parent.window);
                }
                run.cut(&parent.node);
            }
            run.leave(&parent.node, score);
            table.keep(game, &parent.node, parent.entry, score);
            records.pop();
            value = score;
        };
    }
}

/// `tail-recursive`, and `tail-recursive-alpha-beta` with `prune`.
pub(super) fn tail_recursive<G: Game, O: Observer<G::Position>>(
    run: &mut Run<'_, G, O>,
    prune: bool,
) -> Result<Value, Stopped> {
    if prune {
        tail_recursive_with::<true, _, _, _>(run, &mut ())
    } else {
        tail_recursive_with::<false, _, _, _>(run, &mut ())
    }
}

/// `tail-recursive-memo`: `tail-recursive-alpha-beta` with a table of solved positions.
pub(super) fn tail_recursive_memo<G: Game, O: Observer<G::Position>>(
    run: &mut Run<'_, G, O>,
) -> Result<Value, Stopped> {
    let mut table = Solved { positions: HashMap::new(), hits: 0 };
    let value = tail_recursive_with::<true, _, _, _>(run, &mut table);
    run.table_hits = Some(table.hits);
    value
}
