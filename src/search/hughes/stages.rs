//! What shapes a lazy tree: `reptree`, `maptree`, `redtree`, `highfirst`, `lowfirst` and `taketree`.

use std::cell::Cell;
use std::cmp::Reverse;
use std::iter::Take;
use std::vec;

use crate::game::{Game, HasPath, Path};
use crate::search::TreePosition;
use crate::search::run::descend;
use crate::tree::{NodeId, Player, Value};

/// `reptree f a = node a (map (reptree f) (f a))`: the tree that grows from a label, where the players take turns. Give its labels values
/// with [`Maptree`].
#[derive(Clone, Debug)]
pub struct Reptree<A, F> {
    root: A,
    player: Player,
    f: F,
}

impl<A: Clone, I: IntoIterator<Item = A>, F: Fn(&A) -> I> Reptree<A, F> {
    /// `reptree f root`, where `player` moves at the root.
    pub fn new(root: A, player: Player, f: F) -> Reptree<A, F> {
        Reptree { root, player, f }
    }
}

impl<A: Clone, I: IntoIterator<Item = A>, F: Fn(&A) -> I> Game for Reptree<A, F> {
    type Position = (A, Player);
    type Key = ();
    type Moves<'g>
        = Labels<I::IntoIter>
    where
        Self: 'g;

    fn root(&self) -> (A, Player) {
        (self.root.clone(), self.player)
    }

    fn player(&self, &(_, player): &(A, Player)) -> Player {
        player
    }

    fn moves(&self, (label, player): &(A, Player)) -> Labels<I::IntoIter> {
        Labels { labels: (self.f)(label).into_iter(), player: player.opponent() }
    }

    fn static_value(&self, _: &(A, Player)) -> Option<Value> {
        None
    }
}

/// The subtrees of a node of [`Reptree`].
#[derive(Clone, Debug)]
pub struct Labels<I> {
    labels: I,
    player: Player,
}

impl<I: Iterator> Iterator for Labels<I> {
    type Item = (I::Item, Player);

    fn next(&mut self) -> Option<Self::Item> {
        Some((self.labels.next()?, self.player))
    }
}

/// `maptree f`: the same tree with other static values, each computed when it is asked for; `None` is an unknown one.
#[derive(Clone, Copy, Debug)]
pub struct Maptree<'t, G, F> {
    game: &'t G,
    f: F,
}

impl<'t, G: Game, F: Fn(&G::Position) -> Option<Value>> Maptree<'t, G, F> {
    /// `maptree f game`.
    pub fn new(f: F, game: &'t G) -> Self {
        Maptree { game, f }
    }
}

impl<G: Game, F: Fn(&G::Position) -> Option<Value>> Game for Maptree<'_, G, F> {
    type Position = G::Position;
    type Key = ();
    type Moves<'g>
        = G::Moves<'g>
    where
        Self: 'g;

    fn root(&self) -> G::Position {
        self.game.root()
    }

    fn player(&self, position: &G::Position) -> Player {
        self.game.player(position)
    }

    fn moves<'g>(&'g self, position: &G::Position) -> G::Moves<'g> {
        self.game.moves(position)
    }

    fn static_value(&self, position: &G::Position) -> Option<Value> {
        (self.f)(position)
    }

    fn dynamic(&self, position: &G::Position) -> bool {
        self.game.dynamic(position)
    }
}

/// `redtree f g a`, of a finite tree:
///
/// ```text
/// redtree f g a (node label sub)       = f label (redtree' f g a sub)
/// redtree' f g a (cons subtree rest)   = g (redtree f g a subtree) (redtree' f g a rest)
/// redtree' f g a nil                   = a
/// ```
pub fn redtree<G: Game, A: Clone>(
    game: &G,
    f: &mut impl FnMut(&G::Position, A) -> A,
    g: &mut impl FnMut(A, A) -> A,
    a: &A,
) -> A {
    redtree_from(game, f, g, a, game.root(), 0)
}

fn redtree_from<G: Game, A: Clone>(
    game: &G,
    f: &mut impl FnMut(&G::Position, A) -> A,
    g: &mut impl FnMut(A, A) -> A,
    a: &A,
    node: G::Position,
    depth: u32,
) -> A {
    let sub: Vec<A> =
        game.moves(&node).map(|subtree| descend(depth, || redtree_from(game, f, g, a, subtree, depth + 1))).collect();
    let reduced = sub.into_iter().rev().fold(a.clone(), |rest, subtree| g(subtree, rest));
    f(&node, reduced)
}

/// `highfirst` where MAX moves, `lowfirst` where MIN does: the same tree with the subtrees that look best first.
///
/// ```text
/// highfirst (node n sub) = node n (sort higher (map lowfirst sub))
/// lowfirst (node n sub)  = node n (sort (not . higher) (map highfirst sub))
/// higher (node n1 sub1) (node n2 sub2) = n1 > n2
/// ```
///
/// The sort is stable, and happens when the subtrees are asked for. It computes their static values, which stay with them; those of
/// an only subtree it does not need.
#[derive(Debug)]
pub struct Highfirst<'t, G> {
    game: &'t G,
    sorts: bool,
    evaluations: Cell<u64>,
    reused: Cell<u64>,
    waiting: Cell<u64>,
}

impl<'t, G: Game> Highfirst<'t, G> {
    /// `highfirst game`, or `game` as it is.
    pub fn new(sorts: bool, game: &'t G) -> Self {
        Highfirst { game, sorts, evaluations: Cell::new(0), reused: Cell::new(0), waiting: Cell::new(0) }
    }

    /// How many static values were computed for sorting.
    pub fn evaluations(&self) -> u64 {
        self.evaluations.get()
    }

    /// How many static values were asked for that sorting had computed.
    pub fn reused(&self) -> u64 {
        self.reused.get()
    }

    /// How many nodes were built for sorting and are neither handed on nor dropped.
    pub fn waiting(&self) -> u64 {
        self.waiting.get()
    }

    fn rank(&self, position: G::Position) -> Ranked<G::Position> {
        self.evaluations.set(self.evaluations.get() + 1);
        let value = self.game.static_value(&position);
        Ranked { position, value: Static::Forced(value) }
    }

    /// The subtrees in their order. Where a static value is unknown there is no order, and the subtree that lacks it is
    /// the only one, so that a search meets it.
    fn sorted(&self, player: Player, sub: Vec<G::Position>) -> Vec<Ranked<G::Position>> {
        let mut ranked = Vec::with_capacity(sub.len());
        for position in sub {
            let subtree = self.rank(position);
            if subtree.value == Static::Forced(None) {
                return vec![subtree];
            }
            ranked.push(subtree);
        }
        match player {
            Player::Max => ranked.sort_by_key(|subtree| Reverse(subtree.value)),
            Player::Min => ranked.sort_by_key(|subtree| subtree.value),
        }
        ranked
    }
}

/// A position of a tree that may be sorted.
#[derive(Clone, Copy, Debug)]
pub struct Ranked<P> {
    /// The position of the unsorted tree.
    pub position: P,
    value: Static,
}

/// A static value as far as it was computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Static {
    Unforced,
    /// `None` where it is unknown.
    Forced(Option<Value>),
}

impl<P: TreePosition> TreePosition for Ranked<P> {
    fn node(&self) -> NodeId {
        self.position.node()
    }
}

impl<P: HasPath> HasPath for Ranked<P> {
    fn path(&self) -> Path {
        self.position.path()
    }
}

/// The subtrees of a node of [`Highfirst`].
pub struct Subtrees<'g, M: Iterator> {
    unsorted: Option<M>,
    sorted: vec::IntoIter<Ranked<M::Item>>,
    waiting: &'g Cell<u64>,
}

impl<M: Iterator> Iterator for Subtrees<'_, M> {
    type Item = Ranked<M::Item>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(unsorted) = &mut self.unsorted {
            return unsorted.next().map(|position| Ranked { position, value: Static::Unforced });
        }
        let next = self.sorted.next()?;
        self.waiting.set(self.waiting.get() - 1);
        Some(next)
    }
}

impl<M: Iterator> Drop for Subtrees<'_, M> {
    fn drop(&mut self) {
        self.waiting.set(self.waiting.get() - self.sorted.len() as u64);
    }
}

impl<G: Game> Game for Highfirst<'_, G> {
    type Position = Ranked<G::Position>;
    type Key = G::Key;
    type Moves<'g>
        = Subtrees<'g, G::Moves<'g>>
    where
        Self: 'g;

    fn root(&self) -> Self::Position {
        Ranked { position: self.game.root(), value: Static::Unforced }
    }

    fn player(&self, ranked: &Self::Position) -> Player {
        self.game.player(&ranked.position)
    }

    fn moves<'g>(&'g self, ranked: &Self::Position) -> Self::Moves<'g> {
        let mut moves = Subtrees { unsorted: None, sorted: Vec::new().into_iter(), waiting: &self.waiting };
        if ranked.value == Static::Forced(None) {
            return moves;
        }
        let sub = self.game.moves(&ranked.position);
        if !self.sorts {
            moves.unsorted = Some(sub);
            return moves;
        }
        let sub: Vec<_> = sub.collect();
        let sorted = if sub.len() < 2 {
            sub.into_iter().map(|position| Ranked { position, value: Static::Unforced }).collect()
        } else {
            self.sorted(self.game.player(&ranked.position), sub)
        };
        self.waiting.set(self.waiting.get() + sorted.len() as u64);
        moves.sorted = sorted.into_iter();
        moves
    }

    fn static_value(&self, ranked: &Self::Position) -> Option<Value> {
        match ranked.value {
            Static::Unforced => self.game.static_value(&ranked.position),
            Static::Forced(value) => {
                self.reused.set(self.reused.get() + 1);
                value
            }
        }
    }

    fn dynamic(&self, ranked: &Self::Position) -> bool {
        self.game.dynamic(&ranked.position)
    }

    fn key(&self, ranked: &Self::Position) -> Option<G::Key> {
        self.game.key(&ranked.position)
    }
}

/// `taketree n = redtree (nodett n) cons nil`, `nodett n label sub = node label (take n sub)`: the first `n` subtrees of each node.
#[derive(Clone, Copy, Debug)]
pub struct Taketree<'t, G> {
    game: &'t G,
    n: usize,
}

impl<'t, G: Game> Taketree<'t, G> {
    /// `taketree n game`.
    pub fn new(n: usize, game: &'t G) -> Self {
        Taketree { game, n }
    }
}

impl<G: Game> Game for Taketree<'_, G> {
    type Position = G::Position;
    type Key = G::Key;
    type Moves<'g>
        = Take<G::Moves<'g>>
    where
        Self: 'g;

    fn root(&self) -> G::Position {
        self.game.root()
    }

    fn player(&self, position: &G::Position) -> Player {
        self.game.player(position)
    }

    fn moves<'g>(&'g self, position: &G::Position) -> Self::Moves<'g> {
        self.game.moves(position).take(self.n)
    }

    fn static_value(&self, position: &G::Position) -> Option<Value> {
        self.game.static_value(position)
    }

    fn dynamic(&self, position: &G::Position) -> bool {
        self.game.dynamic(position)
    }

    fn key(&self, position: &G::Position) -> Option<G::Key> {
        self.game.key(position)
    }
}
