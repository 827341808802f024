//! How many evaluations alpha-beta needs when the children of one node come in another order.

use std::iter::Copied;
use std::slice;

use super::Settings;
use crate::game::{Chances, Erased, Game, Playable};
use crate::progress::Progress;
use crate::search::search;
use crate::tree::edit::ChildOrder;
use crate::tree::{Children, NodeId, Player, Probability, Tree, Value};

/// Up to this many children every order is tried, 720 of them.
pub const MOST_PERMUTED: usize = 6;

/// The evaluations of alpha-beta on a tree, as it is and with the children of one node in other orders.
#[derive(Clone, Debug, PartialEq)]
pub struct Reordering {
    /// In the order of the tree.
    pub now: u64,
    /// In other orders.
    pub orders: Orders,
}

/// The evaluations in orders of the children.
#[derive(Clone, Debug, PartialEq)]
pub enum Orders {
    /// Over all orders, each once.
    All {
        /// How many there are.
        count: u64,
        /// The fewest evaluations.
        least: u64,
        /// The most evaluations.
        most: u64,
        /// The mean.
        mean: f64,
    },
    /// Of more than [`MOST_PERMUTED`] children only these two orders are tried.
    Extremes {
        /// With the best child first.
        best_first: u64,
        /// With the worst child first.
        worst_first: u64,
    },
}

impl Reordering {
    /// Searches the tree once for each order; `None` where the node has fewer than two children, a search does not finish, or it is
    /// cancelled.
    pub fn of(tree: &Tree, node: NodeId, settings: Settings, progress: &Progress) -> Option<Reordering> {
        let mut order: Vec<NodeId> = tree.children(node).collect();
        if order.len() < 2 {
            return None;
        }
        let evaluations = |order: &[NodeId]| {
            let probabilities = order.iter().filter_map(|&child| tree.probability(child)).collect();
            Reordered { tree, node, order, probabilities }.evaluations(settings, progress)
        };
        let now = evaluations(&order)?;
        if order.len() > MOST_PERMUTED {
            let best_first = evaluations(&ChildOrder::BestFirst.sorted(tree, node))?;
            let worst_first = evaluations(&ChildOrder::WorstFirst.sorted(tree, node))?;
            return Some(Reordering { now, orders: Orders::Extremes { best_first, worst_first } });
        }
        let (mut count, mut least, mut most, mut sum) = (1, now, now, now);
        while next_permutation(&mut order) {
            let evaluations = evaluations(&order)?;
            (count, sum) = (count + 1, sum + evaluations);
            (least, most) = (least.min(evaluations), most.max(evaluations));
        }
        Some(Reordering { now, orders: Orders::All { count, least, most, mean: sum as f64 / count as f64 } })
    }
}

/// Goes to the next order of the nodes, from the ascending to the descending one; whether there is one.
fn next_permutation(nodes: &mut [NodeId]) -> bool {
    let Some(pivot) = nodes.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    let larger = nodes.iter().rposition(|&node| node > nodes[pivot]).unwrap_or(pivot);
    nodes.swap(pivot, larger);
    nodes[pivot + 1..].reverse();
    true
}

/// A tree in which the children of one node come in another order.
struct Reordered<'t> {
    tree: &'t Tree,
    node: NodeId,
    order: &'t [NodeId],
    /// Those of the children in that order, if it is a chance node.
    probabilities: Vec<Probability>,
}

impl Reordered<'_> {
    /// How many evaluations the [usual search that prunes](super::pruning) needs; `None` where it does not finish.
    fn evaluations(&self, settings: Settings, progress: &Progress) -> Option<u64> {
        let limits = settings.limits_on(self.tree, progress);
        let report = search(super::pruning(self.tree), &Erased::shaped(settings.stages, self), limits);
        report.outcome.is_finished().then_some(report.evaluations)
    }
}

/// The children of a node.
enum Moves<'g> {
    InPlace(Children<'g>),
    Reordered(Copied<slice::Iter<'g, NodeId>>),
}

impl Iterator for Moves<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        match self {
            Moves::InPlace(children) => children.next(),
            Moves::Reordered(children) => children.next(),
        }
    }
}

impl Game for Reordered<'_> {
    type Position = NodeId;
    type Moves<'g>
        = Moves<'g>
    where
        Self: 'g;
    type Key = ();

    fn root(&self) -> NodeId {
        NodeId::ROOT
    }

    fn player(&self, node: &NodeId) -> Player {
        self.tree.player(*node)
    }

    fn chances(&self, node: &NodeId) -> Option<Chances<'_>> {
        let is_reordered = *node == self.node && self.tree.is_chance(*node);
        if is_reordered { Some(Chances::given(&self.probabilities)) } else { Game::chances(self.tree, node) }
    }

    fn has_chance(&self) -> bool {
        self.tree.has_chance()
    }

    fn value_range(&self) -> Option<[Value; 2]> {
        self.tree.leaf_range()
    }

    fn moves<'g>(&'g self, node: &NodeId) -> Moves<'g> {
        if *node == self.node {
            Moves::Reordered(self.order.iter().copied())
        } else {
            Moves::InPlace(self.tree.children(*node))
        }
    }

    fn static_value(&self, node: &NodeId) -> Option<Value> {
        self.tree.value(*node)
    }
}

impl Playable for Reordered<'_> {}
