//! Alpha-beta with memory: a transposition table of a chosen size, killer moves and the history heuristic, each of which also orders moves.
//!
//! Sources: Aske Plaat, Jonathan Schaeffer, Wim Pijls & Arie de Bruin, *Best-first fixed-depth minimax algorithms*, Artificial Intelligence 87,
//! 1996, figure of AlphaBetaWithMemory; Selim G. Akl & Monroe M. Newborn, *The principal continuation and the killer heuristic*, ACM
//! Annual Conference, 1977; Jonathan Schaeffer, *The history heuristic*, ICCA Journal 6(3), 1983.
//!
//! ```text
//! alpha_beta(n, α, β):
//!   if the table has n: if its value is exact or a bound that settles (α, β), return it
//!   children of n in this order: the best move in the table; the two last moves that made a cutoff at this depth (killers);
//!     the others by Σ 2^height over the nodes where a move was the best (history), else from the left
//!   best := −∞, at MIN +∞
//!   for each child c: best := the better of best and alpha_beta(c, α, β) until the window narrowed by best is closed
//!   keep best in the table, unless another position is there that was searched deeper
//! ```
//!
//! A move is told from others by its index among its siblings.
//!
//! `iterative-deepening` searches with it to one depth after another: a node at that depth is worth its static value, an entry of the table answers
//! only if it was searched as deep as is needed, and children after the first may be probed with a null window, as in NegaScout.
//!
//! Law: the minimax value.
//!
//! Visits: each leaf once for each position; without killers and history, and where no position occurs twice, those of alpha-beta.

use std::hash::Hasher;

use rustc_hash::{FxHashMap, FxHasher};

use super::run::{Max, Min, Mode, Mover, NodeOf, Run, Stopped};
use super::story::{Entrance, Why};
use super::{Answer, Bound, CutoffRule, Score, Search, Setting, Window};
use crate::game::Game;
use crate::memory;
use crate::tree::{Player, Value};

/// `alpha-beta-memory`.
pub struct AlphaBetaMemory;

impl Search for AlphaBetaMemory {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, setting: Setting) -> Result<Answer, Stopped> {
        let [size, killers, history] = setting.numbers();
        let mut memory = Memory::<G> {
            table: Table::of_size(size),
            killers: is_on(killers).then(Vec::new),
            history: is_on(history).then(FxHashMap::default),
            probes: false,
        };
        let found = from_root(run, &mut memory, u32::MAX);
        memory.report(run);
        found.map(|found| Answer::of(found.score))
    }
}

/// Whether a switch is on.
pub(super) fn is_on(switch: Value) -> bool {
    switch.get() != 0.0
}

/// Searches the tree to a depth.
pub(super) fn from_root<G: Game, M: Mode>(
    run: &mut Run<'_, G, M>,
    memory: &mut Memory<G>,
    depth: u32,
) -> Result<Found<M::Score>, Stopped> {
    let root = run.root();
    alpha_beta(run, memory, &root, Window::OPEN, Ply { depth: 0, left: depth }, Why::Normal)
}

/// How deep a node is, and how many plies are left to search there.
#[derive(Clone, Copy)]
struct Ply {
    depth: u32,
    left: u32,
}

impl Ply {
    fn next(self) -> Ply {
        Ply { depth: self.depth + 1, left: if self.left == u32::MAX { u32::MAX } else { self.left.saturating_sub(1) } }
    }
}

/// What a search remembers.
pub(super) struct Memory<G: Game> {
    pub(super) table: Table<G::Key>,
    /// By depth, the two last moves that made a cutoff there, the last one first; `None` without killer moves.
    pub(super) killers: Option<Vec<[Option<u32>; 2]>>,
    /// Σ 2^height of the nodes where a move of a player was the best; `None` without the history heuristic.
    pub(super) history: Option<FxHashMap<(Player, u32), u64>>,
    /// Whether children after the first are probed with a null window, as in NegaScout.
    pub(super) probes: bool,
}

/// The score of a node, the number of plies that were searched for it, and whether they went to the leaves.
#[derive(Clone, Copy)]
pub(super) struct Found<S> {
    pub(super) score: S,
    height: u32,
    pub(super) is_whole: bool,
}

/// The score of a node with respect to a window.
fn alpha_beta<G: Game, M: Mode>(
    run: &mut Run<'_, G, M>,
    memory: &mut Memory<G>,
    node: &NodeOf<G, M>,
    window: Window<M::Score>,
    ply: Ply,
    why: Why,
) -> Result<Found<M::Score>, Stopped> {
    run.enter(node, Entrance::of(window, why));
    if ply.left == 0
        && let Some(score) = run.evaluate_if_known(node)?
    {
        return Ok(Found { score, height: 0, is_whole: run.game.is_leaf(&node.position) });
    }
    let mut children = run.moves(node);
    let Some(first) = children.next() else {
        return Ok(Found { score: run.evaluate(node)?, height: 0, is_whole: true });
    };
    run.expand();
    let key = memory.table.placed(run.game.key(&node.position));
    let known = memory.table.find(key.as_ref());
    if let Some(known) = known.filter(|known| known.settles(run.cutoff, window.values(), ply.left)) {
        run.step()?;
        memory.table.hits += 1;
        run.game.left(&node.position);
        let score = run.recall(node, known.value, known.bound);
        return Ok(Found { score, height: known.height, is_whole: known.draft == u32::MAX });
    }
    let (player, best) = (run.player(node), known.and_then(|known| known.best));
    let children = memory.order(player, ply.depth, best, std::iter::once(first).chain(children));
    let (index, Found { score, height, is_whole }) = run.descend(|run| match player {
        Player::Max => best_child::<Max, _, _>(run, memory, node, children, window, ply.next()),
        Player::Min => best_child::<Min, _, _>(run, memory, node, children, window, ply.next()),
    })?;
    let score = run.leave(node, score);
    let bound = Bound::proven(run.cutoff, window.values(), score.value());
    // Where all moves failed none is the best.
    let has_failed = bound == if player == Player::Max { Bound::Upper } else { Bound::Lower };
    if !has_failed {
        memory.credit(player, index, height);
    }
    let best = if has_failed { best } else { Some(index) };
    let draft = if is_whole { u32::MAX } else { ply.left };
    memory.table.keep(key, Entry { value: score.value(), bound, height, draft, best });
    Ok(Found { score, height, is_whole })
}

/// The best of a node's children, which are at `ply`, by its index, with the score of the node.
fn best_child<P: Mover, G: Game, M: Mode>(
    run: &mut Run<'_, G, M>,
    memory: &mut Memory<G>,
    node: &NodeOf<G, M>,
    children: impl Iterator<Item = Child<NodeOf<G, M>>>,
    mut window: Window<M::Score>,
    ply: Ply,
) -> Result<(u32, Found<M::Score>), Stopped> {
    let (mut best, mut height, mut is_whole) = (None, 0, true);
    for Child { node: child, index, why } in children {
        if let Some((best_index, score)) = best {
            window = window.narrow(P::PLAYER, score);
            if window.is_closed(run.cutoff) {
                run.cut(node, window.bound_on(P::PLAYER));
                memory.keep_killer(ply.depth - 1, best_index);
                break;
            }
        }
        let found = if memory.probes && best.is_some() {
            probe::<P, _, _>(run, memory, &child, window, ply)?
        } else {
            alpha_beta(run, memory, &child, window, ply, why)?
        };
        (height, is_whole) = (height.max(found.height + 1), is_whole && found.is_whole);
        if best.is_none_or(|(_, score)| P::PLAYER.prefers(found.score, score)) {
            best = Some((index, found.score));
        }
    }
    let (index, score) = best.ok_or(Stopped)?;
    Ok((index, Found { score, height, is_whole }))
}

/// Whether a child is better for `P` than the best one before, and if it is, its score: a null window first, as in NegaScout.
fn probe<P: Mover, G: Game, M: Mode>(
    run: &mut Run<'_, G, M>,
    memory: &mut Memory<G>,
    node: &NodeOf<G, M>,
    window: Window<M::Score>,
    ply: Ply,
) -> Result<Found<M::Score>, Stopped> {
    let found = alpha_beta(run, memory, node, window.null(P::PLAYER), ply, Why::Probe)?;
    if found.height == 0 || !window.has_inside(found.score) {
        return Ok(found);
    }
    let again = alpha_beta(run, memory, node, window.narrow(P::PLAYER, found.score), ply, Why::ReSearch)?;
    Ok(if P::PLAYER.prefers(found.score, again.score) { Found { score: found.score, ..again } } else { again })
}

/// A child of a node, where it stands in the game's order, and why it stands where it does in that of the search.
struct Child<N> {
    node: N,
    index: u32,
    why: Why,
}

/// The children of a node in the order of the game, or in another one.
enum InOrder<N, I> {
    OfGame(I),
    OfSearch(std::vec::IntoIter<Child<N>>),
}

impl<N, I: Iterator<Item = Child<N>>> Iterator for InOrder<N, I> {
    type Item = Child<N>;

    #[inline]
    fn next(&mut self) -> Option<Child<N>> {
        match self {
            InOrder::OfGame(children) => children.next(),
            InOrder::OfSearch(children) => children.next(),
        }
    }
}

impl<G: Game> Memory<G> {
    /// Counts what was kept.
    pub(super) fn report<M: Mode>(&self, run: &mut Run<'_, G, M>) {
        (run.table_hits, run.kept) = (Some(self.table.hits), Some(self.table.kept));
    }

    /// The children of a node in the order of the search, which are made one by one if that is the order of the game.
    fn order<N, I: Iterator<Item = N>>(
        &self,
        player: Player,
        depth: u32,
        best: Option<u32>,
        nodes: I,
    ) -> InOrder<N, impl Iterator<Item = Child<N>> + use<N, I, G>> {
        let killers =
            self.killers.as_ref().and_then(|killers| killers.get(depth as usize)).copied().unwrap_or_default();
        if best.is_none() && killers == [None; 2] && self.history.as_ref().is_none_or(FxHashMap::is_empty) {
            return InOrder::OfGame((0..).zip(nodes).map(|(index, node)| Child { node, index, why: Why::Normal }));
        }
        let mut children = Vec::new();
        for (index, node) in (0..).zip(nodes) {
            let why = if Some(index) == best {
                Why::Table
            } else if killers.contains(&Some(index)) {
                Why::Killer
            } else if self.merit(player, index) > 0 {
                Why::History
            } else {
                Why::Normal
            };
            memory::make_room(&mut children).unwrap_or_else(|shortage| memory::give_up(shortage));
            children.push(Child { node, index, why });
        }
        children.sort_by_key(|child: &Child<N>| match child.why {
            Why::Table => (0, 0),
            Why::Killer if Some(child.index) == killers[0] => (1, 0),
            Why::Killer => (1, 1),
            _ => (2, u64::MAX - self.merit(player, child.index)),
        });
        InOrder::OfSearch(children.into_iter())
    }

    /// How often a move was the best.
    fn merit(&self, player: Player, index: u32) -> u64 {
        self.history.as_ref().and_then(|history| history.get(&(player, index))).copied().unwrap_or(0)
    }

    /// Credits the best move of a node.
    fn credit(&mut self, player: Player, index: u32, height: u32) {
        let Some(history) = &mut self.history else { return };
        memory::make_room_in(history).unwrap_or_else(|shortage| memory::give_up(shortage));
        let merit = history.entry((player, index)).or_default();
        *merit = merit.saturating_add(1 << height.min(63));
    }

    /// Remembers a move that made a cutoff at a depth.
    fn keep_killer(&mut self, depth: u32, index: u32) {
        let Some(killers) = &mut self.killers else { return };
        while killers.len() <= depth as usize {
            memory::make_room(killers).unwrap_or_else(|shortage| memory::give_up(shortage));
            killers.push([None; 2]);
        }
        let [last, _] = killers[depth as usize];
        if last != Some(index) {
            killers[depth as usize] = [Some(index), last];
        }
    }
}

/// A transposition table with a number of places, in which a position has one place.
pub(super) struct Table<K> {
    size: u64,
    places: Vec<Option<(K, Entry)>>,
    /// How many places are taken.
    kept: u64,
    hits: u64,
}

/// What is known of a position.
#[derive(Clone, Copy)]
struct Entry {
    value: Value,
    bound: Bound,
    height: u32,
    /// How many plies were to be searched; [`u32::MAX`] if all were.
    draft: u32,
    best: Option<u32>,
}

impl Entry {
    /// Whether it replaces a search with a window that has some plies left.
    fn settles(&self, rule: CutoffRule, window: Window, left: u32) -> bool {
        self.draft >= left && (self.bound == Bound::Exact || self.bound == Bound::proven(rule, window, self.value))
    }
}

impl<K: std::hash::Hash + Eq> Table<K> {
    /// A table with that many places.
    pub(super) fn of_size(size: Value) -> Table<K> {
        Table { size: (size.get() as u64).max(1), places: Vec::new(), kept: 0, hits: 0 }
    }

    /// A key with its place.
    fn placed(&self, key: Option<K>) -> Option<(usize, K)> {
        let key = key?;
        let mut number = Number::default();
        key.hash(&mut number);
        Some(((number.finish() % self.size) as usize, key))
    }

    fn find(&self, placed: Option<&(usize, K)>) -> Option<Entry> {
        let (place, key) = placed?;
        self.places.get(*place)?.as_ref().filter(|(of, _)| of == key).map(|(_, entry)| *entry)
    }

    /// Keeps an entry, unless the place has one of another position that was searched deeper.
    fn keep(&mut self, placed: Option<(usize, K)>, entry: Entry) {
        let Some((place, key)) = placed else { return };
        while self.places.len() <= place {
            memory::make_room(&mut self.places).unwrap_or_else(|shortage| memory::give_up(shortage));
            self.places.push(None);
        }
        let held = &mut self.places[place];
        if held.as_ref().is_some_and(|(of, other)| *of != key && other.height > entry.height) {
            return;
        }
        self.kept += u64::from(held.is_none());
        *held = Some((key, entry));
    }
}

/// The number with which a key begins: those of the games that are searched are 0, 1, 2 …, and so take the first places of a table.
#[derive(Default)]
struct Number(Option<u64>);

impl Hasher for Number {
    fn write(&mut self, bytes: &[u8]) {
        let mut hasher = FxHasher::default();
        hasher.write(bytes);
        self.0.get_or_insert(hasher.finish());
    }

    fn write_u32(&mut self, number: u32) {
        self.0.get_or_insert(number.into());
    }

    fn finish(&self) -> u64 {
        self.0.unwrap_or(0)
    }
}
