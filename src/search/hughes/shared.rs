//! A lazy tree that is kept: its thunks remember their values.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use crate::game::{Game, Playable, Shaping, TreePosition};
use crate::tree::{NodeId, Player, Value};

/// A tree that is built once for several readers: each node is built when it is first needed, and its static value is
/// computed once.
///
/// A node lives as long as it or one of its ancestors is held, so memory grows with every node built while the root is
/// held. A single search does not need this: it holds only the nodes on the path from the root.
pub struct Shared<'t, G: Game + 't> {
    root: Thunk<'t, G>,
    game: &'t G,
    built: Rc<Cell<u64>>,
}

impl<'t, G: Game + 't> Shared<'t, G> {
    /// Shares the nodes of `game`. Only the root is built.
    pub fn new(game: &'t G) -> Shared<'t, G> {
        let built = Rc::new(Cell::new(0));
        Shared { root: Thunk::new(game.root(), &built), game, built }
    }

    /// The number of nodes built so far, including the root.
    pub fn built(&self) -> u64 {
        self.built.get()
    }
}

/// A node of a shared tree; a clone is the same node.
pub struct Thunk<'t, G: Game + 't>(Rc<Node<'t, G>>);

struct Node<'t, G: Game + 't> {
    position: G::Position,
    value: OnceCell<Option<Value>>,
    sub: RefCell<Sub<'t, G>>,
    built: Rc<Cell<u64>>,
}

/// The list of subtrees, as far as it has been forced.
struct Sub<'t, G: Game + 't> {
    forced: Vec<Thunk<'t, G>>,
    rest: OnceCell<G::Moves<'t>>,
}

impl<'t, G: Game + 't> Thunk<'t, G> {
    fn new(position: G::Position, built: &Rc<Cell<u64>>) -> Thunk<'t, G> {
        built.set(built.get() + 1);
        let sub = RefCell::new(Sub { forced: Vec::new(), rest: OnceCell::new() });
        Thunk(Rc::new(Node { position, value: OnceCell::new(), sub, built: Rc::clone(built) }))
    }

    /// The position of the node.
    pub fn position(&self) -> &G::Position {
        &self.0.position
    }

    /// The subtree with this index, built if necessary.
    fn subtree(&self, game: &'t G, index: usize) -> Option<Thunk<'t, G>> {
        let mut sub = self.0.sub.borrow_mut();
        if let Some(forced) = sub.forced.get(index) {
            return Some(forced.clone());
        }
        sub.rest.get_or_init(|| game.moves(&self.0.position));
        let position = sub.rest.get_mut()?.next()?;
        let subtree = Thunk::new(position, &self.0.built);
        sub.forced.push(subtree.clone());
        Some(subtree)
    }
}

impl<'t, G: Game + 't> Clone for Thunk<'t, G> {
    fn clone(&self) -> Self {
        Thunk(Rc::clone(&self.0))
    }
}

impl<'t, G: Game<Position: TreePosition> + 't> TreePosition for Thunk<'t, G> {
    fn node(&self) -> NodeId {
        self.0.position.node()
    }
}

/// Frees the subtrees that are not held elsewhere, iteratively, at any depth.
impl<'t, G: Game + 't> Drop for Node<'t, G> {
    fn drop(&mut self) {
        let mut unreachable = std::mem::take(&mut self.sub.get_mut().forced);
        while let Some(Thunk(subtree)) = unreachable.pop() {
            if let Some(mut node) = Rc::into_inner(subtree) {
                unreachable.append(&mut node.sub.get_mut().forced);
            }
        }
    }
}

/// The subtrees of a node of a shared tree.
pub struct SharedSubtrees<'t, G: Game + 't> {
    game: &'t G,
    node: Thunk<'t, G>,
    index: usize,
}

impl<'t, G: Game + 't> Iterator for SharedSubtrees<'t, G> {
    type Item = Thunk<'t, G>;

    fn next(&mut self) -> Option<Thunk<'t, G>> {
        let subtree = self.node.subtree(self.game, self.index)?;
        self.index += 1;
        Some(subtree)
    }
}

/// The default names are enough.
impl<'t, G: Game + 't> Playable for Shared<'t, G> {}

impl<'t, G: Game + 't> Game for Shared<'t, G> {
    type Position = Thunk<'t, G>;
    type Key = G::Key;
    type Moves<'g>
        = SharedSubtrees<'t, G>
    where
        Self: 'g;

    fn root(&self) -> Thunk<'t, G> {
        self.root.clone()
    }

    fn player(&self, node: &Thunk<'t, G>) -> Player {
        self.game.player(node.position())
    }

    fn moves<'g>(&'g self, node: &Thunk<'t, G>) -> SharedSubtrees<'t, G> {
        SharedSubtrees { game: self.game, node: node.clone(), index: 0 }
    }

    fn static_value(&self, node: &Thunk<'t, G>) -> Option<Value> {
        *node.0.value.get_or_init(|| self.game.static_value(node.position()))
    }

    fn dynamic(&self, node: &Thunk<'t, G>) -> bool {
        self.game.dynamic(node.position())
    }

    fn key(&self, node: &Thunk<'t, G>) -> Option<G::Key> {
        self.game.key(node.position())
    }

    fn key_says_dynamic(&self) -> bool {
        self.game.key_says_dynamic()
    }

    fn child_index(&self, node: &Thunk<'t, G>, nth: u32) -> u32 {
        self.game.child_index(node.position(), nth)
    }

    fn shaping(&self) -> Option<&Shaping> {
        self.game.shaping()
    }
}
