//! Shaping a game's tree before a search: `prune`, `highfirst` and `taketree`, each optional.
//!
//! Source: John Hughes, *Why Functional Programming Matters*, section 5:
//!
//! ```text
//! evaluate = max . maximise' . highfirst . maptree static . prune 8 . gametree
//!
//! prune 0 (node pos sub) = node pos (map (prune 0) sub),            if dynamic pos
//!                        = node pos nil,                            otherwise
//! prune n (node pos sub) = node pos (map (prune (n-1)) sub)
//!
//! highfirst (node n sub) = node n (sort higher (map lowfirst sub))
//! lowfirst (node n sub)  = node n (sort (not.higher) (map highfirst sub))
//! higher (node n1 sub1) (node n2 sub2) = n1 > n2
//!
//! taketree n             = redtree (nodett n) cons nil
//! nodett n label sub     = node label (take n sub)
//! ```
//!
//! A tree is a [`Game`] whose subtrees are built on demand, and [`Shaped`] is lazy, too: the subtrees of a node are sorted
//! when the first of them is needed, and those that `taketree` drops are never built unless they must be sorted.

use std::cell::{Cell, RefCell};
use std::vec;

use super::{Board, Chances, Game, Playable, child, write};
use crate::sorting;
use crate::tree::{NodeId, Player, Value};

/// The maximum number of further moves at dynamic positions. Without it `prune` as in the paper would never end if both players can
/// always capture something and neither does.
pub const MOST_DYNAMIC_MOVES: u32 = 1_000;

/// The stages of a shaped tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stages {
    /// `prune n`: the depth limit; `None` for the whole tree.
    pub prune: Option<u32>,
    /// Whether `prune` continues below [dynamic](Game::dynamic) positions, for at most [`MOST_DYNAMIC_MOVES`].
    pub dynamic: bool,
    /// Whether the most promising subtrees come first. The sort is stable.
    pub highfirst: bool,
    /// `taketree k`: the number of subtrees of each node that are kept; `None` for all.
    pub taketree: Option<usize>,
    /// Whether `static` makes a sooner win and a later loss better, if the game [knows](Game::soonest) its won ends.
    pub sooner: bool,
}

impl Stages {
    /// Only a depth limit.
    pub fn to_depth(depth: u32) -> Stages {
        Stages { prune: Some(depth), ..Stages::default() }
    }

    /// The same stages, with or without continuing below dynamic positions.
    #[must_use]
    pub fn dynamic(self, dynamic: bool) -> Stages {
        Stages { dynamic, ..self }
    }

    /// The combination of two sets of stages: the smaller limits apply.
    #[must_use]
    pub fn and(self, other: Stages) -> Stages {
        let smaller = |a: Option<u32>, b: Option<u32>| a.into_iter().chain(b).min();
        Stages {
            prune: smaller(self.prune, other.prune),
            dynamic: self.dynamic || other.dynamic,
            highfirst: self.highfirst || other.highfirst,
            taketree: self.taketree.into_iter().chain(other.taketree).min(),
            sooner: self.sooner || other.sooner,
        }
    }

    /// Whether the value may differ from that of the whole tree, because parts are left out.
    pub fn are_selective(self) -> bool {
        self.prune.is_some() || self.taketree.is_some()
    }

    /// Whether children are left out or reordered.
    pub fn reshape(self) -> bool {
        self.highfirst || self.taketree.is_some()
    }

    /// How many moves may follow beyond the depth limit.
    fn beyond(self) -> u32 {
        if self.dynamic { MOST_DYNAMIC_MOVES } else { 0 }
    }
}

/// A game whose tree is shaped by [`Stages`].
pub struct Shaped<'g, G: Game> {
    game: &'g G,
    stages: Stages,
    /// N of ±(N − plies), the values of won and lost ends, where sooner wins are better.
    soonest: Option<i32>,
    /// The moves that may follow the root of the whole tree, and those of them at dynamic positions only.
    depth: u32,
    beyond: u32,
    /// Where the search starts, if not at the root.
    start: Option<ShapedPosition<G::Position>>,
    shaping: Shaping,
}

/// The counts of shaping a tree.
#[derive(Debug, Default)]
pub struct Shaping {
    counts: Cell<ShapingCounts>,
    waiting: Cell<u64>,
    /// The static values computed since the last call of [`Shaping::take_told`], each with the index of its child; `None`
    /// if they are not collected.
    told: RefCell<Option<Vec<(u32, Value)>>>,
    /// Space for the static values of the subtrees of one node, each with the subtree's place, so that sorting allocates nothing.
    values: RefCell<Vec<(Value, usize)>>,
}

/// How often static values were computed or shared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShapingCounts {
    /// Computed for ordering.
    pub ordering: u64,
    /// Known values that a search needed and that had been computed for ordering.
    pub shared: u64,
    /// Nodes that were built for ordering and never returned.
    pub unused: u64,
}

impl Shaping {
    /// The counts so far, of all searches of the tree.
    pub fn counts(&self) -> ShapingCounts {
        self.counts.get()
    }

    /// The number of nodes built for ordering and neither returned nor dropped yet.
    pub fn waiting(&self) -> u64 {
        self.waiting.get()
    }

    /// Starts or stops collecting the static values computed for ordering.
    pub fn set_listening(&self, listens: bool) {
        *self.told.borrow_mut() = listens.then(Vec::new);
    }

    /// Passes on the static values computed since the last call.
    pub fn take_told(&self, tell: &mut dyn FnMut(u32, Value)) {
        if let Some(told) = self.told.borrow_mut().as_mut() {
            for (index, value) in told.drain(..) {
                tell(index, value);
            }
        }
    }

    fn tell(&self, index: u32, value: Value) {
        if let Some(told) = self.told.borrow_mut().as_mut() {
            told.push((index, value));
        }
    }
}

/// A position of a shaped game.
#[derive(Clone, Copy, Debug)]
pub struct ShapedPosition<P> {
    /// The position of the game.
    pub position: P,
    /// How many moves may still follow, including those at dynamic positions.
    pub depth_left: u32,
    /// Which of the children it is that the game itself visits.
    index: u32,
    value: StoredStatic,
}

/// A static value, if it has been computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Static {
    Unforced,
    /// `None` if it is unknown.
    Forced(Option<Value>),
}

/// A static value in one number, because a search has many positions: NaN if it has not been computed, infinite if it is unknown.
#[derive(Clone, Copy, Debug)]
struct StoredStatic(f64);

impl StoredStatic {
    const UNFORCED: StoredStatic = StoredStatic(f64::NAN);

    fn forced(value: Option<Value>) -> StoredStatic {
        StoredStatic(value.map_or(f64::INFINITY, Value::get))
    }

    #[inline]
    fn get(self) -> Static {
        if self.0.is_nan() { Static::Unforced } else { Static::Forced(Value::new(self.0)) }
    }
}

impl<'g, G: Game> Shaped<'g, G> {
    /// `game`, shaped by `stages`.
    pub fn new(stages: Stages, game: &'g G) -> Shaped<'g, G> {
        let beyond = stages.beyond();
        let depth = stages.prune.map_or(u32::MAX, |depth| depth.saturating_add(beyond));
        let soonest = game.soonest().filter(|_| stages.sooner);
        Shaped { game, stages, soonest, depth, beyond, start: None, shaping: Shaping::default() }
    }

    /// The same tree from a node below its root, given by child indices; `None` if there is no such node.
    pub fn below(&self, path: &[u32]) -> Option<Shaped<'g, G>> {
        let mut start = self.root();
        for &index in path {
            start = child(self, &start, index)?;
        }
        Some(Shaped { start: Some(start), shaping: Shaping::default(), ..*self })
    }

    /// How many moves led to a position.
    fn plies(&self, node: &ShapedPosition<G::Position>) -> u32 {
        self.depth - node.depth_left
    }

    /// `prune depth game`.
    pub fn to_depth(depth: u32, game: &'g G) -> Shaped<'g, G> {
        Shaped::new(Stages::to_depth(depth), game)
    }

    /// The game with further stages.
    #[must_use]
    pub fn and(&self, stages: Stages) -> Shaped<'g, G> {
        let mut shaped = Shaped::new(self.stages.and(stages), self.game);
        let at_depth = |mut start: ShapedPosition<G::Position>| {
            start.depth_left = shaped.depth.saturating_sub(self.plies(&start));
            start
        };
        shaped.start = self.start.clone().map(at_depth);
        shaped
    }

    /// The original game.
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// `static`: the value without search. Where sooner wins are better, a won end is worth N less the moves that led there.
    #[inline]
    fn worth(&self, node: &ShapedPosition<G::Position>) -> Option<Value> {
        let Some(soonest) = self.soonest else { return self.game.static_value(&node.position) };
        let Some(winner) = self.game.winner(&node.position) else { return self.game.static_value(&node.position) };
        let left = soonest.saturating_sub_unsigned(self.plies(node));
        Some(Value::from(if winner == Player::Max { left } else { -left }))
    }

    /// Whether the value of a position depends on the moves that led to it.
    fn counts_moves(&self) -> bool {
        self.stages.prune.is_some() || self.soonest.is_some()
    }

    /// `prune`: whether the node keeps its subtrees.
    fn goes_on(&self, node: &ShapedPosition<G::Position>) -> bool {
        node.depth_left > self.beyond || node.depth_left > 0 && self.game.dynamic(&node.position)
    }

    /// `n` of `taketree n`: how many subtrees of a node are kept. Where chance moves all are, in the game's own order, because each has
    /// its probability.
    fn take(&self, node: &ShapedPosition<G::Position>) -> usize {
        self.stages.taketree.filter(|_| !self.is_chance(node)).unwrap_or(usize::MAX)
    }

    /// A separate function, so that writing all subtrees in their order is little code.
    #[cold]
    #[inline(never)]
    fn write_reshaped(
        &self,
        node: &ShapedPosition<G::Position>,
        places: &mut [ShapedPosition<G::Position>],
    ) -> Option<usize> {
        write(self.moves(node), places)
    }

    fn is_chance(&self, node: &ShapedPosition<G::Position>) -> bool {
        self.game.chances(&node.position).is_some()
    }

    /// `highfirst` if MAX moves, `lowfirst` if MIN does. If a static value is unknown there is no order, and the
    /// subtree without one is the only one, so that a search reaches it.
    fn sorted(&self, player: Player, subtrees: &mut ShapedMoves<'_, G::Moves<'_>>) -> Vec<ShapedPosition<G::Position>> {
        let mut sub: Vec<_> = subtrees.collect();
        if sub.len() < 2 {
            return sub;
        }
        let mut values = self.shaping.values.take();
        values.clear();
        for index in 0..sub.len() {
            let value = self.worth(&sub[index]);
            let counts = self.shaping.counts.get();
            self.shaping.counts.set(ShapingCounts { ordering: counts.ordering + 1, ..counts });
            sub[index].value = StoredStatic::forced(value);
            let Some(value) = value else {
                sub.swap(0, index);
                sub.truncate(1);
                return sub;
            };
            self.shaping.tell(self.game.child_index(&sub[index].position, sub[index].index), value);
            values.push((value, index));
        }
        sort(player, &mut values, &mut |a, b| sub.swap(a, b));
        self.shaping.values.replace(values);
        sub
    }
}

/// Sorts the subtrees of a node, given their values and places. Equal ones keep their order. Not generic, so that a sort is compiled
/// once and not for each game.
fn sort(player: Player, values: &mut [(Value, usize)], swap: &mut dyn FnMut(usize, usize)) {
    values.sort_unstable_by(|a, b| player.best_first(a.0, b.0).then(a.1.cmp(&b.1)));
    sorting::exchanges(values, |(_, place)| place, swap);
}

/// The subtrees of a node of a shaped game.
pub struct ShapedMoves<'g, M: Iterator> {
    subtrees: Subtrees<'g, M>,
    depth_left: u32,
    /// `take n sub`: how many may still follow.
    take: usize,
    index: u32,
}

enum Subtrees<'g, M: Iterator> {
    None,
    Unsorted(M),
    Sorted(vec::IntoIter<ShapedPosition<M::Item>>, &'g Shaping),
}

impl<M: Iterator> Iterator for ShapedMoves<'_, M> {
    type Item = ShapedPosition<M::Item>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.take == 0 {
            return None;
        }
        self.take -= 1;
        match &mut self.subtrees {
            Subtrees::None => None,
            Subtrees::Unsorted(positions) => {
                let (position, index) = (positions.next()?, self.index);
                self.index += 1;
                Some(ShapedPosition { position, depth_left: self.depth_left, index, value: StoredStatic::UNFORCED })
            }
            Subtrees::Sorted(sorted, shaping) => {
                let next = sorted.next()?;
                shaping.waiting.set(shaping.waiting.get() - 1);
                Some(next)
            }
        }
    }
}

impl<M: Iterator> Drop for Subtrees<'_, M> {
    fn drop(&mut self) {
        if let Subtrees::Sorted(sorted, shaping) = self {
            let unused = sorted.len() as u64;
            shaping.waiting.set(shaping.waiting.get() - unused);
            let counts = shaping.counts.get();
            shaping.counts.set(ShapingCounts { unused: counts.unused + unused, ..counts });
        }
    }
}

impl<G: Game> Game for Shaped<'_, G> {
    type Position = ShapedPosition<G::Position>;
    type Key = (G::Key, Option<u32>);
    type Moves<'g>
        = ShapedMoves<'g, G::Moves<'g>>
    where
        Self: 'g;

    fn root(&self) -> Self::Position {
        let whole = || ShapedPosition {
            position: self.game.root(),
            depth_left: self.depth,
            index: 0,
            value: StoredStatic::UNFORCED,
        };
        self.start.clone().unwrap_or_else(whole)
    }

    #[inline]
    fn player(&self, node: &Self::Position) -> Player {
        self.game.player(&node.position)
    }

    #[inline]
    fn chances(&self, node: &Self::Position) -> Option<Chances<'_>> {
        self.game.chances(&node.position)
    }

    fn has_chance(&self) -> bool {
        self.game.has_chance()
    }

    fn value_range(&self) -> Option<[Value; 2]> {
        match self.soonest {
            None => self.game.value_range(),
            Some(soonest) => Some([Value::from(-soonest), Value::from(soonest)]),
        }
    }

    #[inline]
    fn moves<'g>(&'g self, node: &Self::Position) -> Self::Moves<'g> {
        let (depth_left, take) = (node.depth_left.saturating_sub(1), self.take(node));
        let mut moves = ShapedMoves { subtrees: Subtrees::None, depth_left, take, index: 0 };
        // If the static value of a node was needed for sorting and is unknown, the search ends there.
        if !self.goes_on(node) || node.value.get() == Static::Forced(None) {
            return moves;
        }
        moves.subtrees = Subtrees::Unsorted(self.game.moves(&node.position));
        if self.stages.highfirst && !self.is_chance(node) {
            moves.take = usize::MAX;
            let sorted = self.sorted(self.game.player(&node.position), &mut moves);
            let waiting = &self.shaping.waiting;
            waiting.set(waiting.get() + sorted.len() as u64);
            moves.take = take;
            moves.subtrees = Subtrees::Sorted(sorted.into_iter(), &self.shaping);
        }
        moves
    }

    #[inline]
    fn write_moves(&self, node: &Self::Position, places: &mut [Self::Position]) -> Option<usize> {
        if self.stages.reshape() {
            return self.write_reshaped(node, places);
        }
        if !self.goes_on(node) {
            return Some(0);
        }
        let depth_left = node.depth_left - 1;
        let shaped = |(index, position)| ShapedPosition { position, depth_left, index, value: StoredStatic::UNFORCED };
        write((0..).zip(self.game.moves(&node.position)).map(shaped), places)
    }

    fn is_leaf(&self, node: &Self::Position) -> bool {
        !self.goes_on(node)
            || node.value.get() == Static::Forced(None)
            || self.take(node) == 0
            || self.game.is_leaf(&node.position)
    }

    #[inline]
    fn static_value(&self, node: &Self::Position) -> Option<Value> {
        match node.value.get() {
            Static::Unforced => self.worth(node),
            Static::Forced(value) => {
                let counts = self.shaping.counts.get();
                // A search that gets no value counts no evaluation, and may ask again.
                let shared = counts.shared + u64::from(value.is_some());
                self.shaping.counts.set(ShapingCounts { shared, ..counts });
                value
            }
        }
    }

    fn dynamic(&self, node: &Self::Position) -> bool {
        self.game.dynamic(&node.position)
    }

    /// The key of the original position and, if their number is limited or tells how soon a win is, the moves left.
    fn key(&self, node: &Self::Position) -> Option<Self::Key> {
        if self.stages.dynamic && !self.game.key_says_dynamic() {
            return None;
        }
        Some((self.game.key(&node.position)?, self.counts_moves().then_some(node.depth_left)))
    }

    fn key_says_dynamic(&self) -> bool {
        self.game.key_says_dynamic()
    }

    #[inline]
    fn child_index(&self, node: &Self::Position, _: u32) -> u32 {
        self.game.child_index(&node.position, node.index)
    }

    #[inline]
    fn shaping(&self) -> Option<&Shaping> {
        self.stages.highfirst.then_some(&self.shaping)
    }
}

impl<G: Playable> Playable for Shaped<'_, G> {
    fn label(&self, node: &Self::Position) -> String {
        self.game.label(&node.position)
    }

    fn move_name(&self, from: &Self::Position, to: &Self::Position) -> String {
        self.game.move_name(&from.position, &to.position)
    }

    fn in_words(&self, node: &Self::Position) -> String {
        self.game.in_words(&node.position)
    }

    fn board(&self, node: &Self::Position) -> Option<Board> {
        self.game.board(&node.position)
    }
}

/// A position that corresponds to a node of an explicit tree.
pub trait TreePosition {
    /// The node.
    fn node(&self) -> NodeId;
}

impl TreePosition for NodeId {
    #[inline]
    fn node(&self) -> NodeId {
        *self
    }
}

impl<P: TreePosition> TreePosition for ShapedPosition<P> {
    #[inline]
    fn node(&self) -> NodeId {
        self.position.node()
    }
}
