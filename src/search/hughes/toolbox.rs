//! `reptree`, `maptree` and `redtree`, for your own trees.

use crate::game::{Game, Playable, Shaping};
use crate::tree::{Player, Value};

/// `reptree f a = node a (map (reptree f) (f a))`: the tree that grows from a label, with alternating players. [`Maptree`] gives
/// its labels values.
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

/// The default names are enough.
impl<A: Clone, I: IntoIterator<Item = A>, F: Fn(&A) -> I> Playable for Reptree<A, F> {}

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

/// `maptree f`: the same tree with other static values, computed on demand; `None` is an unknown value.
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

    fn child_index(&self, position: &G::Position, nth: u32) -> u32 {
        self.game.child_index(position, nth)
    }

    fn shaping(&self) -> Option<&Shaping> {
        self.game.shaping()
    }

    fn dynamic(&self, position: &G::Position) -> bool {
        self.game.dynamic(position)
    }
}

/// The default names are enough.
impl<G: Game, F: Fn(&G::Position) -> Option<Value>> Playable for Maptree<'_, G, F> {}

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
    redtree_from(game, f, g, a, game.root())
}

/// How much of the call stack one level of the recursion may use, and the size of a new segment, in bytes.
const RED_ZONE: usize = 128 << 10;
const SEGMENT: usize = 8 << 20;

fn redtree_from<G: Game, A: Clone>(
    game: &G,
    f: &mut impl FnMut(&G::Position, A) -> A,
    g: &mut impl FnMut(A, A) -> A,
    a: &A,
    node: G::Position,
) -> A {
    let reduce = |subtree| stacker::maybe_grow(RED_ZONE, SEGMENT, || redtree_from(game, f, g, a, subtree));
    let sub: Vec<A> = game.moves(&node).map(reduce).collect();
    let reduced = sub.into_iter().rev().fold(a.clone(), |rest, subtree| g(subtree, rest));
    f(&node, reduced)
}
