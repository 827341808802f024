//! The names of nodes and values in sentences.

use super::{NodeId, Tree, Value};
use crate::format::{self, grouped, grouped_decimal};

/// The number of nodes among which values are looked for that should be told apart, and the number of such values.
const MOST_LOOKED_AT: usize = 4096;
const MOST_TOLD_APART: usize = 128;

impl Value {
    /// The value for people, with thousands separators and a minus sign: `−1,234.5`.
    pub fn grouped(self) -> String {
        grouped_decimal(&self.to_string())
    }
}

impl Tree {
    /// The name of a node: its label, or its number among the leaves or among all nodes, counted from 0.
    pub fn node_name(&self, node: NodeId) -> String {
        if let Some(label) = self.label(node) {
            return label.to_owned();
        }
        if node == NodeId::ROOT {
            "the root".into()
        } else if self.is_end(node) {
            format!("leaf {}", self.leaf_number(node))
        } else {
            format!("node {}", grouped(node.index() as u64))
        }
    }

    /// The statement that a node has no value, or no static value.
    pub fn without_value(&self, node: NodeId) -> String {
        let what = if self.is_end(node) { "value" } else { "static value" };
        format!("{} has no {what}", self.node_name(node))
    }

    /// A leaf's number from the left, counted from 0, as in files and commands.
    pub fn leaf_number(&self, leaf: NodeId) -> String {
        grouped(self.slots(leaf).start as u64)
    }

    /// How many digits tell the values of the tree apart, as far as some of its nodes tell.
    pub(crate) fn telling_digits(&self) -> usize {
        *self.digits.get_or_init(|| {
            let nodes = (0..self.len()).step_by(self.len().div_ceil(MOST_LOOKED_AT)).map(NodeId::at);
            let values = nodes.filter_map(|node| self.value(node)).take(MOST_TOLD_APART);
            format::telling_digits(values.map(|value| value.to_string()).collect())
        })
    }
}
