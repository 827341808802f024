//! Changes that can be inverted.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::splice::Splice;
use super::{EditError, Moved};
use crate::memory;
use crate::progress::Progress;
use crate::tree::{Identity, Node, NodeId, Player, Probability, Role, Tree, Value, builder};

/// A change of a tree. Applying it gives its inverse. Takes memory for what changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Patch(Vec<Step>);

/// A part of a change.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Step {
    Values(Vec<(NodeId, Option<Value>)>),
    Labels(Vec<(NodeId, Option<Box<str>>)>),
    Move(NodeId, Option<Box<str>>),
    /// Sets who moves at a node, or lets players take turns there. The children of a new chance node are equally likely.
    Role(NodeId, Option<Role>),
    /// Sets the probabilities of the children of a chance node.
    Probabilities(NodeId, Box<[Probability]>),
    /// Sets the player in turn at the root.
    Root(Player),
    /// Sets the title and the source.
    About(Box<str>, Box<str>),
    Nodes(Box<Splice>),
}

/// A changed tree, and the inverse of the change.
#[derive(Debug)]
pub struct Patched {
    /// The changed tree.
    pub tree: Tree,
    /// The patch that restores the original tree.
    pub inverse: Patch,
    /// The new indices of the nodes.
    pub moved: Moved,
}

impl Patch {
    pub(super) fn of(steps: Vec<Step>) -> Patch {
        Patch(steps)
    }

    /// Changes a tree. If the shape stays the same, one array is copied, and the rest is shared with the original tree. `progress` counts
    /// the nodes that are written, and can cancel the change.
    pub fn apply(&self, tree: &Tree, progress: &Progress) -> Result<Patched, EditError> {
        memory::room_for(tree.len() as u64 * size_of::<Node>() as u64)?;
        let mut changed = tree.clone();
        let mut moved = Moved::default();
        let mut inverse = Vec::with_capacity(self.0.len());
        for step in &self.0 {
            inverse.push(step.apply(&mut changed, &mut moved, progress)?);
        }
        inverse.reverse();
        changed.identity = Identity::new();
        changed.classes = OnceLock::new();
        changed.digits = OnceLock::new();
        Ok(Patched { tree: changed, inverse: Patch(inverse), moved })
    }

    /// Whether it sets the value of a node to this one.
    pub(super) fn sets(&self, node: NodeId, value: Option<Value>) -> bool {
        self.0.iter().any(|step| matches!(step, Step::Values(values) if values.contains(&(node, value))))
    }

    /// How many nodes it holds, whose values or places it sets.
    pub(super) fn size(&self) -> usize {
        let size = |step: &Step| match step {
            Step::Values(values) => values.len(),
            Step::Labels(labels) => labels.len(),
            Step::Nodes(splice) => splice.size(),
            _ => 1,
        };
        self.0.iter().map(size).sum()
    }
}

impl Step {
    /// Changes a tree, and returns the step that undoes the change.
    fn apply(&self, tree: &mut Tree, moved: &mut Moved, progress: &Progress) -> Result<Step, EditError> {
        Ok(match self {
            Step::Values(values) => Step::Values(set_values(tree, values)?),
            Step::Labels(labels) => Step::Labels(set_labels(tree, labels)),
            Step::Move(node, name) => Step::Move(*node, set_name(&mut tree.moves, *node, name.clone())),
            Step::Role(node, role) => Step::Role(*node, set_role(tree, *node, *role)),
            Step::Probabilities(node, all) => {
                let before = tree.probabilities(*node).into();
                tree.set_probabilities(*node, all);
                Step::Probabilities(*node, before)
            }
            Step::Root(player) => {
                let before = tree.player(NodeId::ROOT);
                builder::take_turns(*player, &mut tree.nodes, &tree.roles);
                Step::Root(before)
            }
            Step::About(title, source) => {
                let before = Step::About(tree.title.as_str().into(), tree.source.as_str().into());
                (tree.title, tree.source) = (title.to_string(), source.to_string());
                before
            }
            Step::Nodes(splice) => {
                let (changed, undo, went) = splice.apply(tree, progress)?;
                (*tree, *moved) = (changed, went);
                Step::Nodes(Box::new(undo))
            }
        })
    }
}

fn set_values(tree: &mut Tree, values: &[(NodeId, Option<Value>)]) -> Result<Vec<(NodeId, Option<Value>)>, EditError> {
    let mut before = Vec::with_capacity(values.len());
    for &(node, value) in values {
        let stored = tree.nodes.get_mut(node.index()).ok_or(EditError::Gone)?;
        before.push((node, Value::from_stored(stored.value)));
        stored.value = value.map_or(f64::NAN, Value::get);
    }
    before.reverse();
    Ok(before)
}

/// Labels nodes, each once; what they were labelled before.
fn set_labels(tree: &mut Tree, labels: &[(NodeId, Option<Box<str>>)]) -> Vec<(NodeId, Option<Box<str>>)> {
    let mut before = Vec::with_capacity(labels.len());
    for (node, label) in labels {
        before.push((*node, set_name(&mut tree.labels, *node, label.clone())));
    }
    before
}

fn set_name(names: &mut Arc<FxHashMap<u32, Box<str>>>, node: NodeId, name: Option<Box<str>>) -> Option<Box<str>> {
    let names = Arc::make_mut(names);
    match name {
        Some(name) => names.insert(node.0, name),
        None => names.remove(&node.0),
    }
}

/// Sets or removes who is given to move at a node; returns who was before.
fn set_role(tree: &mut Tree, node: NodeId, role: Option<Role>) -> Option<Role> {
    let root = tree.player(NodeId::ROOT);
    let roles = Arc::make_mut(&mut tree.roles);
    let before = match role {
        Some(role) => roles.insert(node.0, role),
        None => roles.remove(&node.0),
    };
    builder::take_turns(root, &mut tree.nodes, &tree.roles);
    if tree.is_chance(node) {
        let children = tree.children(node).count();
        let equal = vec![Probability::one_of(children); children];
        tree.lotteries = Arc::new(tree.lotteries.with(tree.len(), node, Some(&equal)));
    } else if !tree.probabilities(node).is_empty() {
        tree.lotteries = Arc::new(tree.lotteries.with(tree.len(), node, None));
    }
    before
}
