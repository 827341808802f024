//! What a screen reader says of a node, such as “MIN node B, depth 1, value 3, visited”.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::Look;
use crate::format::grouped;
use crate::tree::{NodeId, Tree, Value};

/// What is the same in every search: who moves, the name, and the depth or the value of a leaf.
pub(crate) fn node(tree: &Tree, node: NodeId) -> String {
    let is_end = tree.is_end(node);
    let mut text = match (is_end, tree.label(node)) {
        (true, Some(label)) => format!("leaf {label}"),
        (true, None) => tree.node_name(node),
        (false, Some(label)) => format!("{} node {label}", tree.role(node).name()),
        (false, None) if node == NodeId::ROOT => format!("{} node, the root", tree.role(node).name()),
        (false, None) => format!("{} {}", tree.role(node).name(), tree.node_name(node)),
    };
    if let Some(name) = tree.move_name(node) {
        let _ = write!(text, ", move {name}");
    }
    if let Some(probability) = tree.probability(node) {
        let _ = write!(text, ", probability {probability}");
    }
    if is_end {
        let value = tree.value(node).map_or_else(|| "unknown".to_owned(), Value::grouped);
        let _ = write!(text, ", value {value}");
    } else {
        let _ = write!(text, ", depth {}", grouped(tree.depth(node).into()));
    }
    text
}

/// What the value of an inner node is called.
pub(crate) fn value(tree: &Tree, node: NodeId) -> &'static str {
    if tree.is_chance(node) { "expectation" } else { "value" }
}

/// What a search did with a node; empty without a search.
pub(crate) fn look(look: Look, search: &str) -> Cow<'static, str> {
    Cow::Borrowed(match look {
        Look::Unsearched => "",
        Look::Evaluated => "evaluated",
        Look::Visited => "visited",
        Look::Pruned => return Cow::Owned(format!("pruned by {search}")),
        Look::PrunedDeep => return Cow::Owned(format!("pruned by {search}, deep cutoff")),
        Look::LeftOut => "not visited, no cutoff",
        Look::Open => "being searched",
        Look::Ahead => "not reached",
        Look::Both => "visited by both searches",
        Look::FirstOnly => "visited by the first search only",
        Look::SecondOnly => "visited by the second search only",
    })
}
