//! Minimax and alpha-beta pruning as one loop of tail calls, so without a call stack.
//!
//! Source: *Tail Recursive Minimax & alpha-beta pruning*: explicit node records hold what a recursion would keep in its frames,
//! the parent, the remaining children, alpha, beta and the score. Each iteration goes back up to the parent with a score
//! (`return_to_parent`), which either leaves it or goes down (`go_down`) to its next child. The last form keeps a table (`Solved`) of
//! solved positions.
//!
//! Law: the same value, nodes and evaluations as the recursion; the call stack does not grow. With a table, the same value with
//! no more evaluations.
//!
//! The records are a stack in a vector: the parent of a record is the one below, so a record needs no pointer to it.
//!
//! Visits: `tail-recursive` every leaf; `tail-recursive-alpha-beta` those of alpha-beta with deep cutoffs; `tail-recursive-memo`
//! those of them that are not below a position solved before.

use rustc_hash::FxHashMap;

use super::run::{Max, Min, Mode, Mover, MovesOf, NodeOf, Run, Stopped};
use super::story::{Entrance, Why};
use super::{Answer, Bound, CutoffRule, Score, Search, Setting, Window};
use crate::game::Game;
use crate::memory;
use crate::tree::{Player, Value};

/// A node that was entered and not left.
struct NodeRecord<'g, G: Game + 'g, M: Mode, K> {
    node: NodeOf<G, M>,
    /// The key in the table.
    key: K,
    player: Player,
    remaining: MovesOf<'g, G, M>,
    /// The current alpha and beta.
    window: Window<M::Score>,
    score: Option<M::Score>,
}

/// What was found on entering a node.
enum Entered<N, I, K, S> {
    /// The first child, those that remain, and the key of the node.
    Children(N, I, K),
    /// The score of a leaf, or of a position that was solved before.
    Score(S),
}

/// [`Entered`] for a game in a mode.
type EnteredOf<'g, G, M, K> = Entered<NodeOf<G, M>, MovesOf<'g, G, M>, K, <M as Mode>::Score>;

/// A table of solved positions.
trait Table<G: Game> {
    /// What identifies a position.
    type Key;

    /// The key of a position.
    fn key(game: &G, position: &G::Position) -> Self::Key;

    /// The entry that settles a position in a window, if there is one.
    fn recall(&mut self, rule: CutoffRule, key: &Self::Key, window: Window) -> Option<(Value, Bound)>;

    /// Stores the value that a position returned in a window.
    fn keep(&mut self, rule: CutoffRule, key: Self::Key, window: Window, value: Value);
}

/// No table.
impl<G: Game> Table<G> for () {
    type Key = ();

    fn key(_: &G, _: &G::Position) {}

    fn recall(&mut self, _: CutoffRule, (): &(), _: Window) -> Option<(Value, Bound)> {
        None
    }

    fn keep(&mut self, _: CutoffRule, (): (), _: Window, _: Value) {}
}

/// A transposition table of the inner nodes that were left, by the [key](Game::key) of their positions. A value that was returned
/// beyond an end of its window, or at an end where the cutoff rule is not strict, is stored as a bound.
struct Solved<K> {
    positions: FxHashMap<K, (Value, Bound)>,
    hits: u64,
}

impl<G: Game> Table<G> for Solved<G::Key> {
    type Key = Option<G::Key>;

    fn key(game: &G, position: &G::Position) -> Option<G::Key> {
        game.key(position)
    }

    fn recall(&mut self, rule: CutoffRule, key: &Option<G::Key>, window: Window) -> Option<(Value, Bound)> {
        let &(value, bound) = self.positions.get(key.as_ref()?)?;
        // A bound that would not cut settles nothing: the search would go on, with a value that is not exact.
        let settles = bound == Bound::Exact || bound == Bound::proven(rule, window, value);
        self.hits += u64::from(settles);
        settles.then_some((value, bound))
    }

    fn keep(&mut self, rule: CutoffRule, key: Option<G::Key>, window: Window, value: Value) {
        let Some(key) = key else { return };
        memory::make_room_in(&mut self.positions).unwrap_or_else(|shortage| memory::give_up(shortage));
        self.positions.insert(key, (value, Bound::proven(rule, window, value)));
    }
}

/// The value of the root; with `PRUNE`, a node is left as soon as its window is closed.
fn tail_recursive_with<const PRUNE: bool, G: Game, M: Mode, T: Table<G>>(
    run: &mut Run<'_, G, M>,
    table: &mut T,
) -> Result<M::Score, Stopped> {
    let (root, mut records) = (run.root(), Vec::new());
    let mut score = go_down::<PRUNE, _, _, _>(run, table, &mut records, root, Window::OPEN)?;
    while let Some(parent) = records.last().map(|parent| parent.player) {
        score = match parent {
            Player::Max => return_to_parent::<Max, PRUNE, _, _, _>(run, table, &mut records, score)?,
            Player::Min => return_to_parent::<Min, PRUNE, _, _, _>(run, table, &mut records, score)?,
        };
    }
    Ok(score)
}

/// Goes down from a node to its first leaf, or to the first position that was solved before, whose score it returns. Keeps the records
/// of the inner nodes that it enters.
#[inline(always)]
fn go_down<'g, const PRUNE: bool, G: Game, M: Mode, T: Table<G>>(
    run: &mut Run<'g, G, M>,
    table: &mut T,
    records: &mut Vec<NodeRecord<'g, G, M, T::Key>>,
    mut node: NodeOf<G, M>,
    window: Window<M::Score>,
) -> Result<M::Score, Stopped> {
    loop {
        match enter::<PRUNE, _, _, _>(run, table, &node, window)? {
            Entered::Score(score) => return Ok(score),
            Entered::Children(first, remaining, key) => {
                keep(run, records, (node, key), remaining, window)?;
                node = first;
            }
        }
    }
}

/// Enters a node. Written once and compiled in each place, so that a leaf costs no call.
#[inline(always)]
fn enter<'g, const PRUNE: bool, G: Game, M: Mode, T: Table<G>>(
    run: &mut Run<'g, G, M>,
    table: &mut T,
    node: &NodeOf<G, M>,
    window: Window<M::Score>,
) -> Result<EnteredOf<'g, G, M, T::Key>, Stopped> {
    run.enter(node, if PRUNE { Entrance::Inherited(window) } else { Entrance::Open(Why::Normal) });
    let mut remaining = run.children_in_turn(node);
    let Some(first) = remaining.next() else { return run.evaluate(node).map(Entered::Score) };
    let key = T::key(run.game, &node.position);
    let Some((value, bound)) = table.recall(run.cutoff, &key, window.values()) else {
        return Ok(Entered::Children(first, remaining, key));
    };
    run.step()?;
    Ok(Entered::Score(run.recall(node, value, bound)))
}

/// Keeps the record of a node that was entered.
#[inline(always)]
fn keep<'g, G: Game, M: Mode, K>(
    run: &mut Run<'g, G, M>,
    records: &mut Vec<NodeRecord<'g, G, M, K>>,
    (node, key): (NodeOf<G, M>, K),
    remaining: MovesOf<'g, G, M>,
    window: Window<M::Score>,
) -> Result<(), Stopped> {
    run.make_room(records)?;
    let player = run.player(&node);
    records.push(NodeRecord { node, key, player, remaining, window, score: None });
    Ok(())
}

/// Leaves the node of the innermost record with its score.
fn leave<'g, G: Game, M: Mode, T: Table<G>>(
    run: &mut Run<'g, G, M>,
    table: &mut T,
    records: &mut Vec<NodeRecord<'g, G, M, T::Key>>,
    mut score: M::Score,
) -> M::Score {
    if let Some(NodeRecord { node, key, .. }) = records.pop() {
        score = run.leave(&node, score);
        let entry = match records.last() {
            Some(above) => above.window.values(),
            None => Window::OPEN,
        };
        table.keep(run.cutoff, key, entry, score.value());
    }
    score
}

/// Returns to the innermost record with the score of a child, and leaves the node or continues with its next child: until a node is
/// left, whose score it returns, or the first leaf below another inner node is reached. Children that have a score at once are handled in
/// the same call, so that alpha, beta and the score stay in registers.
fn return_to_parent<'g, P: Mover, const PRUNE: bool, G: Game, M: Mode, T: Table<G>>(
    run: &mut Run<'g, G, M>,
    table: &mut T,
    records: &mut Vec<NodeRecord<'g, G, M, T::Key>>,
    mut returned: M::Score,
) -> Result<M::Score, Stopped> {
    let Some(parent) = records.last_mut() else { return Ok(returned) };
    let player = P::PLAYER;
    let NodeRecord { mut window, score: mut best, .. } = *parent;
    loop {
        let score = match best {
            Some(best) if !player.prefers(returned, best) => best,
            _ => returned,
        };
        let mut next = parent.remaining.next();
        if PRUNE && next.is_some() {
            window = window.narrow(player, score);
            if window.is_closed(run.cutoff) {
                run.cut(&parent.node, window.bound_on(player));
                next = None;
            }
        }
        let Some(node) = next else { return Ok(leave(run, table, records, score)) };
        match enter::<PRUNE, _, _, _>(run, table, &node, window)? {
            Entered::Score(score) => returned = score,
            Entered::Children(first, remaining, key) => {
                (parent.window, parent.score) = (window, Some(score));
                keep(run, records, (node, key), remaining, window)?;
                return go_down::<PRUNE, _, _, _>(run, table, records, first, window);
            }
        }
        best = Some(score);
    }
}

/// `tail-recursive`.
pub struct TailRecursive;

impl Search for TailRecursive {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, _: Setting) -> Result<Answer, Stopped> {
        tail_recursive_with::<false, _, _, _>(run, &mut ()).map(Answer::of)
    }
}

/// `tail-recursive-alpha-beta`: the loop with alpha and beta.
pub struct TailRecursiveAlphaBeta;

impl Search for TailRecursiveAlphaBeta {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, _: Setting) -> Result<Answer, Stopped> {
        tail_recursive_with::<true, _, _, _>(run, &mut ()).map(Answer::of)
    }
}

/// `tail-recursive-memo`: the loop with alpha, beta and a table of solved positions.
pub struct TailRecursiveMemo;

impl Search for TailRecursiveMemo {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, _: Setting) -> Result<Answer, Stopped> {
        let mut table = Solved { positions: FxHashMap::default(), hits: 0 };
        let value = tail_recursive_with::<true, _, _, _>(run, &mut table);
        (run.table_hits, run.kept) = (Some(table.hits), Some(table.positions.len() as u64));
        value.map(Answer::of)
    }
}
