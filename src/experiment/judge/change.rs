//! Trees with a part changed, and the line of JSON that a program reads.

use crate::tree::file::to_json;
use crate::tree::{Builder, NodeId, Role, Tree, Value};

/// What is changed in a tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Change {
    /// Only names and static values are left out.
    Nothing,
    /// A node goes, with all below it.
    Drop(NodeId),
    /// Siblings in a row go, from the first to the last, with all below them.
    DropRow(NodeId, NodeId),
    /// A node becomes a leaf, or a leaf gets another value.
    Leaf(NodeId, Value),
    /// A node becomes the root.
    Root(NodeId),
}

/// A copy of a tree with a part changed, without names and without static values. `worth` gives each leaf its value.
pub(super) fn changed(tree: &Tree, change: Change, worth: impl Fn(Value) -> Value) -> Option<Tree> {
    let top = if let Change::Root(node) = change { node } else { NodeId::ROOT };
    let mut builder = Builder::new();
    builder.set_root_player(tree.player(top));
    let nodes = tree.subtree(top);
    let dropped = match change {
        Change::Drop(node) => tree.subtree(node),
        Change::DropRow(first, last) => tree.subtree(first).start..tree.subtree(last).end,
        Change::Nothing | Change::Leaf(..) | Change::Root(_) => 0..0,
    };
    let (mut ends, mut index) = (Vec::new(), nodes.start);
    while index < nodes.end {
        while ends.last().is_some_and(|&end| end <= index) {
            ends.pop();
            builder.close();
        }
        if dropped.contains(&index) {
            index = dropped.end;
            continue;
        }
        let node = tree.node(index)?;
        let end = tree.subtree(node).end;
        let copy = builder.open().ok()?;
        if node != top {
            copy_probability(tree, node, copy, &mut builder);
        }
        let value = match change {
            Change::Leaf(at, value) if at == node => Some(value),
            _ if tree.is_leaf(node) => tree.value(node).map(&worth),
            _ => None,
        };
        if value.is_some() {
            builder.set_value(copy, value);
            builder.close();
            index = end;
        } else {
            copy_role(tree, node, copy, &mut builder);
            ends.push(end);
            index += 1;
        }
    }
    builder.build().ok()
}

fn copy_role(tree: &Tree, node: NodeId, copy: NodeId, builder: &mut Builder) {
    if let Some(role) = tree.given_role(node) {
        builder.set_role(copy, role);
    } else if tree.is_chance(node) {
        builder.set_role(copy, Role::Chance);
    }
}

fn copy_probability(tree: &Tree, node: NodeId, copy: NodeId, builder: &mut Builder) {
    let is_told = tree.parent(node).is_some_and(|parent| tree.is_chance(parent) && !tree.has_equal_outcomes(parent));
    if let Some(probability) = tree.probability(node).filter(|_| is_told) {
        builder.set_probability(copy, probability);
    }
}

/// A tree without names on one line of JSON: nested lists, or an object with `root` if MIN moves first.
pub fn line(tree: &Tree) -> String {
    const OF_MAX: &str = r#"{"root": "max", "tree": "#;
    let mut bytes = Vec::new();
    // Nothing is lost in memory.
    let _ = to_json(tree, &mut bytes);
    let text = String::from_utf8_lossy(&bytes);
    let mut line = String::with_capacity(text.len());
    for part in text.lines() {
        let part = part.trim_start();
        if line.ends_with(',') {
            line.push(' ');
        }
        line.push_str(part);
    }
    let bare = line.strip_prefix(OF_MAX).and_then(|tree| tree.strip_suffix('}'));
    bare.map_or_else(|| line.clone(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(text: &str) -> Tree {
        text.parse().unwrap()
    }

    fn after(text: &str, change: impl Fn(&dyn Fn(usize) -> NodeId) -> Change) -> String {
        let tree = tree(text);
        line(&changed(&tree, change(&|index| tree.node(index).unwrap()), |value| value).unwrap())
    }

    #[test]
    fn a_line_has_lists_and_names_the_player_only_if_min_begins() {
        assert_eq!(after("((3 12 8) (2 4 6))", |_| Change::Nothing), "[[3, 12, 8], [2, 4, 6]]");
        assert_eq!(after("((3 12 8) (2 4 6))", |node| Change::Root(node(1))), r#"{"root": "min", "tree": [3, 12, 8]}"#);
        let long = "((((1 2) (3 4)) ((5 6) (7 8))) (((1 2) (3 4)) ((5 6) (7 8))))";
        assert!(!after(long, |_| Change::Nothing).contains('\n'));
        let min = r#"{"root": "min", "tree": [1, [2, 3]]}"#;
        assert_eq!(after(min, |_| Change::Nothing), min);
    }

    #[test]
    fn parts_are_dropped_and_replaced() {
        assert_eq!(after("((3 12 8) (2 4 6))", |node| Change::Drop(node(1))), "[[2, 4, 6]]");
        assert_eq!(after("((3 12 8) (2 4 6))", |node| Change::Drop(node(3))), "[[3, 8], [2, 4, 6]]");
        assert_eq!(after("((3 12 8) (2 4 6))", |node| Change::DropRow(node(2), node(3))), "[[8], [2, 4, 6]]");
        assert_eq!(after("((3 12 8) (2 4 6))", |node| Change::Leaf(node(1), 3.into())), "[3, [2, 4, 6]]");
    }
}
