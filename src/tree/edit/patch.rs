//! Changes that can be inverted.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::splice::Splice;
use super::{EditError, Moved};
use crate::memory;
use crate::progress::Progress;
use crate::tree::{Identity, Node, NodeId, Player, Tree, Value, builder};

/// A change of a tree. Applying it gives its inverse. Takes memory for what changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Patch(Vec<Step>);

/// A part of a change.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Step {
    Values(Vec<(NodeId, Option<Value>)>),
    Labels(Vec<(NodeId, Option<Box<str>>)>),
    Move(NodeId, Option<Box<str>>),
    /// Sets the player at a node other than the root, or lets players alternate there.
    Player(NodeId, Option<Player>),
    /// Sets the player at the root, and whether it is also given at the node.
    Root(Player, bool),
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
        let mut size = 0;
        for step in &self.0 {
            size += match step {
                Step::Values(values) => values.len(),
                Step::Labels(labels) => labels.len(),
                Step::Nodes(splice) => splice.size(),
                _ => 1,
            };
        }
        size
    }
}

impl Step {
    /// Changes a tree, and returns the step that undoes the change.
    fn apply(&self, tree: &mut Tree, moved: &mut Moved, progress: &Progress) -> Result<Step, EditError> {
        Ok(match self {
            Step::Values(values) => Step::Values(set_values(tree, values)?),
            Step::Labels(labels) => Step::Labels(set_labels(tree, labels)),
            Step::Move(node, name) => Step::Move(*node, set_name(&mut tree.moves, *node, name.clone())),
            Step::Player(node, player) => Step::Player(*node, set_player(tree, *node, *player)),
            Step::Root(player, is_named) => {
                let before = tree.player(NodeId::ROOT);
                let was_named = set_player(tree, NodeId::ROOT, is_named.then_some(*player)).is_some();
                builder::alternate(*player, &mut tree.nodes, &tree.named_players);
                Step::Root(before, was_named)
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

/// Sets or removes the given player of a node; returns the previous one.
fn set_player(tree: &mut Tree, node: NodeId, player: Option<Player>) -> Option<Player> {
    let root = tree.player(NodeId::ROOT);
    let named = Arc::make_mut(&mut tree.named_players);
    let before = match player {
        Some(player) => named.insert(node.0, player),
        None => named.remove(&node.0),
    };
    builder::alternate(root, &mut tree.nodes, &tree.named_players);
    before
}
