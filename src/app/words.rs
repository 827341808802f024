//! Nodes, bounds and runs in words.

use super::numbers::{count, grouped};
use super::runs::{Run, RunState};
use crate::search::{Algorithm, Bound, Outcome};
use crate::tree::{NodeId, Tree, Value};

/// Between the steps of a path.
pub(super) const STEP: &str = "›";

/// How a node stands among its siblings: its move's name, or its number counted from 0.
pub(super) fn step_name(tree: &Tree, node: NodeId) -> String {
    if let Some(name) = tree.move_name(node) {
        return name.to_owned();
    }
    match tree.parent(node) {
        None => "root".into(),
        Some(parent) => grouped(tree.children(parent).take_while(|&child| child != node).count() as u64),
    }
}

/// What a node is called: its label, or its number among the leaves or among all nodes.
pub(super) fn node_name(tree: &Tree, node: NodeId) -> String {
    if let Some(label) = tree.label(node) {
        return label.to_owned();
    }
    if node == NodeId::ROOT {
        "the root".into()
    } else if tree.is_leaf(node) {
        format!("leaf {}", leaf_number(tree, node))
    } else {
        format!("node {}", grouped(node.index() as u64))
    }
}

/// A leaf's number from the left, counted from 0 as in files and commands.
pub(super) fn leaf_number(tree: &Tree, leaf: NodeId) -> String {
    grouped(tree.slots(leaf).start as u64)
}

/// A value returned with what is proven of it: `6`, `≥ 5`, `≤ 3`.
pub(super) fn bounded(value: Value, bound: Bound) -> String {
    match bound {
        Bound::Exact => value.to_string(),
        Bound::Lower => format!("≥ {value}"),
        Bound::Upper => format!("≤ {value}"),
    }
}

/// How a run ended or how far it is, in a few words.
pub(super) fn outcome(tree: &Tree, run: &Run) -> String {
    match &run.state {
        RunState::Waiting => "waiting".into(),
        RunState::Running(_) => "running".into(),
        RunState::Failed(reason) => format!("failed: {reason}"),
        RunState::Done(finished) => match &finished.measured.outcome {
            Outcome::Finished(_) => "finished".into(),
            Outcome::Budget => format!("budget reached after {}", evaluations(finished.measured.evaluations)),
            Outcome::Cancelled => format!("cancelled after {}", evaluations(finished.measured.evaluations)),
            Outcome::Undefined(node) => format!("undefined: {} has no value", node_name(tree, *node)),
        },
    }
}

/// The line in a pane's title.
pub(super) fn status(tree: &Tree, run: &Run) -> String {
    match &run.state {
        RunState::Running(job) => format!("{} so far", evaluations(job.progress().done())),
        RunState::Done(finished) => match finished.measured.outcome {
            Outcome::Finished(value) => format!("value {value}, {}", evaluations(finished.measured.evaluations)),
            _ => outcome(tree, run),
        },
        RunState::Waiting | RunState::Failed(_) => outcome(tree, run),
    }
}

/// What an algorithm is, in letters that the built-in font has.
pub(super) fn summary(algorithm: Algorithm) -> String {
    algorithm.summary().replace('→', "->").replace('∀', "forall ")
}

pub(super) fn evaluations(number: u64) -> String {
    count(number, "evaluation", "evaluations")
}
