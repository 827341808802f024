//! What is said of the node under the pointer.

use std::fmt::Write as _;

use super::Scene;
use crate::search::{Bound, CutoffKind, Record, Visit};
use crate::tree::{NodeId, Tree};
use crate::words::grouped;

/// A few lines about a node, the first its name.
pub fn describe(scene: &Scene<'_>, node: NodeId) -> Vec<String> {
    let tree = scene.tree;
    let mut lines = vec![name(tree, node)];
    match (scene.record, scene.record.and_then(|record| record.visit(node))) {
        (Some(record), Some(visit)) => visited(&mut lines, tree, record, visit),
        (Some(record), None) => {
            lines.push("pruned: never visited".to_string());
            lines.extend(cutoff_above(tree, record, node));
        }
        (None, _) => {}
    }
    lines
}

/// How a node is called: its label or its place, who moves there, its move and its value.
pub(super) fn name(tree: &Tree, node: NodeId) -> String {
    let kind = if tree.is_leaf(node) { "leaf" } else { tree.player(node).name() };
    let mut name = match tree.label(node) {
        Some(label) => format!("{label}, {kind}"),
        None if node == NodeId::ROOT => format!("root, {kind}"),
        None => format!("node {}, {kind}", grouped(node.index() as u64)),
    };
    if let Some(move_name) = tree.move_name(node) {
        let _ = write!(name, ", move {move_name}");
    }
    if tree.is_leaf(node) {
        let value = tree.value(node).map_or_else(|| "unknown".to_string(), |value| value.to_string());
        let _ = write!(name, ", value {value}");
    } else {
        let _ = write!(name, ", {} leaves below", grouped(tree.slots(node).len() as u64));
    }
    name
}

fn visited(lines: &mut Vec<String>, tree: &Tree, record: &Record, visit: &Visit) {
    let node = visit.node;
    lines.push(match (visit.value(), record.bound(node)) {
        (None, _) => "visited, no value returned".to_string(),
        (Some(value), Some(Bound::Lower)) => format!("returned {value}, a lower bound (≥{value})"),
        (Some(value), Some(Bound::Upper)) => format!("returned {value}, an upper bound (≤{value})"),
        (Some(value), _) => format!("returned {value}, exact"),
    });
    lines.push(format!("window {}", visit.window));
    let leaves = tree.slots(node).len() as u64;
    if tree.is_leaf(node) {
        let _ = write!(lines[1], ", {} evaluations", grouped(u64::from(visit.evaluations)));
    } else {
        let nodes = tree.subtree(node);
        let evaluated = grouped(record.evaluated_in(&nodes));
        lines.push(format!(
            "{} evaluations below, of {evaluated} of {} leaves",
            grouped(record.evaluations_in(&nodes)),
            grouped(leaves)
        ));
    }
    lines.extend(cutoff(tree, record, node));
}

/// The cutoff at the nearest visited node above.
fn cutoff_above(tree: &Tree, record: &Record, node: NodeId) -> Option<String> {
    // What is above a visited node was visited too, so the last visited depth is found by halving.
    let is_visited = |depth: u32| record.visit(tree.ancestor_at(node, depth)).is_some();
    let (mut visited, mut pruned) = (0, tree.depth(node));
    while visited + 1 < pruned {
        let middle = u32::midpoint(visited, pruned);
        if is_visited(middle) {
            visited = middle;
        } else {
            pruned = middle;
        }
    }
    cutoff(tree, record, tree.ancestor_at(node, visited))
}

fn cutoff(tree: &Tree, record: &Record, node: NodeId) -> Option<String> {
    let cutoff = record.cutoff(node)?;
    let kind = match cutoff.kind {
        CutoffKind::Shallow => "shallow",
        CutoffKind::Deep => "deep",
    };
    let side = match tree.player(node) {
        crate::tree::Player::Max => "beta",
        crate::tree::Player::Min => "alpha",
    };
    Some(format!(
        "{kind} cutoff at {}: {side} is {}, set by {}",
        place(tree, node),
        cutoff.bound,
        place(tree, cutoff.witness)
    ))
}

/// The shortest name of a node.
fn place(tree: &Tree, node: NodeId) -> String {
    match tree.label(node) {
        Some(label) => label.to_string(),
        None if node == NodeId::ROOT => "the root".to_string(),
        None => format!("node {}", grouped(node.index() as u64)),
    }
}
