//! Minimax and alpha-beta pruning as one loop that calls nothing but itself last, so without a call stack.
//!
//! Source: *Tail Recursive Minimax & alpha-beta pruning*: what a recursion would keep in its frames stands in explicit node records
//! with the parent, the children that remain, alpha, beta and the score; each turn of the loop either goes [down](Step::Down) to a
//! child or comes back [up](Step::Up) to the parent with a score. The last form keeps a [table](Solved) of solved positions.
//!
//! Law: the same value, nodes and evaluations as the recursion; the call stack does not grow. With a table the same value, and
//! no more evaluations.
//!
//! The record of the parent is the one below in a vector, so a record needs no pointer to it.
//!
//! Visits: `tail-recursive` every leaf; `tail-recursive-alpha-beta` those of alpha-beta with deep cutoffs; `tail-recursive-memo` of
//! those the ones below positions that it has not solved before.

use std::collections::HashMap;

use super::run::{Max, Min, Mover};
use super::{Bound, Observer, Run, Stopped, Window};
use crate::game::Game;
use crate::tree::{Player, Value};

/// A node that was entered and not left.
struct NodeRecord<P, M> {
    node: P,
    player: Player,
    remaining: M,
    /// Alpha and beta now.
    window: Window,
    score: Option<Value>,
}

impl<P, M> NodeRecord<P, M> {
    #[inline]
    fn new<G: Game<Position = P>>(game: &G, node: P, remaining: M, window: Window) -> NodeRecord<P, M> {
        NodeRecord { player: game.player(&node), node, remaining, window, score: None }
    }
}

/// Where the loop goes next.
enum Step<P> {
    /// Down to a node, with alpha and beta.
    Down(P, Window),
    /// Back to the parent with a score.
    Up(Value),
}

/// What there is at a node that was entered.
enum Entered<P, M> {
    /// The first child, and those that remain.
    Children(P, M),
    /// The score of a leaf, or of a position that was solved before.
    Score(Value),
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
    let mut records = Vec::new();
    let mut step = Step::Down(run.game.root(), Window::OPEN);
    loop {
        step = match step {
            Step::Down(node, window) => match enter::<PRUNE, _, _, _>(run, table, &node, window)? {
                Entered::Score(score) => Step::Up(score),
                Entered::Children(first, remaining) => {
                    records.push(NodeRecord::new(run.game, node, remaining, window));
                    Step::Down(first, window)
                }
            },
            Step::Up(score) => match records.last().map(|parent| parent.player) {
                Some(Player::Max) => come_back::<Max, PRUNE, _, _, _>(run, table, &mut records, score)?,
                Some(Player::Min) => come_back::<Min, PRUNE, _, _, _>(run, table, &mut records, score)?,
                None => return Ok(score),
            },
        };
    }
}

/// Enters a node. Both callers keep a record of one that has children, each in place: moving a record costs more than
/// searching a leaf.
#[expect(clippy::inline_always, reason = "a leaf costs no call")]
#[inline(always)]
fn enter<'g, const PRUNE: bool, G: Game, O: Observer<G::Position>, T: Table<G>>(
    run: &mut Run<'g, G, O>,
    table: &mut T,
    node: &G::Position,
    window: Window,
) -> Result<Entered<G::Position, G::Moves<'g>>, Stopped> {
    if PRUNE {
        run.enter_inheriting(node, window);
    } else {
        run.enter(node, window);
    }
    let mut remaining = run.game.moves(node);
    let Some(first) = remaining.next() else { return run.evaluate(node).map(Entered::Score) };
    let Some((score, bound)) = table.recall(run.game, node, window) else {
        return Ok(Entered::Children(first, remaining));
    };
    run.step()?;
    run.recall(node, score, bound);
    Ok(Entered::Score(score))
}

/// Comes back to the innermost record with the score of a child, and leaves the node or goes on to its next child. A child that
/// has its score at once comes back in the same turn, so that alpha, beta and the score stay in registers. Compiled for MAX and
/// MIN apart.
#[inline]
fn come_back<'g, M: Mover, const PRUNE: bool, G: Game, O: Observer<G::Position>, T: Table<G>>(
    run: &mut Run<'g, G, O>,
    table: &mut T,
    records: &mut Vec<NodeRecord<G::Position, G::Moves<'g>>>,
    mut value: Value,
) -> Result<Step<G::Position>, Stopped> {
    let Some(parent) = records.last_mut() else { return Ok(Step::Up(value)) };
    let player = M::PLAYER;
    let NodeRecord { mut window, score: mut best, .. } = *parent;
    loop {
        let score = best.filter(|&best| !player.prefers(value, best)).unwrap_or(value);
        let mut next = parent.remaining.next();
        if PRUNE && next.is_some() {
            window = window.narrow(player, score);
            if window.is_closed(run.cutoff) {
                run.cut(&parent.node);
                next = None;
            }
        }
        let Some(node) = next else {
            run.leave(&parent.node, score);
            if let Some(NodeRecord { node, .. }) = records.pop() {
                let entry = records.last().map_or(Window::OPEN, |above| above.window);
                table.keep(run.game, &node, entry, score);
            }
            return Ok(Step::Up(score));
        };
        match enter::<PRUNE, _, _, _>(run, table, &node, window)? {
            Entered::Score(score) => value = score,
            Entered::Children(first, remaining) => {
                (parent.window, parent.score) = (window, Some(score));
                records.push(NodeRecord::new(run.game, node, remaining, window));
                return Ok(Step::Down(first, window));
            }
        }
        best = Some(score);
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
