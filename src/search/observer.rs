//! What a search reports while it runs.

use super::{Bound, Window};
use crate::game::Pruned;
use crate::tree::{NodeId, Player, Value};

/// Sees a search node by node. Statically dispatched: a search that nobody watches, with `()`, pays nothing.
///
/// The calls nest: after `enter` come those of the node's subtree, then `evaluate` (at a leaf or the depth limit),
/// `leave` or `recall`. `cutoff` comes before the `leave` of the node that was left before its last child.
pub trait Observer<P> {
    /// The search enters a node.
    fn enter(&mut self, node: &P, player: Player, window: Window);
    /// The search enters a node as alpha-beta does: the window is that of its parent, narrowed by what the parent's
    /// earlier children returned, or open at the root. An observer that remembers all that may save itself the window.
    #[inline]
    fn enter_inheriting(&mut self, node: &P, player: Player, window: Window) {
        self.enter(node, player, window);
    }
    /// The static evaluation is called, and the node left with its value.
    fn evaluate(&mut self, node: &P, value: Value);
    /// The search leaves an inner node with this value.
    fn leave(&mut self, node: &P, value: Value);
    /// The search leaves a node, which it has just entered, with what it knows of the value of an equal one.
    #[inline]
    fn recall(&mut self, node: &P, value: Value, _: Bound) {
        self.leave(node, value);
    }
    /// The innermost entered node is being left before its last child, since its window is closed.
    fn cutoff(&mut self, node: &P);
}

impl<P> Observer<P> for () {
    #[inline]
    fn enter(&mut self, _: &P, _: Player, _: Window) {}
    #[inline]
    fn evaluate(&mut self, _: &P, _: Value) {}
    #[inline]
    fn leave(&mut self, _: &P, _: Value) {}
    #[inline]
    fn cutoff(&mut self, _: &P) {}
}

/// Two observers of the same search.
impl<P, A: Observer<P>, B: Observer<P>> Observer<P> for (A, B) {
    fn enter(&mut self, node: &P, player: Player, window: Window) {
        self.0.enter(node, player, window);
        self.1.enter(node, player, window);
    }
    fn enter_inheriting(&mut self, node: &P, player: Player, window: Window) {
        self.0.enter_inheriting(node, player, window);
        self.1.enter_inheriting(node, player, window);
    }
    fn evaluate(&mut self, node: &P, value: Value) {
        self.0.evaluate(node, value);
        self.1.evaluate(node, value);
    }
    fn leave(&mut self, node: &P, value: Value) {
        self.0.leave(node, value);
        self.1.leave(node, value);
    }
    fn recall(&mut self, node: &P, value: Value, bound: Bound) {
        self.0.recall(node, value, bound);
        self.1.recall(node, value, bound);
    }
    fn cutoff(&mut self, node: &P) {
        self.0.cutoff(node);
        self.1.cutoff(node);
    }
}

/// A position that stands for a node of an explicit tree.
pub trait TreePosition {
    /// That node.
    fn node(&self) -> NodeId;
}

impl TreePosition for NodeId {
    #[inline]
    fn node(&self) -> NodeId {
        *self
    }
}

impl<P: TreePosition> TreePosition for Pruned<P> {
    #[inline]
    fn node(&self) -> NodeId {
        self.position.node()
    }
}

/// The nodes in the order in which they were evaluated, repetitions included.
#[derive(Clone, Debug, Default)]
pub struct EvaluationOrder(pub Vec<NodeId>);

impl<P: TreePosition> Observer<P> for EvaluationOrder {
    fn enter(&mut self, _: &P, _: Player, _: Window) {}
    fn evaluate(&mut self, node: &P, _: Value) {
        self.0.push(node.node());
    }
    fn leave(&mut self, _: &P, _: Value) {}
    fn cutoff(&mut self, _: &P) {}
}
