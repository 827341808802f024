//! Questions with many right answers, which a search judges: orders of children, and values for empty leaves.
//!
//! The script of a page of practice does the same with an alpha-beta of its own.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::grade::{Answers, Kind, Place};
use super::numbers::normal;
use super::run::Skipped;
use super::{Solved, leaves_in_order};
use crate::tree::{NodeId, Tree, Value};

/// Judges an answer as a whole.
#[derive(Clone, Debug)]
pub(super) struct Judge {
    /// Whether an answer is an order of the children of some nodes, or a value for each empty leaf.
    pub(super) kind: Kind,
    pub(super) solved: Arc<Solved>,
    /// What is said of what a search does with an answer, with the number of leaves or the edges in place of what is in braces.
    pub(super) says: String,
    /// What is said if it does nothing.
    pub(super) none: String,
    /// What is said of an answer that is not complete.
    pub(super) incomplete: String,
}

impl Judge {
    /// What the search does with an answer: the number of leaves that it evaluates, or the edges that it cuts. `None` if a value is missing.
    pub(super) fn outcome(&self, answers: &Answers) -> Option<String> {
        if self.kind == Kind::Order {
            return leaves_in_order(&self.solved, &self.order(answers)).ok().map(|leaves| leaves.to_string());
        }
        let value = |&leaf: &NodeId| Some((leaf, value(answers.get(&Place::of(leaf))?)?));
        let values = self.solved.blanks.iter().map(value).collect::<Option<Vec<_>>>()?;
        Some(edges(&self.solved.run_with(&values).ok()?.cutoffs))
    }

    /// What an answer comes to, in a sentence.
    pub(super) fn told(&self, answers: &Answers, tree: &Tree) -> String {
        let Some(outcome) = self.outcome(answers) else { return self.incomplete.clone() };
        let outcome = if self.kind == Kind::Order {
            outcome
        } else if outcome.is_empty() {
            self.none.clone()
        } else {
            let below = outcome.split([' ', ';']).filter_map(|index| tree.node(index.parse().ok()?));
            below.map(|node| edge(tree, node)).collect::<Vec<_>>().join(", ")
        };
        self.says.replace("{leaves}", &outcome).replace("{edges}", &outcome)
    }

    /// The children of the nodes below which edges are marked, in the order of the marks; those without a mark come last.
    fn order(&self, answers: &Answers) -> Vec<(NodeId, Vec<NodeId>)> {
        let tree = &self.solved.tree;
        let mut orders: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
        for place in turns(answers) {
            if let Some(above) = tree.parent(place.node) {
                orders.entry(above).or_default().push(place.node);
            }
        }
        for (&above, order) in &mut orders {
            let rest: Vec<NodeId> = tree.children(above).filter(|child| !order.contains(child)).collect();
            order.extend(rest);
        }
        orders.into_iter().collect()
    }
}

/// The marked places in the order in which they were marked, which is what their answers say.
pub(super) fn turns(answers: &Answers) -> Vec<Place> {
    let given = answers.iter().filter(|(_, text)| !text.trim().is_empty());
    let mut turns: Vec<(usize, Place)> =
        given.map(|(&place, text)| (text.trim().parse().unwrap_or(usize::MAX), place)).collect();
    turns.sort();
    turns.into_iter().map(|(_, place)| place).collect()
}

/// The most of some numbers that can be kept in their order such that they never fall, as indices; of equally many the earlier ones.
pub(super) fn rising(numbers: &[usize]) -> Vec<usize> {
    // For each index the length of the longest such row that ends there, and the index before.
    let mut rows: Vec<(usize, Option<usize>)> = Vec::new();
    for number in numbers {
        let mut row = (1, None);
        for (before, &(length, _)) in rows.iter().enumerate() {
            if numbers[before] <= *number && length + 1 > row.0 {
                row = (length + 1, Some(before));
            }
        }
        rows.push(row);
    }
    let longest = rows.iter().map(|&(length, _)| length).max();
    let mut at = rows.iter().position(|&(length, _)| Some(length) == longest);
    let mut kept = Vec::new();
    while let Some(index) = at {
        kept.push(index);
        at = rows[index].1;
    }
    kept.reverse();
    kept
}

/// Cut edges as the nodes below them, a group for each cutoff.
pub(super) fn edges(cutoffs: &[Skipped]) -> String {
    let group = |cutoff: &Skipped| {
        let mut below: Vec<usize> = cutoff.children.iter().map(|child| child.index()).collect();
        below.sort_unstable();
        below.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    cutoffs.iter().map(group).collect::<Vec<_>>().join(";")
}

/// The name of the edge above a node: both its ends.
pub(super) fn edge(tree: &Tree, node: NodeId) -> String {
    let label = |node| tree.label(node).unwrap_or_default();
    tree.parent(node).map_or_else(String::new, |above| format!("{}–{}", label(above), label(node)))
}

/// A number that was typed.
fn value(text: &str) -> Option<Value> {
    let text = normal(text);
    let is_plain = text.chars().all(|c| c.is_ascii_digit() || c == '-' || c == '.');
    Value::new(text.parse().ok().filter(|_| is_plain)?)
}
