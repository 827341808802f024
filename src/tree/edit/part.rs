//! Nodes outside a tree: those that an edit adds or has removed.

use std::ops::Range;

use crate::tree::{Builder, NodeId, Probability, Role, Tree, Value};

/// Nodes in preorder, with their depths. Takes memory for the facts about the nodes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Part {
    nodes: Vec<(u32, Option<Value>)>,
    labels: Vec<(u32, Box<str>)>,
    moves: Vec<(u32, Box<str>)>,
    roles: Vec<(u32, Role)>,
    probabilities: Vec<(u32, Probability)>,
    unexpanded: Vec<u32>,
}

impl Part {
    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The depth of a node.
    pub(super) fn depth(&self, node: usize) -> u32 {
        self.nodes[node].0
    }

    /// Adds a node with only a value.
    pub(super) fn push(&mut self, depth: u32, value: Option<Value>) {
        self.nodes.push((depth, value));
    }

    /// Adds nodes of a tree.
    pub(super) fn extend(&mut self, tree: &Tree, nodes: Range<usize>) {
        for node in nodes.map(NodeId::at) {
            let index = self.nodes.len() as u32;
            self.nodes.push((tree.depth(node), tree.value(node)));
            if let Some(label) = tree.labels.get(&node.0) {
                self.labels.push((index, label.clone()));
            }
            if let Some(name) = tree.moves.get(&node.0) {
                self.moves.push((index, name.clone()));
            }
            if let Some(role) = tree.given_role(node) {
                self.roles.push((index, role));
            }
            if let Some(probability) = tree.probability(node) {
                self.probabilities.push((index, probability));
            }
            if tree.is_unexpanded(node) {
                self.unexpanded.push(index);
            }
        }
    }

    /// Sets the name of the move that leads to the first node, unless it has one.
    pub(super) fn name_first_move(&mut self, name: Option<&str>) {
        let has_name = self.moves.first().is_some_and(|(node, _)| *node == 0);
        if let Some(name) = name.filter(|_| !has_name) {
            self.moves.insert(0, (0, name.into()));
        }
    }

    /// Removes the given player of the first node, because the player at a root belongs to the tree.
    pub(super) fn unname_first_player(&mut self) {
        self.roles.retain(|&(node, role)| node != 0 || role == Role::Chance);
    }

    /// Passes the facts about a node to a builder.
    pub(super) fn describe(&self, node: usize, builder: &mut Builder, as_node: NodeId) {
        builder.set_value(as_node, self.nodes[node].1);
        let index = node as u32;
        if let Some(label) = fact_of(&self.labels, index) {
            builder.set_label(as_node, label);
        }
        if let Some(name) = fact_of(&self.moves, index) {
            builder.set_move(as_node, name);
        }
        if let Some(role) = fact_of(&self.roles, index) {
            builder.set_role(as_node, role);
        }
        if let Some(probability) = fact_of(&self.probabilities, index) {
            builder.set_probability(as_node, probability);
        }
        if self.unexpanded.binary_search(&index).is_ok() {
            builder.set_unexpanded(as_node);
        }
    }
}

/// The fact about a node in an ordered list.
fn fact_of<T: Clone>(facts: &[(u32, T)], node: u32) -> Option<T> {
    let at = facts.binary_search_by_key(&node, |(node, _)| *node).ok()?;
    Some(facts[at].1.clone())
}

/// Passes the facts about a node of a tree to a builder.
pub(super) fn describe(tree: &Tree, node: NodeId, builder: &mut Builder, as_node: NodeId) {
    builder.set_value(as_node, tree.value(node));
    if let Some(label) = tree.labels.get(&node.0) {
        builder.set_label(as_node, label.clone());
    }
    if let Some(name) = tree.moves.get(&node.0) {
        builder.set_move(as_node, name.clone());
    }
    if let Some(role) = tree.given_role(node) {
        builder.set_role(as_node, role);
    }
    if let Some(probability) = tree.probability(node) {
        builder.set_probability(as_node, probability);
    }
    if tree.is_unexpanded(node) {
        builder.set_unexpanded(as_node);
    }
}
