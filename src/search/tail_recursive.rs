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

use super::{Bound, CutoffRule, Observer, Run, Stopped, Window};
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
trait Table {
    /// What settles a position in a window, if anything does.
    fn recall<G: Game>(&mut self, game: &G, node: &G::Position, window: Window) -> Option<(Value, Bound)>;

    /// Keeps what a position returned in a window.
    fn keep<G: Game>(&mut self, game: &G, node: &G::Position, window: Window, value: Value);
}

/// No table.
impl Table for () {
    #[inline]
    fn recall<G: Game>(&mut self, _: &G, _: &G::Position, _: Window) -> Option<(Value, Bound)> {
        None
    }

    #[inline]
    fn keep<G: Game>(&mut self, _: &G, _: &G::Position, _: Window, _: Value) {}
}

/// A table of the inner nodes that were left, by the [key](Game::key) of their positions. A value that was returned at the
/// edge of its window or beyond is only a bound, and kept as one.
#[derive(Default)]
struct Solved {
    positions: HashMap<u128, (Value, Bound)>,
    hits: u64,
}

impl Table for Solved {
    fn recall<G: Game>(&mut self, game: &G, node: &G::Position, window: Window) -> Option<(Value, Bound)> {
        let &(value, bound) = self.positions.get(&game.key(node)?)?;
        let settles = match bound {
            Bound::Exact => true,
            Bound::Lower => window.beta().is_some_and(|beta| value >= beta),
            Bound::Upper => window.alpha().is_some_and(|alpha| value <= alpha),
        };
        self.hits += u64::from(settles);
        settles.then_some((value, bound))
    }

    fn keep<G: Game>(&mut self, game: &G, node: &G::Position, window: Window, value: Value) {
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

/// The value of the root; with `prune` a node is left as soon as its window is closed.
fn tail_recursive_with<G: Game, O: Observer<G::Position>>(
    run: &mut Run<'_, G, O>,
    prune: bool,
    table: &mut impl Table,
) -> Result<Value, Stopped> {
    let game = run.game;
    let mut records: Vec<NodeRecord<G::Position, G::Moves<'_>>> = Vec::new();
    let (mut node, mut window) = (game.root(), Window::OPEN);
    loop {
        if prune {
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
            let (score, next) = parent.after(value, prune, run.cutoff);
            match next {
                Next::Child(child) => break (child, parent.window),
                Next::Cut => run.cut(&parent.node),
                Next::NoChild => {}
            }
            run.leave(&parent.node, score);
            table.keep(game, &parent.node, parent.entry, score);
            records.pop();
            value = score;
        };
    }
}

/// What there is to do at a node when a child has returned.
enum Next<P> {
    /// Go down to the next child.
    Child(P),
    /// Come back, since the window is closed.
    Cut,
    /// Come back, since there is no child more.
    NoChild,
}

impl<P, M: Iterator<Item = P>> NodeRecord<P, M> {
    /// The score after a child has returned `value`, and what there is to do next.
    #[inline]
    fn after(&mut self, value: Value, prune: bool, rule: CutoffRule) -> (Value, Next<P>) {
        let score = self.score.filter(|&score| !self.player.prefers(value, score)).unwrap_or(value);
        self.score = Some(score);
        let Some(child) = self.remaining.next() else { return (score, Next::NoChild) };
        if prune {
            self.window = self.window.narrow(self.player, score);
            if self.window.is_closed(rule) {
                return (score, Next::Cut);
            }
        }
        (score, Next::Child(child))
    }
}

/// `tail-recursive`, and `tail-recursive-alpha-beta` with `prune`.
pub(super) fn tail_recursive<G: Game, O: Observer<G::Position>>(
    run: &mut Run<'_, G, O>,
    prune: bool,
) -> Result<Value, Stopped> {
    tail_recursive_with(run, prune, &mut ())
}

/// `tail-recursive-memo`: `tail-recursive-alpha-beta` with a table of solved positions.
pub(super) fn tail_recursive_memo<G: Game, O: Observer<G::Position>>(
    run: &mut Run<'_, G, O>,
) -> Result<Value, Stopped> {
    let mut table = Solved::default();
    let value = tail_recursive_with(run, true, &mut table);
    run.table_hits = Some(table.hits);
    value
}
