//! Changes that can be inverted.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::EditError;
use super::splice::Splice;
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

fn set_name(names: &mut Arc<HashMap<u32, Box<str>>>, node: NodeId, name: Option<Box<str>>) -> Option<Box<str>> {
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

/// The new indices of the nodes of a tree after a change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moved {
    /// Ranges of nodes that were kept, in order, and the new index of the first node of each; `None` if no node moved.
    kept: Option<Vec<(Range<u32>, u32)>>,
}

impl Moved {
    pub(super) fn of(kept: Vec<(Range<u32>, u32)>) -> Moved {
        Moved { kept: Some(kept) }
    }

    /// What stays where a tree is replaced by another that was not made of it: every node if the shape is the same, or else the nodes
    /// before and after those that differ, in preorder.
    pub fn between(before: &Tree, after: &Tree) -> Moved {
        let [old, new] = [before.len(), after.len()];
        let depths = |tree: &Tree, node: usize| tree.depth(NodeId::at(node));
        if old == new && (0..old).all(|node| depths(before, node) == depths(after, node)) {
            return Moved::default();
        }
        let is_same = |old: usize, new: usize| facts(before, NodeId::at(old)) == facts(after, NodeId::at(new));
        let least = old.min(new);
        let (mut head, mut tail) = (0, 0);
        while head < least && is_same(head, head) {
            head += 1;
        }
        while tail < least - head && is_same(old - tail - 1, new - tail - 1) {
            tail += 1;
        }
        let mut kept = Vec::new();
        if head > 0 {
            kept.push((0..head as u32, 0));
        }
        if tail > 0 {
            kept.push(((old - tail) as u32..old as u32, (new - tail) as u32));
        }
        Moved::of(kept)
    }

    /// Where nodes are after this and then another change.
    #[must_use]
    pub(super) fn then(self, next: &Moved) -> Moved {
        let (Some(first), Some(second)) = (&self.kept, &next.kept) else {
            return if next.is_nothing() { self } else { next.clone() };
        };
        let mut kept = Vec::new();
        for (nodes, new) in first {
            let between = *new..new + nodes.len() as u32;
            let start = second.partition_point(|(other, _)| other.end <= between.start);
            for (other, last) in &second[start..] {
                if other.start >= between.end {
                    break;
                }
                let both = between.start.max(other.start)..between.end.min(other.end);
                let old = |at: u32| nodes.start + (at - between.start);
                kept.push((old(both.start)..old(both.end), last + (both.start - other.start)));
            }
        }
        Moved::of(kept)
    }

    /// Whether every node is where it was.
    pub fn is_nothing(&self) -> bool {
        self.kept.is_none()
    }

    /// The new index of a node; `None` if it was removed.
    pub fn follow(&self, node: NodeId) -> Option<NodeId> {
        let Some(kept) = &self.kept else { return Some(node) };
        let after = kept.partition_point(|(nodes, _)| nodes.start <= node.0);
        let (nodes, new) = kept.get(after.checked_sub(1)?)?;
        nodes.contains(&node.0).then(|| NodeId(new + (node.0 - nodes.start)))
    }

    /// The new index of a node, or of its nearest ancestor that was kept.
    pub fn follow_up(&self, before: &Tree, node: NodeId) -> NodeId {
        for above in before.ancestors(node) {
            if let Some(kept) = self.follow(above) {
                return kept;
            }
        }
        NodeId::ROOT
    }
}

/// What is said of a node, without what is below it.
fn facts(tree: &Tree, node: NodeId) -> (u32, Option<Value>, Option<Player>, [Option<&str>; 2]) {
    (tree.depth(node), tree.value(node), tree.named_player(node), [tree.label(node), tree.move_name(node)])
}
