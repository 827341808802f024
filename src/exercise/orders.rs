//! Orders of children in which alpha-beta evaluates the fewest and the most leaves.
//!
//! What a search visits below a node depends on its window and on the orders there. The window of a child depends only on the values of
//! the children before it, and not on their orders. So the orders are found node by node, for each window that can occur:
//!
//! - the fewest leaves: a child that cuts off comes first, the one that takes the fewest. If no child does, a best one comes first, and the
//!   others meet its bound.
//! - the most: children that raise the bound come from worse to better, with some left out of this chain: they follow the first one that is
//!   at least as good, whose bound is the lowest that they can meet without setting one. A child that cuts off comes last.
//!
//! Nodes below are seen from the player at the node: `low` rises, and a child worth more than `high` cuts off.

use std::collections::HashMap;

use super::{Method, Part, Solved, Unfit};
use crate::search::{Algorithm, CutoffRule};
use crate::tree::{NodeId, Player};

/// The number of leaves that is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// As few as possible.
    Fewest,
    /// As many as possible.
    Most,
}

/// An order of children for each node that alpha-beta visits with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orders {
    /// The number of leaves that it evaluates.
    pub leaves: usize,
    /// The visited inner nodes in level order, each with its children in the order in which they are visited. Those after a cutoff come last.
    pub children: Vec<(NodeId, Vec<NodeId>)>,
}

impl Orders {
    /// The order at each node where it matters, with these names of nodes.
    pub(super) fn in_parts(&self, name: &dyn Fn(NodeId) -> String) -> Vec<Part> {
        let several = self.children.iter().filter(|(_, children)| children.len() > 1);
        let names = |children: &[NodeId]| children.iter().map(|&child| name(child)).collect::<Vec<_>>().join(", ");
        several.map(|(node, children)| Part { name: name(*node), answer: names(children) }).collect()
    }
}

/// Orders in which alpha-beta evaluates the fewest or the most leaves of a tree without chance nodes.
pub fn orders(solved: &Solved, wanted: Wanted) -> Orders {
    let mut search = Search { solved, wanted, known: HashMap::new() };
    let leaves = search.leaves(NodeId::ROOT, OPEN);
    let mut children = Vec::new();
    let mut open = vec![(NodeId::ROOT, OPEN)];
    while let Some((node, window)) = open.pop() {
        let Some(plan) = search.known.remove(&key(node, window)) else { continue };
        open.extend(plan.visits.iter().copied());
        let mut order: Vec<NodeId> = plan.visits.iter().map(|&(child, _)| child).collect();
        let rest: Vec<NodeId> = solved.tree.children(node).filter(|child| !order.contains(child)).collect();
        order.extend(rest);
        children.push((node, order));
    }
    children.sort_by_key(|&(node, _)| (solved.tree.depth(node), node));
    Orders { leaves, children }
}

/// The number of leaves that alpha-beta evaluates if it visits the children of some nodes in these orders, and those of the others from left
/// to right. This judges an answer, of which many are right: it is a best one if it takes as few leaves as [`orders`] does.
pub fn leaves_in_order(solved: &Solved, order: &[(NodeId, Vec<NodeId>)]) -> Result<usize, Unfit> {
    let method = Method { algorithm: Algorithm::ALPHA_BETA, ..solved.method };
    Ok(method.run_in_order(&solved.tree, order)?.leaves.len())
}

/// Alpha and beta.
type Window = [f64; 2];

const OPEN: Window = [f64::NEG_INFINITY, f64::INFINITY];

/// What is visited at a node in the wanted order.
#[derive(Default)]
struct Plan {
    leaves: usize,
    visits: Vec<(NodeId, Window)>,
}

struct Search<'a> {
    solved: &'a Solved,
    wanted: Wanted,
    known: HashMap<(NodeId, [u64; 2]), Plan>,
}

fn key(node: NodeId, window: Window) -> (NodeId, [u64; 2]) {
    (node, window.map(f64::to_bits))
}

/// A node as the player there sees it.
struct View {
    sign: f64,
    low: f64,
    high: f64,
}

impl View {
    /// The window of a child after another one that is worth `best`.
    fn below(&self, best: f64) -> Window {
        let low = self.low.max(best);
        if self.sign > 0.0 { [low, self.high] } else { [-self.high, -low] }
    }
}

impl Search<'_> {
    fn leaves(&mut self, node: NodeId, window: Window) -> usize {
        if self.solved.tree.is_leaf(node) {
            return 1;
        }
        if let Some(plan) = self.known.get(&key(node, window)) {
            return plan.leaves;
        }
        let plan = self.plan(node, window);
        let leaves = plan.leaves;
        self.known.insert(key(node, window), plan);
        leaves
    }

    fn plan(&mut self, node: NodeId, [alpha, beta]: Window) -> Plan {
        let Solved { tree, method, .. } = self.solved;
        let view = match tree.player(node) {
            Player::Max => View { sign: 1.0, low: alpha, high: beta },
            Player::Min => View { sign: -1.0, low: -beta, high: -alpha },
        };
        let mut children: Vec<(f64, NodeId)> =
            tree.children(node).map(|child| (view.sign * self.solved.value(child).get(), child)).collect();
        children.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let cuts = |&(value, _): &(f64, NodeId)| match method.rule {
            CutoffRule::NonStrict => value >= view.high,
            CutoffRule::Strict => value > view.high,
        };
        let split = children.partition_point(|child| !cuts(child));
        let (quiet, cutting) = children.split_at(split);
        match self.wanted {
            Wanted::Fewest if cutting.is_empty() => self.best_first(&view, quiet),
            Wanted::Fewest => self.last(&view, Vec::new(), f64::NEG_INFINITY, cutting),
            Wanted::Most => self.worst(&view, quiet, cutting),
        }
    }

    /// A best child comes first: of equal ones the one with which the whole takes the fewest leaves.
    fn best_first(&mut self, view: &View, quiet: &[(f64, NodeId)]) -> Plan {
        let best = quiet.last().map_or(f64::NEG_INFINITY, |&(value, _)| value);
        let firsts = quiet.iter().filter(|&&(value, _)| value == best);
        let plans: Vec<Plan> = firsts
            .map(|&(_, first)| {
                let mut visits = vec![(first, view.below(f64::NEG_INFINITY))];
                visits.extend(
                    quiet.iter().filter(|&&(_, child)| child != first).map(|&(_, child)| (child, view.below(best))),
                );
                self.planned(visits)
            })
            .collect();
        plans.into_iter().min_by_key(|plan| plan.leaves).unwrap_or_default()
    }

    /// The worst order.
    fn worst(&mut self, view: &View, quiet: &[(f64, NodeId)], cutting: &[(f64, NodeId)]) -> Plan {
        // After the child before each index: the most leaves so far, and the visits.
        let mut chains = vec![Plan::default()];
        for (end, &(value, child)) in quiet.iter().enumerate() {
            let mut longest = Plan::default();
            for start in 0..=end {
                let before = if start == 0 { f64::NEG_INFINITY } else { quiet[start - 1].0 };
                let mut visits = chains[start].visits.clone();
                visits.push((child, view.below(before)));
                visits.extend(quiet[start..end].iter().map(|&(_, child)| (child, view.below(value))));
                let plan = self.planned(visits);
                if plan.leaves > longest.leaves {
                    longest = plan;
                }
            }
            chains.push(longest);
        }
        if cutting.is_empty() {
            return chains.pop().unwrap_or_default();
        }
        let mut plans = Vec::new();
        for (index, chain) in chains.into_iter().enumerate() {
            let best = if index == 0 { f64::NEG_INFINITY } else { quiet[index - 1].0 };
            plans.push(self.last(view, chain.visits, best, cutting));
        }
        plans.into_iter().max_by_key(|plan| plan.leaves).unwrap_or_default()
    }

    /// Some visits, and after them the child that cuts off with the wanted number of leaves.
    fn last(&mut self, view: &View, visits: Vec<(NodeId, Window)>, best: f64, cutting: &[(f64, NodeId)]) -> Plan {
        let window = view.below(best);
        let wanted = self.wanted;
        let counts = cutting.iter().map(|&(_, child)| (self.leaves(child, window), child));
        let last = match wanted {
            Wanted::Fewest => counts.min(),
            Wanted::Most => counts.max(),
        };
        self.planned(visits.into_iter().chain(last.map(|(_, child)| (child, window))).collect())
    }

    fn planned(&mut self, visits: Vec<(NodeId, Window)>) -> Plan {
        let leaves = visits.iter().map(|&(child, window)| self.leaves(child, window)).sum();
        Plan { leaves, visits }
    }
}
