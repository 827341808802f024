//! Searches and counts written independently of the program, to compare with.

use std::collections::{BTreeSet, HashMap};

use plyscope::search::story::{Event, Said};
use plyscope::search::{Algorithm, Cause, Counts, CutoffRule, Setter};
use plyscope::tree::{NodeId, Player, Tree, Value};

pub(crate) fn better(player: Player, a: f64, b: f64) -> f64 {
    match player {
        Player::Max => a.max(b),
        Player::Min => a.min(b),
    }
}

/// The minimax value of a node with these values of the leaves.
pub(crate) fn fold(tree: &Tree, node: NodeId, of_leaf: &dyn Fn(NodeId) -> f64) -> f64 {
    let values = tree.children(node).map(|child| fold(tree, child, of_leaf));
    values.reduce(|a, b| better(tree.player(node), a, b)).unwrap_or_else(|| of_leaf(node))
}

/// The minimax value of a node, with `unknown` as the value of every unknown leaf.
pub(crate) fn minimax_with(tree: &Tree, node: NodeId, unknown: f64) -> f64 {
    fold(tree, node, &|leaf| tree.value(leaf).map_or(unknown, Value::get))
}

pub(crate) fn minimax(tree: &Tree, node: NodeId) -> f64 {
    minimax_with(tree, node, f64::NAN)
}

/// The leftmost line of optimal play.
pub(crate) fn optimal_line(tree: &Tree) -> Vec<NodeId> {
    let value = minimax(tree, NodeId::ROOT);
    std::iter::successors(Some(NodeId::ROOT), |&node| {
        tree.children(node).find(|&child| (minimax(tree, child) - value).abs() == 0.0)
    })
    .collect()
}

/// Alpha-beta pruning with bounds from siblings only.
pub(crate) fn without_deep_cutoffs(
    tree: &Tree,
    node: NodeId,
    bound: Option<f64>,
    rule: CutoffRule,
    leaves: &mut BTreeSet<NodeId>,
) -> f64 {
    if tree.is_leaf(node) {
        leaves.insert(node);
        return tree.value(node).unwrap().get();
    }
    let player = tree.player(node);
    let mut best: Option<f64> = None;
    for child in tree.children(node) {
        let bound_on_child = best.filter(|_| tree.player(child) != player);
        let value = without_deep_cutoffs(tree, child, bound_on_child, rule, leaves);
        let value = best.map_or(value, |best| better(player, best, value));
        best = Some(value);
        let cuts = |bound: f64| match player {
            Player::Max => rule.cuts(&value, &bound),
            Player::Min => rule.cuts(&bound, &value),
        };
        if bound.is_some_and(cuts) {
            break;
        }
    }
    best.unwrap()
}

/// An end of a window: its value, and the depth and index of the child that last strictly changed it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct End {
    pub(crate) value: f64,
    by: Option<(u32, u32)>,
}

pub(crate) const OPEN: [End; 2] = [End { value: f64::NEG_INFINITY, by: None }, End { value: f64::INFINITY, by: None }];

/// A cutoff of the independent search: the node, the bound, what set it, and where.
pub(crate) type CutoffThere = (NodeId, f64, (u32, u32));

/// Alpha-beta, or with `siblings_alone` Knuth and Moore's F1, with the setters of both ends.
pub(crate) struct Reference<'t> {
    tree: &'t Tree,
    rule: CutoffRule,
    siblings_alone: bool,
    pub(crate) entered: HashMap<NodeId, [f64; 2]>,
    pub(crate) cutoffs: Vec<CutoffThere>,
}

impl<'t> Reference<'t> {
    pub(crate) fn run(tree: &'t Tree, rule: CutoffRule, siblings_alone: bool) -> Reference<'t> {
        let mut reference = Reference { tree, rule, siblings_alone, entered: HashMap::new(), cutoffs: Vec::new() };
        reference.value(NodeId::ROOT, 0, OPEN);
        reference
    }

    fn value(&mut self, node: NodeId, depth: u32, mut window: [End; 2]) -> f64 {
        self.entered.insert(node, window.map(|end| end.value));
        let player = self.tree.player(node);
        let own = usize::from(player == Player::Min);
        let children: Vec<NodeId> = self.tree.children(node).collect();
        let mut best: Option<f64> = None;
        // The window that results from the children alone.
        let mut alone = OPEN;
        for (index, &child) in children.iter().enumerate() {
            let passed = if self.siblings_alone { alone } else { window };
            let value = self.value(child, depth + 1, passed);
            for ends in [&mut window, &mut alone] {
                if player.prefers(value, ends[own].value) {
                    ends[own] = End { value, by: Some((depth, index as u32)) };
                }
            }
            let value = best.map_or(value, |best| better(player, best, value));
            best = Some(value);
            // F1 compares with the one bound from the parent's list.
            let ends = if self.siblings_alone {
                [value, window[1 - own].value]
            } else {
                [window[own].value, window[1 - own].value]
            };
            let is_closed =
                if own == 0 { self.rule.cuts(&ends[0], &ends[1]) } else { self.rule.cuts(&ends[1], &ends[0]) };
            if is_closed && index + 1 < children.len() {
                self.cutoffs.push((
                    node,
                    window[1 - own].value,
                    window[1 - own].by.expect("a bound that cuts was set"),
                ));
                break;
            }
        }
        best.unwrap_or_else(|| self.tree.value(node).map_or(f64::NAN, Value::get))
    }
}

/// Follows the open nodes over an event of a story, and returns the node that the event enters or leaves.
pub(crate) fn follow(open: &mut Vec<NodeId>, tree: &Tree, event: Said) -> Option<NodeId> {
    match event {
        Said::Enter { index, value, .. } => {
            let node = open.last().map_or(NodeId::ROOT, |&node| tree.children(node).nth(index as usize).unwrap());
            if value.is_none() {
                open.push(node);
            }
            Some(node)
        }
        Said::Leave { .. } | Said::Recall { .. } => Some(open.pop().expect("a node is open")),
        _ => None,
    }
}

/// The counts, computed by looking up every event in the tree: nodes and leaves in sets, cutoffs one by one.
pub(crate) fn counted_otherwise(tree: &Tree, algorithm: Algorithm, events: impl Iterator<Item = Event>) -> Counts {
    let mut counts = Counts::default();
    let (mut nodes, mut leaves) = (BTreeSet::new(), BTreeSet::new());
    let mut open: Vec<NodeId> = Vec::new();
    for event in events {
        let node = follow(&mut open, tree, event.read());
        match event.read() {
            Said::Enter { value, .. } => {
                nodes.extend(node);
                if value.is_some() {
                    counts.evaluations += 1;
                    leaves.extend(node);
                }
            }
            // A node at the depth of a pass that a later one goes below was not a leaf.
            Said::Leave { .. } if algorithm.entry().deepens => {
                leaves.remove(&node.unwrap());
            }
            Said::Pass { .. } => open.clear(),
            Said::Cutoff { by: Setter::Child { depth, .. }, .. } if depth as usize + 2 == open.len() => {
                counts.shallow_cutoffs += 1;
            }
            Said::Cutoff { by: Setter::Child { .. }, .. } => counts.deep_cutoffs += 1,
            Said::Cutoff { .. } => counts.other_cutoffs += 1,
            _ => {}
        }
    }
    if algorithm.entry().deepens {
        // The innermost open node may be a leaf that is about to be evaluated.
        open.pop();
        leaves.retain(|leaf| !open.contains(leaf));
    }
    (counts.visited_nodes, counts.distinct_leaves) = (nodes.len() as u64, leaves.len() as u64);
    counts
}

/// An open node, as far as its cutoff depends on it.
struct OpenNode {
    index: u32,
    player: Player,
    /// The best value that a child returned in this visit, and the child that was the first to return it.
    best: Option<(Value, u32)>,
    /// The ends that this visit was given, and who set them.
    ends: Vec<(Value, Setter)>,
}

impl OpenNode {
    fn hear(&mut self, value: Value, child: u32) {
        let is_better = |(best, _): (Value, u32)| match self.player {
            Player::Max => value > best,
            Player::Min => value < best,
        };
        if self.best.is_none_or(is_better) {
            self.best = Some((value, child));
        }
    }
}

/// Holds each cutoff of a story against what the open nodes know at that moment; returns how one is wrong.
pub(crate) fn check_causes(events: impl Iterator<Item = Event>, rule: CutoffRule) -> Result<(), String> {
    let (mut open, mut ends): (Vec<OpenNode>, _) = (Vec::new(), Vec::new());
    for event in events {
        match event.read() {
            Said::End { value, by, .. } => ends.push((value, by)),
            Said::Enter { index, value: Some(value), .. } => {
                ends.clear();
                if let Some(parent) = open.last_mut() {
                    parent.hear(value, index);
                }
            }
            Said::Enter { index, role, value: None, .. } => {
                let player = role.player().ok_or("chance does not move here")?;
                open.push(OpenNode { index, player, best: None, ends: std::mem::take(&mut ends) });
            }
            Said::Leave { value } | Said::Recall { value, .. } => {
                let left = open.pop().ok_or("no node is open")?;
                if let Some(parent) = open.last_mut() {
                    parent.hear(value, left.index);
                }
            }
            Said::Cutoff { cause, bound, by } => check_cutoff(&open, rule, (cause, bound, by))?,
            Said::Static { .. } | Said::Force { .. } | Said::Stand { .. } | Said::Pass { .. } => {}
        }
    }
    Ok(())
}

fn check_cutoff(open: &[OpenNode], rule: CutoffRule, (cause, bound, by): (Cause, Value, Setter)) -> Result<(), String> {
    let [above @ .., node] = open else { return Err("no node is open".into()) };
    let (best, _) = node.best.ok_or("a node without a value is cut off")?;
    let depth = above.len();
    let crosses = match node.player {
        Player::Max => rule.cuts(&best, &bound),
        Player::Min => rule.cuts(&bound, &best),
    };
    let context = format!("{cause:?} at depth {depth}, {best:?} against {bound:?} by {by:?}");
    let is_asked =
        || above.iter().chain([node]).flat_map(|node| &node.ends).any(|&(_, by)| matches!(by, Setter::Question { .. }));
    let is_right = match by {
        Setter::Child { depth: at, index } => {
            let expected = if at as usize + 1 == depth { Cause::Shallow } else { Cause::Deep };
            let owner =
                above.get(at as usize).ok_or_else(|| format!("no open node at the depth of the setter: {context}"))?;
            crosses && cause == expected && owner.player != node.player && owner.best == Some((bound, index))
        }
        Setter::Question { .. } => cause == Cause::Question && is_asked(),
        Setter::Table => cause == Cause::Table && crosses,
        Setter::Outside => cause == Cause::Outside && crosses,
        Setter::Nobody => false,
    };
    is_right.then_some(()).ok_or(context)
}
