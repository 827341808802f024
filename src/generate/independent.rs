//! The random trees of the theory, at the cost of one hash per node.

use super::random::unit;
use super::{Generator, Leaves};
use crate::game::{Game, Path, Playable};
use crate::tree::{Player, Value};

/// A full tree of independent leaf values in random order, without chance nodes: the same tree as [`Generator::tree`] of the same seed, with smaller nodes.
#[derive(Clone, Copy, Debug)]
pub struct Independent {
    root: Path,
    branching: u32,
    depth: u32,
    leaves: Leaves,
    /// The probability that a two-valued leaf is 1.
    one: f64,
}

impl Generator {
    /// The tree of a seed, if its distribution is this simple.
    pub fn independent_tree(&self, seed: u64) -> Option<Independent> {
        let shape = self.shape();
        (self.is_plain() && shape.is_full() && !self.has_chance()).then(|| Independent {
            root: self.root(seed),
            branching: shape.branching,
            depth: shape.depth,
            leaves: self.leaves(),
            one: self.probability_of_one(),
        })
    }
}

/// A node of an [`Independent`] tree.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    path: Path,
    depth: u32,
}

/// The children of a node of an [`Independent`] tree.
#[derive(Clone, Debug)]
pub struct Children {
    parent: Node,
    next: u32,
    count: u32,
}

impl Iterator for Children {
    type Item = Node;

    #[inline]
    fn next(&mut self) -> Option<Node> {
        if self.next == self.count {
            return None;
        }
        let path = self.parent.path.child(u64::from(self.next));
        self.next += 1;
        Some(Node { path, depth: self.parent.depth + 1 })
    }
}

impl Game for Independent {
    type Position = Node;
    type Key = ();
    type Moves<'g> = Children;

    fn root(&self) -> Node {
        Node { path: self.root, depth: 0 }
    }

    #[inline]
    fn player(&self, node: &Node) -> Player {
        if node.depth.is_multiple_of(2) { Player::Max } else { Player::Min }
    }

    #[inline]
    fn moves(&self, node: &Node) -> Children {
        let count = if node.depth == self.depth { 0 } else { self.branching };
        Children { parent: *node, next: 0, count }
    }

    /// Inner nodes have no static value.
    #[inline]
    fn static_value(&self, node: &Node) -> Option<Value> {
        if node.depth == self.depth { Value::new(self.leaves.of_uniform(unit(node.path), self.one)) } else { None }
    }
}

/// The default names are enough.
impl Playable for Independent {}
