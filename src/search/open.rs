//! The nodes that a search entered and has not left, and whose values set a bound among them.

use super::Window;
use crate::tree::{Player, Value};

/// Where a cutoff's bound came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutoffKind {
    /// From the parent.
    Shallow,
    /// From further up, which is where the question of a threshold test comes from too.
    Deep,
}

/// A cutoff at the innermost open node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closed<N> {
    pub kind: CutoffKind,
    /// The node whose value set the bound, or settled the question.
    pub witness: N,
    /// The bound: beta at a MAX node, alpha at a MIN node. Where a child settled the question its value.
    pub bound: Value,
}

/// The open nodes, the root first; `N` is what an observer keeps of each.
#[derive(Debug)]
pub(super) struct OpenNodes<N>(Vec<OpenNode<N>>);

#[derive(Debug)]
struct OpenNode<N> {
    node: N,
    player: Player,
    /// The best value that a child came back with, and that child.
    best: f64,
    best_child: N,
}

impl<N> Default for OpenNodes<N> {
    fn default() -> OpenNodes<N> {
        OpenNodes(Vec::new())
    }
}

impl<N: Copy> OpenNodes<N> {
    /// A node is entered.
    #[inline]
    pub(super) fn enter(&mut self, node: N, player: Player) {
        self.0.push(OpenNode { node, player, best: player.worst(), best_child: node });
    }

    /// The innermost node comes back with a value.
    #[inline]
    pub(super) fn leave(&mut self, value: Value) -> Option<N> {
        let node = self.0.pop()?.node;
        if let Some(parent) = self.0.last_mut()
            && parent.player.prefers(value.get(), parent.best)
        {
            parent.best = value.get();
            parent.best_child = node;
        }
        Some(node)
    }

    /// The innermost node will not come back with a value.
    pub(super) fn abandon(&mut self) -> Option<N> {
        self.0.pop().map(|open| open.node)
    }

    /// Leaves out the nodes after the first so many.
    pub(super) fn truncate(&mut self, count: usize) {
        self.0.truncate(count);
    }

    /// The innermost node.
    pub(super) fn innermost(&self) -> Option<N> {
        self.0.last().map(|open| open.node)
    }

    /// A window of the innermost node, narrowed by what its children returned.
    pub(super) fn narrow(&self, window: Window) -> Window {
        let best = self.0.last().and_then(|open| Some((open.player, Value::new(open.best)?)));
        best.map_or(window, |(player, best)| window.narrow(player, best))
    }

    /// Why the innermost node, entered with a window, is left before its last child: the nearest ancestor whose value so
    /// far is the bound says from where the bound came. Without a bound the node is left because a child of its own settled what was
    /// asked of the root, and so of this node.
    pub(super) fn cutoff(&self, window: Window) -> Option<Closed<N>> {
        let (cut, above) = self.0.split_last()?;
        let Some(bound) = window.bound_on(cut.player) else {
            let settled = Value::new(cut.best)?;
            return Some(Closed { kind: CutoffKind::Deep, witness: cut.best_child, bound: settled });
        };
        let (distance, ancestor) =
            above.iter().rev().enumerate().find(|(_, open)| open.player != cut.player && open.best == bound.get())?;
        let kind = if distance == 0 { CutoffKind::Shallow } else { CutoffKind::Deep };
        Some(Closed { kind, witness: ancestor.best_child, bound })
    }
}
