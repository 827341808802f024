//! The tooltip of the node under the pointer.

use std::fmt::Write as _;
use std::ops::Range;

use super::Scene;
use crate::draw::{Look, Overlay as _, Searched, visited_above};
use crate::experiment::explain;
use crate::format::{count, evaluations, grouped};
use crate::search::{Bound, Cause, Cutoff, Record, Visit};
use crate::tree::{NodeId, Role, Tree, Value};

/// A few lines about a node, beginning with its name.
pub fn describe(scene: &Scene<'_>, node: NodeId) -> Vec<String> {
    let tree = scene.tree();
    let mut lines = vec![name(tree, node)];
    let overlay = scene.figure.overlay;
    match overlay.look(node) {
        Look::Ahead => {
            lines.push("not reached".to_owned());
            return lines;
        }
        Look::Open => {
            let so_far = overlay.words(node).map_or_else(String::new, |words| format!(", {words} so far"));
            lines.push(format!("being searched{so_far}"));
            lines.extend(overlay.aim(node).map(|aim| format!("the {} is {aim}", aim.noun())));
            return lines;
        }
        _ => {}
    }
    let Some(searched) = scene.searched else { return lines };
    let record = searched.record;
    if let Some(visit) = record.visit(node) {
        visited(&mut lines, searched, &visit);
    } else {
        lines.push(format!("{}: never visited", searched.state_of_unvisited(node)));
        let is_pruned = matches!(searched.look(node), Look::Pruned | Look::PrunedDeep);
        lines.extend(cutoff(tree, record, visited_above(tree, record, node)).filter(|_| is_pruned));
    }
    lines
}

/// A few lines about a fold, beginning with its size.
pub(super) fn describe_fold(scene: &Scene<'_>, fold: usize) -> Vec<String> {
    let (tree, fold) = (scene.tree(), &scene.figure.shown.folds.as_slice()[fold]);
    let nodes = count(fold.nodes.len() as u64, "node", "nodes");
    let mut lines = vec![format!("{nodes} folded below {}", tree.node_name(fold.parent))];
    if let Some(Searched { record, .. }) = scene.searched {
        let evaluated = if tree.is_part() {
            evaluations(record.evaluations_in(&fold.nodes))
        } else {
            format!("{} evaluated", grouped(record.evaluated_in(&fold.nodes)))
        };
        lines.push(format!("{} visited, {evaluated}", grouped(record.visited_in(&fold.nodes) as u64)));
    }
    lines.push("Click to open".to_owned());
    lines
}

/// The name of a node: its label or number, its player, its move and its value.
pub(super) fn name(tree: &Tree, node: NodeId) -> String {
    let mut name = match tree.label(node) {
        Some(label) => label.to_string(),
        None if node == NodeId::ROOT => "root".to_string(),
        None => tree.node_name(node),
    };
    if !tree.is_end(node) {
        let _ = write!(name, ", {}", tree.role(node).in_words());
    }
    if let Some(move_name) = tree.move_name(node) {
        let _ = write!(name, ", move {move_name}");
    }
    if let Some(probability) = tree.probability(node) {
        let _ = write!(name, ", probability {probability}");
    }
    if tree.is_end(node) {
        let value = tree.value(node).map_or_else(|| "unknown".to_string(), Value::grouped);
        let _ = write!(name, ", value {value}");
    } else if !tree.is_part() {
        let _ = write!(name, ", {} below", count(tree.slots(node).len() as u64, "leaf", "leaves"));
    }
    name
}

fn visited(lines: &mut Vec<String>, searched: Searched<'_>, visit: &Visit) {
    let (tree, record, node) = (searched.tree, searched.record, visit.node);
    let from = if visit.recalled().is_some() { ", from the table" } else { "" };
    lines.push(match (visit.value().map(Value::grouped), record.bound(node)) {
        (None, _) => "visited, no value returned".to_string(),
        (Some(value), Some(Bound::Lower)) => format!("returned {value}, a lower bound (≥{value}){from}"),
        (Some(value), Some(Bound::Upper)) => format!("returned {value}, an upper bound (≤{value}){from}"),
        (Some(value), _) => format!("returned {value}, exact{from}"),
    });
    let (first, aim) = (if visit.visits > 1 { "first " } else { "" }, visit.aim());
    lines.push(format!("{first}{} {aim}", aim.noun()));
    if tree.is_unexpanded(node) {
        lines.push(format!("{} below, not drawn", evaluations(visit.evaluations)));
    } else if tree.is_leaf(node) {
        let _ = write!(lines[1], ", {}", evaluations(visit.evaluations));
    } else {
        let nodes = tree.subtree(node);
        let of =
            if tree.is_part() { String::new() } else { format!(", of {}", evaluated_below(searched, node, &nodes)) };
        lines.push(format!("{} below{of}", evaluations(record.evaluations_in(&nodes))));
    }
    lines.extend(cutoff(tree, record, node));
}

/// How many nodes below a node were evaluated: of its leaves, unless a depth limit may have left some of these out.
fn evaluated_below(searched: Searched<'_>, node: NodeId, nodes: &Range<usize>) -> String {
    let evaluated = searched.record.evaluated_in(nodes);
    if searched.shares_in(nodes).looks().any(|(look, _)| look == Look::LeftOut) {
        return count(evaluated, "node", "nodes");
    }
    let leaves = searched.tree.slots(node).len() as u64;
    format!("{} of {}", grouped(evaluated), count(leaves, "leaf", "leaves"))
}

/// The kind of a cutoff, and its cause, to be followed by the name of the witness if there is one.
pub(crate) fn kind_and_cause(tree: &Tree, cutoff: &Cutoff) -> (&'static str, String) {
    let kind = match cutoff.cause {
        Cause::Shallow => "shallow",
        Cause::Deep => "deep",
        Cause::Question => "question’s",
        Cause::Outside => "given window’s",
        Cause::Table => "table’s",
        Cause::Untold if cutoff.bound.get().is_finite() => {
            let bound = cutoff.bound.grouped();
            return ("unexplained", format!("the bound is {bound}, and the trace does not say why"));
        }
        Cause::Untold => return ("unexplained", "the trace does not say why".into()),
    };
    if let Some(asked) = cutoff.asked {
        return (kind, format!("whether the value is {} is settled by", explain::comparison(asked, cutoff.bound)));
    }
    let bound = cutoff.bound.grouped();
    let side = match tree.role(cutoff.node) {
        Role::MAX => "beta",
        Role::MIN => "alpha",
        // Either of them.
        Role::Chance => "the bound",
    };
    let setter = match cutoff.cause {
        _ if cutoff.witness.is_some() => ", set by",
        Cause::Shallow | Cause::Deep => ", and the trace does not say from where",
        _ => "",
    };
    (kind, format!("{side} is {bound}{setter}"))
}

fn cutoff(tree: &Tree, record: &Record, node: NodeId) -> Option<String> {
    let cutoff = record.cutoff(node)?;
    let (kind, cause) = kind_and_cause(tree, cutoff);
    let witness = cutoff.witness.map_or_else(String::new, |witness| format!(" {}", tree.node_name(witness)));
    Some(format!("{kind} cutoff at {}: {cause}{witness}", tree.node_name(node)))
}
